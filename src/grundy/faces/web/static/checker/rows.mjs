// Periods of rules, and values where an interval of numbers can be left.
import { deny, fields, giveUp, natural, refuse, room, spend } from "./data.mjs";
import { combine, equal, isEmpty } from "./automata.mjs";
import { Fail } from "./routines.mjs";
import { checkRules, readRules } from "./moves.mjs";
import { Numbers, readSystem, solve } from "./numbers.mjs";
import { Form } from "./unknowns.mjs";

const LARGEST = 2 ** 20;

export function checkPeriodic(data) {
  const own = ["preperiod", "period", "shift", "back", "start"];
  fields(data, ["game", "text", "rules", "form", "parameters", "least", "fingerprint", "heaps", ...own]);
  const n0 = natural(data.preperiod);
  const [p, shift] = [natural(data.period, 1), natural(data.shift, 1)];
  const back = natural(data.back);
  const start = natural(data.start, back);
  const { law, numbers } = readHeaps(data);
  for (const form of law.forms) regular(numbers, form, { shift, back, start });
  check(law, n0, p, shift, back, start);
}

// The moves from single heaps, or numbers: each leaves smaller ones.
function readHeaps(data) {
  if (data.least !== 0n || data.heaps !== (data.form === "game" ? 1n : 0n)
    || data.form === "code") refuse("there are no such rules");
  const law = readRules(data);
  const numbers = new Numbers(readSystem("msd_2"));
  checkRules(numbers, law);
  if (["1", "-1"].some((v) => (law.endings?.[v] ?? []).some((way) =>
    !isEmpty(solve(numbers, way, ["x0"]))))) refuse("play is ended");
  if (law.forms.some((form) => form.outs.run)) refuse("the rules leave a range of heaps");
  const x = Form.of("x0");
  for (const form of law.forms) {
    const larger = (out) => !isEmpty(solve(numbers, { conditions: [...form.conditions, [out.minus(x), false]], nots: form.nots }, ["x0"]));
    if (form.outs.some(larger)) deny("a heap that is left is not smaller");
  }
  return { law, numbers };
}

// From `start` on the moves of a form go along with n in one place, or stay.
function regular(numbers, form, { shift, back, start }) {
  const names = ["x0", ...form.outs.map((_, i) => `y${i}`)];
  const x = Form.of("x0");
  const from = (n) => [Form.of(n).minus(Form.of(BigInt(start))), false];
  const moves = solve(numbers, { conditions: [...form.conditions, from("x0"),
    ...form.outs.map((out, i) => [out.minus(Form.of(`y${i}`)), true])],
    nots: form.nots }, names);
  if (isEmpty(moves)) return;
  const by = Form.of(BigInt(shift));
  // What is left of n + M: by that it must be what is left of n, with M more at the place.
  const along = (place) => {
    const earlier = names.map((n, i) => [Form.of(n).minus(Form.of(`u${i}`)).minus(i === 0 || i === place + 1 ? by
      : Form.of(0n)), true]);
    const moved = solve(numbers, { conditions: earlier, relations: [{ ...moves,
      tracks: moves.tracks.map((_, i) => `u${i}`) }] }, names);
    const late = solve(numbers, { conditions: [[x.minus(Form.of(BigInt(start + shift))), false]], relations: [moves] },
      names);
    return equal(moved, late);
  };
  const near = (place) => isEmpty(solve(numbers, { conditions: [[x.minus(Form.of(`y${place}`)).minus(Form.of(BigInt(back + 1))), false]],
    relations: [moves] }, names));
  if (along(-1)) return;
  if (!form.outs.some((_, place) => near(place) && along(place))) deny("the moves are not the same from the start on");
}

function check(law, n0, p, shift, back, start) {
  const gcd = (a, b) => (b ? gcd(b, a % b) : a);
  const q = (shift / gcd(shift, p)) * p;
  const end = Math.max(start, n0 + back) + q + (p % shift ? p : 0);
  room(end);
  const g = new Int32Array(end);
  for (let n = 0; n < end; n++) {
    const had = new Set();
    law.routines[0].run([BigInt(n)], law.data.parameters, (y) => {
      const heaps = Array.isArray(y) ? y : [y];
      spend(heaps.length);
      if (heaps.some((h) => typeof h !== "bigint" || h < 0n || h >= n)) throw new Fail();
      had.add(heaps.reduce((xor, h) => xor ^ g[Number(h)], 0));
    });
    while (had.has(g[n])) g[n]++;
    if (n >= n0 + p && g[n] !== g[n - p]) deny(`g(${n}) is ${g[n]}, and not g(${n - p})`);
  }
}

// Values where from 1 to f(n) of n can be taken.
export function checkIntervals(data) {
  fields(data, ["game", "text", "rules", "form", "parameters", "least", "fingerprint", "heaps", "times", "plus", "over", "start"]);
  const [times, plus] = [natural(data.times, 0, LARGEST), natural(data.plus, -LARGEST, LARGEST)];
  const [over, start] = [natural(data.over, 1, LARGEST), natural(data.start, 0, LARGEST)];
  const { law, numbers } = readHeaps(data);
  if (law.forms.some((form) => form.outs.length > 1)) deny("a move leaves more than one heap");
  const names = ["x0", "y"];
  const [x, y, one] = [Form.of("x0"), Form.of("y"), Form.of(1n)];
  const where = (conditions, relations = [], nots = []) => solve(numbers, { conditions, nots, relations }, names);
  // y is left of x, or is x.
  const reached = law.forms.map((form) => where([...form.conditions, [y.minus(form.outs[0] ?? Form.of(0n)), true]], [], form.nots))
    .reduce((a, b) => combine("or", a, b, numbers.base), where([[x.minus(y), true]]));
  // What is in a relation with some numbers one less.
  const later = (relation, raised) => where(names.map((n) => [Form.of(n).minus(Form.of(`u${n}`))
    .minus(raised.includes(n) ? one : Form.of(0n)), true]), [{ ...relation, tracks: relation.tracks.map((n) => `u${n}`) }]);
  const all = (relation, among) => isEmpty(combine("minus", relation, among, numbers.base));
  const above = later(reached, ["y"]);
  if (!all(where([[x.minus(y), false]], [above]), reached)) deny("a move leaves a number, and none leaves the next one");
  const lowest = combine("minus", reached, above, numbers.base);
  const steady = combine("or", later(lowest, ["x0"]), later(lowest, names), numbers.base);
  if (!all(lowest, combine("or", steady, where([[x, true]]), numbers.base))) deny("what can be taken grows by more than 1, or shrinks");
  const taken = x.minus(y).times(BigInt(over));
  const formula = x.times(BigInt(times)).plus(Form.of(BigInt(plus)));
  const right = where([[formula.minus(taken), false], [taken.minus(formula).plus(Form.of(BigInt(over - 1))), false]]);
  if (!all(where([[x.minus(Form.of(BigInt(start))), false]], [lowest]), right)) deny("what can be taken is not what the formula says");
}

export function checkRow() { giveUp("rows of any number of heaps are not checked here"); }
