// Systems in which numbers are written, and linear conditions on numbers as automata.
import { giveUp, refuse, string } from "./data.mjs";
import { always, build, combine, isEmpty, never, project } from "./automata.mjs";
import { feasible, Form } from "./unknowns.mjs";
const NAMED = { msd_fib: "rec [1,1;1,2]", msd_pell: "rec [2,1;1,2]", msd_trib: "rec [1,1,1;1,2,4]" };
const split = (text) => text.split(",").map(Number);

// A system: its base, and what is known where k digits are still to be read. These k are in classes: of class i are the digits
// allowed, `c` of the recurrence by which the weight U_(k+d-1) is one of those before, the weights U_k, … for the first k of it,
// and the classes of k - 1. Words of Ostrowski systems are read without knowing k, in all classes at once.
export function readSystem(name) {
  const text = NAMED[string(name)] ?? name.replace(/^msd_([1-9][0-9]{0,2})$/, "rec [$1;1]");
  const rec = /^rec \[([0-9]{1,4}(?:,[0-9]{1,4})*);([0-9]{1,4}(?:,[0-9]{1,4})*)\]$/.exec(text);
  if (rec) return recurrence(split(rec[1]), split(rec[2]));
  const ost = /^ost \[0;((?:[1-9][0-9]{0,3},)*)\(([1-9][0-9]{0,3}(?:,[1-9][0-9]{0,3})*)\)\]$/.exec(text);
  if (!ost) refuse(`${JSON.stringify(name)} is no system of numbers`);
  return ostrowski(ost[1] ? split(ost[1].slice(0, -1)) : [], split(ost[2]));
}

function recurrence(c, u) {
  const d = c.length;
  if (u.length !== d || u[0] !== 1 || !c[d - 1] || [...c, ...u].some((x) =>
    x > 1000)) refuse("the recurrence is none of a system");
  const weights = [...u];
  for (let n = d; n < 4 * d + 8; n++) weights.push(c.reduce((sum, a, i) => sum + a * weights[n - 1 - i], 0));
  if (weights.some((x, i) => i && x <= weights[i - 1])) refuse("the weights do not grow");
  if (d === 2 && c[1] === 1 && u[1] === c[0] && c[0] > 1) return ostrowski([], [c[0]]);
  // Confluent systems (C. Frougny, 1992): words without d digits in a row that are c or more. Of others nothing is known here.
  const confluent = c.every((a, i) => !i || a <= c[i - 1]) && u.every((x, i) =>
    x === (i ? 1 : 0) + c.slice(0, i).reduce((sum, a, j) =>
    sum + a * u[i - 1 - j], i ? 0 : 1));
  if (!confluent) giveUp("that this system is read by automata is not known here");
  const seen = Array.from({ length: d }, (_, k) => weights.slice(k, k + d));
  const base = d === 1 ? c[0] : c[0] + 1;
  const system = { base, classes: [{ c, seen, next: [0], rising: false }] };
  system.valid = build(["x"], base, 0, (m, digit) => (digit > c[m] || (digit === c[m] && m + 1 === d) ? null
    : digit === c[m] ? m + 1 : 0),
    () => true);
  return system;
}

function ostrowski(before, again) {
  if ([...before, ...again].some((a) => a > 1000)) refuse("a quotient is above 1000");
  const a = (n) => before[n - 1] ?? again[(n - 1 - before.length) % again.length];
  const weights = [1, a(1)];
  const from = Math.max(2, before.length + 1);
  for (let n = 2; n < from + 2 * again.length + 2; n++) weights.push(a(n) * weights[n - 1] + weights[n - 2]);
  const classes = Array.from({ length: from + again.length }, (_, k) => ({
    c: [a(k + 1), 1], most: k === 1 ? a(1) - 1 : a(k), rising: k >= from,
    seen: (k < from ? [k] : [k, k + again.length]).map((i) => weights.slice(i, i + 2)),
    next: [...(k ? [k - 1] : []), ...(k === from ? [from + again.length - 1] : [])],
  }));
  const base = 1 + Math.max(a(1) - 1, ...classes.slice(2).map((x) => x.most), ...again);
  const system = { base, classes };
  const step = ([k, full], digit) => (k === 0 || digit > classes[k].most || (full && digit) ? []
    : classes[k].next.map((to) => [to, digit === a(k) ? 1 : 0]));
  system.valid = build(["x"], base, classes.map((_, k) => [k, 0]), (s, l) => threads(s, (t) => step(t, l)),
    (s) => s.some(([k]) => k === 0), (s) => s.join(";"));
  return system;
}

// The states after one letter of a word that is read in several classes at once.
function threads(state, step) {
  const found = new Map(state.flatMap(step).map((t) => [String(t), t]));
  return found.size ? [...found.keys()].sort().map((name) => found.get(name)) : null;
}

// Numbers of a system: conditions on them become relations.
export class Numbers {
  constructor(system) { this.base = system.base; this.system = system; this.memory = new Map(); this.always = []; }
  tracks(names) { return [...new Set(names)].sort(); }
  remember(name, make) { if (!this.memory.has(name)) this.memory.set(name, make()); return this.memory.get(name); }
  and(...all) { return all.reduce((a, b) => combine("and", a, b, this.base)); }
  // "or" and "minus" of relations of the same numbers, which are added where they lack.
  or(names, ...all) {
    const domain = this.domain(names);
    const wide = all.map((a) => (a.tracks.length < domain.tracks.length ? this.and(a, domain) : a));
    return wide.reduce((a, b) => combine("or", a, b, this.base), never(domain.tracks, this.base));
  }
  not(names, a) {
    return combine("minus", this.domain(names), a.tracks.length ? a : this.and(a, this.domain(names)), this.base);
  }
  minus(a, b) { return combine("minus", a, b, this.base); }
  // All numbers of these names; all words on these tracks that are representations.
  domain(names) { return this.words(this.tracks(names)); }
  words(tracks) {
    const valid = (track) => ({ ...this.system.valid, tracks: [track] });
    return this.remember(`words ${tracks}`, () => (tracks.length ? this.and(this.words(tracks.slice(1)), valid(tracks[0]))
      : always));
  }
  exists(dropped, a, times = 1) { return project(a, this.tracks(dropped), this.base, times); }
  // The condition that a form is 0, or is not negative.
  condition(form, zero) { return this.raw(form, zero); }
  raw(form, zero) { return this.remember(`${zero ? "=" : ">="} ${form}`, () => this.make(form, zero)); }
  make(form, zero) {
    const [names, divisor] = [[...form.terms.keys()].sort(), form.divisor()];
    if (!names.length) return (zero ? form.c === 0n : form.c >= 0n) ? always : never([], this.base);
    if (zero && form.c % divisor) return never(names, this.base);
    const rounded = form.c - (((form.c % divisor) + divisor) % divisor);
    const coefficients = names.map((n) => form.terms.get(n) / divisor);
    const c = rounded / divisor;
    if (c > 300n || c < -300n) return this.large(names, coefficients, c, zero);
    return this.and(linear(this.system, names, coefficients.map(Number), Number(c), zero), this.words(names));
  }
  // A large constant is a number on a track of its own, which is then dropped.
  large(names, coefficients, c, zero) {
    const size = c < 0n ? -c : c;
    let constant = { ...always, tracks: [] };
    const digits = this.write(size);
    constant = build(["!"], this.base, 0, (at, digit) => (at === 0 && digit === 0 ? 0 : digit === digits[at] ? at + 1
      : null),
      (at) => at === digits.length);
    const form = new Form(new Map([...names.map((n, i) => [n, coefficients[i]]), ["!", c < 0n ? -1n : 1n]]), 0n);
    return project(this.and(this.make(form, zero), constant), ["!"], this.base);
  }
  write(n) {
    const { classes } = this.system;
    let weights = classes[0].seen[0].map(BigInt);
    const all = [...weights];
    const period = classes.length;
    for (let k = 0; all.at(-1) <= n; k++) {
      const kind = classes.length === 1 ? classes[0] : classes[k + 1 < period ? k + 1 : this.classOf(k + 1)];
      weights = [...weights.slice(1), kind.c.reduce((sum, a, i) => sum + BigInt(a) * weights[weights.length - 1 - i], 0n)];
      all.push(weights.at(-1));
    }
    const digits = all.reverse().map((w) => { const digit = n / w; n -= digit * w; return Number(digit); });
    return digits.slice(digits.findIndex((d) => d > 0));
  }
  classOf(k) {
    const from = this.system.classes.findIndex((x) => x.rising);
    return from + ((k - from) % (this.system.classes.length - from));
  }
}

// What is read of Σ a n + c is kept as numbers s_0, s_1, …, times the weights U_k, U_(k+1), …, k digits being still to be read. These
// come to no more than A (U_k - 1) on either side, so that a state is dropped as soon as the sign is certain for every k of its class.
function linear({ base, classes }, names, coefficients, c, zero) {
  const sum = (some) => some.reduce((a, b) => a + b, 0);
  const [plus, minus] = [sum(coefficients.filter((a) => a > 0)), -sum(coefficients.filter((a) => a < 0))];
  if (plus + minus > 2 ** 30) giveUp("a coefficient is too large");
  const dot = (s, weights) => s.reduce((total, x, i) => total + x * weights[i], 0);
  const certain = ({ seen, rising }, s, sign, size, low) => {
    const over = seen.map((weights) => sign * dot(s, weights) - size * weights[0]);
    return over.every((w) => w >= Math.max(0, low)) && !(rising && over[1] < over[0]);
  };
  const letters = base ** names.length;
  const values = Array.from({ length: letters }, (_, l) => coefficients.reduceRight(([total, rest], a) =>
    [total + a * (rest % base), Math.floor(rest / base)], [0, l])[0]);
  const YES = [];
  const step = ([k, s], e) => classes[k].next.flatMap((to) => {
    if (s === YES) return [[to, s]];
    const top = s[s.length - 1];
    const { c: recurrence } = classes[k];
    const d = s.length;
    const moved = s.map((_, i) => (i ? s[i - 1] : e) + recurrence[d - 1 - i] * top);
    if (moved.some((x) => Math.abs(x) > 2 ** 45)) giveUp("a coefficient is too large");
    if (certain(classes[to], moved, -1, plus, c - plus + 1)) return [];
    if (certain(classes[to], moved, 1, minus, zero ? 1 - minus - c : -minus - c)) return zero ? [] : [[to, YES]];
    return [[to, moved]];
  });
  const start = classes.map((kind, k) => [k, kind.c.map(() => 0)]);
  const accepts = (state) => state.some(([k, s]) => {
    if (k !== 0) return false;
    const value = s === YES ? 0 : dot(s, classes[0].seen[0]) + c;
    return s === YES || (zero ? value === 0 : value >= 0);
  });
  return build(names, letters, start, (state, l) => threads(state, (t) => step(t, values[l])), accepts, (s) => s.join(";"));
}

// The relation of the numbers kept for which there are others so that all conditions [form, zero] and relations hold. What is said in
// `nots` of further unknowns holds for none.
export function solve(numbers, { conditions, nots = [], relations = [] }, keep) {
  const all = [...numbers.always, ...keep];
  const nothing = () => never(numbers.domain(all).tracks, numbers.base);
  if (!feasible(conditions)) return nothing();
  const rels = [...relations, ...nots.map((not) => refute(numbers, not))];
  const fixed = new Set([...numbers.tracks(all), ...all, ...rels.flatMap((r) => r.tracks.map((t) => t.split(".")[0]))]);
  const rest = substitute(conditions, fixed);
  for (const [form, zero] of rest) rels.push(numbers.condition(form, zero));
  const kept = new Set(numbers.tracks(all));
  for (;;) {
    if (rels.some(isEmpty)) return nothing();
    const hidden = new Set(rels.flatMap((r) => r.tracks.filter((t) => !kept.has(t))));
    if (!hidden.size) break;
    const cost = (t) => new Set(rels.filter((r) => r.tracks.includes(t)).flatMap((r) => r.tracks)).size;
    const track = [...hidden].reduce((a, b) => (cost(b) < cost(a) ? b : a));
    const [having, others] = [rels.filter((r) => r.tracks.includes(track)), rels.filter((r) => !r.tracks.includes(track))];
    const joined = numbers.and(...having.sort((a, b) => a.rows.length * a.letters - b.rows.length * b.letters));
    rels.splice(0, rels.length, ...others, project(joined, [track], numbers.base));
  }
  return numbers.and(numbers.domain(all), ...rels.sort((a, b) => a.tracks.length - b.tracks.length));
}

const namesIn = ({ prefix, conditions, nots }) => [...conditions.flatMap(([form]) => [...form.terms.keys()]),
  ...nots.flatMap(namesIn)]
  .filter((n) => !n.startsWith(prefix));
function refute(numbers, { prefix, conditions, nots }) {
  const outside = [...new Set(namesIn({ prefix, conditions, nots }))].sort();
  return numbers.not([...numbers.always, ...outside], solve(numbers, { conditions, nots }, outside));
}

// A hidden number that an equation gives as a form of others is put for it; it must be natural.
function substitute(conditions, fixed) {
  const rest = [...conditions];
  for (;;) {
    let found = null;
    for (const [form, zero] of rest) {
      if (zero && !found) for (const [name, a] of form.terms) if (!fixed.has(name)
        && (a === 1n || a === -1n)) found = [form, name, a];
    }
    if (!found) return rest;
    const [form, name, a] = found;
    const value = form.times(-a).plus(Form.of(name));
    rest.splice(0, rest.length, ...rest.filter(([f]) => f !== form).map(([f, zero]) => [f.replace(name, value), zero]),
      [value, false]);
  }
}

// Numbers n = qM + r of a family: M is a form of the parameters p0, p1, …, of which those in M are on one track, all others on two.
export class Families extends Numbers {
  constructor(system, count, where, block) {
    super(system);
    this.always = Array.from({ length: count }, (_, i) => `p${i}`);
    const row = (numbers) => new Form(new Map(this.always.flatMap((p, i) => (numbers[i] ? [[p, numbers[i]]] : []))),
      numbers.at(-1));
    this.where = where.map((numbers) => [row(numbers), false]);
    this.block = row(block);
  }
  whole(name) { return this.block.terms.has(name); }
  tracks(names) { return super.tracks(names.flatMap((n) => (this.whole(n) ? [n] : [`${n}.q`, `${n}.r`]))); }
  domain(names) {
    const all = [...new Set([...this.always, ...names])].sort();
    const small = (n) => this.raw(this.block.minus(Form.of(`${n}.r`)).minus(Form.of(1n)), false);
    return this.remember(`domain ${all}`, () => {
      const bare = all.filter((n) => !this.whole(n)).map(small).reduce((a, b) => this.and(a, b),
        this.words(this.tracks(all)));
      // What is said of the parameters, these being in blocks as well.
      this.memory.set(`domain ${all}`, bare);
      return this.where.reduce((a, [form, zero]) => this.and(a, this.condition(form, zero)), bare);
    });
  }
  // AM + B is 0, or not negative, B being between two multiples of M.
  condition(form, zero) {
    return this.remember(`family ${zero ? "=" : ">="} ${form}`, () => {
      const names = [...form.terms.keys()].filter((n) => !this.whole(n));
      if (!names.length) return this.raw(form, zero);
      const at = (part) => new Form(new Map(names.map((n) => [n + part, form.terms.get(n)])), 0n);
      const a = at(".q");
      const b = names.reduce((rest, n) => rest.replace(n, Form.of(0n)), form).plus(at(".r"));
      const sizes = [...b.terms.values(), b.c];
      const [low, high] = [-1n, 1n].map((sign) => sizes.reduce((sum, x) => (x * sign > 0n ? sum + x : sum), 0n));
      if (high - low > 3000n) giveUp("a coefficient is too large for a family");
      const parts = zero ? [] : [this.raw(a.plus(Form.of(low)), false)];
      for (let n = -high; n <= -low; n++) {
        if (!zero && n === -low) break;
        parts.push(this.and(this.raw(a.minus(Form.of(n)), true), this.raw(this.block.times(n).plus(b), zero)));
      }
      return this.or(names, ...parts);
    });
  }
}
