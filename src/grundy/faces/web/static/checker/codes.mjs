// Heap codes, as they are written, and the criteria for the periods of their nim-sequences.
import { deny, fields, integer, list, natural, oneOf, refuse, room, spend, string } from "./data.mjs";
const LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUV";
const numbers = (text, by) => (text === "" ? [] : text.split(by).map(Number));

// The code of a text: its first digits, those that repeat, and its divisions [a, b]: a heap of ax becomes b of x.
export function readCode(text) {
  const [body, ...after] = string(text).split(/ (?=[0-9]+:)/);
  const unequal = body.startsWith("unequal ");
  const word = unequal ? body.slice(8) : body;
  const code = { digits: [], repeat: [], unequal, divisions: [] };
  const found = (pattern) => pattern.exec(word);
  let m;
  if ((m = found(/^([0-9A-V])\.([0-9A-V]*)(?:\(([0-9A-V]+)\))?$/))) {
    code.digits = Array.from(m[1] + m[2], (x) => LETTERS.indexOf(x));
    code.repeat = Array.from(m[3] ?? "", (x) => LETTERS.indexOf(x));
  } else if ((m = found(/^(all-but )?\{((?:[0-9]{1,7}(?:, [0-9]{1,7})*)?)\}$/))) {
    const set = numbers(m[2], ", ");
    code.digits = Array.from({ length: Math.max(0, ...set) + 1 }, (_, i) => (i && set.includes(i) === !m[1] ? 3 : 0));
    if (m[1]) code.repeat = [3];
  } else if ((m = found(/^digits ([0-9]{1,6}(?: [0-9]{1,6})*)(?:; ([0-9]{1,6}(?: [0-9]{1,6})*))?$/))) {
    code.digits = numbers(m[1], " ");
    code.repeat = numbers(m[2] ?? "", " ");
  } else refuse(`${JSON.stringify(text)} is no heap code`);
  for (const part of after) {
    if (!/^[0-9]{1,4}:[0-9]{1,4}$/.test(part)) refuse(`${JSON.stringify(text)} is no heap code`);
    code.divisions.push(numbers(part, ":"));
  }
  const all = [...code.digits, ...code.repeat];
  if (code.digits[0] & 3) refuse("the first digit of a code has bit 0 or 1");
  if (all.some((d) => d >= 2 ** 17 || (unequal && d > 7))) refuse("a digit of the code is too large");
  if (code.divisions.some(([a, b]) => a < 2 || b < 1)) refuse("a division of the code is none");
  if (writeCode(code) !== text) refuse(`the code ${JSON.stringify(text)} is written in another way`);
  return code;
}

function writeCode({ digits, repeat, unequal, divisions }) {
  [digits, repeat] = [[...digits], [...repeat]];
  const n = repeat.length;
  for (let p = 1; p <= n; p++) {
    if (n % p === 0 && repeat.every((d, i) => d === repeat[i % p])) { repeat.length = p; break; }
  }
  if (repeat.every((d) => d === 0)) repeat = [];
  while (repeat.length && digits.length > 1 && digits.at(-1) === repeat.at(-1)) {
    digits.pop();
    repeat.unshift(repeat.pop());
  }
  while (!repeat.length && digits.length > 1 && digits.at(-1) === 0) digits.pop();
  const plain = !unequal && !divisions.length && digits[0] === 0 && digits.every((d) => d === 0 || d === 3);
  const places = (digit) => digits.map((d, i) => (i && d === digit ? i : -1)).filter((i) => i >= 0).join(", ");
  if (plain && repeat.length === 1 && repeat[0] === 3) return `all-but {${places(0)}}`;
  if (plain && !repeat.length && digits.length > 10) return `{${places(3)}}`;
  let text;
  if (Math.max(...digits, ...repeat) >= 32) text = "digits " + digits.join(" ") + (repeat.length ? "; " + repeat.join(" ")
    : "");
  else {
    const letters = (part) => part.map((d) => LETTERS[d]).join("");
    text = LETTERS[digits[0]] + "." + letters(digits.slice(1)) + (repeat.length ? `(${letters(repeat)})` : "");
    if (text.endsWith(".")) text += "0";
  }
  const rising = divisions.toSorted(([a, b], [c, d]) => a - c || b - d).filter((x, i, all) => !i
    || String(x) !== String(all[i - 1]));
  return (unequal ? "unequal " : "") + [text, ...rising.map((pair) => pair.join(":"))].join(" ");
}

export const digitAt = ({ digits, repeat }, m) =>
  m < digits.length ? digits[m] : repeat.length ? repeat[(m - digits.length) % repeat.length] : 0;

// All that a heap of n can become: lists of heaps, in the order of the places, of how many are left, and falling.
export function codeMoves(code, n) {
  const moves = [];
  const split = (rest, parts, most, left) => {
    spend();
    if (parts === 0) {
      if (rest === 0 && !(code.unequal && left.length === 2 && left[0] === left[1])) moves.push(left);
      return;
    }
    for (let a = Math.min(most, rest - parts + 1); a * parts >= rest && a >= 1;
      a--) split(rest - a, parts - 1, a, [...left, a]);
  };
  for (let m = 0; m <= n; m++) {
    const digit = digitAt(code, m);
    for (let j = 0; j <= 16; j++) if ((digit >> j) & 1 && (j > 0 || m === n)) split(n - m, j, n, []);
  }
  for (const [a, b] of code.divisions) if (n > 0 && n % a === 0) moves.push(Array(b).fill(n / a));
  return moves;
}

// The values of all options of n are given to `had`, by the values g of smaller heaps.
function seeOptions(code, places, n, g, had) {
  for (const m of places) {
    if (m > n) break;
    const digit = digitAt(code, m);
    if (digit & 1 && m === n) had(0);
    if (digit & 2 && n > m) had(g(n - m));
    if (digit & 4) {
      spend((n - m) >> 1);
      for (let a = 1; 2 * a <= n - m; a++) if (!(code.unequal && 2 * a === n - m)) had(g(a) ^ g(n - m - a));
    }
    if (digit > 7) {
      const parts = (rest, count, most, xor) => {
        spend();
        if (count === 1) return rest <= most && rest >= 1 && had(xor ^ g(rest));
        for (let a = Math.min(most, rest - count + 1); a * count >= rest && a >= 1;
          a--) parts(rest - a, count - 1, a, xor ^ g(a));
      };
      for (let j = 3; j <= 16; j++) if ((digit >> j) & 1 && n - m >= j) parts(n - m, j, n, 0);
    }
  }
}

const CRITERIA = {
  "finite code": (c) => c.finite && !c.unequal,
  unequal: (c) => c.finite && c.unequal,
  subtraction: (c) => c.finite && c.plain && c.top > 0,
  "all-but": (c) => c.plain && c.repeat.length === 1 && c.repeat[0] === 3,
  window: (c) => c.finite && c.split <= 2,
};

function describe(text) {
  const code = readCode(text);
  const finite = !code.repeat.length;
  const plain = !code.unequal && !code.digits[0] && code.digits.every((d) => d === 0 || d === 3);
  const last = (test) => code.digits.reduce((t, d, m) => (test(d) ? m : t), 0);
  const split = Math.max(1, ...[...code.digits, ...code.repeat].map((d) => 31 - Math.clz32(d)));
  return { ...code, finite, plain, split, top: last(finite ? (d) => d : (d) => !d), pairs: last((d) => d > 3) };
}

export function checkPeriod(data) {
  const usual = ["code", "preperiod", "period", "criterion"];
  fields(data, usual, ["saltus", "values", "mask", "rare", "depth"]);
  const criterion = oneOf(data.criterion, Object.keys(CRITERIA));
  const sparse = "mask" in data;
  fields(data, [...usual, ...(criterion === "all-but" ? ["saltus"] : []), ...(sparse ? ["mask", "rare"] : ["values"]),
    ...(criterion === "window" ? ["depth"] : [])]);
  const code = describe(data.code);
  if (code.divisions.length || (code.repeat.length && !CRITERIA["all-but"](code))) refuse("there is no criterion for such a code");
  if (!CRITERIA[criterion](code)) refuse("the criterion is not one for this code");
  const [n0, p] = [integer(data.preperiod, 0n, 10n ** 18n), integer(data.period, 1n, 10n ** 18n)];
  const claim = { code, criterion, n0: Number(n0), p: Number(p), saltus: "saltus" in data ? natural(data.saltus, 1) : 0 };
  claim.s0 = Math.max(claim.n0, 1);
  if (sparse) return checkSparse(claim, data);
  if (criterion === "window") refuse("a window wants mask and rare");
  const most = code.split >= 2 ? 2 ** 16 - 1 : 2 ** 31 - 1;
  claim.values = list(data.values).map((v) => natural(v, 0, most));
  if (BigInt(claim.values.length) !== n0 + p) refuse("there are not as many values as the claim wants");
  claim.g = (n) => {
    if (n < claim.n0 + claim.p) return claim.values[n];
    const turns = Math.floor((n - claim.n0) / claim.p);
    return claim.values[n - turns * claim.p] + turns * claim.saltus;
  };
  const end = bound(claim);
  if (!(end < 2 ** 31)) room(Infinity);
  const places = [...Array(code.digits.length).keys()].filter((m) => code.digits[m]);
  const seen = new Map();
  for (let n = 0; n < end; n++) {
    const had = (v) => seen.set(v, n);
    spend(places.length + 1);
    if (criterion !== "all-but") seeOptions(code, places, n, claim.g, had);
    else for (let m = 1; m <= n; m++) if (digitAt(code, m)) had(claim.g(n - m)), spend();
    let mex = 0;
    while (seen.get(mex) === n) mex++;
    if (mex !== claim.g(n)) deny(`g(${n}) is ${mex}, not ${claim.g(n)}`);
  }
  return claim;
}

function bound({ code, criterion, n0, p, s0, saltus, g }) {
  const { top: t, pairs: b, split: k } = code;
  if (criterion === "finite code") return Math.max(k * (s0 + p) + b - (k - 1), s0 + p + t, p + t + 1);
  if (criterion === "unequal") return Math.max(2 * (s0 + p) + b - 1 + p, s0 + p + t, p + t + 1);
  if (criterion === "subtraction") return n0 + p + t;
  let low = 0;
  for (let n = 0; n < n0 + p; n++) low = Math.max(low, g(n) + 1 - (n < n0 ? 0 : saltus));
  let q = n0;
  while (g(q) < low + saltus) q += p;
  return q + t + p;
}

function checkSparse(claim, data) {
  const { code, criterion, n0, p, s0 } = claim;
  const { top: t } = code;
  const places = [...Array(code.digits.length).keys()].filter((m) => code.digits[m]);
  const splits = places.filter((m) => code.digits[m] & 4);
  const mask = natural(data.mask, 2, 2 ** 17 - 1);
  const lean = mask & 1;
  if (!["finite code", "unequal", "window"].includes(criterion)) refuse("this criterion has no mask");
  if (!splits.length || code.split > 2) refuse("mask and rare are not for this code");
  if (lean && splits.some((m) => (m ^ splits[0]) & 1)) refuse("the places of two heaps are even and odd");
  const listed = list(data.rare).map((n) => Number(integer(n, 1n)));
  if (listed.some((n, i) => i && listed[i - 1] >= n)) refuse("the rare heaps are not in rising order");
  const depth = criterion === "window" ? Number(integer(data.depth, 0n)) : 0;
  const r = listed.at(-1) ?? 0;
  let end = bound({ ...claim, criterion: code.unequal ? "unequal" : "finite code" });
  if (criterion === "window") end = Math.max(s0 + p + Math.max(r, depth) + t, code.unequal ? 2 * r + t + 1 : 0);
  if (criterion === "window" && lean && p % 2) deny("the period is odd");
  room(end);
  const parity = new Uint8Array(2 ** 17);
  for (let v = 1; v < parity.length; v++) parity[v] = parity[v >> 1] ^ (v & 1);
  const common = (n, v) => parity[(mask >> 1) & v] ^ (lean & (n + splits[0]) & 1);
  const g = new Uint16Array(end);
  const rare = [];
  const seen = new Float64Array(2 ** 17).fill(-1);
  for (let n = 1; n < end; n++) {
    const had = (v) => { seen[v] = n; };
    const pair = (a, b) => a >= 1 && b >= 1 && !(code.unequal && a === b) && had(g[a] ^ g[b]);
    spend(places.length + splits.length * rare.length + 8);
    for (const m of places) {
      if (code.digits[m] & 1 && m === n) had(0);
      if (code.digits[m] & 2 && n > m) had(g[n - m]);
    }
    for (const m of splits) for (const a of rare) pair(a, n - m - a);
    let cap = 0;
    while (seen[cap] === n || !common(n, cap)) cap++;
    const wanted = (low) => { while (low < cap && (seen[low] === n || common(n, low))) low++; return low; };
    // Below the least common value that is missing, rare ones are looked for among the splits into common heaps.
    let value = wanted(0);
    const near = criterion === "window" && n >= end - p ? depth : Infinity;
    const reach = Math.max(0, (n - splits[0]) >> 1);
    let a = 1;
    for (; a <= reach && a <= near && value < cap; a++) {
      for (const m of splits) pair(a, n - m - a);
      value = wanted(value);
    }
    if (value < cap && near < reach) {
      for (; a <= reach; a++) for (const m of splits) pair(a, n - m - a);
      if (wanted(0) > value) deny(`at ${n} the rare value ${value} needs a split that is deeper than ${depth}`);
    }
    spend(a * splits.length);
    if (value > 65535) giveUpLarge();
    g[n] = value;
    if (n >= n0 + p && value !== g[n - p]) deny(`g(${n}) is ${value}, and not g(${n - p})`);
    if (!common(n, value)) {
      if (listed[rare.length] !== n) deny(`${n} is a rare heap that is not listed`);
      rare.push(n);
    }
  }
  if (rare.length < listed.length) deny("a heap is listed as rare that is not");
  return claim;
}
const giveUpLarge = () => deny("a value is larger than 2^16 - 1");
