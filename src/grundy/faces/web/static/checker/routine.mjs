// Routines, the small programs that rules are: read strictly, and made into functions of JavaScript.
// A value is a BigInt, or a tuple: an array that was made by `tuple`.

import { NotChecked, Refused, exactly, isInteger, list, oneOf, spend, whole } from "./data.mjs";

export class Failed extends Error {} // the rule fails

const DEEPEST = 100, SLOTS = 10_000, WORDS = 1 << 16, BITS = 4096n, TOP = 1n << BITS;
const BREAK = 1, CONTINUE = 2, RETURN = 3, STOP = 4;
const size = Symbol("size");

const fail = (why) => {
  throw new Failed(why);
};
const sizeOf = (value) => (isInteger(value) ? 1 : value[size]);
const isTuple = (value) => Array.isArray(value);
const whole_ = (value) => (isInteger(value) ? value : fail("a tuple where a number is wanted"));
const items = (value) => (isTuple(value) ? value : fail("a number where a tuple is wanted"));
const truth = (value) => (isInteger(value) ? value !== 0n : value.length > 0);
const bit = (yes) => (yes ? 1n : 0n);

function bounded(number) {
  if (number > TOP || number < -TOP) throw new NotChecked("a number of the rules is too large");
  return number;
}

/** Return a tuple of values, which is not too large with all that is in it. */
export function tuple(values) {
  let total = 1;
  for (const each of values) total += sizeOf(each);
  if (total > WORDS) throw new NotChecked("a tuple of the rules is too large");
  spend(1 + (total >> 3));
  values[size] = total;
  return values;
}

/** Return what a known value is: an integer, or a list of integers or of such lists. */
export function valueOf(data, depth = 0) {
  if (isInteger(data)) return bounded(data);
  if (!Array.isArray(data) || depth > 1) throw new Refused("a value is an integer, or a list of them");
  return tuple(data.map((each) => valueOf(each, depth + 1)));
}

// ---- comparing

export function equal(a, b) {
  if (isInteger(a) || isInteger(b)) return a === b;
  spend(1 + (a.length >> 2));
  return a.length === b.length && a.every((each, i) => equal(each, b[i]));
}

/** Return a number below, at or above 0 as the first is less, equal or more. */
function order(a, b) {
  if (isInteger(a) && isInteger(b)) return a < b ? -1 : a > b ? 1 : 0;
  const one = items(a), two = items(b), place = one.findIndex((each, i) => i >= two.length || !equal(each, two[i]));
  if (place < 0) return one.length - two.length;
  return place >= two.length ? 1 : order(one[place], two[place]);
}

const RELATIONS = {
  "<": (a, b) => order(a, b) < 0,
  "<=": (a, b) => order(a, b) <= 0,
  ">": (a, b) => order(a, b) > 0,
  ">=": (a, b) => order(a, b) >= 0,
  "==": equal,
  "!=": (a, b) => !equal(a, b),
  in: (a, b) => items(b).some((each) => equal(a, each)),
  "not in": (a, b) => !items(b).some((each) => equal(a, each)),
};

// ---- calculating

const floor = (a, b) => (b === 0n ? fail("a division by 0") : a / b - bit(a % b !== 0n && a < 0n !== b < 0n));
const count = (b) => (b < 0n ? fail("a negative count") : b);
export const bitLength = (a) => (a === 0n ? 0n : BigInt((a < 0n ? -a : a).toString(2).length));
const small = (bits) => {
  if (bits > BITS + 1n) throw new NotChecked("a number of the rules is too large");
};
const shiftedLeft = (a, b) => (a === 0n ? count(b) && 0n : (small(bitLength(a) + count(b)), a << b));

function power(a, b) {
  const base = a < 0n ? -a : a;
  if (count(b) && base > 1n) small((bitLength(base) - 1n) * b);
  return a === 0n || base > 1n ? a ** b : b % 2n ? a : 1n;
}

const OPERATIONS = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "//": floor,
  "%": (a, b) => a - b * floor(a, b),
  "&": (a, b) => a & b,
  "|": (a, b) => a | b,
  "^": (a, b) => a ^ b,
  "<<": shiftedLeft,
  ">>": (a, b) => (count(b) > BITS + 1n ? (a < 0n ? -1n : 0n) : a >> b),
  "**": power,
};

export function operate(sign, a, b) {
  if (isInteger(a) && isInteger(b)) return bounded(OPERATIONS[sign](a, b));
  if (sign === "+") return tuple([...items(a), ...items(b)]);
  if (sign !== "*" || (isTuple(a) && isTuple(b))) fail("no operation on tuples");
  const [row, times] = isTuple(a) ? [a, b] : [b, a];
  if (times <= 0n || !row.length) return tuple([]);
  if (times * BigInt(row.length) > BigInt(WORDS)) throw new NotChecked("a tuple of the rules is too large");
  return tuple(Array(Number(times)).fill(row).flat());
}

function place(row, index, what = "there is no such item") {
  const at = index < 0n ? index + BigInt(row.length) : index;
  return at >= 0n && at < BigInt(row.length) ? Number(at) : fail(what);
}

function slice(row, low, high) {
  const cut = (end, otherwise) => {
    if (end === null) return otherwise;
    const at = whole_(end) < 0n ? end + BigInt(row.length) : end;
    return at < 0n ? 0 : at > BigInt(row.length) ? row.length : Number(at);
  };
  return tuple(row.slice(cut(low, 0), cut(high, row.length)));
}

const found = (at) => (at < 0 ? fail("there is no such item") : BigInt(at));
const extreme = (sign) => (...values) => values.reduce((best, each) => (sign * order(each, best) > 0 ? each : best));
const FUNCTIONS = {
  abs: [1, (a) => (whole_(a) < 0n ? -a : a)],
  len: [1, (a) => BigInt(items(a).length)],
  sorted: [1, (a) => tuple(items(a).slice().sort(order))],
  reversed: [1, (a) => tuple(items(a).slice().reverse())],
  bit_length: [1, (a) => bitLength(whole_(a))],
  bit_count: [1, (a) => BigInt((whole_(a) < 0n ? -a : a).toString(2).replaceAll("0", "").length)],
  count: [2, (a, b) => BigInt(items(a).filter((each) => equal(each, b)).length)],
  index: [2, (a, b) => found(items(a).findIndex((each) => equal(each, b)))],
  min: [null, extreme(-1)],
  max: [null, extreme(1)],
};
const GATHERED = {
  sum: (found) => bounded(found.reduce((a, b) => a + whole_(b), 0n)),
  min: (found) => (found.length ? extreme(-1)(...found) : fail("the least of nothing")),
  max: (found) => (found.length ? extreme(1)(...found) : fail("the greatest of nothing")),
  tuple: (found) => tuple(found),
};

// ---- reading: each node becomes a function of the frame, and statements also of what is done with a yield

class Reader {
  constructor(own, rows) {
    this.own = own;
    this.rows = rows;
    this.slots = Number(rows[own][1]);
  }

  slot(data) {
    return whole(data, 0, Math.max(0, this.slots - 1), "a slot");
  }

  /** Return the word of a node and its parts, of which there are so many as its sort wants. */
  parts(data, counts, depth) {
    if (!Array.isArray(data) || typeof data[0] !== "string" || !Object.hasOwn(counts, data[0])) throw new Refused("this is no part of a rule");
    if (data.length !== 1 + counts[data[0]]) throw new Refused(`${data[0]} has other parts`);
    if (depth > DEEPEST) throw new Refused("the parts of a rule are nested too deeply");
    return data;
  }

  body(data, depth) {
    const made = list(data, "a body").map((each) => this.statement(each, depth));
    return (frame, give) => {
      for (const each of made) {
        spend();
        const left = each(frame, give);
        if (left) return left;
      }
      return 0;
    };
  }

  statement(data, depth) {
    const [word, ...p] = this.parts(data, STATEMENTS, depth);
    const e = (i) => this.expression(p[i], depth + 1), b = (i) => this.body(p[i], depth + 1);
    switch (word) {
      case "assign": {
        const slot = this.slot(p[0]), value = e(1);
        return (frame) => void (frame.slots[slot] = value(frame));
      }
      case "put": {
        const slot = this.slot(p[0]), index = e(1), value = e(2);
        return (frame) => {
          const item = value(frame), at = whole_(index(frame)), row = items(read(frame, slot)).slice();
          row[place(row, at)] = item;
          frame.slots[slot] = tuple(row);
        };
      }
      case "if": {
        const test = e(0), then = b(1), other = b(2);
        return (frame, give) => (truth(test(frame)) ? then : other)(frame, give);
      }
      case "for":
        return this.loop(this.slot(p[0]), e(1), e(2), e(3), b(4));
      case "while": {
        const test = e(0), body = b(1);
        return (frame, give) => {
          while (truth(test(frame))) {
            spend();
            const left = body(frame, give);
            if (left === BREAK) break;
            if (left >= RETURN) return left;
          }
          return 0;
        };
      }
      case "break":
        return () => BREAK;
      case "continue":
        return () => CONTINUE;
      case "return": {
        const value = p[0] === null ? () => null : e(0);
        return (frame) => {
          frame.result = value(frame);
          return RETURN;
        };
      }
      case "yield": {
        const value = e(0);
        return (frame, give) => {
          const made = value(frame);
          return (give ?? (() => fail("a value is yielded where none is wanted")))(made) ? STOP : 0;
        };
      }
      default:
        return () => fail("the rule fails");
    }
  }

  loop(slot, start, stop, step, body) {
    return (frame, give) => {
      const [first, last, by] = [start, stop, step].map((each) => whole_(each(frame)));
      if (by === 0n) fail("a step of 0");
      for (let number = first; by > 0n ? number < last : number > last; number += by) {
        spend();
        frame.slots[slot] = number;
        const left = body(frame, give);
        if (left === BREAK) break;
        if (left >= RETURN) return left;
      }
      return 0;
    };
  }

  several(data, depth, least) {
    if (list(data, "parts of an expression").length < least) throw new Refused("an expression has too few parts");
    return data.map((each) => this.expression(each, depth));
  }

  expression(data, depth) {
    const [word, ...p] = this.parts(data, EXPRESSIONS, depth);
    const e = (i) => this.expression(p[i], depth + 1), or = (i) => (p[i] === null ? () => null : e(i));
    switch (word) {
      case "known": {
        const value = valueOf(p[0]);
        return () => value;
      }
      case "local": {
        const slot = this.slot(p[0]);
        return (frame) => read(frame, slot);
      }
      case "make":
        return this.made(list(p[0], "the items of a tuple"), depth + 1);
      case "op": {
        const sign = oneOf(p[0], Object.keys(OPERATIONS), "a sign"), left = e(1), right = e(2);
        return (frame) => operate(sign, left(frame), right(frame));
      }
      case "unary": {
        const sign = oneOf(p[0], ["-", "~", "not"], "a sign"), inner = e(1);
        if (sign === "not") return (frame) => bit(!truth(inner(frame)));
        return (frame) => -whole_(inner(frame)) - bit(sign === "~");
      }
      case "compare": {
        const signs = list(p[0], "signs").map((sign) => RELATIONS[oneOf(sign, Object.keys(RELATIONS), "a sign")]);
        const terms = this.several(p[1], depth + 1, 2);
        if (signs.length !== terms.length - 1) throw new Refused("a comparison has one sign between two items");
        return (frame) => {
          let left = terms[0](frame);
          return bit(signs.every((holds, i) => {
            spend();
            const right = terms[i + 1](frame), yes = holds(left, right);
            left = right;
            return yes;
          }));
        };
      }
      case "logic": {
        const until = oneOf(p[0], ["and", "or"], "a sign") === "or", terms = this.several(p[1], depth + 1, 2);
        return (frame) => {
          let value;
          for (const term of terms) {
            value = term(frame);
            if (truth(value) === until) break;
          }
          return value;
        };
      }
      case "choose": {
        const test = e(0), then = e(1), other = e(2);
        return (frame) => (truth(test(frame)) ? then : other)(frame);
      }
      case "item": {
        const row = e(0), index = e(1);
        return (frame) => {
          const found = items(row(frame));
          return found[place(found, whole_(index(frame)))];
        };
      }
      case "slice": {
        const row = e(0), low = or(1), high = or(2);
        return (frame) => slice(items(row(frame)), low(frame), high(frame));
      }
      case "apply": {
        const [wanted, made] = FUNCTIONS[oneOf(p[0], Object.keys(FUNCTIONS), "a function")], args = this.several(p[1], depth + 1, 1);
        if (wanted === null ? args.length < 2 : args.length !== wanted) throw new Refused("a function has other arguments");
        return (frame) => made(...args.map((each) => each(frame)));
      }
      case "call": {
        const other = whole(p[0], this.own + 1, this.rows.length - 1, "a later function"), args = this.several(p[1], depth + 1, 0);
        if (args.length !== Number(this.rows[other][0])) throw new Refused("a function is called with other arguments than it takes");
        return (frame) => {
          spend();
          return frame.call(other, args.map((each) => each(frame)), null) ?? fail("a helper returns nothing");
        };
      }
      default:
        return this.fold(oneOf(p[0], ["any", "all", ...Object.keys(GATHERED)], "a fold"), this.body(p[1], depth + 1));
    }
  }

  made(data, depth) {
    const each = data.map((item) => {
      if (Array.isArray(item) && item[0] === "spread") return [true, this.expression(this.parts(item, { spread: 1 }, depth)[1], depth + 1)];
      return [false, this.expression(item, depth)];
    });
    return (frame) => tuple(each.flatMap(([spread, value]) => (spread ? items(value(frame)) : [value(frame)])));
  }

  fold(how, body) {
    if (how === "any" || how === "all") {
      return (frame) => {
        let met = false;
        body(frame, (value) => (met ||= truth(value) === (how === "any")));
        return bit(met === (how === "any"));
      };
    }
    return (frame) => {
      const found = [];
      body(frame, (value) => void keep(found, value));
      return GATHERED[how](found);
    };
  }
}

function keep(found, value) {
  spend(sizeOf(value));
  if (found.push(value) > WORDS) throw new NotChecked("the rules yield too much");
}

function read(frame, slot) {
  return frame.slots[slot] ?? fail("a variable has no value");
}

const STATEMENTS = { assign: 2, put: 3, if: 3, for: 5, while: 2, break: 0, continue: 0, return: 1, yield: 1, fail: 0 };
const EXPRESSIONS = {
  known: 1, local: 1, make: 1, op: 3, unary: 2, compare: 2, logic: 2, choose: 3, item: 2, slice: 3, apply: 2, call: 2, fold: 2,
};

/** Whether a body yields outside of folds. */
const yields = (body) => body.some(([word, ...p]) => word === "yield" || p.some((part, i) => isBody(word, i) && yields(part)));
const isBody = (word, i) => (word === "if" && i > 0) || (word === "for" && i === 4) || (word === "while" && i === 1);

/** A routine: what it takes, and what it yields or returns. */
export class Routine {
  constructor(data) {
    exactly(data, ["shape", "width", "keywords", "functions"]);
    this.shape = oneOf(data.get("shape"), ["ints", "tuple", "variadic"], "the shape");
    this.width = whole(data.get("width"), 0, 1000, "the width");
    this.keywords = list(data.get("keywords"), "keywords");
    this.rows = list(data.get("functions"), "functions");
    if (this.shape !== "ints" && this.width !== 1) throw new Refused("such a routine takes one tuple");
    if (this.keywords.some((each) => typeof each !== "string") || new Set(this.keywords).size < this.keywords.length) {
      throw new Refused("keywords are different names");
    }
    for (const row of this.rows) {
      if (!Array.isArray(row) || row.length !== 3) throw new Refused("a function is a list of three");
      whole(row[0], 0, whole(row[1], 0, SLOTS, "the number of slots"), "the number of arguments");
    }
    if (!this.rows.length || Number(this.rows[0][0]) !== this.width + this.keywords.length) throw new Refused("the first function takes something else");
    this.functions = this.rows.map((row, i) => new Reader(i, this.rows).body(row[2], 0));
    this.yields = yields(this.rows[0][2]);
  }

  call(index, args, give) {
    const slots = Array(Number(this.rows[index][1])).fill(undefined);
    args.forEach((each, i) => (slots[i] = each));
    const frame = { slots, result: null, call: this.call.bind(this) };
    return this.functions[index](frame, give) === RETURN ? frame.result : null;
  }

  /** Return what it yields; Failed where it fails. */
  yielded(args) {
    const found = [];
    this.call(0, args, (value) => void keep(found, value));
    return found;
  }

  /** Return what it returns, null for nothing; Failed where it fails. */
  returned(args) {
    return this.call(0, args, null);
  }
}
