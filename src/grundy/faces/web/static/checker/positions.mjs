// Certificates of single positions: values, strategies, results with endless play, partisan values.
import { deny, fields, integer, list, natural, oneOf, refuse, spend } from "./data.mjs";
import { player, positionOf, readGame } from "./games.mjs";
const USUAL = ["game", "parameters", "rules", "text", "fingerprint", "position"];

// Nothing asks for a state that is no position.
const stateOf = (game, x) => game.state(x) ?? deny("a state is no position of the rules");

// Rows [state, …] by the key of the state; no state stands twice.
function table(rows, length, game, key) {
  const found = new Map();
  rows.forEach((row, place) => {
    list(row, length, length);
    const state = stateOf(game, row[0]);
    if (found.has(key(state))) refuse("a state stands twice");
    found.set(key(state), { state, place, row });
  });
  return found;
}
const must = (found, name) => found.get(name) ?? deny(`the state ${name} has no row`);
const allWanted = (found, wanted) => {
  for (const name of found.keys()) if (!wanted.has(name)) deny(`nothing asks for the state ${name}`);
};

export function checkValues(data) {
  fields(data, [...USUAL, "value", "values"]);
  const game = readGame(data);
  const { key, options } = player(game);
  if (game.partisan || game.ends) refuse("values are of impartial rules without an ending");
  const position = positionOf(game, data.position);
  const value = integer(data.value, 0n, 2n ** 62n);
  const rows = table(list(data.values), 2, game, key);
  for (const { row } of rows.values()) integer(row[1], 0n, 2n ** 62n);
  const parts = (state) => (game.heaps ? state.map((n) => [n]) : [state]).map(key);
  const worth = (state) => parts(state).reduce((xor, part) => xor ^ must(rows, part).row[1], 0n);
  if (worth(position) !== value) deny(`the rows give the position ${worth(position)}`);
  const wanted = new Set(parts(position));
  for (const name of wanted) {
    const { state, place, row } = must(rows, name);
    const had = new Set();
    for (const [, option] of options(state)) {
      for (const part of parts(option)) {
        if (must(rows, part).place >= place) deny(`the state ${part} does not stand before ${name}`);
        wanted.add(part);
      }
      had.add(worth(option));
    }
    let mex = 0n;
    while (had.has(mex)) mex++;
    if (mex !== row[1]) deny(`the state ${name} has the value ${mex}`);
  }
  allWanted(rows, wanted);
}

// How play ends at a state without a move or with a declared ending: 1, 0, -1 for who would move, or null.
function ended(state, { ending, options }, misere) {
  const declared = ending(state);
  if (declared !== null) return misere ? 0 - declared : declared;
  return options(state).length ? null : misere ? 1 : -1;
}

// Partisan rules as those of a game whose states tell who moves.
const turns = (game) => ({
  ...game,
  ends: false, ending: () => null,
  state: (x) => {
    if (!Array.isArray(x) || x.length !== 2 || ![1n, -1n].includes(x[1])) return null;
    const at = game.state(x[0]);
    return at === null ? null : [at, x[1]];
  },
  options: ([at, mover]) => (mover > 0n ? game.left : game.right)(at).map((option) => [option, 0n - mover]),
});

export function checkStrategy(data) {
  fields(data, [...USUAL, "play", "outcome", "lost", "answers"]);
  const rules = readGame(data);
  if (rules.partisan && rules.ends) refuse("a strategy is of rules without an ending, where they are partisan");
  const game = rules.partisan ? turns(rules) : rules;
  const play = player(game);
  const misere = oneOf(data.play, ["normal", "misere"]) === "misere";
  const position = positionOf(rules, data.position);
  const outcome = oneOf(data.outcome, rules.partisan ? ["P", "N", "L", "R"] : ["P", "N", "T"]);
  const most = outcome === "T" ? 0 : -1; // of a tie the list has states that are not won
  const lost = list(data.lost).map((x) => stateOf(game, x));
  const places = new Map(lost.map((state, place) => [play.key(state), place]));
  if (places.size < lost.length) refuse("a state stands twice");
  const answers = table(list(data.answers), 2, game, play.key);
  for (const { row } of answers.values()) integer(row[1], 0n);
  const [asked, used] = [new Set(), new Set()];
  const wonBefore = (state, place) => {
    const end = ended(state, play, misere);
    if (end !== null) return end >= -most;
    const name = play.key(state);
    const answer = answers.get(name);
    if (!answer || answer.row[1] >= place) return false;
    const at = Number(answer.row[1]);
    used.add(name);
    asked.add(at);
    return play.options(state).some(([option]) => places.get(option) === at);
  };
  const begins = rules.partisan
    ? [[[position, 1n], "NL".includes(outcome)], [[position, -1n], "NR".includes(outcome)]]
    : [[position, outcome === "N"]];
  for (const [state, wins] of begins) {
    if (wins || outcome === "T") wonBefore(state, lost.length) || deny("the position is not won so");
    if (!wins) asked.add(places.get(play.key(state)) ?? deny("the position is not in the list"));
  }
  for (const place of asked) {
    const state = lost[place];
    const end = ended(state, play, misere);
    if (end !== null && end > most) deny(`the state ${play.key(state)} is not lost`);
    if (end !== null) continue;
    for (const [name, option] of play.options(state)) {
      if (!wonBefore(option, place)) deny(`the state ${name} is not won before the place ${place}`);
    }
  }
  if (asked.size < lost.length || used.size < answers.size) deny("nothing asks for a state of the list or for an answer");
}

const RESULTS = { won: "N", lost: "P", tied: "T", drawn: "D" };

export function checkLoopy(data) {
  fields(data, [...USUAL, "play", "outcome", "remoteness", "results"]);
  const game = readGame(data);
  const play = player(game);
  if (game.partisan) refuse("results are of impartial rules");
  const misere = oneOf(data.play, ["normal", "misere"]) === "misere";
  const position = positionOf(game, data.position);
  oneOf(data.outcome, Object.values(RESULTS));
  const remoteness = natural(data.remoteness, 0, 2 ** 40);
  const rows = table(list(data.results), 3, game, play.key);
  for (const { row } of rows.values()) {
    if (oneOf(row[1], Object.keys(RESULTS)) === "drawn") list(row[2]).forEach((n) => natural(n));
    else natural(row[2], 0, 2 ** 40);
  }
  const far = ({ row }) => (row[1] === "drawn" ? 0 : Number(row[2]));
  const first = must(rows, play.key(position));
  if (RESULTS[first.row[1]] !== data.outcome || far(first) !== remoteness) deny("the row of the position says something else");
  const wanted = new Set([play.key(position)]);
  for (const name of wanted) {
    const entry = must(rows, name);
    const end = ended(entry.state, play, misere);
    let right;
    if (end !== null) right = [["lost", "tied", "won"][end + 1], 0];
    else {
      const next = play.options(entry.state).map(([option]) => must(rows, option));
      for (const [option] of play.options(entry.state)) wanted.add(option);
      const of = (result) => next.filter(({ row }) => row[1] === result);
      const extreme = (some, pick) => 1 + some.map(far).reduce((a, b) => pick(a, b));
      if (of("lost").length) right = ["won", extreme(of("lost"), Math.min)];
      else if (of("won").length === next.length) right = ["lost", extreme(next, Math.max)];
      else if (of("tied").length) right = ["tied", extreme(of("tied"), Math.min)];
      else right = ["drawn", of("drawn").map(({ place }) => place)];
    }
    if (right[0] !== entry.row[1] || String(right[1]) !== String(entry.row[2])) deny(`the state ${name} is ${right[0]}: ${right[1]}`);
  }
  allWanted(rows, wanted);
}

// The order of games that are given as [Left's options, Right's options], options being places in a list of such.
function order(forms) {
  const memory = new Map();
  const at = (i, j) => {
    const name = i * forms.length + j;
    if (!memory.has(name)) { spend(); memory.set(name, atMost(forms[i], forms[j], i, j)); }
    return memory.get(name);
  };
  // G <= H, for games of which i or j is the place, or which are new (null).
  function atMost(g, h, i, j) {
    spend(g[0].length + h[1].length);
    const leftTooGood = g[0].some((option) => (j === null ? below(h, option) : at(j, option)));
    return !leftTooGood && !h[1].some((option) => (i === null ? above(option, g) : at(option, i)));
  }
  const below = (g, place) => atMost(g, forms[place], null, place);
  const above = (place, h) => atMost(forms[place], h, place, null);
  return { at, equal: (game, place) => below(game, place) && above(place, game) };
}

export function checkPartisan(data) {
  fields(data, [...USUAL, "forms", "values"]);
  const game = readGame(data);
  const { key, options } = player(game);
  if (!game.partisan || game.ends) refuse("partisan values are of partisan rules without an ending");
  const position = positionOf(game, data.position);
  const forms = list(data.forms).map((form, place) => list(form, 2, 2).map((side) => {
    const places = list(side).map((n) => natural(n, 0, place - 1));
    if (places.some((n, i) => i && places[i - 1] >= n)) refuse("the options of a form are not in rising order");
    return places;
  }));
  const rows = table(list(data.values), 2, game, key);
  for (const { row } of rows.values()) natural(row[1], 0, forms.length - 1);
  if (new Set(forms.map((form) => form.join("|"))).size < forms.length) deny("a form stands twice");
  const { at, equal } = order(forms);
  forms.forEach(([left, right], i) => {
    for (const a of left) for (const b of left) if (a !== b && at(a, b)) deny(`form ${i} has a dominated option`);
    for (const a of right) for (const b of right) if (a !== b && at(b, a)) deny(`form ${i} has a dominated option`);
    if (left.some((a) => forms[a][1].some((b) => at(b, i)))) deny(`form ${i} has a reversible option`);
    if (right.some((a) => forms[a][0].some((b) => at(i, b)))) deny(`form ${i} has a reversible option`);
  });
  const wanted = new Set([key(position)]);
  const used = new Set();
  for (const name of wanted) {
    const { state, place, row } = must(rows, name);
    const sides = ["left", "right"].map((side) => options(state, side).map(([option]) => {
      const entry = must(rows, option);
      if (entry.place >= place) deny(`the state ${option} does not stand before ${name}`);
      wanted.add(option);
      return Number(entry.row[1]);
    }));
    used.add(Number(row[1]));
    if (!equal(sides.map((side) => [...new Set(side)]), Number(row[1]))) deny(`the state ${name} has not the value of its form`);
  }
  allWanted(rows, wanted);
  for (const place of used) for (const option of forms[place].flat()) used.add(option);
  if (used.size < forms.length) deny("nothing asks for a form");
}
