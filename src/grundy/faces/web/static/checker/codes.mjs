// Heap codes: read, as they are written and not otherwise; and the moves of a heap.

import { Refused, spend } from "./data.mjs";

const LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUV";
const MOST_PARTS = 16, LARGEST = 1 << 20;

/** Return the code of a text: digits, those that repeat, whether parts differ, and divisions. */
export function readCode(text) {
  if (typeof text !== "string") throw new Refused("a heap code is a text");
  const code = raw(text);
  if (code === null || written(code) !== text) throw new Refused("this is no heap code as it is written");
  const { digits, repeat, unequal } = code, every = [...digits, ...repeat];
  if (digits[0] & 3 || every.some((d) => d >= 2 ** (MOST_PARTS + 1)) || every.length > LARGEST + 1) {
    throw new Refused("this is a code of no game");
  }
  if (unequal && every.some((d) => d > 7)) throw new Refused("unequal parts are two");
  code.parts = Math.max(0, ...every.map((d) => 31 - Math.clz32(d)));
  return code;
}

function raw(text) {
  const found = /^(unequal )?(.*?)((?: \d{1,9}:\d{1,9})*)$/s.exec(text);
  if (!found) return null;
  let body = found[2];
  const code = { digits: [0], repeat: [], unequal: Boolean(found[1]), divisions: [] };
  for (const pair of found[3].split(" ").slice(1)) code.divisions.push(pair.split(":").map(Number));
  if (code.divisions.some(([q, k]) => q < 2 || k < 1 || k > LARGEST)) return null;
  const set = /^(all-but )?\{((?:\d{1,7}(?:, \d{1,7})*)?)\}$/.exec(body);
  const plain = /^([0-9A-V])\.([0-9A-V]*)(?:\(([0-9A-V]+)\))?$/.exec(body);
  const listed = /^digits ((?:\d{1,9} ?)+)(?:; ((?:\d{1,9} ?)+))?$/.exec(body);
  if (set) {
    const numbers = set[2] ? set[2].split(", ").map(Number) : [], last = numbers.length ? Math.max(...numbers) : 0;
    if (last > LARGEST || numbers.includes(0) || (!set[1] && !last)) return null;
    const taken = set[1] ? 0 : 3;
    code.digits = Array.from({ length: last + 1 }, (_, m) => (m && (numbers.includes(m) ? taken : 3 - taken)) || 0);
    if (set[1]) code.repeat = [3];
  } else if (plain) {
    code.digits = [plain[1], ...plain[2]].map((letter) => LETTERS.indexOf(letter));
    code.repeat = [...(plain[3] ?? "")].map((letter) => LETTERS.indexOf(letter));
  } else if (listed) {
    [code.digits, code.repeat] = [listed[1], listed[2] ?? ""].map((part) => part.split(" ").filter(Boolean).map(Number));
  } else if (body === "" && code.divisions.length) {
    return null;
  } else {
    return null;
  }
  [code.digits, code.repeat] = shortest(code.digits, code.repeat);
  return code;
}

function shortest(digits, repeat) {
  digits = digits.slice();
  if (!repeat.some(Boolean)) {
    while (digits.length > 1 && !digits.at(-1)) digits.pop();
    return [digits, []];
  }
  const size = repeat.findIndex((_, i) => repeat.length % (i + 1) === 0 && repeat.every((d, j) => d === repeat[j % (i + 1)])) + 1;
  let cycle = repeat.slice(0, size);
  while (digits.length > 1 && digits.at(-1) === cycle.at(-1)) cycle = [digits.pop(), ...cycle.slice(0, -1)];
  return [digits, cycle];
}

export const isSet = (code) => !code.digits[0] && code.digits.slice(1).every((d) => d === 0 || d === 3) && !code.unequal && !code.divisions.length;
export const isSubtraction = (code) => isSet(code) && !code.repeat.length && code.digits.length > 1;
export const isAllBut = (code) => isSet(code) && code.repeat.length === 1 && code.repeat[0] === 3;

function written(code) {
  const { digits, repeat, unequal, divisions } = code;
  const places = (digit) => digits.flatMap((d, m) => (m && d === digit ? [m] : []));
  let body;
  if (isSubtraction(code) && digits.length > 10) body = `{${places(3).join(", ")}}`;
  else if (isAllBut(code)) body = `all-but {${places(0).join(", ")}}`;
  else if ([...digits, ...repeat].some((d) => d > 31)) {
    body = `digits ${digits.join(" ")}${repeat.length ? `; ${repeat.join(" ")}` : ""}`;
  } else {
    const cycle = repeat.map((d) => LETTERS[d]).join("");
    const [first, ...rest] = digits.map((d) => LETTERS[d]);
    body = `${first}.${rest.join("") || (cycle ? "" : "0")}${cycle ? `(${cycle})` : ""}`;
  }
  const sorted = divisions.slice().sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  return [...(unequal ? ["unequal"] : []), body, ...sorted.map((pair) => pair.join(":"))].join(" ");
}

export const digitOf = (code, m) => {
  if (m < code.digits.length) return code.digits[m];
  return code.repeat.length ? code.repeat[(m - code.digits.length) % code.repeat.length] : 0;
};

/** Call for each tuple of heaps that can replace one heap, in the order of the moves: fewer taken first. */
export function* optionsOf(code, heap) {
  const last = code.repeat.length ? heap : Math.min(heap, code.digits.length - 1);
  for (let m = 0; m <= last; m++) {
    for (let parts = 0, digit = digitOf(code, m); digit >> parts; parts++) {
      if ((digit >> parts) & 1) yield* splits(heap - m, parts, 1, code.unequal);
    }
  }
  for (const [q, k] of code.divisions) if (heap && heap % q === 0) yield Array(k).fill(heap / q);
}

function* splits(total, parts, least, unequal) {
  spend();
  if (parts === 0) {
    if (total === 0) yield [];
  } else if (parts === 1) {
    if (total >= least) yield [total];
  } else {
    for (let one = least; one <= Math.floor((total - unequal) / parts); one++) {
      for (const rest of splits(total - one, parts - 1, one + unequal, unequal)) yield [one, ...rest];
    }
  }
}
