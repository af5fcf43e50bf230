// Numeration systems by a recurrence, and linear relations of the numbers that are written in them.
// Linear forms are {constant, terms}: BigInt, and a Map from names to BigInt.

import { Relation, both, either, explored, letters, minimal, some, without } from "./automata.mjs";
import { NotChecked, Refused, spend } from "./data.mjs";

const NAMED = { msd_fib: [[1, 1], [1, 2]], msd_pell: [[2, 1], [1, 2]], msd_trib: [[1, 1, 1], [1, 2, 4]] };
const COMPARED = 16, KNOWN = 64, LARGEST = 1000, SAFE = 2 ** 40, NEAR = 300;
const known = new Map();

/** Return the system of a name, once it is proved to count and to add. */
export function systemOf(name) {
  if (typeof name !== "string" || name.length > 200) throw new Refused("a numeration system has a name");
  if (!known.has(name)) {
    const system = new System(...recurrenceOf(name));
    const failed = system.failed();
    if (failed) throw new Refused(`${name} is no numeration system with addition: not that ${failed}`);
    known.set(name, system);
  }
  return known.get(name);
}

function recurrenceOf(name) {
  if (Object.hasOwn(NAMED, name)) return NAMED[name];
  const base = /^msd_([1-9]\d{0,2})$/.exec(name), found = /^rec \[(\d{1,4}(?:,\d{1,4})*);(\d{1,4}(?:,\d{1,4})*)\]$/.exec(name);
  if (base) return [[Number(base[1])], [1]];
  if (found) return found.slice(1).map((part) => part.split(",").map(Number));
  if (/^ost \[0;(\d{1,4},)*\(\d{1,4}(,\d{1,4})*\)\]$/.test(name)) throw new NotChecked("systems of continued fractions are not known here");
  throw new Refused("there is no numeration system of this name");
}

class System {
  constructor(recurrence, first) {
    const d = recurrence.length;
    if (d !== first.length || first[0] !== 1 || !recurrence[d - 1] || Math.max(...recurrence, ...first) > LARGEST) throw new Refused("this is no recurrence of a system");
    const weights = first.map(BigInt);
    while (weights.length < KNOWN) weights.push(recurrence.reduce((sum, c, j) => sum + BigInt(c) * weights.at(-1 - j), 0n));
    if (weights.some((u, i) => i && u <= weights[i - 1])) throw new Refused("the weights do not grow");
    Object.assign(this, { recurrence, weights, order: d, remembered: new Map() });
    this.represent();
    this.base = 1 + Math.max(...this.valid.flatMap((row) => [...row.keys()]));
  }

  /**
   * The automaton of representations. A prefix is told by how many words of each length L continue it: all U_L of the empty
   * one, and after a digit d as many as U_L, and those of length L + 1 without the d U_L that have a smaller digit.
   */
  represent() {
    const places = new Map(), states = [this.weights], key = (counts) => counts.slice(0, COMPARED).join();
    places.set(key(this.weights), 0);
    this.valid = [];
    for (const counts of states) { // grows meanwhile
      if (counts.length <= COMPARED) throw new NotChecked("the representations show no finite automaton");
      const row = new Map();
      for (let digit = 0; digit <= LARGEST; digit++) {
        spend(COMPARED);
        const after = counts.slice(1).map((n, i) => {
          const rest = n - BigInt(digit) * this.weights[i];
          return rest < 0n ? 0n : rest < this.weights[i] ? rest : this.weights[i];
        });
        if (after.slice(0, COMPARED).every((n) => n === 0n)) break;
        if (!places.has(key(after))) {
          places.set(key(after), states.length);
          states.push(after);
        }
        row.set(digit, places.get(key(after)));
      }
      this.valid.push(row);
    }
    this.ends = states.map((counts) => counts[0] > 0n);
  }

  /** That all numbers of these names are so: their words are representations. */
  all(names) {
    return this.linear(new Map([...names].map((name) => [name, 0])), ">=", 0);
  }

  over(relation, names) {
    const every = this.all(new Set([...names, ...relation.tracks]));
    return every.tracks.length === relation.tracks.length ? relation : both(every, relation);
  }

  /** Σ a_i x_i + constant >=, = or != 0, with numbers. */
  linear(terms, relation, constant) {
    const tracks = [...terms.keys()].sort(), row = tracks.map((name) => terms.get(name)), key = `${row};${relation};${constant}`;
    if ([...row, constant].some((a) => Math.abs(a) > SAFE)) throw new NotChecked("a number of the rules is too large here");
    if (!this.remembered.has(key)) {
      if (this.remembered.size > 1000) this.remembered.clear();
      this.remembered.set(key, Math.abs(constant) > NEAR ? this.far(row, relation, constant) : this.built(row, relation, constant));
    }
    const { rows, accepting } = this.remembered.get(key);
    return new Relation(tracks, rows, accepting);
  }

  far(row, relation, constant) {
    const names = row.map((_, i) => String(i).padStart(3, "0")), apart = String(row.length).padStart(3, "0");
    const terms = new Map([...names.map((name, i) => [name, row[i]]), [apart, constant > 0 ? 1 : -1]]);
    return some(both(this.linear(terms, relation, 0), this.number(apart, Math.abs(constant))), apart);
  }

  /** That a number is this one. */
  number(name, n) {
    let rest = BigInt(n);
    const word = [];
    for (let i = this.weights.findLastIndex((u) => u <= rest); i >= 0; i--) {
      word.push(Number(rest / this.weights[i]));
      rest %= this.weights[i];
    }
    const rows = word.map((digit, i) => new Map([[String.fromCharCode(digit), i + 1]]));
    rows.push(new Map());
    rows[0].set("\0", 0);
    return minimal([name], rows, rows.map((_, i) => i === word.length));
  }

  /**
   * Digits are read into a vector s: what was read is worth Σ s_i U_(m+i) if m digits are to come, and what is to come is from
   * -below (U_m - 1) to above (U_m - 1). A prefix that settles the sign is as good as this sign.
   */
  built(row, relation, constant) {
    const { order, recurrence, valid, ends } = this, weights = this.weights.slice(0, 2 * order).map(Number);
    const above = row.reduce((sum, a) => sum + Math.max(a, 0), 0), below = above - row.reduce((sum, a) => sum + a, 0);
    const surely = (vector, sign, less, bound) => {
      for (let m = 0; m < order; m++) {
        const sum = vector.reduce((total, s, i) => total + sign * s * weights[m + i], 0) - less * weights[m];
        if (Math.abs(sum) > 2 ** 52) throw new NotChecked("a number of the rules is too large here");
        if (sum < Math.max(bound, 0)) return false;
      }
      return true;
    };
    const after = (vector, digit) => {
      if (!Array.isArray(vector)) return vector;
      const top = vector[order - 1], next = [digit, ...vector.slice(0, -1)];
      recurrence.forEach((c, j) => (next[order - 1 - j] += c * top));
      if (surely(next, 1, below, 1 - constant - below)) return "+";
      return surely(next, -1, above, 1 + constant - above) ? "-" : next;
    };
    const kept = { ">=": ["+"], "=": [], "!=": ["+", "-"] }[relation];
    const choices = (states) => states.reduce((found, v) => found.flatMap(([digits, then]) => [...valid[v]].map(([d, to]) => [[...digits, d], [...then, to]])), [[[], []]]);
    const step = function* ([states, vector]) {
      for (const [digits, then] of choices(states)) {
        const next = after(vector, row.reduce((sum, a, i) => sum + a * digits[i], 0));
        spend();
        if (Array.isArray(next) || kept.includes(next)) yield [String.fromCharCode(...digits), [then, next]];
      }
    };
    const holds = (sum) => (relation === ">=" ? sum >= 0 : (sum === 0) === (relation === "="));
    const accepts = ([states, vector]) => {
      if (!states.every((v) => ends[v])) return false;
      return Array.isArray(vector) ? holds(vector.reduce((sum, s, i) => sum + s * weights[i], constant)) : true;
    };
    const tracks = row.map((_, i) => String(i).padStart(3, "0"));
    return explored(tracks, [row.map(() => 0), Array(order).fill(0)], step, accepts, ([states, vector]) => `${states};${vector}`);
  }

  /** x < y, by the order of words alone. */
  less(x, y) {
    const { valid, ends } = this;
    const step = function* ([v, w, smaller]) {
      for (const [d, after] of valid[v]) for (const [e, then] of valid[w]) if (smaller || d <= e) yield [String.fromCharCode(d, e), [after, then, smaller || d < e]];
    };
    return explored(["x", "y"], [0, 0, false], step, ([v, w, smaller]) => smaller && ends[v] && ends[w]).renamed({ x, y });
  }

  /** That the xor of some numbers is 0. */
  nimSum(names) {
    const { base } = this;
    if (this.order !== 1 || base & (base - 1)) throw new Refused("nim-sums want a base that is a power of 2");
    const zero = (letter) => [...letter].reduce((sum, digit) => sum ^ digit.charCodeAt(0), 0) === 0;
    const row = letters(base, names.length).filter(zero).map((letter) => [letter, 0]);
    return new Relation([...names].sort(), [new Map(row)], [true]);
  }

  /**
   * The first step that fails of the proof that words are worth their place in the order of words, and that the relation
   * x + y = z is addition: x + 0 = x, x + (y + 1) = (x + y) + 1, and there is one sum. (H. Mousavi, L. Schaeffer and J. Shallit, 2016.)
   */
  failed() {
    const linear = (terms, c) => this.linear(new Map(Object.entries(terms)), "=", c);
    const sums = linear({ x: 1, y: 1, z: -1 }, 0), same = linear({ x: 1, z: -1 }, 0);
    const next = without(this.less("y", "z"), some(both(this.less("y", "t"), this.less("t", "z")), "t"));
    const left = some(both(next.renamed({ z: "u" }), sums.renamed({ y: "u", z: "w" })), "u");
    const right = some(both(sums, next.renamed({ y: "z", z: "w" })), "z"), two = both(sums, sums.renamed({ z: "w" }));
    const steps = {
      "the word without digits is a representation": () => this.ends[0],
      "every number has a successor": () => some(next, "z").equals(this.all(["y"])),
      "the successor is worth one more": () => next.equals(linear({ y: 1, z: -1 }, 1)),
      "equality is that of words": () => without(this.all(["x", "z"]), either(this.less("x", "z"), this.less("z", "x"))).equals(same),
      "x + 0 = x": () => some(both(sums, linear({ y: 1 }, 0)), "y").equals(same),
      "x + (y + 1) = (x + y) + 1": () => left.equals(right),
      "x and y have a sum": () => some(sums, "z").equals(this.all(["x", "y"])),
      "x and y have one sum": () => without(two, both(two, linear({ z: 1, w: -1 }, 0))).isEmpty,
    };
    return Object.keys(steps).find((name) => !steps[name]());
  }
}
