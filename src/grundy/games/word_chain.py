"""Word chain (shiritori): the next word begins with the last three letters of the last one; words may be repeated.

Contest problem: AtCoder ABC 209 E "Shiritori". Whoever has no word loses, and play may go on for ever, which is a draw.
Only the last three letters matter, so it is a game on the digraph of triples of letters, solved from its dead ends back.
"""

from collections.abc import Iterator

from grundy.common.errors import PositionError
from grundy.common.messages import _
from grundy.rules.digraph import digraph
from grundy.rules.functions import game
from grundy.rules.position import Position
from grundy.rules.scenes import Words
from grundy.rules.text.contest import Reader
from grundy.values.outcome import LOSS, WIN


def joint(word: str) -> tuple[str, str]:
    """Return the letters by which a word is joined to the word before it and to the next."""
    return word[:3], word[-3:]


@game
def word_chain(last: str, *, words: tuple[str, ...] = ()):
    """Say a word that begins with the last three letters of the last word said."""
    for word in words:
        if joint(word)[0] == joint(last)[1]:
            yield word


@word_chain.setup
def read_words(word: str, *, words: tuple[str, ...] | str = ()) -> Position:
    listed = tuple(words.split(",")) if isinstance(words, str) else words
    for said in (word, *listed):
        if not isinstance(said, str) or len(said) < 3:  # pyright: ignore[reportUnnecessaryIsInstance]
            raise PositionError("word-chain: {said!r} is not a word of three letters or more", said=said)
    return Position(word_chain.bind(words=listed), word)


@word_chain.picture
def drawn(last: str, *, words: tuple[str, ...]) -> Words:
    return Words(f"{last} → {', '.join(word for word in words if joint(word)[0] == joint(last)[1]) or '∅'}")


@word_chain.spelling
def say(before: str, after: str) -> str:
    return _("say {after}").format(after=after)


@word_chain.small
def small_chains() -> Iterator[Position]:
    for words in (("abcab", "cabbc", "bbc", "bcaab", "aabc"), ("abc", "bcd", "abcd", "bcdab", "dab", "cdabc")):
        for last in (*words, "xyz"):
            yield read_words(last, words=words)


@word_chain.judge("word-chain")
def judge(read: Reader) -> Iterator[str]:
    """AtCoder ABC 209 E: words; after each one is said, who wins: Takahashi, Aoki or Draw."""
    words: list[str] = []
    for _turn in range(read.integer(0, what="the number of words")):
        words.append(read.word())
        if len(words[-1]) < 3:
            raise read.fail(f"expected a word of at least 3 letters, found {words[-1]!r}")
    results = digraph(joint(word) for word in words).results()
    for word in words:
        result, _ = results[joint(word)[1]]  # for Aoki, who has to say the next word
        yield "Takahashi" if result == LOSS else "Aoki" if result == WIN else "Draw"


word_chain.called(
    "Word Chain; shiritori",
    "Say a word of the list that begins with the last three letters of the last word. Whoever has no word loses.",
)
word_chain.starts(
    "party",
    sizes="tent words=entire,entice,iceberg,ergot; party",
    variants={"Party": "carpet words=petal,petition,talent,tale,alert,entire,entertainment,ionic"},
)
