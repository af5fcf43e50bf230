// Relations of numbers as automata that read digits on tracks, the most significant first. A relation is {tracks, letters, rows,
// accepting}: the tracks in order, how many letters, the states after each letter (-1: none), and whether a state accepts.
import { room, spend } from "./data.mjs";
const union = (a, b) => [...new Set([...a, ...b])].sort();

// For each letter on some tracks, the letter that other tracks read, which are among these (and may be named twice).
function letterMap(base, tracks, others) {
  const letters = base ** tracks.length;
  room(letters);
  const weight = tracks.map((t) => others.reduce((sum, o, i) => sum + (o === t ? base ** (others.length - 1 - i) : 0), 0));
  const map = new Int32Array(letters);
  for (let i = 1, step = 1, at = tracks.length - 1; i < letters; i++) {
    if (i === step * base) [step, at] = [i, at - 1];
    map[i] = map[i - step] + weight[at];
  }
  return map;
}

// Builds what can be reached from a first state; states are anything with a key, `next` gives the one after a letter, or null.
export function build(tracks, letters, first, next, accepts, key = String) {
  const [ids, states, rows] = [new Map([[key(first), 0]]), [first], []];
  for (let s = 0; s < states.length; s++) {
    const row = new Int32Array(letters).fill(-1);
    spend(letters);
    room(letters * states.length);
    for (let l = 0; l < letters; l++) {
      const to = next(states[s], l);
      if (to === null) continue;
      const name = key(to);
      let id = ids.get(name);
      if (id === undefined) { ids.set(name, (id = states.length)); states.push(to); }
      row[l] = id;
    }
    rows.push(row);
  }
  return minimal({ tracks, letters, rows, accepting: states.map((s) => (accepts(s) ? 1 : 0)) });
}

// The minimal automaton, its states numbered breadth first: equal relations have equal ones.
export function minimal({ tracks, letters, rows, accepting }) {
  const alive = accepting.slice();
  for (let changed = true; changed;) {
    changed = false;
    for (let s = rows.length - 1; s >= 0; s--) {
      if (!alive[s] && rows[s].some((t) => t >= 0 && alive[t])) changed = Boolean((alive[s] = 1));
    }
    spend(rows.length);
  }
  // Where each letter leads that leads anywhere; a state that is dead is after all others.
  const used = [...Array(letters).keys()].filter((l) => rows.some((row, s) => alive[s] && row[l] >= 0 && alive[row[l]]));
  const [n, width] = [rows.length, used.length];
  const after = new Int32Array(n * width);
  rows.forEach((row, s) => used.forEach((l, i) => { after[s * width + i] = row[l] >= 0 && alive[row[l]] ? row[l] : n; }));
  let [classes, count] = [Int32Array.from([...accepting, -1]), 0];
  for (;;) {
    const buckets = new Map();
    const finer = new Int32Array(n + 1).fill(-1);
    const heads = [];
    for (let s = 0; s < n; s++) {
      spend(width);
      let hash = classes[s];
      for (let i = s * width; i < (s + 1) * width; i++) {
        hash = Math.imul(hash ^ classes[after[i]], 0x9e3779b1);
        hash ^= hash >>> 15;
      }
      const bucket = buckets.get(hash) ?? buckets.set(hash, []).get(hash);
      let found = bucket.find((h) => {
        if (classes[h] !== classes[s]) return false;
        for (let i = 0; i < width; i++) if (classes[after[h * width + i]] !== classes[after[s * width + i]]) return false;
        return true;
      });
      if (found === undefined) { bucket.push((found = s)); finer[s] = heads.push(s) - 1; } else finer[s] = finer[found];
    }
    const done = heads.length === count;
    [classes, count] = [finer, heads.length];
    if (done) break;
  }
  const [order, place, made] = [[0], new Map([[classes[0], 0]]), []];
  for (const s of order) {
    made.push(Int32Array.from(rows[s], (t) => {
      if (t < 0 || !alive[t]) return -1;
      if (!place.has(classes[t])) place.set(classes[t], order.push(t) - 1);
      return place.get(classes[t]);
    }));
  }
  return { tracks, letters, rows: made, accepting: order.map((s) => accepting[s]) };
}

export const isEmpty = (a) => !a.accepting.includes(1);
export const always = { tracks: [], letters: 1, rows: [Int32Array.of(0)], accepting: [1] };
export const never = (tracks, base) => {
  const letters = base ** tracks.length;
  return { tracks, letters, rows: [new Int32Array(letters).fill(-1)], accepting: [0] };
};
export const equal = (a, b) => String(a.tracks) === String(b.tracks) && a.rows.length === b.rows.length
  && a.accepting.every((x, i) => x === b.accepting[i]) && a.rows.every((row, s) => row.every((t, l) => t === b.rows[s][l]));

// "and", "or", "minus" of two relations; but for "and" they must have the same tracks.
export function combine(how, a, b, base) {
  const tracks = union(a.tracks, b.tracks);
  const [toA, toB] = [letterMap(base, tracks, a.tracks), letterMap(base, tracks, b.tracks)];
  const width = b.rows.length + 1;
  const next = (s, l) => {
    const [p, q] = [Math.floor(s / width) - 1, (s % width) - 1];
    const x = p < 0 ? -1 : a.rows[p][toA[l]];
    const y = q < 0 ? -1 : b.rows[q][toB[l]];
    if (how === "and" ? x < 0 || y < 0 : how === "minus" ? x < 0 : x < 0 && y < 0) return null;
    return (x + 1) * width + y + 1;
  };
  const accepts = (s) => {
    const [x, y] = [a.accepting[Math.floor(s / width) - 1], b.accepting[(s % width) - 1]];
    return how === "and" ? x && y : how === "or" ? x || y : x && !y;
  };
  return build(tracks, toA.length, width + 1, next, accepts, (s) => s);
}

// Of the words on the other tracks, those that `times` or more different words on the dropped ones go with.
export function project(a, dropped, base, times = 1) {
  const tracks = a.tracks.filter((t) => !dropped.includes(t));
  if (tracks.length === a.tracks.length) return a;
  const map = letterMap(base, a.tracks, tracks);
  const groups = Array.from({ length: base ** tracks.length }, () => []);
  map.forEach((to, l) => groups[to].push(l));
  const [count, marks] = [new Int32Array(a.rows.length), new Int32Array(a.rows.length)];
  let mark = 0;
  // A state lists states of `a`, and in how many ways (at most `times`) each is reached.
  const next = (state, l) => {
    const touched = [];
    mark += 1;
    for (let i = 0; i < state.length; i += 2) {
      const row = a.rows[state[i]];
      spend(groups[l].length);
      for (const full of groups[l]) {
        const t = row[full];
        if (t < 0) continue;
        if (marks[t] !== mark) { [marks[t], count[t]] = [mark, 0]; touched.push(t); }
        count[t] = Math.min(times, count[t] + state[i + 1]);
      }
    }
    return touched.length ? touched.sort((x, y) => x - y).flatMap((t) => [t, count[t]]) : null;
  };
  // Words on the dropped tracks may be longer: what can be reached by zeros on the others is counted until nothing changes.
  let first = [0, 1];
  for (;;) { const more = next(first, 0); if (more === null || String(more) === String(first)) break; first = more; }
  const accepts = (state) => {
    let ways = 0;
    for (let i = 0; i < state.length; i += 2) if (a.accepting[state[i]]) ways += state[i + 1];
    return ways >= times;
  };
  return build(tracks, groups.length, first, next, accepts);
}

// The relation of other names, one for each track; a name that comes twice makes the two numbers equal.
export function rename(a, names, base) {
  if (String(names) === String(a.tracks)) return a;
  const tracks = union(names, []);
  const map = letterMap(base, tracks, names);
  return minimal({ ...a, tracks, letters: map.length, rows: a.rows.map((row) => Int32Array.from(map, (l) => row[l])) });
}
