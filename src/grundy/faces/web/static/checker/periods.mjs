// "period": the law of the nim-sequence of a heap code, replayed value by value.

import { digitOf, isAllBut, isSubtraction, readCode } from "./codes.mjs";
import { NotChecked, Refused, Wrong, exactly, list, oneOf, room, spend, whole } from "./data.mjs";

const MOST = 1 << 22;
const COMMON = ["kind", "format", "hash", "code", "criterion", "preperiod", "period"];

const finitelyMany = (code) => !code.repeat.length && !code.divisions.length;
const plain = (code) => finitelyMany(code) && !code.unequal;
const CRITERIA = {
  "finite code": { is: plain, sparse: true, needed: (c) => general(c, c.k * (c.s0 + c.p) + c.b - (c.k - 1)) },
  unequal: { is: (c) => finitelyMany(c) && c.unequal, sparse: true, needed: (c) => general(c, 2 * (c.s0 + c.p) + c.b - 1 + c.p) },
  subtraction: { is: (c) => isSubtraction(c), needed: (c) => c.n0 + c.p + c.t },
  "all-but": { is: (c) => isAllBut(c), needed: allBut },
  window: { is: (c) => finitelyMany(c) && (c.unequal || (!isSubtraction(c) && Math.max(...c.digits) < 8)), sparse: true, needed: ofWindow },
};

const general = (c, together) => Math.max(together, c.s0 + c.p + c.t, c.p + c.t + 1);

function allBut(c) {
  const most = (values) => values.reduce((a, b) => Math.max(a, b), -1);
  const bound = Math.max(0, most(c.values.slice(0, c.n0)) + 1, most(c.values) + 1 - c.s);
  const turns = Math.max(0, Math.ceil((bound + c.s - c.values[c.n0]) / c.s));
  return c.n0 + turns * c.p + c.t + c.p;
}

function ofWindow(c) {
  const last = c.rare.at(-1) ?? 0, least = c.s0 + c.p + Math.max(last, c.depth) + c.t;
  return c.code.unequal ? Math.max(least, 2 * last + c.t + 1) : least;
}

export function readPeriod(fields) {
  const name = oneOf(fields.get("criterion"), Object.keys(CRITERIA), "the criterion"), criterion = CRITERIA[name];
  const given = name === "window" || (criterion.sparse && !fields.has("values")) ? ["mask", "rare"] : ["values"];
  if (name === "window") given.push("depth");
  if (name === "all-but") given.push("saltus");
  exactly(fields, [...COMMON, ...given]);
  const code = readCode(fields.get("code"));
  if (!criterion.is(code)) throw new Refused("the criterion is for other codes");
  const largest = code.parts < 2 ? 2 ** 31 - 1 : 2 ** 16 - 1;
  const places = (bits) => code.digits.flatMap((d, m) => (d & bits ? [m] : []));
  const splits = places(~3);
  const c = {
    code, name, t: code.digits.length - 1, b: splits.at(-1) ?? 0, k: Math.max(1, code.parts), s: 0, depth: 0, rare: [],
    n0: whole(fields.get("preperiod"), 0, 10 ** 18, "preperiod"), p: whole(fields.get("period"), 1, 10 ** 18, "period"),
  };
  c.s0 = Math.max(c.n0, 1);
  if (name === "all-but") c.s = whole(fields.get("saltus"), 1, 2 ** 31 - 1, "saltus");
  if (given[0] === "values") {
    c.values = list(fields.get("values"), "values").map((v) => whole(v, 0, largest, "a value"));
    if (c.values.length !== c.n0 + c.p) throw new Refused("there are as many values as preperiod and period together");
  } else {
    c.mask = whole(fields.get("mask"), 2, 2 ** 17 - 1, "mask");
    c.rare = list(fields.get("rare"), "rare").map((n) => whole(n, 1, 10 ** 18, "a rare heap"));
    if (c.rare.some((n, i) => i && n <= c.rare[i - 1])) throw new Refused("the rare heaps rise");
    if (name === "window") c.depth = whole(fields.get("depth"), 0, 10 ** 18, "depth");
    c.pairs = places(4);
    if (!c.pairs.length || code.parts > 2) throw new Refused("a mask is for codes that leave two heaps at most, and sometimes two");
    if (c.mask & 1 && c.pairs.some((m) => (m ^ c.pairs[0]) & 1)) throw new Refused("the places of splits are not all even or odd");
  }
  c.needed = criterion.needed(c);
  c.at = (n) => (n < c.n0 ? c.values[n] : c.values[c.n0 + ((n - c.n0) % c.p)] + Math.floor((n - c.n0) / c.p) * c.s);
  const more = c.s ? ` + ${c.s}` : "";
  return { ...c, claim: `in ${fields.get("code")}, g(n + ${c.p}) = g(n)${more} for every n >= ${c.n0}` };
}

/** Prove what a period says; Wrong where it does not hold. */
export function provePeriod(c) {
  if (c.needed > MOST) throw new NotChecked(`${c.needed} values are too many here`);
  const options = new Options(c.code, c.needed);
  if (c.values) {
    for (let n = 0; n < c.needed; n++) {
      if (options.next() !== c.at(n)) throw new Wrong(`g(${n}) is ${options.values[n]}`);
    }
  } else {
    proveRare(c, options);
  }
  return `${c.needed} values were computed, which decide all`;
}

const odd = (bits) => {
  for (let by = 16; by; by >>= 1) bits ^= bits >> by;
  return bits & 1;
};

function proveRare(c, options) {
  const isRare = (v, n) => odd(v & (c.mask >> 1)) === (c.mask & 1 & (n + c.pairs[0]));
  if (c.name === "window" && c.mask & 1 && c.p % 2) throw new Wrong("such a mask wants an even period");
  const found = [];
  for (let n = 0; n < c.needed; n++) {
    const value = options.next();
    if (value > 65535) throw new NotChecked("the values are too large");
    if (n && isRare(value, n)) found.push(n);
    if (n >= c.n0 + c.p && options.values[n - c.p] !== value) throw new Wrong(`g(${n}) is ${value}, and is not so a period before`);
  }
  if (found.length !== c.rare.length || found.some((n, i) => n !== c.rare[i])) throw new Wrong("the rare heaps are others");
  if (c.name !== "window") return;
  const rare = new Set(found);
  for (let n = c.needed - c.p; n < c.needed; n++) {
    const near = options.near(n, (a, b) => a <= c.depth || rare.has(a) || rare.has(b));
    for (let v = 0; v < options.values[n]; v++) {
      if (isRare(v, n) && !near.has(v)) throw new Wrong(`the value ${v} is no option of ${n} within the depth`);
    }
  }
}

/** The options of one heap after the other, whose values are computed on the way. */
class Options {
  constructor(code, count) {
    this.code = code;
    this.values = [];
    this.met = new Int32Array(room(code.parts > 1 ? 1 << 17 : 1)).fill(-1);
    this.few = code.parts < 3 ? null : [];
    this.takes = [];
    for (let m = 0; m < Math.min(count, code.digits.length); m++) if (code.digits[m]) this.takes.push(m);
    this.old = { values: new Set(), least: 0 }; // of an all-but code: what every later heap has
  }

  next() {
    const { code, values, met, takes } = this, n = values.length, alone = code.parts < 2 ? new Set() : null;
    const meet = alone ? (v) => alone.add(v) : (v) => (met[v] = n);
    for (const m of takes) {
      if (m > n) break;
      this.each(n, m, meet);
    }
    let value = 0;
    if (code.repeat.length) {
      const { old } = this, last = n - code.digits.length;
      if (last >= 0) old.values.add(values[last]);
      while (old.values.has(old.least)) old.least += 1;
      value = old.least;
      while (old.values.has(value) || alone.has(value)) value += 1;
      spend(value - old.least);
    } else {
      while (alone ? alone.has(value) : met[value] === n) value += 1;
    }
    if (value > 65535 && !alone) throw new NotChecked("the values are too large");
    values.push(value);
    if (this.few) this.grow(n);
    return value;
  }

  /** Call for the value of each option that takes m from n. */
  each(n, m, meet) {
    const { code, values } = this, digit = digitOf(code, m), rest = n - m;
    if (digit & 1 && rest === 0) meet(0);
    if (digit & 2 && rest > 0) meet(values[rest]);
    if (digit & 4) {
      const half = Math.floor((rest - code.unequal) / 2);
      spend(Math.max(1, half >> 3));
      for (let a = 1; a <= half; a++) meet(values[a] ^ values[rest - a]);
    }
    for (let j = 3; digit >> j; j++) if ((digit >> j) & 1) this.among(j, rest).forEach(meet);
    spend();
  }

  /** The values of all options that leave one heap or none, and of the splits for which something is so. */
  near(n, chosen) {
    const found = new Set(), { code, values } = this;
    for (const m of this.takes) {
      const digit = digitOf(code, m), rest = n - m;
      if (rest < 0) continue;
      if (digit & 1 && rest === 0) found.add(0);
      if (digit & 2 && rest > 0) found.add(values[rest]);
      spend(rest >> 3);
      for (let a = 1; digit & 4 && a <= Math.floor((rest - code.unequal) / 2); a++) {
        if (chosen(a, rest - a)) found.add(values[a] ^ values[rest - a]);
      }
    }
    return found;
  }

  /** The values of j heaps, none empty, that are so many counters together. */
  among(j, total) {
    return total >= j ? this.few[total][j] : new Set();
  }

  grow(n) {
    const row = [new Set(), new Set(n ? [this.values[n]] : [])];
    for (let j = 2; j <= this.code.parts; j++) {
      const own = new Set();
      for (let a = 1; a < n; a++) {
        const rest = this.few[n - a][j - 1];
        spend(rest.size);
        for (const v of rest) own.add(v ^ this.values[a]);
      }
      row.push(own);
    }
    this.few.push(row);
  }
}
