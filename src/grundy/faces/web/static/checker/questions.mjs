// "sentence", "redundant moves" and "same law": what follows from laws, whose certificates they hold.

import { Refused, Wrong, checkedHash, exactly, isMap, list, oneOf, room, spend, whole } from "./data.mjs";
import { compared, constant, named, plain, plus, substituted } from "./formulas.mjs";
import { FIELDS, LAW, Law, rankingOf } from "./laws.mjs";
import { provePeriod, readPeriod } from "./periods.mjs";
import { formula } from "./sentences.mjs";

const FIRST = ["kind", "format", "hash"];

function held(data, kind) {
  if (!isMap(data) || data.get("kind") !== kind) throw new Refused(`a certificate of the kind "${kind}" is held`);
  checkedHash(data);
  return data;
}

function heldLaw(data) {
  exactly(held(data, "automatic law"), FIELDS, LAW);
  return new Law(data);
}

export function sentence(fields) {
  exactly(fields, [...FIRST, "law", "sentence"]);
  const law = heldLaw(fields.get("law")), said = formula(fields.get("sentence"));
  const proof = () => {
    law.decide();
    law.says([said]);
    return "the law was decided by automata, and then the sentence about it";
  };
  return { claim: `of ${law.fields.get("game")} a sentence is true`, proof };
}

export function redundantMoves(fields) {
  exactly(fields, [...FIRST, "law", "moves", "ranking"]);
  const law = heldLaw(fields.get("law")), changed = heldLaw(fields.get("law")), { names } = law;
  if (law.claim !== "losing") throw new Refused("moves are changed where losing positions are claimed");
  changed.ranking = rankingOf(fields.get("ranking"), names.length);
  const changes = list(fields.get("moves"), "moves");
  room(changes.length, 64);
  for (const change of changes) {
    const [sign, vector] = list(change, "a change");
    if (change.length !== 2 || list(vector, "a change").length !== names.length) throw new Refused("a change is of all numbers of a position");
    oneOf(sign, ["+", "-"], "a change");
    const away = vector.map((d) => constant(-whole(d, -(10 ** 18), 10 ** 18, "a number"))), parts = names.map((name, i) => plus(named(name), away[i]));
    changed.rules = { ...changed.rules, moves: sign === "+" ? [...changed.rules.moves, added(law, parts)] : changed.rules.moves.flatMap((move) => less(move, parts)) };
  }
  const proof = () => {
    law.decide();
    changed.decide();
    return "the law was decided by automata, of the rules and of the changed moves";
  };
  return { claim: `in ${law.fields.get("game")} the losing positions are the same with ${changes.length} changes of the moves`, proof };
}

/** A move that is there where it leads to a position. */
function added({ fields, names, rules }, parts) {
  const least = constant(Number(fields.get("least"))), put = new Map(names.map((name, i) => [name, parts[i]]));
  return { atoms: [...parts.map((part) => compared(part, ">=", least)), ...substituted(rules.domain, put)], parts };
}

/** A move without the one that leads elsewhere: it differs in one number at least. */
function less({ atoms, parts }, target) {
  spend(parts.length);
  const others = parts.map((part, i) => compared(part, "!=", target[i]));
  return others.filter((other) => plain(other) !== false).map((other) => ({ atoms: [...atoms, other], parts }));
}

export function sameLaw(fields) {
  exactly(fields, [...FIRST, "laws", "shift"]);
  const laws = list(fields.get("laws"), "laws"), shift = fields.get("shift");
  if (laws.length !== 2) throw new Refused("two laws are compared");
  return isMap(laws[0]) && laws[0].get("kind") === "period" ? samePeriods(laws, whole(shift, -(10 ** 6), 10 ** 6, "shift")) : sameAutomata(laws, whole(shift, 0, 0, "shift"));
}

function sameAutomata(data) {
  const [one, two] = data.map(heldLaw);
  for (const name of ["claim", "play", "blocked", "heaps", "least"]) if (one.fields.get(name) !== two.fields.get(name)) throw new Refused(`laws of another ${name} are not compared`);
  const proof = () => {
    one.decide();
    two.decide();
    if (one.system !== two.system || one.automata.length !== two.automata.length || one.automata.some((own, i) => !own.equals(two.automata[i]))) throw new Wrong("the automata differ");
    return "both laws were decided by automata, and these are the same";
  };
  return { claim: `${one.fields.get("game")} and ${two.fields.get("game")} have the same law`, proof };
}

function samePeriods(data, shift) {
  const [one, two] = data.map((each) => readPeriod(held(each, "period")));
  if (!one.values || !two.values) throw new Refused("periods are compared by their values");
  const proof = () => {
    [one, two].forEach(provePeriod);
    if (one.s * two.p !== two.s * one.p) throw new Wrong("the values do not grow alike");
    const start = Math.max(0, -shift), end = Math.max(start, one.n0, two.n0 - shift) + one.p + two.p;
    for (let n = start; n < room(end); n++) {
      spend();
      if (one.at(n) !== two.at(n + shift)) throw new Wrong(`the values at ${n} and ${n + shift} differ`);
    }
    return "both periods were replayed, and enough of their values agree";
  };
  return { claim: `${one.claim}; ${two.claim}; the values of the one are those of the other, ${shift} further`, proof };
}
