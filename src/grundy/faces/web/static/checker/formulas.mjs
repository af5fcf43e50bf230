// Formulas about numbers and relations, decided by automata.
import { integer, list, natural, oneOf, refuse, string } from "./data.mjs";
import { build, isEmpty, project, rename } from "./automata.mjs";
import { solve } from "./numbers.mjs";
import { Form } from "./unknowns.mjs";
let made = 0;
export const freshName = () => `$${made++}`;

// A relation of `names`, said of forms: it is renamed, and forms that are no names get one.
export function at(numbers, relation, names, forms) {
  const [conditions, to] = [[], {}];
  names.forEach((n, i) => {
    const form = Form.of(forms[i]);
    to[n] = form.name() ?? freshName();
    if (!form.name()) conditions.push([form.minus(Form.of(to[n])), true]);
  });
  const moved = relation.tracks.map((t) => t.replace(/^[^.]*/, (n) => to[n] ?? n));
  return { conditions, relation: rename(relation, moved, numbers.base) };
}

const one = Form.of(1n);
const COMPARISONS = {
  "=": (a, b) => [[[a.minus(b), true]]], "!=": (a, b) => [...COMPARISONS["<"](a, b), ...COMPARISONS["<"](b, a)],
  "<": (a, b) => [[[b.minus(a).minus(one), false]]], "<=": (a, b) => [[[b.minus(a), false]]],
  ">": (a, b) => COMPARISONS["<"](b, a), ">=": (a, b) => COMPARISONS["<="](b, a),
};
const power2 = (n) => n > 1 && (n & (n - 1)) === 0;
export function xor(numbers, names) {
  if (!power2(numbers.base)) refuse("a nim-sum wants a base that is a power of 2");
  const digits = (l) => names.map((_, i) => Math.floor(l / numbers.base ** i) % numbers.base);
  return build([...names].sort(), numbers.base ** names.length, 0,
    (s, l) => (digits(l).reduce((a, b) => a ^ b) ? null : 0), () => true);
}

// The relation of the free names of a formula. `relations` gives for the name of a relation how many numbers it has, and itself.
export function decide(numbers, relations, formula, names) {
  const all = (f, bound) => formulas(list(f, 1), bound);
  const checkName = (n) => (/^[A-Za-z_][A-Za-z0-9_]{0,60}$/.test(string(n)) ? n
    : refuse(`${JSON.stringify(n)} is no name`));
  function term(t, bound, parts) {
    if (typeof t === "bigint") return Form.of(t);
    if (typeof t === "string") {
      if (!bound.includes(t)) refuse(`${JSON.stringify(t)} is not bound`);
      parts.names.add(t);
      return Form.of(t);
    }
    const [word, ...rest] = list(t, 2);
    oneOf(word, ["+", "*", "//", "%", "xor"]);
    if (word === "+") return rest.map((x) => term(x, bound, parts)).reduce((a, b) => a.plus(b));
    if (word === "xor") {
      list(rest, 2);
      const given = [freshName(), ...rest.map(() => freshName())];
      rest.forEach((x, i) => parts.conditions.push([term(x, bound, parts).minus(Form.of(given[i + 1])), true]));
      parts.relations.push(xor(numbers, given));
      return Form.of(given[0]);
    }
    list(rest, 2, 2);
    if (word === "*") return term(rest[1], bound, parts).times(integer(rest[0]));
    const [whole, d] = [term(rest[0], bound, parts), integer(rest[1], 1n, 10n ** 6n)];
    const q = Form.of(freshName());
    const left = whole.minus(q.times(d));
    parts.conditions.push([left, false], [Form.of(d - 1n).minus(left), false]);
    return word === "//" ? q : left;
  }
  function formulas(f, bound) {
    const [word, ...rest] = f;
    if (Object.hasOwn(COMPARISONS, string(word)) || word === "is") return atom(word, rest, bound);
    oneOf(word, ["not", "=>", "<=>", "and", "or", "some", "all", "at least"]);
    const free = (...some) => [...new Set(some.flatMap((r) => r.tracks))];
    const not = (r) => numbers.not(r.tracks, r);
    const or = (...some) => numbers.or(free(...some), ...some);
    if (word === "not") return not(all(...list(rest, 1, 1), bound));
    if (word === "and") return numbers.and(numbers.domain([]), ...rest.map((g) => all(g, bound)));
    if (word === "or") return or(...rest.map((g) => all(g, bound)));
    if (word === "=>" || word === "<=>") {
      const [a, b] = list(rest, 2, 2).map((g) => all(g, bound));
      return word === "=>" ? or(not(a), b) : or(numbers.and(a, b), not(or(a, b)));
    }
    if (word === "at least") {
      list(rest, 3, 3);
      const times = natural(rest[0], 1, 1000);
      return project(all(rest[2], [...bound, checkName(rest[1])]), [rest[1]], numbers.base, times);
    }
    const own = list(list(rest, 2, 2)[0], 1, 8).map(checkName);
    if (new Set(own).size < own.length) refuse("a name is bound twice");
    const inner = all(rest[1], [...bound, ...own]);
    return word === "some" ? numbers.exists(own, inner) : not(numbers.exists(own, not(inner)));
  }
  function atom(word, rest, bound) {
    const parts = { conditions: [], relations: [], names: new Set() };
    let cases;
    if (word === "is") {
      const relation = relations(string(list(rest, 1)[0]), rest.length - 1);
      const forms = rest.slice(1).map((t) => term(t, bound, parts));
      const placed = at(numbers, relation.relation, relation.names, forms);
      parts.relations.push(placed.relation);
      cases = [placed.conditions];
    } else cases = COMPARISONS[word](...list(rest, 2, 2).map((t) => term(t, bound, parts)));
    const keep = [...parts.names];
    const solved = cases.map((c) => solve(numbers, { conditions: [...parts.conditions, ...c],
      relations: parts.relations }, keep));
    return numbers.or(keep, ...solved);
  }
  return all(formula, names);
}
export const isTrue = (relation) => !isEmpty(relation);

// The sets by their digits. Each is built letter by letter, `l` being the digits of its numbers, the first one's first.
export function digitSets(numbers, numeration) {
  const { base } = numbers;
  const made = (count, first, next, accepts) => {
    const names = Array.from({ length: count }, (_, i) => `s${i}`);
    const digits = (l) => names.map((_, i) => Math.floor(l / base ** (count - 1 - i)) % base);
    return { names, relation: numbers.and(build(names, base ** count, first, (s, l) => next(s, digits(l)), accepts),
      numbers.domain(names)) };
  };
  const where = (names, relations, conditions) => ({ names, relation: solve(numbers, { relations, conditions }, names) });
  const [a, b] = ["s0", "s1"].map((n) => Form.of(n));
  const odd = (parity) => made(1, 0, (s, [d]) => s ^ d, (s) => s === parity);
  // -1 before the first digit that is not 0; then the parity of the zeros at the end.
  const zeros = (...ends) => made(1, -1, (s, [d]) => (d ? 0 : s < 0 ? s : 1 - s), (s) => ends.includes(s));
  const size = (parity) => made(1, -1, (s, [d]) => (s < 0 ? (d ? 1 : s) : 1 - s), (s) => (s < 0 ? 0 : s) === parity);
  const last = () => made(2, 0, (s, [d, e]) => (s ? (d || e ? null : 1) : e === 0 ? 0 : e === d ? 1 : null),
    (s) => s === 1);
  const single = () => made(1, 0, (s, [d]) => (s ? (d ? null : 1) : d > 1 ? null : d), (s) => s === 1);
  const named = {
    msd_2: { odious: () => odd(1), evil: () => odd(0), vile: () => zeros(0), dopey: () => zeros(1),
      odd_length: () => size(1),
      even_length: () => size(0), ruler: last, odiousth: () => where(["s0", "s1"], [{ ...odd(1).relation, tracks: ["s1"] }],
        [[b.minus(a.times(2n)).plus(Form.of(2n)), false], [a.times(2n).minus(b).minus(one), false],
          [a.minus(one), false]]) },
    msd_fib: { fibonacci: single, zeckendorf: last, small: () => {
      const { relation } = last();
      return where(["s0", "s1"], [{ ...relation, tracks: ["s0", "v"] }], [[Form.of("v").minus(b).minus(one), false]]);
    } },
  };
  return (name) => {
    const own = named[numeration === "rec [1,1;1,2]" ? "msd_fib" : numeration] ?? {};
    let m;
    if (Object.hasOwn(own, name)) return own[name]();
    if (name === "Z") return last();
    if ((m = /^places([2-9])of([2-9])$/.exec(name)) && numeration === "msd_2") {
      return made(Number(m[2]), 0, (s, l) => (l.reduce((x, d) => x + d) % Number(m[1]) ? null : 0), () => true);
    }
    if ((m = /^power([2-9])(?:times([2-9]))?$/.exec(name)) && numeration === `msd_${m[1]}`) {
      if (!m[2]) return single();
      return where(["s0"], [{ ...single().relation, tracks: ["v"] }], [[a.minus(Form.of("v").times(BigInt(m[2]))), true]]);
    }
    if ((m = /^beatty([1-9])$/.exec(name)) && [`rec [${m[1]},1;1,${Number(m[1]) + 1}]`, m[1] === "1"
      && "msd_fib"].includes(numeration)) {
      const wanted = made(2, 0, (s, [d, e]) => (d === s ? e : null), (s) => s === 0).relation;
      const even = zeros(0, -1).relation;
      const way = (x, y) => numbers.and(rename(wanted, [x, y], base), rename(even, [x], base));
      return { names: ["s0", "s1"], relation: numbers.or(["s0", "s1"], way("s0", "s1"), way("s1", "s0")) };
    }
    return refuse(`${JSON.stringify(name)} is no relation that is known in ${numeration}`);
  };
}
