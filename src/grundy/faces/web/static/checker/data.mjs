// What a certificate is made of: strict JSON, its canonical text and digest; the verdicts; and what a check may spend.
export class Verdict extends Error { constructor(verdict, why) { super(why); this.verdict = verdict; } }
export const deny = (why) => { throw new Verdict("false", why); };
export const refuse = (why) => { throw new Verdict("refused", why); };
export const giveUp = (why) => { throw new Verdict("not checked", why); };

// Steps are counted, so that a verdict is the same on every machine unless the time runs out.
const purse = { steps: 0, next: 0, cells: 0, until: 0 };
export function allow({ steps = 5e8, cells = 2 ** 26, seconds = 600 } = {}) {
  Object.assign(purse, { steps, next: steps - 100000, cells, until: Date.now() + 1000 * seconds });
}
export function spend(steps = 1) {
  if ((purse.steps -= steps) >= purse.next) return;
  if (purse.steps < 0) giveUp("it wants more steps than are allowed");
  if (Date.now() > purse.until) giveUp("it wants more time than is allowed");
  purse.next = purse.steps - 100000;
}
export function room(cells) { if (cells > purse.cells) giveUp("it wants more memory than is allowed"); }
const NUMBER = /-?(0|[1-9][0-9]*)(?![0-9.eE])/y;
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const BLANK = /[ \t\n\r]*/y;

// The data of a text: integers as BigInt, objects without a prototype.
export function parse(text) {
  if (text.length > 2 ** 26) refuse("the file has more than 2^26 letters");
  let at = 0;
  const match = (pattern) => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) at = pattern.lastIndex;
    return found && found[0];
  };
  const sign = (letter) => { match(BLANK); if (text[at] !== letter) return false; at += 1; return true; };
  const must = (letter) => sign(letter) || refuse(`this is no JSON of integers: a "${letter}" is missing at letter ${at}`);
  const word = () => JSON.parse(match(STRING) ?? refuse(`this is no JSON: there is no text at letter ${at}`));
  function value(depth) {
    if (depth > 260) refuse("it is nested more than 260 deep");
    spend();
    match(BLANK);
    const letter = text[at];
    if (letter === '"') return word();
    if (letter === "[") {
      const items = [];
      at += 1;
      if (sign("]")) return items;
      do items.push(value(depth + 1)); while (sign(","));
      must("]");
      return items;
    }
    if (letter === "{") {
      const object = Object.create(null);
      at += 1;
      if (sign("}")) return object;
      do {
        match(BLANK);
        const name = word();
        if (name in object) refuse(`the name ${JSON.stringify(name)} stands twice in an object`);
        must(":");
        object[name] = value(depth + 1);
      } while (sign(","));
      must("}");
      return object;
    }
    for (const [name, meant] of [["true", true], ["false", false], ["null", null]]) {
      if (text.startsWith(name, at)) { at += name.length; return meant; }
    }
    const number = match(NUMBER) ?? refuse(`there is no JSON value of integers at letter ${at}`);
    if (number.replace("-", "").length > 300) refuse("a number has more than 300 digits");
    return BigInt(number);
  }
  const data = value(1);
  match(BLANK);
  if (at < text.length) refuse("there is text after the object");
  return data;
}

// Names are ordered by code points, which is not the order of JavaScript's UTF-16.
function byPoints(one, two) {
  const [a, b] = [Array.from(one, (c) => c.codePointAt(0)), Array.from(two, (c) => c.codePointAt(0))];
  for (let i = 0; i < a.length && i < b.length; i++) if (a[i] !== b[i]) return a[i] - b[i];
  return a.length - b.length;
}
export const sortedNames = (object) => Object.keys(object).sort(byPoints);

export function canonical(data) {
  if (typeof data === "string") {
    return JSON.stringify(data).replace(/[^ -~]/g, (c) => "\\u" + c.charCodeAt(0).toString(16).padStart(4, "0"));
  }
  if (Array.isArray(data)) return "[" + data.map(canonical).join(",") + "]";
  if (data === null || typeof data !== "object") return String(data);
  return "{" + sortedNames(data).map((name) => canonical(name) + ":" + canonical(data[name])).join(",") + "}";
}

// SHA-256 (FIPS 180-4) of the canonical text. The constants are made from the primes, as the standard says.
const ROOTS = { square: [], cube: [] };
for (let n = 2n; ROOTS.cube.length < 64; n++) {
  let prime = true;
  for (let d = 2n; d * d <= n; d++) if (n % d === 0n) prime = false;
  if (!prime) continue;
  for (const [name, power] of [["square", 2n], ["cube", 3n]]) {
    let root = BigInt(Math.floor(Number(n) ** (1 / Number(power)) * 2 ** 32));
    while ((root + 1n) ** power <= n << (32n * power)) root++;
    while (root ** power > n << (32n * power)) root--;
    ROOTS[name].push(Number(root & 0xffffffffn) | 0);
  }
}
export function digest(data) {
  const text = canonical(data);
  const bytes = new Uint8Array((Math.floor((text.length + 8) / 64) + 1) * 64);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  bytes[text.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setUint32(bytes.length - 8, Math.floor(text.length / 2 ** 29));
  view.setUint32(bytes.length - 4, (text.length * 8) >>> 0);
  const turn = (x, n) => (x >>> n) | (x << (32 - n));
  const hash = Int32Array.from(ROOTS.square.slice(0, 8));
  const w = new Int32Array(64);
  for (let block = 0; block < bytes.length; block += 64) {
    for (let i = 0; i < 64; i++) {
      if (i < 16) w[i] = view.getInt32(block + 4 * i);
      else {
        const [p, q] = [w[i - 15], w[i - 2]];
        w[i] = w[i - 16] + (turn(p, 7) ^ turn(p, 18) ^ (p >>> 3)) + w[i - 7] + (turn(q, 17) ^ turn(q, 19) ^ (q >>> 10));
      }
    }
    let [a, b, c, d, e, f, g, h] = hash;
    for (let i = 0; i < 64; i++) {
      const one = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROOTS.cube[i] + w[i];
      const two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((x, i) => { hash[i] += x; });
  }
  return Array.from(hash, (x) => (x >>> 0).toString(16).padStart(8, "0")).join("");
}

// What must be of a certain sort, or the certificate is refused.
export const isObject = (x) => x !== null && typeof x === "object" && !Array.isArray(x);
export function fields(data, needed, possible = []) {
  if (!isObject(data)) refuse("there is something else where an object must be");
  for (const name of needed) if (!(name in data)) refuse(`the field ${JSON.stringify(name)} is missing`);
  for (const name in data) {
    if (!needed.includes(name) && !possible.includes(name)) refuse(`the field ${JSON.stringify(name)} is too many`);
  }
  return data;
}
export function list(x, least = 0, most = Infinity) {
  if (!Array.isArray(x)) refuse("there is something else where a list must be");
  if (x.length < least || x.length > most) refuse(`a list has ${x.length} items`);
  return x;
}
export function integer(x, low, high) {
  if (typeof x !== "bigint") refuse("there is something else where an integer must be");
  if ((low !== undefined && x < low) || (high !== undefined && x > high)) refuse(`the number ${x} is too small or too large`);
  return x;
}
export const natural = (x, low = 0, high = 2 ** 31 - 1) => Number(integer(x, BigInt(low), BigInt(high)));
export function string(x) {
  if (typeof x !== "string") refuse("there is something else where a text must be");
  return x;
}
export function oneOf(x, words) {
  if (!words.includes(x)) refuse(`${typeof x === "string" ? JSON.stringify(x) : "something else"} is none of ${words.join(", ")}`);
  return x;
}
export function different(items, what) {
  if (new Set(items.map(canonical)).size < items.length) refuse(`${what} stands twice`);
  return items;
}
