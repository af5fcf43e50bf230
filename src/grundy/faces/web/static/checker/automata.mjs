// Relations of natural numbers as finite automata. A letter is a string with one character for the digit on each track; a
// relation has its tracks in order, and for each state a Map from letters to states. State 0 is the first. All that is made
// here is minimal and numbered breadth first, so that equal relations are equal.

import { NotChecked, room, spend } from "./data.mjs";

const MOST = 20_000, MOST_ARROWS = 400_000;

export class Relation {
  constructor(tracks, rows, accepting) {
    Object.assign(this, { tracks, rows, accepting });
  }

  get isEmpty() {
    return !this.accepting.includes(true);
  }

  equals(other) {
    const same = (row, i) => row.size === other.rows[i].size && [...row].every(([letter, after]) => other.rows[i].get(letter) === after);
    return (
      this.tracks.join() === other.tracks.join() &&
      this.rows.length === other.rows.length &&
      this.accepting.every((yes, i) => yes === other.accepting[i]) &&
      this.rows.every(same)
    );
  }

  /** The same relation with other names for its numbers, all different. */
  renamed(names) {
    const own = this.tracks.map((name) => names[name] ?? name), tracks = own.slice().sort();
    const pick = picker(tracks.map((name) => own.indexOf(name)));
    return new Relation(tracks, this.rows.map((row) => new Map([...row].map(([letter, after]) => [pick(letter), after]))), this.accepting);
  }
}

const picker = (places) => (letter) => {
  let made = "";
  for (const place of places) made += letter[place];
  return made;
};

export const nowhere = (tracks) => new Relation([...tracks].sort(), [new Map()], [false]);

/** The minimal relation of states that are found as they are needed: `step` yields letters and states, which have keys. */
export function explored(tracks, start, step, accepts, keyOf = String) {
  const places = new Map([[keyOf(start), 0]]), states = [start], rows = [];
  let arrows = 0;
  for (const state of states) { // grows meanwhile
    const row = new Map();
    for (const [letter, after] of step(state)) {
      spend();
      const key = keyOf(after);
      if (!places.has(key)) {
        places.set(key, states.length);
        states.push(after);
      }
      row.set(letter, places.get(key));
      arrows += 1;
    }
    if (states.length > MOST || arrows > MOST_ARROWS) throw new NotChecked("an automaton is too large: undecided");
    rows.push(row);
  }
  return minimal(tracks, rows, states.map((state) => Boolean(accepts(state))));
}

/** Merge what cannot be told apart (E. F. Moore), drop what leads nowhere, and number the rest. */
export function minimal(tracks, rows, accepting) {
  const live = backwards(rows, accepting);
  if (!live.has(0)) return nowhere(tracks);
  const arrows = rows.map((row) => [...row].filter(([, after]) => live.has(after)).sort(([a], [b]) => (a < b ? -1 : 1)));
  let classes = accepting.map(Number), count = 0;
  for (;;) {
    const numbers = new Map(), next = [];
    for (const state of live) {
      spend(1 + (arrows[state].length >> 2));
      const told = `${classes[state]};${arrows[state].map(([letter, after]) => letter + classes[after]).join(";")}`;
      if (!numbers.has(told)) numbers.set(told, numbers.size);
      next[state] = numbers.get(told);
    }
    classes = next;
    if (numbers.size === count) break;
    count = numbers.size;
  }
  const order = new Map([[classes[0], 0]]), found = [0], made = [];
  for (const state of found) { // grows meanwhile
    made.push(new Map(arrows[state].map(([letter, after]) => {
      if (!order.has(classes[after])) {
        order.set(classes[after], found.length);
        found.push(after);
      }
      return [letter, order.get(classes[after])];
    })));
  }
  return new Relation(tracks, made, found.map((state) => accepting[state]));
}

function backwards(rows, accepting) {
  const before = rows.map(() => []), queue = accepting.flatMap((yes, state) => (yes ? [state] : []));
  rows.forEach((row, state) => row.forEach((after) => before[after].push(state)));
  const live = new Set(queue);
  for (const state of live) before[state].forEach((each) => live.add(each)); // grows meanwhile
  return new Set([...live].sort((a, b) => a - b));
}

/** "a and b". */
export function both(a, b) {
  const tracks = [...new Set([...a.tracks, ...b.tracks])].sort(), joined = [...a.tracks, ...b.tracks];
  const pick = picker(tracks.map((name) => joined.indexOf(name)));
  const shared = a.tracks.filter((name) => b.tracks.includes(name));
  const keys = [a, b].map((one) => picker(shared.map((name) => one.tracks.indexOf(name))));
  const index = b.rows.map(() => null);
  const step = function* ([p, q]) {
    index[q] ??= grouped(b.rows[q], keys[1]);
    for (const [letter, after] of a.rows[p]) {
      for (const [other, then] of index[q].get(keys[0](letter)) ?? []) yield [pick(letter + other), [after, then]];
    }
  };
  return explored(tracks, [0, 0], step, ([p, q]) => a.accepting[p] && b.accepting[q]);
}

function grouped(row, key) {
  const found = new Map();
  for (const [letter, after] of row) {
    const own = key(letter);
    if (found.has(own)) found.get(own).push([letter, after]);
    else found.set(own, [[letter, after]]);
  }
  return found;
}

/** What a function of two truth values makes of relations of the same numbers, where one of them holds. */
function combined(a, b, accepts) {
  const step = function* ([p, q]) {
    const one = p < 0 ? new Map() : a.rows[p], two = q < 0 ? new Map() : b.rows[q];
    for (const letter of new Set([...one.keys(), ...two.keys()])) yield [letter, [one.get(letter) ?? -1, two.get(letter) ?? -1]];
  };
  return explored(a.tracks, [0, 0], step, ([p, q]) => accepts(p >= 0 && a.accepting[p], q >= 0 && b.accepting[q]));
}

export const either = (a, b) => combined(a, b, (one, two) => one || two);
export const without = (a, b) => combined(a, b, (one, two) => one && !two);

/** "There is a number of this name with a": it may have more digits than the others. */
export function some(a, name) {
  const place = a.tracks.indexOf(name);
  if (place < 0) return a;
  const keep = (letter) => letter.slice(0, place) + letter.slice(place + 1), zero = "\0".repeat(a.tracks.length - 1);
  const rows = a.rows.map((row) => grouped([...row], keep));
  const start = new Set([0]);
  for (const state of start) (rows[state].get(zero) ?? []).forEach(([, after]) => start.add(after)); // grows meanwhile
  const step = function* (states) {
    const found = new Map();
    for (const state of states) {
      for (const [letter, arrows] of rows[state]) {
        spend(arrows.length);
        if (!found.has(letter)) found.set(letter, new Set());
        for (const [, after] of arrows) found.get(letter).add(after);
      }
    }
    for (const [letter, after] of found) yield [letter, [...after].sort((one, two) => one - two)];
  };
  const tracks = a.tracks.filter((each) => each !== name);
  return explored(tracks, [...start].sort((one, two) => one - two), step, (states) => states.some((state) => a.accepting[state]));
}

/** "There are numbers of these names with all of these", the names that are cheapest first. */
export function project(parts, names) {
  let left = [...parts];
  const rest = new Set(names), cost = (name) => left.reduce((total, part) => (part.tracks.includes(name) ? total * part.rows.length : total), 1);
  for (;;) {
    const here = [...rest].filter((name) => left.some((part) => part.tracks.includes(name)));
    if (!here.length) return left.length ? all(left) : null;
    const name = here.reduce((one, two) => (cost(two) < cost(one) ? two : one));
    const own = left.filter((part) => part.tracks.includes(name));
    left = left.filter((part) => !own.includes(part));
    left.push(some(all(own), name));
    rest.delete(name);
  }
}

export function all(parts) {
  return [...parts].sort((a, b) => a.rows.length - b.rows.length).reduce(both);
}

/** "There are so many different tuples of these names, or more, with a": paths are counted, each tuple being one. */
export function atLeast(a, count, names) {
  const kept = a.tracks.flatMap((name, i) => (names.includes(name) ? [] : [i])), keep = picker(kept), zero = "\0".repeat(kept.length);
  const step = (counts, first = false) => {
    const found = new Map();
    for (const [state, times] of counts) {
      for (const [letter, after] of a.rows[state]) {
        spend();
        if (first && !/[^\0]/.test(letter)) continue;
        const own = keep(letter);
        if (!found.has(own)) found.set(own, new Map());
        found.get(own).set(after, Math.min(count, (found.get(own).get(after) ?? 0) + times));
      }
    }
    return found;
  };
  const start = new Map([[0, 1]]), seen = new Map();
  let more = step(start, true).get(zero) ?? new Map();
  for (; more.size; more = step(more).get(zero) ?? new Map()) { // longer and longer numbers beside zeros
    const key = keyOfCounts(more);
    if ((seen.get(key) ?? 0) >= count) break;
    seen.set(key, (seen.get(key) ?? 0) + 1);
    for (const [state, times] of more) start.set(state, Math.min(count, (start.get(state) ?? 0) + times));
  }
  const enough = (counts) => [...counts].reduce((total, [state, times]) => total + (a.accepting[state] ? times : 0), 0) >= count;
  return explored(kept.map((i) => a.tracks[i]), start, step, enough, keyOfCounts);
}

const keyOfCounts = (counts) => [...counts].sort(([a], [b]) => a - b).join(";");

/** All letters of so many tracks, in order. */
export function letters(base, width) {
  room(base ** width, MOST_ARROWS);
  let found = [""];
  for (let i = 0; i < width; i++) found = found.flatMap((letter) => Array.from({ length: base }, (_, digit) => letter + String.fromCharCode(digit)));
  return found;
}
