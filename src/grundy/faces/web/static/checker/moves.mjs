// Rules of all positions: their moves as finitely many forms, each with conditions on the position and on further numbers.
import { deny, fields, giveUp, isObject, list, natural, oneOf, refuse, string } from "./data.mjs";
import { isEmpty } from "./automata.mjs";
import { digitAt, readCode } from "./codes.mjs";
import { solve } from "./numbers.mjs";
import { parameterValue, readRoutine } from "./routines.mjs";
import { Form, ways } from "./unknowns.mjs";
export const xs = (count) => Array.from({ length: count }, (_, i) => `x${i}`);
const one = Form.of(1n);

// The rules of a certificate: {forms: [{conditions, nots, outs}], names, positions, endings, …}.
export function readRules(data, quantified = []) {
  const form = oneOf(data.form, ["game", "heaps", "code"]);
  const least = natural(data.least, 0, form === "game" ? 1000 : 0);
  const heaps = natural(data.heaps, form === "game" ? 1 : 0, 9);
  const rules = fields(data.rules, ...(form === "code" ? [["code"]]
    : [["version", "moves"], form === "game" ? ["ending"] : []]));
  if (form !== "code" && rules.version !== 1n) refuse("the rules are of another version");
  if (form !== "game" && ("order" in data || "carried" in data)) refuse("order and carried are only of games");
  const carried = "carried" in data ? list(data.carried, 1, 3).map(string) : [];
  if (new Set(carried).size < carried.length) refuse("a name stands twice");
  const routines = form === "code" ? [] : [readRoutine(rules.moves),
    ...("ending" in rules ? [readRoutine(rules.ending)] : [])];
  const wanted = new Set(routines.flatMap((r) => r.keywords));
  if (!isObject(data.parameters)) refuse("there is something else where an object must be");
  const given = [...Object.keys(data.parameters), ...carried, ...quantified];
  if (new Set(given).size < given.length || given.length !== wanted.size || !given.every((n) => wanted.has(n))) {
    refuse("the parameters are not those of the rules");
  }
  for (const name in data.parameters) parameterValue(data.parameters[name]);
  const count = Math.max(1, heaps);
  const names = xs(count + carried.length);
  const order = "order" in data ? list(data.order, 1).map((row) => {
    const [i, j, d] = list(row, 3, 3).map((n, k) => natural(n, 0, k < 2 ? names.length - 1 : 1));
    return i === j ? refuse("the places of an order differ") : [i, j, d];
  }) : [];
  const low = Form.of(BigInt(least));
  const inside = (at) => [...names.map((n) => [at(n).minus(low), false]),
    ...order.map(([i, j, d]) => [at(names[j]).minus(at(names[i])).minus(Form.of(BigInt(d))), false])];
  const law = { form, heaps, names, count, carried, routines, data, quantified, inside, positions: inside(Form.of) };
  if (form === "code") law.forms = codeForms(rules.code);
  else readWays(law);
  if (form !== "game" && heaps) spread(law);
  return law;
}

function readWays(law) {
  const { form, names, count, routines, data } = law;
  for (const [i, routine] of routines.entries()) {
    if (routine.yields === (i > 0)) refuse("moves yield, and an ending does not");
    if (routine.shape === "ints" && routine.width !== (form === "game" ? count
      : 1)) refuse("the rules take other positions");
  }
  if (form === "heaps" && routines[0].shape !== "ints") refuse("the rules take other positions");
  const numbers = names.slice(0, form === "game" ? count : 1).map((n) => Form.of(n));
  const parameters = { ...data.parameters };
  law.carried.forEach((name, i) => { parameters[name] = Form.of(names[count + i]); });
  law.quantified.forEach((name, i) => { parameters[name] = Form.of(`p${i}`); });
  const found = new Map();
  const start = form === "game" ? law.positions : [];
  const follow = (routine, emit) => ways("!", start, [], (world) =>
    routine.run(numbers, parameters, (x) => emit(x, world)));
  const all = follow(routines[0], (value, { conditions, nots }) => {
    const outs = outsOf(law, value);
    const made = { conditions: [...conditions], nots: [...nots], outs };
    found.set(JSON.stringify([text(made), outs && outs.map(String)]), made);
  });
  law.forms = [...found.values()].filter((f) => f.outs);
  law.bad = [...all.filter((way) => way.error), ...[...found.values()].filter((f) => !f.outs)];
  law.endings = { "1": [], "-1": [], "0": [] };
  if (!routines[1]) return;
  for (const way of follow(routines[1], () => {})) {
    if (way.error) law.bad.push(way);
    else if (way.result instanceof Form) giveUp("an ending is not known");
    else if (way.result !== null && way.result !== undefined) (law.endings[String(way.result)] ?? law.bad).push(way);
  }
}
const text = ({ conditions, nots }) => [conditions.map(([form, zero]) => `${zero}${form}`),
  nots.map((not) => [not.prefix, text(not)])];

// What is yielded, as forms of numbers, or null where it is no position and no heaps.
function outsOf({ form, count, carried, names }, value) {
  if (value?.run) return form === "heaps" ? Object.assign([...value.run], { run: true }) : null;
  const items = Array.isArray(value) ? value : [value];
  if (items.some((x) => Array.isArray(x) || x?.run) || (form === "game" && items.length !== count)) return null;
  return [...items, ...carried.map((_, i) => names[count + i])].map((x) => Form.of(x));
}

function codeForms(written) {
  const code = readCode(written);
  const length = code.digits.length + code.repeat.length;
  if (length > 64 || [...code.digits, ...code.repeat].some((d) =>
    d > 31)) refuse("the code is too long, or leaves too many heaps");
  const forms = [];
  for (let m = 0; m < length; m++) {
    const turns = m >= code.digits.length ? Form.of("!t").times(BigInt(code.repeat.length)) : Form.of(0n);
    const taken = turns.plus(Form.of(BigInt(m)));
    for (let j = 0; j <= 4; j++) {
      if (!((digitAt(code, m) >> j) & 1) || (m === 0 && j < 1)) continue;
      const outs = xs(j).map((n) => Form.of(`!${n}`));
      const rising = outs.map((h, i) => [i ? h.minus(outs[i - 1]).minus(code.unequal ? one : Form.of(0n)) : h.minus(one),
        false]);
      const sum = outs.reduce((a, b) => a.plus(b), taken).minus(Form.of("x0"));
      forms.push({ conditions: [[sum, true], ...rising], nots: [], outs });
    }
  }
  for (const [a, b] of code.divisions) {
    const part = Form.of("!h");
    forms.push({ conditions: [[part.times(BigInt(a)).minus(Form.of("x0")), true], [part.minus(one), false]], nots: [],
      outs: Array(b).fill(part) });
  }
  return forms;
}

// Moves of one heap as those of each of several: one that is left stands for it, none for the heap 0.
function spread(law) {
  if (law.forms.some((f) => f.outs.length > 1 || f.outs.run)) refuse("of sums a move leaves at most one heap");
  law.single = law.forms;
  const to = (x, prefix, n) => (x instanceof Form ? x.rename({ x0: n }) : x);
  law.forms = law.names.flatMap((n, i) => law.single.map(({ conditions, nots, outs }) => {
    const not = ({ prefix, conditions: some, nots: inner }) =>
      ({ prefix, nots: inner.map(not), conditions: some.map(([f, z]) => [to(f, "", n), z]) });
    const moved = law.names.map((x, k) => (k === i ? (outs[0] ? to(outs[0], "", n) : Form.of(0n)) : Form.of(x)));
    return { conditions: [...law.positions, ...conditions.map(([f, z]) => [to(f, "", n), z])], nots: nots.map(not),
      outs: moved };
  }));
}

// At no position do the rules fail, or yield what is none.
export function checkRules(numbers, law) {
  const possible = (what, more = []) => !isEmpty(solve(numbers,
    { conditions: [...what.conditions, ...more, ...law.positions], nots: what.nots },
    law.names));
  for (const way of law.bad ?? []) {
    if (possible(way)) (way.error?.verdict ? giveUp(way.error.message)
      : deny("the rules fail, or yield what is no position"));
  }
  if (law.endings?.["0"].some((way) => possible(way))) refuse("a tie is declared");
  for (const form of law.forms) {
    const at = (n) => (law.form === "game" || law.heaps ? form.outs[law.names.indexOf(n)] : n);
    const wanted = law.form === "game" ? law.inside(at) : form.outs.map((h) => [h, false]);
    for (const [f] of wanted) {
      if (possible(form, [[f.times(-1n).minus(one), false]])) deny("the rules yield what is no position");
    }
  }
  const zero = [[Form.of("x0"), true]];
  if (law.single?.some((f) => !f.outs.length && possible(f))
    && law.single.some((f) => possible(f, zero))) deny("the heap 0 has a move, and none is left where it would stand");
}
