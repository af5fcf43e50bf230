// The sets of numbers that a sentence may name, each read off the digits by its definition.

import { both, either, explored, letters, some } from "./automata.mjs";
import { NotChecked, Refused } from "./data.mjs";

const zeros = (state, digit) => (digit ? 1 : state && 3 - state); // 1: an even number of zeros at the end, 2: an odd number
const length = (state, digit) => (state || digit ? 1 + (state % 2) : 0);
const one = (state, digit) => (state + digit < 2 ? state + digit : null);
const last = (state, digit, own) => {
  if (state) return digit || own ? null : 1;
  return own === 0 || own === digit ? Number(own > 0) : null;
};
// By name: the recurrence of the system, how many numbers, the state after digits, and the states of those in the set.
const READ = {
  odious: ["2", 1, (state, digit) => state ^ digit, [1]],
  evil: ["2", 1, (state, digit) => state ^ digit, [0]],
  vile: ["2", 1, zeros, [1]],
  dopey: ["2", 1, zeros, [2]],
  odd_length: ["2", 1, length, [1]],
  even_length: ["2", 1, length, [0, 2]],
  fibonacci: ["1,1", 1, one, [1]],
  ruler: ["2", 2, last, [1]],
  zeckendorf: ["1,1", 2, last, [1]],
};

/** Return the relation of a name, its numbers in the order of their tracks. */
export function setOf(name, system) {
  const linear = (a, b, relation, c) => system.linear(new Map([["0", a], ["1", b]]), relation, c);
  if (Object.hasOwn(READ, name)) return read(system, ...READ[name]);
  if (name === "Z") return read(system, String(system.recurrence), 2, last, [1]);
  if (name === "small") return some(both(setOf("zeckendorf", system), system.less("2", "1")), "1").renamed({ 2: "1" });
  if (name === "odiousth") return both(both(linear(2, -1, ">=", -1), linear(-2, 1, ">=", 2)), setOf("odious", system).renamed({ 0: "1" }));
  const power = /^power([2-9])(?:times([2-9]))?$/.exec(name), places = /^places([2-9])of([2-9])$/.exec(name), beatty = /^beatty([1-9])$/.exec(name);
  if (power) return some(both(read(system, power[1], 1, one, [1]).renamed({ 0: "1" }), linear(1, -Number(power[2] ?? 1), "=", 0)), "1");
  if (places) return read(system, "2", Number(places[2]), (_, ...digits) => (digits.reduce((a, b) => a + b) % Number(places[1]) ? null : 0), [0]);
  if (beatty) {
    const shift = (state, digit, next) => (digit === Math.floor(state / 3) ? 3 * next + zeros(state % 3, digit) : null);
    const pairs = read(system, `${beatty[1]},1`, 2, shift, [0, 1], Number(beatty[1]) + 1);
    return either(pairs, pairs.renamed({ 0: "1", 1: "0" }));
  }
  throw new Refused(`there is no relation ${name}`);
}

function read(system, recurrence, width, step, ends, second = Number(system.weights[1])) {
  if (String(system.recurrence) !== recurrence) throw new Refused("a set that is read off the digits of another system");
  if (Number(system.weights[1]) !== second || (recurrence === "1,1" && second !== 2)) throw new NotChecked("a system with other weights");
  const every = letters(system.base, width), names = Array.from({ length: width }, (_, i) => String(i));
  const after = function* (state) {
    for (const letter of every) {
      const next = step(state, ...Array.from(letter, (digit) => digit.charCodeAt(0)));
      if (next !== null) yield [letter, next];
    }
  };
  return both(system.all(names), explored(names, 0, after, (state) => ends.includes(state)));
}
