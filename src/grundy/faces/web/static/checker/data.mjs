// What a certificate is made of: JSON with integers as BigInt and objects as Map, its canonical text, its digest; how a
// check ends; and what it may cost. See docs/certificates.md.

export class Refused extends Error {} // it is malformed
export class Wrong extends Error {} // it is well formed, and something that must be true is not
export class NotChecked extends Error {} // nothing is known: too large, or of a sort that is not known here

const DIGITS = 300, DEEPEST = 260, LONGEST = 1 << 26;

// ---- what a check may cost

const budget = { steps: 0, until: 0 };

export function allow(steps, milliseconds) {
  budget.steps = steps;
  budget.until = Date.now() + milliseconds;
}

export function spend(steps = 1) {
  const before = budget.steps;
  budget.steps -= steps;
  if (budget.steps < 0) throw new NotChecked("the check takes too many steps");
  if (Math.floor(before / 4096) !== Math.floor(budget.steps / 4096) && Date.now() > budget.until) {
    throw new NotChecked("the check takes too long");
  }
}

/** Return a number of things to be held, which are not too many. */
export function room(count, most = 1 << 20) {
  if (count > most) throw new NotChecked(`there is no room for ${count} things here`);
  return count;
}

// ---- JSON, read strictly

export function parse(text) {
  if (text.length > LONGEST) throw new Refused("the text is too long");
  let at = 0;
  const fail = (what) => {
    throw new Refused(`this is no JSON of a certificate, at letter ${at}: ${what}`);
  };
  const taken = (pattern) => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) at += found[0].length;
    return found;
  };
  const blank = () => taken(/[ \t\n\r]*/y);
  const wanted = (letter) => {
    blank();
    if (text[at] !== letter) fail(`${letter} is wanted`);
    at += 1;
  };
  const after = (letter) => {
    blank();
    if (text[at] !== letter) return false;
    at += 1;
    return true;
  };

  function string() {
    const found = taken(/"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y);
    return found ? JSON.parse(found[0]) : fail("a text is wanted");
  }

  function value(depth) {
    if (depth > DEEPEST) fail("lists are nested too deeply");
    blank();
    if (text[at] === '"') return string();
    if (after("[")) {
      const items = [];
      if (after("]")) return items;
      do items.push(value(depth + 1)); while (after(","));
      wanted("]");
      return items;
    }
    if (after("{")) {
      const fields = new Map();
      if (after("}")) return fields;
      do {
        blank();
        const name = string();
        if (fields.has(name)) fail("a name stands twice");
        wanted(":");
        fields.set(name, value(depth + 1));
      } while (after(","));
      wanted("}");
      return fields;
    }
    const word = taken(/true|false|null/y);
    if (word) return { true: true, false: false, null: null }[word[0]];
    const number = taken(/-?(?:0|[1-9]\d*)(?![\d.eE])/y);
    if (!number || number[0].length > DIGITS) fail("an integer is wanted");
    return BigInt(number[0]);
  }

  const read = value(1);
  blank();
  if (at < text.length) fail("something stands after the end");
  if (!(read instanceof Map)) fail("an object is wanted");
  return read;
}

// ---- the canonical text, and its digest

function inOrder(one, two) {
  const a = Array.from(one, (letter) => letter.codePointAt(0)), b = Array.from(two, (letter) => letter.codePointAt(0));
  const place = a.findIndex((code, i) => code !== b[i]);
  return place < 0 ? a.length - b.length : place >= b.length ? 1 : a[place] - b[place];
}

function quoted(text) {
  const escaped = JSON.stringify(text).replace(/[^\u0020-\u007e]/g, (unit) => {
    return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
  return escaped;
}

export function canonical(data) {
  if (data instanceof Map) {
    const names = [...data.keys()].sort(inOrder);
    return `{${names.map((name) => `${quoted(name)}:${canonical(data.get(name))}`).join(",")}}`;
  }
  if (Array.isArray(data)) return `[${data.map(canonical).join(",")}]`;
  return typeof data === "string" ? quoted(data) : String(data);
}

const PRIMES = [];
for (let n = 2; PRIMES.length < 64; n++) if (PRIMES.every((p) => n % p)) PRIMES.push(n);
const fraction = (x) => ((x - Math.floor(x)) * 2 ** 32) | 0;
const ROUNDS = PRIMES.map((p) => fraction(Math.cbrt(p)));
const FIRST = PRIMES.slice(0, 8).map((p) => fraction(Math.sqrt(p)));

/** The SHA-256 of the canonical text (FIPS 180-4). */
export function digest(data) {
  const text = canonical(data), length = text.length;
  const words = new Int32Array((((length + 8) >> 6) + 1) * 16);
  for (let i = 0; i < length; i++) words[i >> 2] |= text.charCodeAt(i) << (24 - 8 * (i & 3));
  words[length >> 2] |= 0x80 << (24 - 8 * (length & 3));
  words[words.length - 2] = Math.floor(length / 2 ** 29);
  words[words.length - 1] = length << 3;
  const turned = (x, n) => (x >>> n) | (x << (32 - n));
  const state = FIRST.slice(), w = new Int32Array(64);
  for (let block = 0; block < words.length; block += 16) {
    for (let i = 0; i < 64; i++) {
      if (i < 16) {
        w[i] = words[block + i];
        continue;
      }
      const a = w[i - 15], b = w[i - 2];
      w[i] = w[i - 16] + w[i - 7] + (turned(a, 7) ^ turned(a, 18) ^ (a >>> 3)) + (turned(b, 17) ^ turned(b, 19) ^ (b >>> 10));
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i++) {
      const one = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[i] + w[i]) | 0;
      const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
    }
    [a, b, c, d, e, f, g, h].forEach((x, i) => (state[i] = (state[i] + x) | 0));
  }
  return state.map((x) => (x >>> 0).toString(16).padStart(8, "0")).join("");
}

/** Refuse a certificate of another format, or that was changed. */
export function checkedHash(fields) {
  if (fields.get("format") !== 2n) throw new Refused("the format is 2");
  const bare = new Map(fields);
  bare.delete("hash");
  if (fields.get("hash") !== digest(bare)) throw new Refused("the content hash is not that of the certificate");
}

// ---- fields

export const isMap = (data) => data instanceof Map;
export const isInteger = (data) => typeof data === "bigint";

export function exactly(object, names, more = []) {
  if (!isMap(object)) throw new Refused(`an object with ${names.join(", ")} is wanted`);
  for (const name of names) if (!object.has(name)) throw new Refused(`the field ${name} is missing`);
  for (const name of object.keys()) {
    if (!names.includes(name) && !more.includes(name)) throw new Refused(`there is a field ${name} too many`);
  }
}

/** Return an integer field within bounds, as a number. */
export function whole(value, least, most, what) {
  if (!isInteger(value) || value < BigInt(least) || value > BigInt(most)) {
    throw new Refused(`${what} is an integer from ${least} to ${most}`);
  }
  return Number(value);
}

export function list(value, what) {
  if (!Array.isArray(value)) throw new Refused(`${what} is a list`);
  return value;
}

export function text(value, what) {
  if (typeof value !== "string") throw new Refused(`${what} is a text`);
  return value;
}

export function oneOf(value, words, what) {
  if (!words.includes(value)) throw new Refused(`${what} is one of ${words.join(", ")}`);
  return value;
}
