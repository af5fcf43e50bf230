// The moves of rules for all positions at once: a routine is followed with linear forms for numbers, one way after the other,
// each test parting it in two. What is not linear is not checked.
// A form is {c, terms}: a number, and a Map from names to numbers. A tuple is an array. An atom is {form, relation}.

import { NotChecked, spend } from "./data.mjs";
import { Failed, operate, valueOf } from "./routine.mjs";

const SAFE = 2 ** 40, TURNS = 64, MOST_ATOMS = 300, UNKNOWN = Symbol("unknown");
const NEGATED = { "=": "!=", "!=": "=" }, SIGNS = { "==": "=", "!=": "!=" };

export const constant = (c) => ({ c, terms: new Map() });
export const named = (name) => ({ c: 0, terms: new Map([[name, 1]]) });
const isForm = (value) => value?.terms instanceof Map;
const unclear = (why) => {
  throw new NotChecked(`the rules are not read for all positions here: ${why}`);
};

/** a + times · b */
export function plus(a, b, times = 1) {
  const terms = new Map(a.terms);
  for (const [name, k] of b.terms) {
    const sum = (terms.get(name) ?? 0) + times * k;
    if (sum) terms.set(name, sum);
    else terms.delete(name);
  }
  const c = a.c + times * b.c;
  if ([c, ...terms.values()].some((k) => Math.abs(k) > SAFE)) unclear("a number is too large");
  return { c, terms };
}

export const atLeastZero = (form) => ({ form, relation: ">=" });
export const isZero = (form) => ({ form, relation: "=" });

/** a < b, a <= b, … as an atom. */
export function compared(a, sign, b) {
  if (SIGNS[sign]) return { form: plus(a, b, -1), relation: SIGNS[sign] };
  const [small, large] = sign[0] === "<" ? [a, b] : [b, a];
  return atLeastZero(plus(plus(large, small, -1), constant(sign.length === 1 ? -1 : 0)));
}

const opposite = ({ form, relation }) => (relation === ">=" ? atLeastZero(plus(constant(-1), form, -1)) : { form, relation: NEGATED[relation] });

/** Whether an atom holds, where that is plain, the names being natural numbers; else null. */
export function plain({ form: { c, terms }, relation }) {
  if (!terms.size) return { ">=": c >= 0, "=": c === 0, "!=": c !== 0 }[relation];
  const signs = [...terms.values()];
  if (relation === ">=" && c >= 0 && signs.every((k) => k > 0)) return true;
  return relation === ">=" && c < 0 && signs.every((k) => k < 0) ? false : null;
}

export const keyOf = ({ form, relation }) => `${[...form.terms].sort().join()};${form.c}${relation}`;

/** Put forms for names. */
export const substitute = (form, names) => [...form.terms].reduce((sum, [name, k]) => plus(sum, names.get(name) ?? named(name), k), constant(form.c));
export const substituted = (atoms, names) => atoms.map(({ form, relation }) => ({ form: substitute(form, names), relation }));

/** A way through the rules: what its slots hold, under which atoms; how it was left; what is yielded in a fold. */
class Way {
  constructor(fields) {
    Object.assign(this, fields);
  }

  with(fields) {
    return new Way({ ...this, ...fields });
  }

  stored(slot, value) {
    const slots = this.slots.slice();
    slots[slot] = value;
    return this.with({ slots });
  }

  /** The way under one more atom; null if that is plainly not so. */
  under(atom) {
    spend();
    const yes = plain(atom), key = keyOf(atom);
    if (yes === false || this.keys.has(keyOf(opposite(atom)))) return null;
    if (yes || this.keys.has(key)) return this;
    if (this.keys.size > MOST_ATOMS) unclear("there are too many conditions");
    return this.with({ atoms: [...this.atoms, atom], keys: new Set([...this.keys, key]) });
  }

  *fork(atom) {
    const yes = this.under(atom), no = this.under(opposite(atom));
    if (yes) yield [yes, true];
    if (no) yield [no, false];
  }

  *truths(value) {
    if (Array.isArray(value)) yield [this, value.length > 0];
    else yield* this.fork({ form: number(value), relation: "!=" });
  }
}

const number = (value) => (isForm(value) ? value : unclear("a number is wanted"));
const items = (value) => (Array.isArray(value) ? value : unclear("a tuple is wanted"));
const known = (value) => (number(value).terms.size ? unclear("a place or count is no constant") : value.c);
const formOf = (value) => (Array.isArray(value) ? value.map(formOf) : plus(constant(0), constant(Number(value))));

/** Follow a routine; what it yields, where it ends, and what must never be. */
export class Reading {
  constructor(routine, least = 0) {
    Object.assign(this, { routine, least, moves: [], never: [], fresh: 0 });
  }

  /** Yield the ways to the end of the first function. */
  *ways(args, atoms) {
    let start = new Way({ slots: [], atoms: [], keys: new Set(), end: "", result: null, found: [] });
    for (const atom of atoms) start = start.under(atom) ?? unclear("there are no positions");
    yield* this.called(0, args, start, this.routine.yields ? "yield" : "");
  }

  *called(index, args, way, mode) {
    const [, slots, body] = this.routine.rows[index];
    const own = [...args, ...Array(Number(slots) - args.length).fill(UNKNOWN)];
    yield* this.block(body, 0, way.with({ slots: own, end: "", result: null, found: [] }), mode);
  }

  fails(way) {
    this.never.push(way.atoms);
  }

  newName() {
    return named(`j${this.fresh++}`);
  }

  // ---- statements

  *block(body, i, way, mode) {
    if (i === body.length || way.end) yield way;
    else for (const after of this.statement(body[i], way, mode)) yield* this.block(body, i + 1, after, mode);
  }

  *statement([word, ...p], way, mode) {
    spend();
    switch (word) {
      case "assign":
        for (const [after, value] of this.value(p[1], way)) yield after.stored(Number(p[0]), value);
        return;
      case "put":
        for (const [after, [whole, item, index]] of this.values([["local", p[0]], p[2], p[1]], way)) {
          const row = items(whole).slice(), place = known(index) + (known(index) < 0 ? row.length : 0);
          if (place < 0 || place >= row.length) {
            this.fails(after);
            continue;
          }
          row[place] = item;
          yield after.stored(Number(p[0]), row);
        }
        return;
      case "if":
        for (const [after, yes] of this.tested(p[0], way)) yield* this.block(yes ? p[1] : p[2], 0, after, mode);
        return;
      case "for":
        yield* this.loop(p, way, mode);
        return;
      case "while":
        yield* this.whileLoop(p, way, mode, 0);
        return;
      case "break":
      case "continue":
        yield way.with({ end: word });
        return;
      case "return":
        if (p[0] === null) yield way.with({ end: word, result: null });
        else for (const [after, result] of this.value(p[0], way)) yield after.with({ end: word, result });
        return;
      case "yield":
        for (const [after, value] of this.value(p[0], way)) yield* this.given(after, value, mode);
        return;
      default:
        this.fails(way);
    }
  }

  *given(way, value, mode) {
    if (mode === "yield") {
      this.option(way, value);
      yield way;
    } else if (mode === "any" || mode === "all") {
      for (const [after, yes] of way.truths(value)) yield yes === (mode === "any") ? after.with({ end: "stop" }) : after;
    } else if (mode) {
      yield way.with({ found: [...way.found, value] });
    } else {
      this.fails(way);
    }
  }

  option(way, value) {
    const parts = (Array.isArray(value) ? value : [value]).map(number);
    this.moves.push({ atoms: way.atoms, parts });
    if (this.moves.length > 3000) unclear("there are too many forms of moves");
    for (const part of parts) {
      const wrong = way.under(compared(part, "<", constant(this.least)));
      if (wrong) this.fails(wrong);
    }
  }

  *loop([slot, ...p], way, mode) {
    for (const [after, ends] of this.values(p.slice(0, 3), way)) {
      const [start, stop] = ends.map(number), step = known(ends[2]);
      if (!step) {
        this.fails(after);
        continue;
      }
      const turns = Math.max(0, Math.ceil((stop.c - start.c) / step));
      if (start.terms.size || stop.terms.size || turns > TURNS) yield this.anyTurn(Number(slot), start, stop, step, p[3], after, mode);
      else yield* this.turns(Number(slot), Array.from({ length: turns }, (_, i) => start.c + i * step), p[3], after, mode);
    }
  }

  *turns(slot, [first, ...rest], body, way, mode) {
    if (first === undefined) {
      yield way;
      return;
    }
    for (const after of this.block(body, 0, way.stored(slot, constant(first)), mode)) {
      if (after.end === "" || after.end === "continue") yield* this.turns(slot, rest, body, after.with({ end: "" }), mode);
      else yield after.end === "break" ? after.with({ end: "" }) : after;
    }
  }

  /** Follow any one turn of a loop, and return what comes after the loop: what turns change is not known in either. */
  anyTurn(slot, start, stop, step, body, way, mode) {
    const here = plus(start, this.newName(), step);
    let entry = way;
    for (const each of [slot, ...stored(body)]) entry = entry.stored(each, UNKNOWN);
    const turn = entry.stored(slot, here).under(compared(here, step > 0 ? "<" : ">", stop));
    if (!turn) return way;
    for (const after of this.block(body, 0, turn, mode)) {
      if (after.end && after.end !== "continue") unclear("a loop is left before its end");
      if (after.found.length > way.found.length) unclear("what a loop yields is gathered");
    }
    return entry;
  }

  *whileLoop([test, body], way, mode, turn) {
    if (turn > TURNS) unclear("a loop has no known number of turns");
    for (const [before, yes] of this.tested(test, way)) {
      if (!yes) {
        yield before;
        continue;
      }
      for (const after of this.block(body, 0, before, mode)) {
        if (after.end === "" || after.end === "continue") yield* this.whileLoop([test, body], after.with({ end: "" }), mode, turn + 1);
        else yield after.end === "break" ? after.with({ end: "" }) : after;
      }
    }
  }

  // ---- expressions

  *tested(node, way) {
    for (const [after, value] of this.value(node, way)) yield* after.truths(value);
  }

  *values(nodes, way) {
    if (!nodes.length) {
      yield [way, []];
      return;
    }
    for (const [between, first] of this.value(nodes[0], way)) for (const [after, rest] of this.values(nodes.slice(1), between)) yield [after, [first, ...rest]];
  }

  *value(node, way) {
    spend();
    const [word, ...p] = node;
    switch (word) {
      case "known":
        yield [way, formOf(valueOf(p[0]))];
        return;
      case "local": {
        const value = way.slots[Number(p[0])];
        yield [way, value === UNKNOWN ? unclear("a variable is not known") : value];
        return;
      }
      case "make": {
        const inner = p[0].map((each) => (each[0] === "spread" ? each[1] : each));
        for (const [after, made] of this.values(inner, way)) yield [after, made.flatMap((value, i) => (p[0][i][0] === "spread" ? items(value) : [value]))];
        return;
      }
      case "op":
        for (const [after, [left, right]] of this.values([p[1], p[2]], way)) yield* this.operated(p[0], left, right, after);
        return;
      case "unary":
        if (p[0] === "not") for (const [after, yes] of this.tested(p[1], way)) yield [after, constant(yes ? 0 : 1)];
        else for (const [after, value] of this.value(p[1], way)) yield [after, plus(constant(p[0] === "~" ? -1 : 0), number(value), -1)];
        return;
      case "compare":
        for (const [after, left] of this.value(p[1][0], way)) yield* this.chain(p[0], p[1].slice(1), left, after);
        return;
      case "logic":
        yield* this.logic(p[0] === "or", p[1], way);
        return;
      case "choose":
        for (const [after, yes] of this.tested(p[0], way)) yield* this.value(yes ? p[1] : p[2], after);
        return;
      case "item":
        for (const [after, [whole, index]] of this.values(p, way)) {
          const item = items(whole).at(known(index));
          if (item === undefined) this.fails(after);
          else yield [after, item];
        }
        return;
      case "slice": {
        const ends = p.slice(1).filter((end) => end !== null);
        for (const [after, [whole, ...given]] of this.values([p[0], ...ends], way)) {
          const cuts = p.slice(1).map((end) => (end === null ? undefined : known(given.shift())));
          yield [after, items(whole).slice(...cuts)];
        }
        return;
      }
      case "apply":
        for (const [after, args] of this.values(p[1], way)) yield* this.applied(p[0], args, after);
        return;
      case "call":
        for (const [before, args] of this.values(p[1], way)) {
          for (const end of this.called(Number(p[0]), args, before, "")) {
            if (end.end === "return" && end.result !== null) yield [before.with({ atoms: end.atoms, keys: end.keys }), end.result];
            else this.fails(end);
          }
        }
        return;
      default:
        for (const end of this.block(p[1], 0, way.with({ found: [] }), p[0])) yield* this.folded(p[0], end, end.with({ end: "", result: null, found: way.found }));
    }
  }

  *folded(how, end, way) {
    if (how === "any" || how === "all") yield [way, constant((end.end === "stop") === (how === "any") ? 1 : 0)];
    else if (how === "tuple") yield [way, end.found];
    else if (how === "sum") yield [way, end.found.map(number).reduce((a, b) => plus(a, b), constant(0))];
    else if (end.found.length) yield* this.extreme(how, end.found, way);
    else this.fails(way);
  }

  *operated(sign, left, right, way) {
    if (Array.isArray(left) || Array.isArray(right)) {
      const [row, times] = Array.isArray(left) ? [left, right] : [right, left];
      if (sign === "+") yield [way, [...items(left), ...items(right)]];
      else if (sign === "*" && known(times) <= 64) yield [way, Array(Math.max(0, known(times))).fill(row).flat()];
      else unclear("an operation on tuples");
    } else if (!left.terms.size && !right.terms.size) {
      yield* this.calculated(sign, left.c, right.c, way);
    } else if (sign === "+" || sign === "-") {
      yield [way, plus(left, right, sign === "+" ? 1 : -1)];
    } else {
      const [form, by] = right.terms.size && "*&".includes(sign) ? [right, left] : [left, right], k = known(by);
      if (sign === "*") yield [way, plus(constant(0), form, k)];
      else if (sign === "<<" && k >= 0 && k < 40) yield [way, plus(constant(0), form, 2 ** k)];
      else if (sign === ">>" && k >= 0 && k < 40) yield* this.quotient(form, 2 ** k, way);
      else if (sign === "//" && k > 0) yield* this.quotient(form, k, way);
      else if ((sign === "%" && k > 0) || (sign === "&" && k >= 0 && Number.isInteger(Math.log2(k + 1)))) {
        const d = sign === "&" ? k + 1 : k;
        for (const [after, quotient] of this.quotient(form, d, way)) yield [after, plus(form, quotient, -d)];
      } else if ((k === 0 && "//%".includes(sign)) || k < 0) this.fails(way);
      else unclear("an operation is not linear");
    }
  }

  *calculated(sign, left, right, way) {
    let made = null;
    try {
      made = formOf(operate(sign, BigInt(left), BigInt(right)));
    } catch (problem) {
      if (!(problem instanceof Failed)) throw problem;
    }
    if (made) yield [way, made];
    else this.fails(way);
  }

  /** The floor of a form over a constant: a natural number, where the form is not negative. */
  *quotient(form, by, way) {
    if ([...form.terms.values()].every((k) => k % by === 0)) {
      yield [way, { c: Math.floor(form.c / by), terms: new Map([...form.terms].map(([name, k]) => [name, k / by])) }];
      return;
    }
    const negative = way.under(compared(form, "<", constant(0)));
    if (negative) this.fails(negative);
    const quotient = this.newName(), rest = plus(form, quotient, -by);
    const after = way.under(atLeastZero(rest))?.under(compared(rest, "<", constant(by)));
    if (after) yield [after, quotient];
  }

  *chain([sign, ...signs], [next, ...rest], left, way) {
    if (sign === undefined) {
      yield [way, constant(1)];
      return;
    }
    for (const [before, right] of this.value(next, way)) {
      for (const [after, yes] of this.related(left, sign, right, before)) {
        if (yes) yield* this.chain(signs, rest, right, after);
        else yield [after, constant(0)];
      }
    }
  }

  *related(a, sign, b, way) {
    if (sign === "in" || sign === "not in") yield* this.among(a, items(b), way, sign === "in");
    else if ((sign === "==" || sign === "!=") && (Array.isArray(a) || Array.isArray(b))) {
      if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) yield [way, sign === "!="];
      else yield* this.allEqual(a, b, 0, way, sign === "==");
    } else yield* way.fork(compared(number(a), sign, number(b)));
  }

  *among(a, [first, ...rest], way, wanted) {
    if (first === undefined) yield [way, !wanted];
    else for (const [after, yes] of this.related(a, "==", first, way)) {
      if (yes) yield [after, wanted];
      else yield* this.among(a, rest, after, wanted);
    }
  }

  *allEqual(a, b, i, way, wanted) {
    if (i === a.length) yield [way, wanted];
    else for (const [after, yes] of this.related(a[i], "==", b[i], way)) {
      if (yes) yield* this.allEqual(a, b, i + 1, after, wanted);
      else yield [after, !wanted];
    }
  }

  *logic(isOr, [first, ...rest], way) {
    for (const [before, value] of this.value(first, way)) {
      if (!rest.length) yield [before, value];
      else for (const [after, yes] of before.truths(value)) {
        if (yes === isOr) yield [after, value];
        else yield* this.logic(isOr, rest, after);
      }
    }
  }

  *extreme(how, [first, next, ...rest], way) {
    if (next === undefined) yield [way, number(first)];
    else for (const [after, yes] of way.fork(compared(number(next), how === "min" ? "<" : ">", number(first)))) yield* this.extreme(how, [yes ? next : first, ...rest], after);
  }

  *sorted(done, [first, ...rest], way) {
    if (first === undefined) {
      yield [way, done];
      return;
    }
    yield* this.inserted(done, 0, number(first), rest, way);
  }

  *inserted(done, i, own, rest, way) {
    if (i === done.length) yield* this.sorted([...done, own], rest, way);
    else for (const [after, yes] of way.fork(compared(own, "<", done[i]))) {
      if (yes) yield* this.sorted([...done.slice(0, i), own, ...done.slice(i)], rest, after);
      else yield* this.inserted(done, i + 1, own, rest, after);
    }
  }

  *applied(name, args, way) {
    if (name === "min" || name === "max") yield* this.extreme(name, args, way);
    else if (name === "abs") yield* this.extreme("max", [args[0], plus(constant(0), number(args[0]), -1)], way);
    else if (name === "len") yield [way, constant(items(args[0]).length)];
    else if (name === "reversed") yield [way, items(args[0]).slice().reverse()];
    else if (name === "sorted") yield* this.sorted([], items(args[0]), way);
    else unclear(`${name} of numbers that are not known`);
  }
}

/** The slots to which a body gives values, those in folds included. */
function stored(body) {
  const found = new Set();
  const look = (node) => {
    if (!Array.isArray(node)) return;
    if (["assign", "put", "for"].includes(node[0])) found.add(Number(node[1]));
    node.forEach(look);
  };
  look(body);
  return [...found];
}

/** Return the value of a parameter as forms. */
export const parameter = (data) => formOf(valueOf(data));

