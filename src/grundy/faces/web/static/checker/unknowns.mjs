// Rules that are run on unknowns: linear forms of natural numbers, each test of which parts a way in two.
import { giveUp, spend, Verdict } from "./data.mjs";
import { Fail, fail, inWorld } from "./routines.mjs";

// Σ a x + c.
export class Form {
  constructor(terms, c) { [this.terms, this.c] = [terms, c]; }
  static of(x) {
    return typeof x === "bigint" ? new Form(new Map(), x) : typeof x === "string" ? new Form(new Map([[x, 1n]]), 0n) : x;
  }
  plus(other) {
    const terms = new Map(this.terms);
    for (const [name, a] of other.terms) {
      const sum = (terms.get(name) ?? 0n) + a;
      if (sum) terms.set(name, sum);
      else terms.delete(name);
    }
    return new Form(terms, this.c + other.c);
  }
  times(n) {
    return n ? new Form(new Map([...this.terms].map(([name, a]) => [name, a * n])), this.c * n) : Form.of(0n);
  }
  minus(other) { return this.plus(other.times(-1n)); }
  replace(name, form) {
    const a = this.terms.get(name);
    if (!a) return this;
    const rest = new Map(this.terms);
    rest.delete(name);
    return new Form(rest, this.c).plus(form.times(a));
  }
  rename(names) { return new Form(new Map([...this.terms].map(([n, a]) => [names[n] ?? n, a])), this.c); }
  divisor() {
    const gcd = (a, b) => (b ? gcd(b, a % b) : a < 0n ? -a : a);
    return [...this.terms.values()].reduce(gcd, 0n);
  }
  // The name that it is, where it is nothing else.
  name() {
    const [[name, a] = []] = this.terms;
    return this.terms.size === 1 && a === 1n && this.c === 0n ? name : null;
  }
  toString() { return [...this.terms].sort().map(([name, a]) => `${a}*${name}+`).join("") + this.c; }
}

// Whether conditions have a solution in numbers >= 0 that need not be whole (Fourier and Motzkin). It may say so where there is none.
export function feasible(conditions) {
  let rows = conditions.flatMap(([form, zero]) => (zero ? [form, form.times(-1n)] : [form]));
  for (;;) {
    if (rows.some((form) => !form.terms.size && form.c < 0n)) return false;
    const unique = new Map();
    for (const form of rows.filter((f) => f.terms.size)) {
      const key = String(new Form(form.terms, 0n));
      if (!unique.has(key) || unique.get(key).c > form.c) unique.set(key, form);
    }
    rows = [...unique.values()];
    if (!rows.length || rows.length > 60) return true;
    const cost = (name) => {
      const signs = rows.map((f) => f.terms.get(name) ?? 0n);
      return signs.filter((a) => a > 0n).length * signs.filter((a) => a < 0n).length;
    };
    const name = [...new Set(rows.flatMap((f) => [...f.terms.keys()]))].reduce((a, b) => (cost(b) < cost(a) ? b : a));
    const at = (f) => f.terms.get(name) ?? 0n;
    const [low, high] = [[Form.of(name), ...rows.filter((f) => at(f) > 0n)], rows.filter((f) => at(f) < 0n)];
    spend(low.length * high.length);
    rows = [...rows.filter((f) => !at(f)), ...high.flatMap((h) => low.map((l) => l.times(-at(h)).plus(h.times(at(l)))))];
  }
}

// One way through the rules. It is run anew for each way: `trail` says which of the alternatives is taken at each place where there
// are several, as far as it goes, and then the first.
class World {
  constructor(prefix, conditions, nots, trail) {
    Object.assign(this, { prefix, trail, conditions: [...conditions], nots: [...nots], made: 0, at: 0,
      quotients: new Map() });
  }
  fresh() { return `${this.prefix}${this.made++}`; }
  choose(alternatives) {
    if (this.at === this.trail.length) {
      const open = alternatives.map((_, i) => i).filter((i) => feasible([...this.conditions, ...alternatives[i]]));
      if (!open.length) throw END;
      this.trail.push(open);
    }
    const taken = this.trail[this.at++][0];
    this.conditions.push(...alternatives[taken]);
    return taken;
  }
  form(x) { return x?.run ? giveUp("the rules count with a range") : Form.of(x); }
  isZero(x) {
    const form = this.form(x);
    if (!form.terms.size) return form.c === 0n;
    const one = Form.of(1n);
    return this.choose([[[form, true]], [[form.minus(one), false]], [[form.times(-1n).minus(one), false]]]) === 0;
  }
  isPositive(x) {
    const form = this.form(x);
    if (!form.terms.size) return form.c > 0n;
    return this.choose([[[form.minus(Form.of(1n)), false]], [[form.times(-1n), false]]]) === 0;
  }
  operate(sign, a, b) {
    if (Array.isArray(a) || Array.isArray(b)) {
      return sign === "*" ? giveUp("the rules make a tuple of a length that is not known") : fail();
    }
    const [x, y] = [this.form(a), this.form(b)];
    if (sign === "+") return simple(x.plus(y));
    if (sign === "-") return simple(x.minus(y));
    if (sign === "*" && (typeof a === "bigint" || typeof b === "bigint")) return simple(typeof a === "bigint" ? y.times(a)
      : x.times(b));
    const power = typeof b === "bigint" && b >= 0n && b < 1000n ? 1n << b : 0n;
    if (sign === "<<" && power) return simple(x.times(power));
    if (sign === ">>" && power) return this.quotient(x, power);
    if (typeof b === "bigint" && b > 0n && (sign === "//" || sign === "%")) return this.divide(sign, x, b);
    const [mask, other] = typeof a === "bigint" ? [a, y] : [b, x];
    if (sign === "&" && typeof mask === "bigint" && mask > 0n && (mask & (mask + 1n)) === 0n) return this.divide("%",
      other, mask + 1n);
    if ((b === 0n && (sign === "//" || sign === "%")) || (b < 0n && /<<|>>|\*\*/.test(sign))) return fail();
    return giveUp("the rules are not linear");
  }
  divide(sign, form, d) {
    const q = this.quotient(form, d);
    return sign === "//" ? q : simple(form.minus(Form.of(q).times(d)));
  }
  quotient(form, d) {
    const name = `${d} ${form}`;
    if (!this.quotients.has(name)) {
      if (this.isPositive(form.times(-1n))) giveUp("the rules divide a negative number");
      const q = Form.of(this.fresh());
      const rest = form.minus(q.times(d));
      this.choose([[[rest, false], [Form.of(d - 1n).minus(rest), false]]]);
      this.quotients.set(name, q);
    }
    return this.quotients.get(name);
  }
  // The numbers from a to b - 1, as a tuple of which nothing else is known.
  run(a, b) {
    const [first, end] = [this.form(a), this.form(b)];
    return this.isPositive(first.minus(end)) ? { run: [first, first] } : { run: [first, end] };
  }
  // Any one turn of a loop, or what comes after it. No turn before has left the loop, and after it none has.
  loop(start, end, stride, quietly, turn, lose) {
    const [name, inner, one] = [this.fresh(), `${this.fresh()}!`, Form.of(1n)];
    const value = (j) => simple(this.form(start).plus(Form.of(j).times(stride)));
    const within = (j) => {
      const v = Form.of(value(j));
      return [(stride > 0n ? this.form(end).minus(v) : v.minus(this.form(end))).minus(one), false];
    };
    const exits = [];
    const j = `${inner}j`;
    if (quietly) {
      for (const way of ways(inner, [...this.conditions, within(j)], this.nots, () => quietly(value(j)))) {
        if (way.error instanceof Verdict) throw way.error;
        const own = { prefix: inner, conditions: way.conditions.slice(this.conditions.length),
          nots: way.nots.slice(this.nots.length) };
        if (way.result) exits.push(own);
      }
    }
    const first = this.choose([[within(name)], []]) === 0;
    const before = [Form.of(name).minus(Form.of(j)).minus(one), false];
    for (const exit of exits) this.nots.push(first ? { ...exit, conditions: [...exit.conditions, before] } : exit);
    if (!first) return lose();
    const signal = turn(value(name));
    if (!signal) throw END;
    return signal;
  }
}
const END = Symbol("the way ends here");
const simple = (form) => (form.terms.size ? form : form.c);

// All ways that running the rules can take: the conditions, and what came of it.
export function ways(prefix, conditions, nots, run) {
  const found = [];
  const trail = [];
  do {
    spend(10);
    const world = new World(prefix, conditions, nots, trail);
    const way = { world };
    try {
      way.result = inWorld(world, () => run(world));
    } catch (error) {
      if (error !== END && !(error instanceof Fail) && !(error instanceof Verdict
        && error.verdict === "not checked")) throw error;
      if (error !== END) way.error = error;
    }
    found.push({ ...way, conditions: world.conditions, nots: world.nots });
    if (found.length > 20000) giveUp("the rules have too many ways");
    while (trail.length && trail.at(-1).length === 1) trail.pop();
    trail.at(-1)?.shift();
  } while (trail.length);
  return found;
}
