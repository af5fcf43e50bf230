// "automatic law": who loses, or which Grundy values there are, in all positions at once, decided by automata.

import { Relation, atLeast, both, either, letters, minimal, nowhere, project, some, without } from "./automata.mjs";
import { readCode } from "./codes.mjs";
import { NotChecked, Refused, Wrong, digest, exactly, isMap, list, oneOf, room, text, whole } from "./data.mjs";
import { Reading, atLeastZero, compared, constant, isZero, keyOf, named, parameter, plain, plus, substitute, substituted } from "./formulas.mjs";
import { systemOf } from "./numbers.mjs";
import { Routine } from "./routine.mjs";
import { setOf } from "./sets.mjs";
import { Sentences, formula } from "./sentences.mjs";

export const FIELDS = [
  ...["kind", "format", "hash", "game", "text", "rules", "form", "parameters", "fingerprint", "least"],
  ...["heaps", "play", "blocked", "numeration", "claim", "automata", "ranking"],
];
export const LAW = ["order", "carried", "answered"];
const SAID = ["says", "wins"];

// ---- the moves

/** The rules of all positions: forms of moves, where play goes on, is lost or won, and what must never be. */
export function readMoves(fields) {
  const bare = ["form", "least", "parameters", "rules", "carried"].filter((name) => fields.has(name));
  const rules = fields.get("rules"), form = oneOf(fields.get("form"), ["game", "heaps", "code"], "the form");
  text(fields.get("game"), "game");
  text(fields.get("text"), "text");
  if (fields.get("fingerprint") !== digest(new Map(bare.map((name) => [name, fields.get(name)])))) throw new Refused("the fingerprint is not that of the rules");
  const heaps = whole(fields.get("heaps"), 0, 9, "heaps"), least = whole(fields.get("least"), 0, 1000, "least"), parameters = fields.get("parameters");
  if (!isMap(parameters)) throw new Refused("parameters are an object");
  if (form === "game" ? !heaps : least || fields.has("order") || fields.has("carried")) throw new Refused("there are no such positions of this form");
  const carried = fields.has("carried") ? list(fields.get("carried"), "carried") : [];
  if (fields.has("carried") && (!carried.length || carried.length > 3 || new Set(carried).size < carried.length || carried.some((name) => typeof name !== "string" || parameters.has(name)))) {
    throw new Refused("one to three different parameters are carried");
  }
  if (form === "code") {
    exactly(rules, ["code"]);
    if (parameters.size) throw new Refused("a code has no parameters");
    const one = { names: ["x0"], moves: codeMoves(readCode(rules.get("code"))), going: [[]], lost: [], won: [], never: [], domain: [] };
    return heaps ? sumOf(one, heaps) : { ...one, splits: true };
  }
  const width = form === "game" ? heaps : 1, names = Array.from({ length: width + carried.length }, (_, i) => `x${i}`);
  const domain = [...(least ? names.map((name) => compared(named(name), ">=", constant(least))) : []), ...orderOf(fields, names)];
  const one = programMoves(rules, parameters, names, carried, domain, least);
  if (form === "game") {
    if (one.moves.some(({ parts }) => parts.length !== names.length)) throw new Refused("a move yields another number of numbers");
    return { ...one, splits: false };
  }
  if (one.main.shape !== "ints" || rules.has("ending")) throw new Refused("heaps are single numbers, without endings");
  return heaps ? sumOf(one, heaps) : { ...one, splits: true };
}

function orderOf(fields, names) {
  if (!fields.has("order")) return [];
  const rows = list(fields.get("order"), "order").map((row) => list(row, "a row of the order"));
  if (!rows.length || rows.some((row) => row.length !== 3)) throw new Refused("an order has rows of three");
  return rows.map((row) => {
    const [i, j] = row.slice(0, 2).map((place) => whole(place, 0, names.length - 1, "a place"));
    if (i === j) throw new Refused("an order is of two numbers");
    return compared(plus(named(names[i]), constant(whole(row[2], 0, 1, "a gap"))), "<=", named(names[j]));
  });
}

function programMoves(rules, parameters, names, carried, domain, least) {
  exactly(rules, ["version", "moves"], ["ending"]);
  if (rules.get("version") !== 1n) throw new Refused("the version of the rules is 1");
  const main = new Routine(rules.get("moves")), ending = rules.has("ending") ? new Routine(rules.get("ending")) : null;
  const wanted = new Set([...main.keywords, ...(ending?.keywords ?? [])]);
  if (!main.yields || ending?.yields) throw new Refused("moves are yielded, and endings returned");
  if (wanted.size !== parameters.size + carried.length || [...parameters.keys(), ...carried].some((name) => !wanted.has(name))) throw new Refused("the rules take other parameters");
  const width = names.length - carried.length, forms = names.map(named);
  const args = ({ shape, width: own, keywords }) => {
    if (shape === "ints" && own !== width) throw new Refused("the rules take other positions");
    const given = keywords.map((name) => (carried.includes(name) ? forms[width + carried.indexOf(name)] : parameter(parameters.get(name))));
    return [...(shape === "ints" ? forms.slice(0, width) : [forms.slice(0, width)]), ...given];
  };
  const reading = new Reading(main, least);
  for (const way of reading.ways(args(main), domain)) if (way.end === "stop") throw new Refused("no fold is left");
  const moves = reading.moves.map(({ atoms, parts }) => ({ atoms, parts: [...parts, ...forms.slice(width)] }));
  const never = [...reading.never], results = { none: [], "-1": [], 1: [] };
  if (ending) {
    const other = new Reading(ending);
    for (const way of other.ways(args(ending), domain)) results[resultOf(way)].push(way.atoms);
    never.push(...other.never);
  } else {
    results.none.push(domain);
  }
  for (const { atoms, parts } of moves) {
    const after = new Map(names.map((name, i) => [name, parts[i]]));
    if (parts.length !== names.length) continue;
    for (const atom of substituted(domain, after)) for (const going of results.none) never.push([...going, ...atoms, ...negation(atom)]);
  }
  return { main, names, moves, going: results.none, lost: results["-1"], won: results["1"], never, domain };
}

const negation = ({ form }) => [atLeastZero(plus(constant(-1), form, -1))]; // of what is >= 0

function resultOf({ end, result }) {
  if (end !== "return" || result === null) return "none";
  if (Array.isArray(result) || result.terms.size || Math.abs(result.c) !== 1) throw new NotChecked("an ending is not a win, a loss, or nothing");
  return String(result.c);
}

function codeMoves(code) {
  const found = [], every = [...code.digits, ...code.repeat];
  if (every.length > 64 || code.parts > 4) throw new Refused("a code has at most 64 digits, and four parts");
  every.forEach((digit, place) => {
    const again = place >= code.digits.length ? code.repeat.length : 0;
    const rest = plus(plus(named("x0"), constant(-place)), again ? named("t") : constant(0), -again);
    for (let parts = 0; digit >> parts; parts++) {
      if (!((digit >> parts) & 1)) continue;
      const own = Array.from({ length: Math.max(0, parts - 1) }, (_, i) => plus(named(`p${i}`), constant(1)));
      if (!parts) found.push({ atoms: [isZero(rest)], parts: [] });
      else {
        own.push(own.reduce((left, part) => plus(left, part, -1), rest));
        const rising = own.slice(1).map((part, i) => compared(own[i], code.unequal ? "<" : "<=", part));
        found.push({ atoms: [compared(own.at(-1), ">=", constant(1)), ...rising], parts: own });
      }
    }
  });
  for (const [q, k] of code.divisions) {
    found.push({ atoms: [isZero(plus(named("x0"), named("q"), -q)), compared(named("q"), ">=", constant(1))], parts: Array(k).fill(named("q")) });
  }
  return found;
}

/** The moves of a sum of so many heaps, of which each leaves one or none. */
function sumOf(one, heaps) {
  const names = Array.from({ length: heaps }, (_, i) => `x${i}`), moves = [];
  if (one.moves.some(({ parts }) => parts.length > 1)) throw new Refused("a move leaves several heaps");
  for (const name of names) {
    const put = new Map([["x0", named(name)]]);
    for (const { atoms, parts } of one.moves) {
      const part = parts.length ? substitute(parts[0], put) : constant(0);
      moves.push({ atoms: substituted(atoms, put), parts: names.map((other) => (other === name ? part : named(other))) });
    }
  }
  const empties = one.moves.some(({ parts }) => !parts.length) ? one.moves.map(({ atoms }) => [...atoms, isZero(named("x0"))]) : [];
  return { names, moves, going: one.going, lost: [], won: [], never: [...one.never, ...empties], domain: [], splits: false };
}

// ---- relations

/** The relation that a certificate gives by an automaton. */
export function relationOf(data, names, system) {
  exactly(data, ["delta", "accepting"]);
  const tracks = names.slice().sort(), every = letters(system.base, tracks.length), rows = list(data.get("delta"), "delta");
  if (!rows.length) throw new Refused("an automaton has a first state");
  room(every.length * rows.length, 1 << 22);
  const delta = rows.map((row) => {
    if (!Array.isArray(row) || row.length !== every.length) throw new Refused("a row of an automaton has a state for each letter");
    const after = row.map((state) => whole(state, -1, rows.length - 1, "a state"));
    return new Map(every.map((letter, i) => [letter, after[i]]).filter(([, state]) => state >= 0));
  });
  const final = list(data.get("accepting"), "accepting").map((state) => whole(state, 0, rows.length - 1, "a state"));
  if (final.some((state, i) => i && state <= final[i - 1])) throw new Refused("accepting states rise");
  const given = new Relation(tracks, delta, rows.map((_, state) => final.includes(state)));
  if (!minimal(tracks, delta, given.accepting).equals(given)) throw new Refused("an automaton is not minimal, or not numbered in order");
  if (!given.isEmpty && delta[0].get(every[0]) !== 0) throw new Refused("an automaton is not closed under zeros in front");
  if (!both(given, system.all(names)).equals(given)) throw new Refused("an automaton accepts what is no representation");
  return given;
}

/** Where atoms hold, and parts are in a relation of the tracks 0, 1, …, for some numbers besides those kept; null for nowhere. */
export function solved(system, atoms, kept, parts = [], relation = null) {
  const names = {}, conditions = [...atoms];
  parts.forEach((part, i) => {
    const [only] = part.terms.keys(), isName = part.terms.size === 1 && part.terms.get(only) === 1 && !part.c;
    names[i] = relation && isName && !Object.values(names).includes(only) ? only : `y${i}`;
    if (relation && names[i] === `y${i}`) conditions.push(isZero(plus(named(`y${i}`), part, -1)));
  });
  const found = new Map();
  for (const atom of conditions) {
    const yes = plain(atom);
    if (yes === false) return null;
    if (yes === null) found.set(keyOf(atom), system.linear(atom.form.terms, atom.relation, atom.form.c));
  }
  const every = [...found.values(), ...(relation ? [relation.renamed(names)] : [])];
  const bound = new Set(every.flatMap((part) => part.tracks).filter((name) => !kept.includes(name)));
  return project(every, bound) ?? system.all([]);
}

/** Whether atoms hold for some natural numbers. */
export function possible(atoms) {
  const found = solved(systemOf("msd_2"), atoms, []);
  return found !== null && !found.isEmpty;
}

// ---- laws

export class Law {
  constructor(fields) {
    exactly(fields, FIELDS, [...LAW, ...SAID]);
    const rules = (this.rules = readMoves(fields)), { names } = rules;
    this.fields = fields;
    this.system = systemOf(fields.get("numeration"));
    this.claim = oneOf(fields.get("claim"), ["losing", "values", "graph", "runs"], "the claim");
    this.misere = oneOf(fields.get("play"), ["normal", "misere"], "play") === "misere";
    this.blocked = whole(fields.get("blocked"), 0, 20, "blocked");
    if (fields.has("answered") || this.claim === "runs") throw new NotChecked("laws with answers, and of runs, are not known here");
    if (this.claim === "losing" ? rules.splits : this.misere || this.blocked || rules.lost.length || rules.won.length) throw new Refused("there is no such claim of these rules");
    this.ranking = rankingOf(fields.get("ranking"), names.length);
    if (rules.splits && this.ranking.join(";") !== "0") throw new Refused("the ranking of one heap of a sum is [[0]]");
    const given = list(fields.get("automata"), "automata");
    if (!given.length || given.length > (this.claim === "values" ? 64 : 1)) throw new Refused("there are other automata than the claim wants");
    this.names = names;
    this.automata = given.map((data) => relationOf(data, this.claim === "graph" ? [...names, "z"] : names, this.system));
    this.domain = this.where(rules.domain);
  }

  decide() {
    if (this.rules.never.some(possible)) throw new Wrong("the rules fail somewhere, or yield what is no position");
    for (const move of this.rules.moves) this.lowers(move);
    this[this.claim]();
  }

  lowers({ atoms, parts }) {
    const { splits, going } = this.rules, cases = [];
    if (splits) cases.push(...parts.map((part) => [compared(part, ">=", named("x0"))]));
    else {
      const lower = this.ranking.map((places) => places.reduce((sum, i) => plus(plus(sum, named(this.names[i])), parts[i], -1), constant(0)));
      const kept = lower.map(isZero);
      lower.forEach((own, i) => cases.push([...kept.slice(0, i), compared(own, "<", constant(0))]));
      cases.push(kept);
    }
    for (const own of cases) for (const on of going) if (possible([...on, ...atoms, ...own])) throw new Wrong("a move does not lower the ranking");
  }

  over(found, names = this.names) {
    return found ? this.system.over(found, names) : nowhere(names);
  }

  where(atoms, names = this.names) {
    return this.over(solved(this.system, atoms, names), names);
  }

  any(parts, names = this.names) {
    return parts.reduce(either, nowhere(names));
  }

  /** Where some move leads into what `into` gives of it: a relation of the tracks 0, 1, …, null for all, undefined for none. */
  leads(into, names = this.names) {
    return this.any(this.rules.moves.flatMap((move) => {
      const relation = into(move);
      if (relation === undefined) return [];
      return this.rules.going.map((on) => this.over(solved(this.system, [...on, ...move.atoms], names, move.parts, relation), names));
    }), names);
  }

  ofParts(relation) {
    return relation.renamed(Object.fromEntries(this.names.map((name, i) => [name, String(i)])));
  }

  /** The relation between a position and what a move leaves, called y0, y1, … */
  relation(after) {
    const names = [...this.names, ...after];
    return this.any(this.rules.moves.filter(({ parts }) => parts.length === after.length).flatMap(({ atoms, parts }) => {
      const becomes = parts.map((part, i) => isZero(plus(named(after[i]), part, -1)));
      return this.rules.going.map((on) => this.where([...on, ...atoms, ...becomes], names));
    }), names);
  }

  get goingOn() {
    return this.any(this.rules.going.map((atoms) => this.where(atoms)));
  }

  losing() {
    const [lost] = this.automata, { rules } = this;
    const after = this.names.map((_, i) => `y${i}`), renamed = Object.fromEntries(this.names.map((name, i) => [name, after[i]]));
    const leads = this.blocked ? atLeast(both(this.relation(after), lost.renamed(renamed)), this.blocked + 1, after) : this.leads(() => this.ofParts(lost));
    const movable = this.misere ? both(this.goingOn, this.leads(() => null)) : this.goingOn;
    const ended = this.any((this.misere ? rules.won : rules.lost).map((atoms) => this.where(atoms)));
    const right = without(both(this.domain, either(movable, ended)), this.over(leads));
    if (!right.equals(lost)) throw new Wrong("the losing positions are others");
  }

  values() {
    let left = this.domain;
    for (const [value, claimed] of this.automata.entries()) {
      const had = this.leads((move) => this.withValue(move, value));
      if (!without(left, had).equals(claimed)) throw new Wrong(`the positions of value ${value} are others`);
      left = both(left, had);
    }
    if (!left.isEmpty) throw new Wrong("a position has another value");
  }

  /** The relation of the parts of a move that they have a value together. */
  withValue({ parts }, value) {
    if (!this.rules.splits) return this.ofParts(this.automata[value]);
    if (!parts.length) return value ? undefined : null;
    const each = (i, left) => {
      if (i === parts.length - 1) return left < this.automata.length ? this.automata[left].renamed({ x0: String(i) }) : null;
      const found = this.automata.flatMap((one, v) => {
        const rest = each(i + 1, left ^ v);
        return rest ? [both(one.renamed({ x0: String(i) }), rest)] : [];
      });
      return found.length ? found.reduce(either) : null;
    };
    return each(0, value) ?? undefined;
  }

  graph() {
    const [graph] = this.automata, names = [...this.names, "z"], { system } = this;
    const domain = both(this.domain, system.all(["z"])), missed = without(domain, this.leads((move) => this.graphOf(move), names));
    const smaller = some(both(missed.renamed({ z: "w" }), system.less("w", "z")), "w");
    if (!without(missed, both(domain, smaller)).equals(graph)) throw new Wrong("the values are others");
    if (!some(graph, "z").equals(this.domain)) throw new Wrong("a position has no value");
  }

  graphOf({ parts }) {
    const [graph] = this.automata;
    if (!this.rules.splits) return this.ofParts(graph);
    if (parts.length === 1) return graph.renamed({ x0: "0" });
    const values = parts.map((_, i) => `v${i}`);
    return project([...parts.map((_, i) => graph.renamed({ x0: String(i), z: values[i] })), this.system.nimSum([...values, "z"])], values);
  }

  /** The positions that are lost, or have the value 0. */
  get lost() {
    return this.claim === "graph" ? some(both(this.automata[0], this.system.number("z", 0)), "z") : this.automata[0];
  }

  /** The relation that a sentence calls by a name, its numbers in the order of its tracks. */
  called(name) {
    const found = /^([MW])(\d?)$/.exec(name);
    if (name === (this.claim === "losing" ? "P" : "G")) {
      if (this.claim !== "values") return this.automata[0];
      return this.automata.map((each, value) => both(each, this.system.number("z", value))).reduce(either);
    }
    if (!found || Boolean(found[2]) !== this.rules.splits) return setOf(name, this.system);
    const after = Array.from({ length: Number(found[2] || this.names.length) }, (_, i) => `y${i}`), led = this.relation(after);
    if (found[1] === "M") return led;
    if (!this.rules.splits) return both(led, this.lost.renamed(Object.fromEntries(this.names.map((own, i) => [own, after[i]]))));
    if (!after.length) return led;
    const whole = after.length === 1 ? either(led, both(this.over(this.relation([])), this.system.number("y0", 0))) : led;
    const parts = after.map((_, i) => named(String(i)));
    const nothing = this.claim === "values" ? this.withValue({ parts }, 0) : some(both(this.graphOf({ parts }), this.system.number("z", 0)), "z");
    return nothing ? both(whole, nothing.renamed(Object.fromEntries(after.map((y, i) => [String(i), y])))) : nowhere(whole.tracks);
  }

  // ---- what is said besides

  says(sentences) {
    const own = new Sentences(this.system, (name) => this.called(name));
    for (const sentence of sentences) if (!own.holds(sentence)) throw new Wrong("a sentence is false");
  }

  wins(cases) {
    const own = new Sentences(this.system, (name) => this.called(name));
    let left = without(both(this.misere ? both(this.domain, this.leads(() => null)) : this.domain, this.goingOn), this.lost);
    for (const each of cases) {
      const chosen = each.get("chosen"), move = each.get("move"), when = own.where(each.get("when"), this.names);
      const relation = this.rules.splits ? `W${move.length}` : "W";
      const way = own.where(["and", each.get("where"), ["is", relation, ...this.names, ...move]], [...this.names, ...chosen]);
      if (!without(both(left, when), project([way], chosen)).isEmpty) throw new Wrong("a case gives no move that wins");
      if (each.get("one") === 1n && chosen.length && !atLeast(way, 2, chosen).isEmpty) throw new Wrong("a case has two moves that win");
      left = without(left, when);
    }
    if (!left.isEmpty) throw new Wrong("no case speaks of a position");
  }
}

export function rankingOf(rows, width) {
  const found = list(rows, "ranking").map((row) => list(row, "a sum of the ranking").map((place) => whole(place, 0, width - 1, "a place")));
  if (!found.length || found.some((row) => !row.length || row.some((place, i) => i && place <= row[i - 1])) || new Set(found.map(String)).size < found.length) {
    throw new Refused("a ranking has sums of places that rise, none twice");
  }
  return found;
}

function readCases(cases) {
  room(list(cases, "wins").length, 64);
  for (const each of cases) {
    exactly(each, ["when", "chosen", "where", "move", "one"]);
    const chosen = list(each.get("chosen"), "chosen");
    list(each.get("move"), "a move");
    whole(each.get("one"), 0, chosen.length ? 1 : 0, "one");
    if (chosen.some((name) => typeof name !== "string" || !/^[a-u]\w{0,60}$/.test(name))) throw new Refused("chosen names begin with a letter from a to u");
    [each.get("when"), each.get("where")].forEach(formula);
  }
}

export function automaticLaw(fields) {
  const law = new Law(fields), says = fields.get("says") ?? [], wins = fields.get("wins");
  room(list(says, "says").length, 64);
  says.forEach(formula);
  if (wins !== undefined) readCases(wins);
  const claim = `of ${fields.get("game")} (${law.names.join()}), ${fields.get("play")} play: the automata are those of the claim "${law.claim}"`;
  const proof = () => {
    law.decide();
    law.says(says);
    if (wins !== undefined) law.wins(wins);
    return `${law.rules.moves.length} forms of moves were read from the rules, and the ranking and the claim decided by automata`;
  };
  return { claim, proof };
}
