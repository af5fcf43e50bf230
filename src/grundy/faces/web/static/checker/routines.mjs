// Routines, the small programs of rules: read, and run on integers, tuples, or on unknowns that a "world" decides about.
import { giveUp, integer, fields, list, natural, oneOf, refuse, spend, string } from "./data.mjs";
export class Fail extends Error {}
export const fail = () => { throw new Fail("the rules fail"); };
export const UNKNOWN = Symbol("what the turns of a loop have left");

// The world is null when all is known. Else it follows one way through the routine: see unknowns.mjs.
let world = null;
export function inWorld(other, run) {
  const before = world;
  world = other;
  try { return run(); } finally { world = before; }
}

const isInt = (x) => typeof x === "bigint";
const isForm = (x) => typeof x === "object" && !Array.isArray(x);
const LARGEST = 1n << 20000n;
const sized = (x) => (x > LARGEST || x < -LARGEST ? giveUp("the rules make a number that is too large") : x);
const long = (items) => (items.length > 2 ** 20 ? giveUp("the rules make a tuple that is too long") : items);
const floor = (a, b) => (b === 0n ? fail() : (a - modulo(a, b)) / b);
const modulo = (a, b) => (b === 0n ? fail() : ((a % b) + b) % b);
const shift = (b) => (b < 0n ? fail() : b);
const INTS = {
  "+": (a, b) => a + b, "-": (a, b) => a - b, "*": (a, b) => sized(a * b), "//": floor, "%": modulo,
  "&": (a, b) => a & b, "|": (a, b) => a | b, "^": (a, b) => a ^ b,
  "<<": (a, b) => (a && shift(b) > 20000n ? sized(LARGEST * 2n) : sized(a << shift(b))), ">>": (a, b) => a >> shift(b),
  "**": (a, b) => ((a > 1n || a < -1n) && BigInt(a.toString(2).length) * shift(b) > 40000n ? sized(LARGEST * 2n)
    : sized(a ** shift(b))),
};
function operate(sign, a, b) {
  if (isInt(a) && isInt(b)) return INTS[sign](a, b);
  if (Array.isArray(a) && Array.isArray(b) && sign === "+") return long(a.concat(b));
  const [whole, times] = Array.isArray(a) ? [a, b] : [b, a];
  if (sign === "*" && Array.isArray(whole) && isInt(times)) {
    if (times * BigInt(whole.length) > 2n ** 20n) giveUp("the rules make a tuple that is too long");
    return times > 0n ? Array(Number(times)).fill(whole).flat(1) : [];
  }
  return isForm(a) || isForm(b) ? world.operate(sign, a, b) : fail();
}
export const truth = (x) => (isInt(x) ? x !== 0n : Array.isArray(x) ? x.length > 0 : !world.isZero(x));
function same(a, b) {
  if (isInt(a) && isInt(b)) return a === b;
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((x, i) => same(x, b[i]));
  return !Array.isArray(a) && !Array.isArray(b) && world.isZero(world.operate("-", a, b));
}
function less(a, b) {
  if (isInt(a) && isInt(b)) return a < b;
  if (Array.isArray(a) !== Array.isArray(b)) fail();
  if (!Array.isArray(a)) return world.isPositive(world.operate("-", b, a));
  for (let i = 0; i < a.length && i < b.length; i++) if (!same(a[i], b[i])) return less(a[i], b[i]);
  return a.length < b.length;
}
const within = (x, whole) => (Array.isArray(whole) ? whole.some((y) => same(x, y)) : fail());
const COMPARE = {
  "==": same, "!=": (a, b) => !same(a, b), "<": less, ">": (a, b) => less(b, a), "<=": (a, b) => !less(b, a),
  ">=": (a, b) => !less(a, b), in: within, "not in": (a, b) => !within(a, b),
};
const tuple = (x) => (Array.isArray(x) ? x : fail());
const known = (x) => (isForm(x) ? giveUp("the rules take bits or ranges of a number that is not known") : isInt(x) ? x
  : fail());
const magnitude = (x) => ((x = known(x)) < 0n ? -x : x);
const extreme = (items, better) => (items.length ? items.reduce((a, b) => (better(b, a) ? b : a)) : fail());
const least = (items) => extreme(items, less);
const most = (items) => extreme(items, (a, b) => less(b, a));
function sorted(items) {
  const done = [];
  for (const x of items) {
    let i = done.length;
    while (i > 0 && less(x, done[i - 1])) i--;
    done.splice(i, 0, x);
    spend(done.length);
  }
  return done;
}
function item(whole, index) {
  const n = BigInt(tuple(whole).length);
  if (isInt(index)) return index >= -n && index < n ? whole[Number(index < 0n ? index + n : index)] : fail();
  if (Array.isArray(index)) fail();
  for (let i = -n; i < n; i++) if (same(index, i)) return item(whole, i);
  return fail();
}
const APPLY = {
  abs: [1, 1, (x) => (Array.isArray(x) ? fail() : less(x, 0n) ? negative(x) : x)],
  len: [1, 1, (x) => BigInt(tuple(x).length)],
  sorted: [1, 1, (x) => sorted(tuple(x))], reversed: [1, 1, (x) => tuple(x).toReversed()],
  bit_length: [1, 1, (x) => ((x = magnitude(x)) ? BigInt(x.toString(2).length) : 0n)],
  bit_count: [1, 1, (x) => BigInt(magnitude(x).toString(2).replaceAll("0", "").length)],
  count: [2, 2, (whole, x) => BigInt(tuple(whole).filter((y) => same(x, y)).length)],
  index: [2, 2, (whole, x) => {
    const i = tuple(whole).findIndex((y) => same(x, y));
    return i < 0 ? fail() : BigInt(i);
  }],
  min: [2, Infinity, (...items) => least(items)], max: [2, Infinity, (...items) => most(items)],
};
const negative = (x) => (isInt(x) ? -x : Array.isArray(x) ? fail() : world.operate("-", 0n, x));
const [BREAK, CONTINUE, STOP] = [Symbol("break"), Symbol("continue"), Symbol("stop")];
class Return { constructor(value) { this.value = value; } }

const PARTS = {
  assign: 2, put: 3, if: 3, for: 5, while: 2, break: 0, continue: 0, return: 1, yield: 1, fail: 0, known: 1, local: 1,
    make: 1,
  op: 3, unary: 2, compare: 2, logic: 2, choose: 3, item: 2, slice: 3, apply: 2, call: 2, fold: 2, spread: 1,
};

// Reads one function: each node becomes a JavaScript function of a frame {slots, emit}.
class Reader {
  constructor(routine, place) {
    Object.assign(this, { routine, place, depth: 0 });
    [this.takes, this.slots] = [routine.heads[place].takes, routine.heads[place].slots];
  }
  node(data, sorts) {
    list(data, 1);
    if (!sorts.includes(data[0])) refuse(`${typeof data[0] === "string" ? JSON.stringify(data[0]) : "something"} is no such node`);
    if (data.length !== PARTS[data[0]] + 1) refuse(`a node ${data[0]} has ${data.length - 1} parts`);
    spend();
    if (++this.depth > 100) refuse("nodes are nested more than 100 deep");
    const read = this[`_${data[0]}`](...data.slice(1));
    this.depth -= 1;
    return read;
  }
  statement(data) {
    return this.node(data, ["assign", "put", "if", "for", "while", "break", "continue", "return", "yield", "fail"]);
  }
  expression(data) {
    return this.node(data, ["known", "local", "make", "op", "unary", "compare", "logic", "choose", "item", "slice",
      "apply", "call",
      "fold"]);
  }
  optional(data) { return data === null ? () => null : this.expression(data); }
  body(data) {
    const statements = list(data).map((s) => this.statement(s));
    return (frame) => {
      for (const statement of statements) { spend(); const signal = statement(frame); if (signal) return signal; }
      return undefined;
    };
  }
  slot(data) { return natural(data, 0, this.slots - 1); }
  _assign(slot, value) {
    const [at, e] = [this.slot(slot), this.expression(value)];
    return (frame) => { frame.slots[at] = e(frame); };
  }
  _put(slot, index, value) {
    const [at, i, e] = [this.slot(slot), this.expression(index), this.expression(value)];
    const held = this._local(slot);
    return (frame) => {
      const [n, x] = [i(frame), e(frame)];
      const whole = tuple(held(frame));
      if (!isInt(n)) return isForm(n) ? giveUp("the rules put something at an index that is not known") : fail();
      item(whole, n);
      spend(whole.length);
      frame.slots[at] = whole.with(Number(n), x);
    };
  }
  _if(test, then, other) {
    const [t, a, b] = [this.expression(test), this.body(then), this.body(other)];
    return (frame) => (truth(t(frame)) ? a(frame) : b(frame));
  }
  _for(slot, start, stop, step, body) {
    const at = this.slot(slot);
    const [from, to, by] = [start, stop, step].map((e) => this.expression(e));
    const turn = this.body(body);
    const loop = { turn, at, ...facts(body) };
    return (frame) => {
      const [first, end, stride] = [from(frame), to(frame), by(frame)];
      if (isForm(first) || isForm(end) || isForm(stride)) return this.unknownLoop(frame, loop, first, end, stride);
      if (!isInt(first) || !isInt(end) || !isInt(stride) || stride === 0n) fail();
      for (let n = first; stride > 0n ? n < end : n > end; n += stride) {
        spend();
        frame.slots[at] = n;
        const signal = turn(frame);
        if (signal === BREAK) break;
        if (signal && signal !== CONTINUE) return signal;
      }
      return undefined;
    };
  }
  unknownLoop(frame, loop, first, end, stride) {
    if ([first, end, stride].some(Array.isArray) || stride === 0n) fail();
    if (!isInt(stride)) giveUp("the rules step by a number that is not known");
    if (loop.yields && frame.collects) giveUp("the rules collect what the turns of a loop of no known length give");
    const lose = () => { for (const slot of [loop.at, ...loop.assigned]) frame.slots[slot] = UNKNOWN; };
    const turn = (n) => {
      lose();
      frame.slots[loop.at] = n;
      const signal = loop.turn(frame);
      return signal === CONTINUE ? undefined : signal;
    };
    // Only whether the loop would be left: nothing that the turn does is kept.
    const quietly = (n) => {
      const { slots, emit, stops } = frame;
      Object.assign(frame, { slots: [...slots], emit: (x) =>
        (stops && truth(x) === (stops === "any") ? STOP : undefined) });
      try { return turn(n); } finally { Object.assign(frame, { slots, emit }); }
    };
    const signal = world.loop(first, end, stride, loop.leaves || (loop.yields && frame.stops) ? quietly : null, turn, lose);
    return signal === BREAK ? undefined : signal;
  }
  _while(test, body) {
    const [t, turn] = [this.expression(test), this.body(body)];
    return (frame) => {
      for (let turns = 0; truth(t(frame)); turns++) {
        spend();
        if (world && turns > 300) giveUp("the rules have a loop of no known length");
        const signal = turn(frame);
        if (signal === BREAK) break;
        if (signal && signal !== CONTINUE) return signal;
      }
      return undefined;
    };
  }
  _break() { return () => BREAK; }
  _continue() { return () => CONTINUE; }
  _return(value) { const e = this.optional(value); return (frame) => new Return(e(frame)); }
  _yield(value) { const e = this.expression(value); return (frame) => (spend(100), frame.emit(e(frame))); }
  _fail() { return fail; }
  _known(value) {
    const read = (x, depth) => (Array.isArray(x) && depth < 2 ? x.map((y) => read(y, depth + 1)) : integer(x));
    const constant = read(value, 0);
    return () => constant;
  }
  _local(slot) {
    const at = this.slot(slot);
    return (frame) => {
      const value = frame.slots[at];
      if (value === UNKNOWN) giveUp("the rules carry something from one turn of a loop of no known length to the next");
      return value === undefined ? fail() : value;
    };
  }
  _make(items) {
    const parts = list(items).map((x) => {
      const spread = Array.isArray(x) && x[0] === "spread";
      return [spread, spread ? this.node(x, ["spread"]) : this.expression(x)];
    });
    return (frame) => {
      const made = [];
      for (const [spread, e] of parts) {
        const x = e(frame);
        if (spread && isForm(x) && x.run && parts.length === 1) return x;
        if (spread) for (const y of tuple(x)) made.push(y);
        else made.push(x);
      }
      spend(100 + made.length); // so that not more are kept than there is memory for
      return long(made);
    };
  }
  _spread(inner) { return this.expression(inner); }
  _op(sign, left, right) {
    const [s, a, b] = [oneOf(sign, Object.keys(INTS)), this.expression(left), this.expression(right)];
    return (frame) => operate(s, a(frame), b(frame));
  }
  _unary(sign, inner) {
    const [s, e] = [oneOf(sign, ["-", "~", "not"]), this.expression(inner)];
    if (s === "not") return (frame) => (truth(e(frame)) ? 0n : 1n);
    return (frame) => (s === "-" ? negative(e(frame)) : operate("-", negative(e(frame)), 1n));
  }
  _compare(signs, items) {
    const tests = list(signs, 1).map((s) => COMPARE[oneOf(s, Object.keys(COMPARE))]);
    const parts = list(items, tests.length + 1, tests.length + 1).map((e) => this.expression(e));
    return (frame) => {
      let left = parts[0](frame);
      for (let i = 0; i < tests.length; i++) {
        const right = parts[i + 1](frame);
        if (!tests[i](left, right)) return 0n;
        left = right;
      }
      return 1n;
    };
  }
  _logic(sign, items) {
    const stops = oneOf(sign, ["and", "or"]) === "or";
    const parts = list(items, 2).map((e) => this.expression(e));
    return (frame) => {
      let value;
      for (let i = 0; i < parts.length; i++) {
        value = parts[i](frame);
        if (i < parts.length - 1 && truth(value) === stops) return value;
      }
      return value;
    };
  }
  _choose(test, then, other) {
    const [t, a, b] = [test, then, other].map((e) => this.expression(e));
    return (frame) => (truth(t(frame)) ? a(frame) : b(frame));
  }
  _item(whole, index) {
    const [a, b] = [this.expression(whole), this.expression(index)];
    return (frame) => item(a(frame), b(frame));
  }
  _slice(whole, low, high) {
    const [e, ...ends] = [this.expression(whole), this.optional(low), this.optional(high)];
    return (frame) => {
      const items = tuple(e(frame));
      const [from, to] = ends.map((f) => f(frame)).map((x) => {
        if (x === null) return undefined;
        const most = BigInt(items.length);
        return Number(known(x) > most ? most : x < -most ? -most : x);
      });
      spend(items.length);
      return items.slice(from, to);
    };
  }
  _apply(name, args) {
    const [few, many, f] = APPLY[oneOf(name, Object.keys(APPLY))];
    const parts = list(args, few, many).map((e) => this.expression(e));
    return (frame) => f(...parts.map((e) => e(frame)));
  }
  _call(place, args) {
    const at = natural(place, this.place + 1, this.routine.heads.length - 1);
    const parts = list(args).map((e) => this.expression(e));
    if (parts.length !== this.routine.heads[at].takes) refuse("a function is called with other than what it takes");
    return (frame) => {
      const value = this.routine.call(at, parts.map((e) => e(frame)), fail);
      return value === null || value === undefined ? fail() : value;
    };
  }
  _fold(how, body) {
    oneOf(how, ["any", "all", "sum", "min", "max", "tuple"]);
    const run = this.body(body);
    const stops = how === "any" || how === "all" ? how : false;
    const counting = how === "tuple" && isCount(body) && body[0].slice(2, 4).map((e) => this.expression(e));
    return (frame) => {
      if (world && counting) {
        const [first, end] = counting.map((e) => e(frame));
        if (isForm(first) || isForm(end)) {
          frame.slots[Number(body[0][1])] = UNKNOWN;
          return world.run(first, end);
        }
      }
      const items = [];
      let stopped = false;
      const outside = { emit: frame.emit, collects: frame.collects, stops: frame.stops };
      const emit = (x) => {
        if (!stops) items.push(x);
        else if (truth(x) === (how === "any")) stopped = true;
        return stopped ? STOP : undefined;
      };
      Object.assign(frame, { emit, collects: !stops, stops });
      try { run(frame); } finally { Object.assign(frame, outside); }
      if (stops) return stopped === (how === "any") ? 1n : 0n;
      if (how === "tuple") return long(items);
      if (how === "sum") return items.reduce((a, b) => (Array.isArray(a) || Array.isArray(b) ? fail()
        : operate("+", a, b)), 0n);
      return how === "min" ? least(items) : most(items);
    };
  }
}

// The body of a fold that counts: for i from start to stop by 1, yield i.
const isCount = (body) => body.length === 1 && body[0][0] === "for" && String(body[0][4]) === "known,1"
  && body[0][5].length === 1
  && body[0][5][0][0] === "yield" && String(body[0][5][0][1]) === `local,${body[0][1]}`;

// What a body of a loop may do: the slots it sets; whether it yields to what is outside; whether it leaves the loop early.
function facts(body) {
  const found = { assigned: new Set(), yields: false, leaves: false };
  const walk = (data, inLoop, inFold) => {
    if (!Array.isArray(data)) return;
    const word = data[0];
    if (word === "known") return;
    if (["assign", "put", "for"].includes(word) && isInt(data[1])) found.assigned.add(Number(data[1]));
    if (word === "yield" && !inFold) found.yields = true;
    if ((word === "return" && !inFold) || (word === "break" && !inLoop && !inFold)) found.leaves = true;
    for (const part of data) walk(part, inLoop || word === "for" || word === "while", inFold || word === "fold");
  };
  walk(body, false, false);
  return { ...found, assigned: [...found.assigned] };
}

const yieldsOutside = (data) => Array.isArray(data) && data[0] !== "known" && data[0] !== "fold"
  && (data[0] === "yield" || data.some(yieldsOutside));

export function readRoutine(data, mayLack = false) {
  if (data === undefined && mayLack) return null;
  fields(data, ["shape", "width", "keywords", "functions"]);
  const shape = oneOf(data.shape, ["ints", "tuple", "variadic"]);
  const width = natural(data.width, 1, shape === "ints" ? 10000 : 1);
  const keywords = list(data.keywords).map(string);
  if (new Set(keywords).size < keywords.length) refuse("a keyword stands twice");
  const heads = list(data.functions, 1).map((f) => {
    const slots = natural(list(f, 3, 3)[1], 0, 10000);
    return { takes: natural(f[0], 0, slots), slots };
  });
  if (heads[0].takes !== width + keywords.length) refuse("the first function takes other than the position and keywords");
  const routine = { shape, width, keywords, heads, yields: yieldsOutside(data.functions[0][2]) };
  const bodies = data.functions.map((f, place) => new Reader(routine, place).body(f[2]));
  routine.call = (place, args, emit) => {
    spend();
    const signal = bodies[place]({ slots: Object.assign(Array(heads[place].slots), args), emit, collects: false,
      stops: false });
    return signal instanceof Return ? signal.value : null;
  };
  // Runs the first function: what it yields goes to `emit`; what it returns, or null, is the answer.
  routine.run = (numbers, parameters, emit = fail) => {
    const position = shape === "ints" ? numbers : [numbers];
    return routine.call(0, [...position, ...keywords.map((name) => parameters[name])], emit);
  };
  return routine;
}

// The values that keywords can have: integers, and lists of integers or of lists of integers.
export function parameterValue(x) {
  if (Array.isArray(x)) x.forEach((y) => (Array.isArray(y) ? y.forEach((z) => integer(z)) : integer(y)));
  else integer(x);
  return x;
}
