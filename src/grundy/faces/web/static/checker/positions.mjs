// "values", "strategy", "loopy" and "partisan value": a position of a finite game, replayed by playing.

import { NotChecked, Refused, Wrong, exactly, list, oneOf, room, spend, whole } from "./data.mjs";
import { heldRules, keyOf, stateOf } from "./games.mjs";

const USUAL = ["kind", "format", "hash", "game", "parameters", "fingerprint", "position"], HELD = ["rules", "text"];
const LARGEST = 2 ** 53 - 1, MOST_OPTIONS = 1e7;

/** The rules of a certificate as they are played: states by their keys, options each once. */
class Play {
  constructor(fields, more, partisan = false) {
    exactly(fields, [...USUAL, ...(fields.has("rules") ? HELD : []), ...more]);
    if (!fields.has("rules")) throw new NotChecked("the rules are no data: they would have to be played in Python");
    this.rules = heldRules(fields);
    if (this.rules.partisan !== partisan) throw new Refused("such a certificate is not one of such rules");
    this.misere = fields.has("play") && oneOf(fields.get("play"), ["normal", "misere"], "play") === "misere";
    this.states = new Map();
    this.met = 0;
    const start = stateOf(fields.get("position"));
    if (!this.rules.isPosition(start)) throw new Refused("the game has no such position");
    this.start = this.key(this.rules.ordered(start));
  }

  key(state) {
    const key = keyOf(state);
    if (!this.states.has(key)) this.states.set(key, state);
    return key;
  }

  options(key, player) {
    const found = new Set();
    for (const option of this.rules.options(this.states.get(key), player)) {
      spend();
      room(++this.met, MOST_OPTIONS);
      found.add(this.key(this.rules.ordered(option)));
    }
    return [...found];
  }

  parts(key) {
    return this.rules.parts(this.states.get(key)).map((part) => this.key(part));
  }

  ended(key) {
    const result = this.rules.ended(this.states.get(key));
    return result && this.misere ? -result : result;
  }
}

/** Rows that begin with a state, by its key, each with its place. */
function rowsOf(value, width, what) {
  const found = new Map();
  list(value, what).forEach((row, place) => {
    if (!Array.isArray(row) || row.length !== width) throw new Refused(`a row of ${what} has ${width} items`);
    const key = keyOf(stateOf(row[0]));
    if (found.has(key)) throw new Refused(`${what} has a state twice`);
    found.set(key, { place, rest: row.slice(1) });
  });
  return found;
}

/** Go through what is asked for, once each; Wrong where some rows are never asked for. */
function through(asked, each, rows, what) {
  for (const key of asked) each(key); // grows meanwhile
  for (const key of rows.keys()) if (!asked.has(key)) throw new Wrong(`${what} has ${key} for nothing`);
}

const least = (values) => {
  let value = 0n;
  while (values.has(value)) value += 1n;
  return value;
};

// ---- values

export function values(fields) {
  const play = new Play(fields, ["value", "values"]), rows = rowsOf(fields.get("values"), 2, "values");
  if (play.rules.ending) throw new Refused("the rules have endings, and no values");
  const claimed = bounded(fields.get("value"));
  const asked = new Set();
  const worth = (key, before) =>
    play.parts(key).reduce((total, part) => {
      spend();
      const row = rows.get(part);
      if (!row || row.place >= before) throw new Wrong(`${part} has no value in an earlier row`);
      asked.add(part);
      return total ^ bounded(row.rest[0]);
    }, 0n);

  function proof() {
    if (worth(play.start, rows.size) !== claimed) throw new Wrong("the rows give the position another value");
    through(asked, (key) => {
      const { place, rest } = rows.get(key), right = least(new Set(play.options(key).map((option) => worth(option, place))));
      if (rest[0] !== right) throw new Wrong(`${key} has the value ${right}`);
    }, rows, "values");
    return `the value of each of ${rows.size} positions was found to be the least that no option has`;
  }
  return { claim: `${fields.get("game")} at ${play.start} has the Grundy value ${claimed}`, proof };
}

function bounded(value) {
  if (typeof value !== "bigint" || value < 0n || value > 1n << 62n) throw new Refused("a value is a natural number");
  return value;
}

// ---- strategies

export function strategy(fields) {
  const play = new Play(fields, ["play", "outcome", "lost", "answers"]);
  const outcome = oneOf(fields.get("outcome"), ["N", "P"], "outcome"), answers = rowsOf(fields.get("answers"), 2, "answers");
  const lost = list(fields.get("lost"), "lost").map((state) => keyOf(stateOf(state)));
  const places = new Map(lost.map((key, place) => [key, place]));
  if (places.size < lost.length) throw new Refused("lost has a state twice");
  const asked = new Set(), answered = new Set();

  function won(key, before) {
    const ended = play.ended(key);
    if (ended !== null) {
      if (ended !== 1) throw new Wrong(`${key} is declared not to be won`);
      return;
    }
    const options = play.options(key);
    if (!options.length && play.misere) return;
    if (!answers.has(key)) throw new Wrong(`${key} has no answer`);
    const place = whole(answers.get(key).rest[0], 0, LARGEST, "an answer");
    if (place >= before || !options.includes(lost[place])) throw new Wrong(`the answer to ${key} is no move down the list`);
    answered.add(key);
    asked.add(lost[place]);
  }

  function proof() {
    if (outcome === "N") won(play.start, lost.length);
    else if (places.has(play.start)) asked.add(play.start);
    else throw new Wrong("the position is not among the lost ones");
    through(asked, (key) => {
      const ended = play.ended(key);
      if (ended !== null) {
        if (ended !== -1) throw new Wrong(`${key} is declared not to be lost`);
        return;
      }
      const options = play.options(key);
      if (!options.length && play.misere) throw new Wrong(`at ${key} there is no move, which wins`);
      for (const option of options) won(option, places.get(key));
    }, places, "lost");
    through(answered, () => null, answers, "answers");
    return `each move from ${lost.length} lost positions has an answer down their list`;
  }
  return { claim: `${fields.get("game")} at ${play.start}, ${fields.get("play")} play: ${outcome}`, proof };
}

// ---- endless play

const WORDS = { N: "won", P: "lost", T: "tied", D: "drawn" };

export function loopy(fields) {
  const play = new Play(fields, ["play", "outcome", "remoteness", "results"]), rows = rowsOf(fields.get("results"), 3, "results");
  const outcome = oneOf(fields.get("outcome"), Object.keys(WORDS), "outcome");
  const remoteness = whole(fields.get("remoteness"), 0, 2 ** 40, "remoteness");
  const asked = new Set();

  function told(key) {
    const row = rows.get(key);
    if (!row) throw new Wrong(`${key} can be reached, and has no result`);
    asked.add(key);
    const word = oneOf(row.rest[0], Object.values(WORDS), "a result");
    if (word === "drawn") return { word, last: 0, safe: list(row.rest[1], "safe moves").map((place) => whole(place, 0, rows.size, "a safe move")) };
    return { word, last: whole(row.rest[1], 0, 2 ** 40, "a remoteness") };
  }

  function right(ended, options) {
    if (ended !== null) return { word: { 1: "won", 0: "tied", "-1": "lost" }[ended], last: 0 };
    if (!options.length) return { word: play.misere ? "won" : "lost", last: 0 };
    const found = options.map(told), of = (word) => found.filter((each) => each.word === word).map((each) => each.last);
    const first = (lasts) => lasts.reduce((a, b) => Math.min(a, b)) + 1;
    if (of("lost").length) return { word: "won", last: first(of("lost")) };
    if (of("won").length === found.length) return { word: "lost", last: of("won").reduce((a, b) => Math.max(a, b)) + 1 };
    if (of("tied").length) return { word: "tied", last: first(of("tied")) };
    return { word: "drawn", last: 0, safe: options.filter((_, i) => found[i].word === "drawn").map((option) => rows.get(option).place) };
  }

  function proof() {
    const start = told(play.start);
    if (start.word !== WORDS[outcome] || start.last !== remoteness) throw new Wrong("the row of the position says otherwise");
    through(asked, (key) => {
      const ended = play.ended(key), wanted = right(ended, ended === null ? play.options(key) : []), own = told(key);
      if (own.word !== wanted.word || own.last !== wanted.last) throw new Wrong(`${key} is ${wanted.word} in ${wanted.last}`);
      if (wanted.safe && wanted.safe.join() !== own.safe.join()) throw new Wrong(`the safe moves of ${key} are others`);
    }, rows, "results");
    return `the results of ${rows.size} positions follow from those of their options`;
  }
  return { claim: `${fields.get("game")} at ${play.start}, ${fields.get("play")} play: ${outcome} in ${remoteness}`, proof };
}

// ---- partisan values

export function partisanValue(fields) {
  const play = new Play(fields, ["forms", "values"], true), rows = rowsOf(fields.get("values"), 2, "values");
  if (play.rules.ending) throw new Refused("the rules have endings, and no values");
  const forms = list(fields.get("forms"), "forms").map((form, place) => {
    if (!Array.isArray(form) || form.length !== 2) throw new Refused("a form is a list of two lists");
    return form.map((side) => {
      const options = list(side, "options").map((i) => whole(i, 0, place - 1, "the place of an earlier form"));
      if (options.some((i, at) => at && i <= options[at - 1])) throw new Refused("the options of a form rise");
      return options;
    });
  });
  room(forms.length, 20_000);
  const formOf = (row) => whole(row.rest[0], 0, forms.length - 1, "a form");
  const known = new Map();

  /** Whether G <= H, of forms by their places, or of games that are no forms. */
  function atMost(g, h) {
    spend();
    if (g === h) return true;
    const pair = typeof g === "number" && typeof h === "number" ? g * forms.length + h : null;
    if (pair !== null && known.has(pair)) return known.get(pair);
    const [left] = typeof g === "number" ? forms[g] : g, [, right] = typeof h === "number" ? forms[h] : h;
    const yes = !left.some((own) => atMost(h, own)) && !right.some((own) => atMost(own, g));
    if (pair !== null) known.set(pair, yes);
    return yes;
  }

  function canonicalForm(place) {
    const [lefts, rights] = forms[place];
    const dominated = lefts.some((a) => lefts.some((b) => a !== b && atMost(a, b))) || rights.some((a) => rights.some((b) => a !== b && atMost(a, b)));
    const reversible = lefts.some((a) => forms[a][1].some((b) => atMost(b, place))) || rights.some((a) => forms[a][0].some((b) => atMost(place, b)));
    if (dominated || reversible) throw new Wrong(`form ${place} is not canonical`);
  }

  function proof() {
    if (!rows.has(play.start)) throw new Wrong("the position has no row");
    const asked = new Set([play.start]), wanted = new Set();
    through(asked, (key) => {
      const { place } = rows.get(key), own = formOf(rows.get(key));
      const game = [1, -1].map((player) => [...new Set(play.options(key, player).map((option) => {
        const row = rows.get(option);
        if (!row || row.place >= place) throw new Wrong(`${option} has no value in an earlier row`);
        asked.add(option);
        return formOf(row);
      }))]);
      if (!atMost(own, game) || !atMost(game, own)) throw new Wrong(`the value of ${key} is not the form given`);
      wanted.add(own);
    }, rows, "values");
    for (let place = forms.length - 1; place >= 0; place--) {
      if (!wanted.has(place)) throw new Wrong(`form ${place} is not wanted`);
      forms[place].flat().forEach((option) => wanted.add(option));
      canonicalForm(place);
    }
    if (new Set(forms.map((form) => form.map((side) => side.join()).join("|"))).size < forms.length) throw new Wrong("a form is there twice");
    return `${forms.length} canonical forms were compared with the options of ${rows.size} positions`;
  }
  return { claim: `${fields.get("game")} at ${play.start} has the value of form ${rows.has(play.start) ? formOf(rows.get(play.start)) : "?"}`, proof };
}
