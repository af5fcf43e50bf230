// Sentences about relations of natural numbers, decided by automata.

import { atLeast, both, either, nowhere, project, without } from "./automata.mjs";
import { Refused, isInteger, spend } from "./data.mjs";
import { compared, constant, named, plus } from "./formulas.mjs";

const COMPARED = { "=": "==", "!=": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">=" };
const refuse = (what) => {
  throw new Refused(`there is no such ${what} in a certificate`);
};
const isName = (data) => typeof data === "string" && /^[A-Za-z_]\w{0,60}$/.test(data);
const between = (value, least, most) => isInteger(value) && value >= BigInt(least) && value <= BigInt(most);

/** Return the parts of a formula, whose outermost form is right. */
export function formula(data) {
  if (!Array.isArray(data)) refuse("formula");
  const [sign, ...p] = data, n = p.length;
  const names = (own) => Array.isArray(own) && own.length >= 1 && own.length <= 8 && own.every(isName) && new Set(own).size === own.length;
  const right =
    sign === "and" || sign === "or" || (sign === "not" && n === 1) || ((sign === "=>" || sign === "<=>") && n === 2) ||
    ((sign === "some" || sign === "all") && n === 2 && names(p[0])) ||
    (sign === "at least" && n === 3 && between(p[0], 1, 1000) && isName(p[1])) ||
    (sign === "is" && n >= 2 && isName(p[0])) || (typeof sign === "string" && Object.hasOwn(COMPARED, sign) && n === 2);
  if (!right) refuse("formula");
  ({ and: p, or: p, not: p, "=>": p, "<=>": p, some: [p[1]], all: [p[1]], "at least": [p[2]] })[sign]?.forEach(formula);
  if (sign === "is" || COMPARED[sign]) p.slice(sign === "is" ? 1 : 0).forEach(term);
  return data;
}

function term(data) {
  if (isInteger(data) || isName(data)) return;
  const [sign, ...p] = Array.isArray(data) ? data : refuse("term");
  if ((sign === "+" && p.length) || (sign === "xor" && p.length > 1)) p.forEach(term);
  else if (sign === "*" && p.length === 2 && isInteger(p[0])) term(p[1]);
  else if ((sign === "//" || sign === "%") && p.length === 2 && between(p[1], 1, 10 ** 6)) term(p[0]);
  else refuse("term");
}

export class Sentences {
  constructor(system, called) {
    Object.assign(this, { system, called, fresh: 0, known: new Map() });
  }

  newName() {
    return `v${String(this.fresh++).padStart(5, "0")}`;
  }

  holds(sentence) {
    return !this.relation(formula(sentence), new Map()).isEmpty;
  }

  /** The numbers of some names for which a formula holds. */
  where(data, names) {
    return this.system.over(this.relation(formula(data), new Map(names.map((name) => [name, name]))), names);
  }

  not(found) {
    return without(this.system.all(found.tracks), found);
  }

  relation([sign, ...p], scope) {
    spend();
    switch (sign) {
      case "not":
        return this.not(this.relation(p[0], scope));
      case "and":
        return p.map((each) => this.relation(each, scope)).reduce(both, this.system.all([]));
      case "or":
        return p.map((each) => this.relation(each, scope)).reduce((a, b) => either(this.system.over(a, b.tracks), this.system.over(b, a.tracks)), nowhere([]));
      case "=>":
        return this.relation(["or", ["not", p[0]], p[1]], scope);
      case "<=>":
        return this.relation(["or", ["and", ...p], ["not", ["or", ...p]]], scope);
      case "all":
        return this.not(this.relation(["some", p[0], ["not", p[1]]], scope));
      case "some": {
        const own = p[0].map(() => this.newName());
        return project([this.relation(p[1], new Map([...scope, ...p[0].map((name, i) => [name, own[i]])]))], own);
      }
      case "at least": {
        const own = this.newName(), inner = this.relation(p[2], new Map([...scope, [p[1], own]]));
        return atLeast(this.system.over(inner, [own]), Number(p[0]), [own]);
      }
      default:
        return this.atom(sign, p, scope);
    }
  }

  atom(sign, p, scope) {
    const parts = [], bound = [];
    const hold = ({ form, relation }) => parts.push(this.system.linear(form.terms, relation, form.c));
    const fresh = () => bound[bound.push(this.newName()) - 1];
    const nameOf = (form) => {
      const own = fresh();
      hold(compared(named(own), "==", form));
      return own;
    };
    const value = (data) => {
      if (isInteger(data)) return plus(constant(0), constant(Number(data)));
      if (typeof data === "string") return scope.has(data) ? named(scope.get(data)) : refuse("name that is bound");
      const [word, ...q] = data;
      if (word === "+") return q.map(value).reduce((a, b) => plus(a, b));
      if (word === "*") return plus(constant(0), value(q[1]), Number(q[0]));
      if (word === "xor") {
        const names = q.map((each) => nameOf(value(each))), own = fresh();
        parts.push(this.system.nimSum([...names, own]));
        return named(own);
      }
      const whole = value(q[0]), d = Number(q[1]), quotient = named(fresh()), rest = named(fresh());
      hold(compared(whole, "==", plus(rest, quotient, d)));
      hold(compared(rest, "<", constant(d)));
      return word === "//" ? quotient : rest;
    };
    if (sign === "is") {
      const relation = this.known.get(p[0]) ?? this.called(p[0]);
      this.known.set(p[0], relation);
      if (relation.tracks.length !== p.length - 1) refuse("relation of so many numbers");
      const names = p.slice(1).map((each) => nameOf(value(each)));
      parts.push(relation.renamed(Object.fromEntries(relation.tracks.map((track, i) => [track, names[i]]))));
    } else {
      const [left, right] = p.map(value);
      hold(compared(left, COMPARED[sign], right));
    }
    return project(parts, bound);
  }
}
