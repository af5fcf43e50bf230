// Periods of rules.
import { deny, fields, giveUp, natural, refuse, room, spend } from "./data.mjs";
import { equal, isEmpty } from "./automata.mjs";
import { Fail } from "./routines.mjs";
import { checkRules, readRules } from "./moves.mjs";
import { Numbers, readSystem, solve } from "./numbers.mjs";
import { Form } from "./unknowns.mjs";

export function checkPeriodic(data) {
  const own = ["preperiod", "period", "shift", "back", "start"];
  fields(data, ["game", "text", "rules", "form", "parameters", "least", "fingerprint", "heaps", ...own]);
  const n0 = natural(data.preperiod);
  const [p, shift] = [natural(data.period, 1), natural(data.shift, 1)];
  const back = natural(data.back);
  const start = natural(data.start, back);
  if (data.least !== 0n || data.heaps !== (data.form === "game" ? 1n : 0n)
    || data.form === "code") refuse("there are no such rules");
  const law = readRules(data);
  const numbers = new Numbers(readSystem("msd_2"));
  checkRules(numbers, law);
  if (["1", "-1"].some((v) => (law.endings?.[v] ?? []).some((way) =>
    !isEmpty(solve(numbers, way, ["x0"]))))) refuse("play is ended");
  const x = Form.of("x0");
  const said = (form, more) => solve(numbers, { conditions: [...form.conditions, ...more], nots: form.nots }, ["x0"]);
  for (const form of law.forms) {
    if (form.outs.run) giveUp("the rules leave a range of heaps");
    if (form.outs.some((out) => !isEmpty(said(form, [[out.minus(x), false]])))) deny("a heap that is left is not smaller");
    regular(numbers, form, { shift, back, start });
  }
  check(law, n0, p, shift, back, start);
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

export function checkRow() { giveUp("rows of any number of heaps are not checked here"); }
