"""The shape of the API's answers, for its description."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, Field

Class = Literal["impartial", "partisan", "loopy", "scoring"]
Verdict = Literal["win", "loss", "draw", "tie", ""]


class Refusal(BaseModel):
    """Why nothing is answered."""

    detail: str = Field(description="One sentence.")


class Job(BaseModel):
    """How a question stands that takes long."""

    job: str
    state: Literal["queued", "running", "done", "failed", "cancelled"]
    ahead: int = Field(description="How many questions are before it.")
    result: Any = Field(None, description="The answer, when it is done.")
    detail: str | None = Field(None, description="Why there is none, in one sentence.")


class Theorem(BaseModel):
    """A theorem that a game's file declares."""

    name: str
    gives: Literal["value", "losing", "score"]
    play: Literal["normal", "misere"]
    source: str


class Start(BaseModel):
    """A position with which a game may begin."""

    title: str = Field(description="Its size or its name.")
    words: str


class Named(BaseModel):
    """What has a name: a game of a text."""

    name: str
    title: str


class Variant(Named):
    """A start that has a name, and its words without the game's."""

    words: str


class Game(Named):
    """A game."""

    model_config = {"populate_by_name": True}

    names: list[str] = Field(description="All its names, in every language.")
    kind: Class = Field(alias="class")
    sided: bool = Field(description="Whether each player has pieces or moves of his own.")
    summary: str
    doc: str
    parameters: dict[str, str]
    theorems: list[Theorem]
    judges: list[str] = Field(description="Contest problems.")
    start: str = Field(description="The words of the usual start, without the game's name.")
    sizes: list[str] = Field(description="Starts from small to standard, as words.")
    variants: list[Variant]
    starts: list[Start] = Field(description="All starts, as words with the game's name.")
    choices: int | None = Field(
        description="How many bits a match at random chooses: base-2 logarithms of the numbers of options, added up."
    )
    example: str = Field(description="The words of a position to begin with.")
    svg: str = Field(description="A picture of that position.")


class Option(BaseModel):
    """A move, with what it is worth for whoever makes it."""

    token: str = Field(description="What stands for it in an address.")
    text: str
    verdict: Verdict
    remoteness: int | None = Field(description="How many moves play lasts after it, with best play.")
    value: str | None
    gain: int | None = Field(description="The points it scores.")
    total: int | None = Field(description="The points it gains with all that follows, the other's subtracted.")
    best: bool


class Ply(BaseModel):
    """A position that play went through."""

    ply: int
    position: str
    mover: Literal[0, 1] = Field(description="Who is to move there.")
    text: str = Field(description="The move that led there.")
    level: int | None = Field(description="What is in store for whoever moved first: 1, 0, -1, or points.")
    remoteness: int | None
    blunder: bool = Field(description="Whether that move made it worse for whoever made it.")


class Part(BaseModel):
    """A part of a position that is a sum."""

    position: str
    words: str | None
    svg: str
    value: str | None


class Worth(BaseModel):
    """The value of a partisan position."""

    value: str
    latex: str = Field(description="The value for LaTeX, empty where it is too long.")
    formula: str = Field(description="The value as MathML, or as text where it is long.")
    mean: str
    temperature: str
    thermograph: str = Field(description="An SVG picture.")


class Reply(BaseModel):
    """The opponent's move."""

    token: str
    text: str
    perfect: bool = Field(description="Whether it is known that no move is better.")
    verdict: Verdict = Field(description="What it is for whoever makes it, as far as known.")
    ground: dict[str, Any] = Field(description="What it rests on: its kind, and the figures that belong to that.")
    said: str = Field(description="How good the move is, in words.")
    region: list[str] = Field(
        min_length=2, max_length=2, description="Where it is made: heap, row, column or part, and its name."
    )


class Reviewed(BaseModel):
    """A move of a match that is reviewed."""

    text: str
    player: Literal[0, 1]
    mark: Literal["mistake", "only", "good", "lost", ""] = Field(description="lost: nothing was left to lose.")
    temperature: str = Field(description="That of a partisan board before the move.")
    hottest: str = Field(description="The part of that board where it is so.")
    said: str = Field(description="The mark in words.")


class Cost(BaseModel):
    """What a mistake gave away, exactly."""

    played: str
    better: str
    left: str = Field(description="The value after the mistake.")
    kept: str = Field(description="The value after the better move.")
    answer: str = Field(description="How the other player takes what he was given.")
    lasts: int | None = Field(description="After so many moves more he has won.")
    free: int = Field(description="So many moves more he has, where the value is an integer.")
    points: int = Field(description="So many points less it gets than the better move.")
    parts: list[int] = Field(description="The Grundy values of the parts before it.")


class Deciding(BaseModel):
    """The moment that decided a match."""

    number: int = Field(description="How many moves were made before it.")
    position: str
    played: str
    better: str
    reason: str
    cost: Cost | None


class Review(BaseModel):
    """The review of a match."""

    standings: list[int | None] = Field(description="Of each position what who moved first gets; null: not known.")
    values: list[str] = Field(description="What each position is worth, where that is known.")
    known_from: int = Field(description="After how many moves it is known, from there on, who wins with best play.")
    method: str = Field(description="How that is known.")
    hottest: int | None = Field(description="After how many moves a partisan board was hottest.")
    moves: list[Reviewed]
    deciding: Deciding | None
    told: list[str] = Field(description="What decided it, in sentences.")
    svg: str = Field(description="The deciding moment, with what was played and what was better.")
    text: str = Field(description="The match as text.")
    address: str = Field(description="Where the match is seen on this server.")


class Position(BaseModel):
    """A position of a match."""

    model_config = {"populate_by_name": True}

    words: str
    moves: str
    play: str
    endless: str
    begins: str
    game: str
    title: str
    starts: list[Start]
    kind: Class = Field(alias="class")
    doc: str
    position: str
    here: str | None = Field(description="The words of it, None where there are none.")
    text: str = Field(description="The board as lines of text.")
    svg: str = Field(description="The board with the moves marked; `data-moves` are places in `options`.")
    plain_svg: str
    mover: Literal[0, 1]
    players: list[str]
    over: bool
    result: str | None = Field(description="How it has ended, in a sentence.")
    passing: bool = Field(description="Whether the only move is to pass.")
    repeated: int | None = Field(description="After how many moves the position was here before.")
    outcome: str | None
    winner: str | None = Field(description="Who wins with best play, in a sentence.")
    value: str | None
    remoteness: int | None
    method: str | None
    source: str | None
    explanation: str | None
    options: list[Option] = Field(description="The best first.")
    more: int | None = Field(description="How many more moves there are; null: very many.")
    history: list[Ply]
    ahead: list[str] = Field(description="The moves that were taken back.")
    points: list[int] | None
    parts: list[Part]
    partisan: Worth | None


class Node(BaseModel):
    """A position of a graph."""

    words: str | None
    text: str
    shown: str
    depth: int = Field(description="How many moves it is away.")
    remoteness: int | None = Field(
        description="How many moves play lasts with best play, where a search found it soon."
    )
    outcome: str | None
    value: str | None


class Around(BaseModel):
    """The positions around one."""

    svg: str
    nodes: list[Node]
    arrows: list[tuple[int, int]] = Field(description="Places among the nodes.")
    drawn: int = Field(description="How many of them are in the picture.")
    complete: bool = Field(description="Whether these are all that can be reached.")
    parts: list[Part]
    partisan: Worth | None


class Law(BaseModel):
    """The law of a sequence."""

    text: str
    explanation: str
    kind: str
    period: int
    preperiod: int
    saltus: int
    proved: bool
    checked_to: int


class Sequence(BaseModel):
    """A nim-sequence."""

    name: str
    game: str
    to: int
    first: list[int]
    law: Law
    contest: dict[str, str] = Field(description="Functions by language; none where none is short.")


class Points(BaseModel):
    """Points of a plot."""

    name: str
    start: int
    stop: int
    step: int = Field(description="How many heaps stand in a column.")
    count: int
    exact: bool
    n: list[int]
    low: list[int]
    high: list[int]
    counts: list[int] = Field(description="How many of the ``step`` heaps from n on have a value from low to high.")


class Canonical(Worth):
    """What is shown of a value."""

    outcome: str
    winner: str
    left_stop: str
    right_stop: str
    birthday: str


class Value(Canonical):
    """What an expression is worth."""

    svg: str
    order: Literal["<", ">", "=", "||"] | None
    comparison: str | None = Field(description="The order in a sentence.")


class Answer(BaseModel):
    """The answer to a cell of a worksheet."""

    cell: str
    name: str = Field(description="What it gives a name to, or empty.")
    worth: Canonical | None = Field(description="What the expression is worth.")
    facts: list[tuple[str, str]] = Field(description="The same in words.")
    position: str | None = Field(description="The position, where the cell is no more than one.")
    words: str | None = Field(description="The words of that position.")
    svg: str | None = Field(description="A picture of it.")
    order: Literal["<", ">", "=", "||"] | None = Field(description="How the two sides of a comparison compare.")
    holds: bool | None = Field(description="Whether they compare as was said.")
    said: str | None
    comparison: str | None = Field(description="The order in a sentence.")
    result: str | None = Field(description="What it is if it is no value: a list, a table, yes or no, an ordinal.")
    formula: str | None = Field(description="A value of play that may be endless, as MathML.")
    opens: dict[str, str] | None = Field(
        description="What `/options` is asked for the options of the position or value."
    )
    error: str | None = Field(description="Why there is no answer.")


class Branch(BaseModel):
    """An option in the tree of a game."""

    text: str = Field(description="The position, or the value.")
    svg: str = Field(description="A picture of the position; empty where there are many.")
    value: str | None = Field(description="What the position is worth, where that is known.")
    winner: str | None = Field(description="Who wins it, where it has no value.")
    sensible: bool | None = Field(description="Whether it is as good as an option of the canonical form, where known.")
    asked: dict[str, str] | None = Field(description="What `/options` is asked for its own; none of one without any.")


class Branches(BaseModel):
    """The options of a player, the sensible ones first."""

    player: Literal["Left", "Right", ""] = Field(description="Empty where both have the same.")
    options: list[Branch]
    more: int = Field(description="How many more there are.")


class Options(BaseModel):
    """The options of a position or of a value."""

    of: str
    sides: list[Branches]


class Fault(BaseModel):
    """What is wrong with a text of rules."""

    line: int | None = Field(description="The line where it stands, from 1.")
    text: str


class SmallPosition(BaseModel):
    """A small position, and who wins it."""

    position: str
    outcome: str
    said: str = Field(description="The outcome in words.")
    value: str | None


class Written(BaseModel):
    """What a text of rules says, and what one of its games is."""

    games: list[Named]
    game: str = Field(description="The game of which the rest is told.")
    words: str = Field(description="What stands for the game wherever a game is named.")
    start: str = Field(description="The words of a position with which play may begin.")
    fault: Fault | None


class Small(BaseModel):
    """Small positions of a game."""

    integers: int = Field(description="1: they are a sequence; 2: a square table, row by row; 0: neither.")
    least: int = Field(description="The number that a sequence, or a row of the table, begins with.")
    side: int = Field(description="How many rows and columns such a table has.")
    positions: list[SmallPosition]
    told: list[str] = Field(description="What whoever wrote the rules should know, though nothing is wrong.")
    more: bool = Field(description="Whether more of them would be solved in the usual time.")


class Listed(Named):
    """A game whose law can be asked for."""

    game: str
    play: str
    claim: Literal["values", "losing"]
    summary: str


class Lemma(BaseModel):
    """What is claimed in a part of a proof."""

    words: str
    formula: str = Field(description="MathML, or empty.")


class ProofPart(BaseModel):
    """A part of a proof."""

    title: str
    lemmas: list[Lemma]
    how: str


class Proved(BaseModel):
    """A law with its proof."""

    name: str
    proved: bool
    statement: str
    formulas: list[str] = Field(description="The statement in MathML.")
    proof: str
    rules: str = Field(description="The rules as they are written: in Python, or a code.")
    moves: list[str] = Field(description="The moves in MathML.")
    parts: list[ProofPart]
    wins: list[str] = Field(description="The moves that win, case by case.")
    automaton: str | None = Field(description="An SVG picture.")
    automata: list[str]
    certificate: dict[str, Any] | None = Field(description="What `grundy verify` checks.")


class Asked(BaseModel):
    """A puzzle."""

    position: str = Field(description="Its words, as the shell takes them.")
    player: Literal["left", "right", ""]
    play: Literal["normal", "misere"]
    key: str = Field(description="What goes with the question in an address, as `check`.")
    level: int
    question: str


class Posed(Asked):
    """A puzzle that is posed to all alike."""

    chances: str


class Question(Asked):
    """A puzzle of a sheet, with its answer."""

    answer: str
    idea: Literal["theorem", "nimbers", "value", "search"]
    moves: int = Field(description="How many moves there are.")
    alike: int = Field(description="How many of the moves that lose are not punished at once.")
    remoteness: int | None
    found_ahead: float = Field(description="How often who looks ahead finds the move, from 0 to 1.")
    found_xor: float = Field(description="How often who knows xor does.")
    svg: str
    found_by: str
    why: str


class Sheet(BaseModel):
    """Puzzles of a game."""

    game: str
    title: str
    rules: str
    level: int
    seed: int
    count: int
    play: Literal["normal", "misere"]
    puzzles: list[Question]


class Choice(BaseModel):
    """A move that can be tried."""

    number: int
    text: str


class Tried(BaseModel):
    """What a move that was tried comes to."""

    text: str
    right: bool
    result: Literal["win", "loss", "tie", "draw"] = Field(description="What it comes to for whoever makes it.")
    told: str = Field(description="That in a sentence, with the reply.")
    reply: str = Field(description="The best reply to a move that does not win.")
    answered: str = Field(description="A picture of the board after the reply.")
    idea: str = Field(description="Why a move wins, in the words of the game.")
    reason: str


class Exercise(BaseModel):
    """A position with a question, and what was tried."""

    title: str
    position: str
    player: Literal["left", "right", ""]
    question: str
    svg: str
    moves: list[Choice]
    tried: Tried | None


class Puzzle(Exercise):
    """A position in which exactly one move wins."""

    rules: str
    level: int
    play: Literal["normal", "misere"]
    check: str
    chances: str = Field(description="How often two modelled players find the move.")


class LessonListed(Named):
    """A lesson in the list."""

    game: str
    steps: int
    svg: str


class Example(BaseModel):
    """A picture of a position, and who wins it, as the letter of its outcome class."""

    svg: str
    outcome: str


class Lesson(Exercise):
    """A step of a lesson."""

    name: str
    step: int
    steps: int
    kind: Literal["look", "find", "play"]
    text: str = Field(description="What is said; words that are explained here stand between asterisks.")
    examples: list[Example] = Field(description="Positions of which the text speaks.")
    after: str = Field(description="The lesson that comes next, empty after the last.")
