// Automatic laws, and what is said about them: sentences, redundant moves, two laws that are the same, laws for all parameters.
import { canonical, deny, different, fields, giveUp, integer, list, natural, oneOf, refuse, string } from "./data.mjs";
import { always, equal, isEmpty, minimal, rename } from "./automata.mjs";
import { checkPeriod } from "./codes.mjs";
import { open } from "./check.mjs";
import { at, decide, digitSets, xor } from "./formulas.mjs";
import { checkRules, readRules } from "./moves.mjs";
import { Families, Numbers, readSystem, solve } from "./numbers.mjs";
import { Form } from "./unknowns.mjs";

const LAW = ["game", "text", "rules", "form", "parameters", "least", "fingerprint", "heaps", "play", "blocked",
  "numeration", "claim",
  "automata"];
const one = Form.of(1n);

// An automaton of a certificate, which must be as it is written: minimal, in order, and of representations only.
export function readAutomaton(numbers, data, tracks) {
  fields(data, ["delta", "accepting"]);
  const rows = list(data.delta, 1);
  const letters = numbers.base ** tracks.length;
  const relation = { tracks, letters, accepting: Array(rows.length).fill(0) };
  relation.rows = rows.map((row) => Int32Array.from(list(row, letters, letters), (t) => natural(t, -1, rows.length - 1)));
  const accepting = list(data.accepting).map((s) => natural(s, 0, rows.length - 1));
  if (accepting.some((s, i) => i && accepting[i - 1] >= s)) refuse("the accepting states are not in rising order");
  for (const s of accepting) relation.accepting[s] = 1;
  if (!equal(minimal(relation), relation)) refuse("an automaton is not minimal and in order");
  if (!isEmpty(relation) && relation.rows[0][0] !== 0) refuse("an automaton does not read zeros in front");
  if (!isEmpty(numbers.minus(relation, numbers.words(tracks)))) refuse("an automaton accepts what is no representation");
  return relation;
}

export function readLaw(data, { family = false, says = false, whole = true } = {}) {
  const possible = family ? [] : ["order", "carried", ...(whole ? ["answered"] : []), ...(says ? ["says", "wins"] : [])];
  fields(data, [...LAW, "ranking", ...(family ? ["quantified", "where", "block"] : [])], possible);
  const system = readSystem(data.numeration);
  const quantified = family ? list(data.quantified, 1, 3).map(string) : [];
  const law = readRules(data, quantified);
  if (family) {
    const row = (r, low) => list(r, quantified.length + 1, quantified.length + 1).map((n) => integer(n, low, 1000n));
    law.numbers = new Families(system, quantified.length, list(data.where, 0, 10).map((r) => row(r, -1000n)),
      row(data.block, 0n));
  } else law.numbers = new Numbers(system);
  law.claim = oneOf(data.claim, ["losing", "values", "graph", "runs"]);
  law.misere = oneOf(data.play, ["normal", "misere"]) === "misere";
  law.blocked = natural(data.blocked, 0, 20);
  if (law.claim === "losing" ? !law.heaps : law.misere || law.blocked
    || law.routines[1]) refuse("there are no such laws of this claim");
  if ("answered" in data && (data.answered !== 1n || law.claim !== "losing"
    || law.blocked)) refuse("such a law is not answered");
  law.ranking = readRanking(law, data.ranking);
  if (law.claim === "runs" && (law.form !== "heaps" || law.heaps)) refuse("runs are of single heaps");
  const { numbers } = law;
  const tracks = (more) => numbers.domain([...law.names, ...more]).tracks;
  const automata = list(data.automata, 1, { values: 64, runs: 2 }[law.claim] ?? 1);
  if (law.claim === "runs") list(automata, 2);
  law.automata = automata.map((a) => readAutomaton(numbers, a, tracks(["graph", "runs"].includes(law.claim) ? ["z"] : [])));
  return law;
}

function readRanking(law, data) {
  const sums = list(data, 1).map((sum) => {
    const places = list(sum, 1).map((n) => natural(n, 0, law.names.length - 1));
    if (places.some((n, i) => i && places[i - 1] >= n)) refuse("the places of a sum are not in rising order");
    return places;
  });
  different(data, "a sum");
  if (!law.heaps && canonical(data) !== "[[0]]") refuse("the ranking of single heaps is [[0]]");
  return sums;
}

// Where play goes on; what `ending` declares; where there is a move.
function describe(law) {
  const { numbers, names } = law;
  law.domain = solve(numbers, { conditions: law.positions }, names);
  const ended = (value) => numbers.or(names, ...(law.endings?.[value] ?? []).map((way) => solve(numbers, way, names)));
  law.declared = { won: ended(law.misere ? "-1" : "1"), lost: ended(law.misere ? "1" : "-1") };
  law.on = law.routines[1] ? numbers.minus(law.domain, numbers.or(names, law.declared.won, law.declared.lost)) : law.domain;
  law.moving = law.routines[1] ? [law.on] : [];
  law.having = numbers.or(names, ...law.forms.map((f) => reach(law, f, [], names)));
}

const reach = (law, form, parts, keep, more = []) => solve(law.numbers, {
  conditions: [...form.conditions, ...parts.flatMap((p) => p.conditions), ...more], nots: form.nots,
  relations: [...law.moving, ...parts.map((p) => p.relation)] }, keep);
const positionsOf = (law, letter) => law.names.map((_, i) => `${letter}${i}`);

// The moves as a relation of the numbers before and after it, those as x0, …, these as y0, …; `to` is where they may lead.
function moveRelation(law, to = null, forms = law.forms) {
  const ys = positionsOf(law, "y");
  return law.numbers.or([...law.names, ...ys], ...forms.map((f) => {
    const after = f.outs.map((out, i) => [out.minus(Form.of(ys[i])), true]);
    return reach(law, f, to ? [at(law.numbers, to, law.names, ys)] : [], [...law.names, ...ys], after);
  }));
}

// The positions that have an option in a relation of positions, or (`times`) so many different ones.
function before(law, target, times = 1) {
  if (times === 1) {
    return law.numbers.or(law.names, ...law.forms.map((f) =>
      reach(law, f, [at(law.numbers, target, law.names, f.outs)], law.names)));
  }
  return law.numbers.exists(positionsOf(law, "y"), moveRelation(law, target), times);
}

export function checkLawAs(law) {
  checkRules(law.numbers, law);
  describe(law);
  if (law.numbers.where) checkBlock(law.numbers);
  if (!law.data.answered) checkRanking(law);
  ({ losing: checkLosing, values: checkGrundy, graph: checkGraph, runs: checkRuns })[law.claim](law);
  if (law.data.answered) checkAnswered(law);
}

function checkBlock(numbers) {
  const where = numbers.where;
  if (isEmpty(solve({ ...numbers, __proto__: Numbers.prototype, always: [] }, { conditions: where },
    numbers.always))) deny("there are no such parameters");
  const small = [...where, [numbers.block.times(-1n), false]];
  if (!isEmpty(solve(new Numbers(numbers.system), { conditions: small }, numbers.always))) deny("the block can be 0");
}

function checkRanking(law) {
  const { numbers, names } = law;
  for (const form of law.forms) {
    // By how much each sum grows; of single heaps it is what each heap that is left has more.
    const grows = law.heaps ? law.ranking.map((places) => [places.reduce((sum, i) =>
      sum.plus(form.outs[i]).minus(Form.of(names[i])), Form.of(0n))])
      : [form.outs.slice(form.outs.run ? 1 : 0).map((out) => (form.outs.run ? out.minus(one) : out).minus(Form.of("x0")))];
    const kept = [];
    for (const sums of grows) {
      for (const sum of sums) {
        const worse = law.heaps ? [...kept, [sum.minus(one), false]] : [[sum, false]];
        if (!isEmpty(reach(law, form, [], names, worse))) deny("a move does not lower the ranking");
      }
      if (law.heaps) kept.push([sums[0], true]);
    }
    if (law.heaps && !isEmpty(reach(law, form, [], names, kept))) deny("a move does not change the ranking");
  }
}

function checkLosing(law) {
  const { numbers, names, automata: [losing], declared } = law;
  let right = numbers.minus(law.on, before(law, losing, law.blocked + 1));
  if (law.misere) right = numbers.and(right, law.having);
  if (law.routines[1]) right = numbers.or(names, right, declared.lost);
  if (!equal(losing, right)) deny("the positions of the law are not those that lose by its moves");
}

function checkAnswered(law) {
  const { numbers, names, automata: [losing] } = law;
  const [ys, zs] = [positionsOf(law, "y"), positionsOf(law, "w")];
  const total = (letters, places) => places.map((i) => Form.of(letters[i])).reduce((a, b) => a.plus(b));
  const later = law.misere ? numbers.and(law.on, law.having) : law.on;
  const first = numbers.and(moveRelation(law), losing, at(numbers, later, names, ys).relation);
  const second = at(numbers, moveRelation(law, losing), [...names, ...ys], [...ys, ...zs]).relation;
  const kept = [];
  const lower = law.ranking.map((places) => {
    const less = total(names, places).minus(total(zs, places));
    const conditions = [...kept, [less.minus(one), false]];
    kept.push([less, true]);
    return solve(numbers, { conditions, relations: [second] }, [...names, ...ys]);
  });
  if (!isEmpty(numbers.minus(first, numbers.or([...names, ...ys],
    ...lower)))) deny("a move from a lost position has no answer");
}

// The values of what moves leave, as relations of the position and z, by the relation of a position and its value.
function reached(law, graph, keep) {
  const { numbers, names } = law;
  return numbers.or(keep, ...law.forms.map((form) => {
    if (law.heaps) return reach(law, form, [at(numbers, graph, [...names, "z"], [...form.outs, "z"])], keep);
    const values = form.outs.map((_, i) => `$v${i}`);
    const parts = form.outs.map((out, i) => at(numbers, graph, ["x0", "z"], [out, values[i]]));
    if (values.length === 1) return reach(law, form, [at(numbers, graph, ["x0", "z"], [form.outs[0], "z"])], keep);
    const sum = values.length ? { conditions: [], relation: xor(numbers, ["z", ...values]) }
      : { conditions: [[Form.of("z"), true]], relation: always };
    return reach(law, form, [...parts, sum], keep);
  }));
}

function checkGraphBy(law, graph, had) {
  const { numbers, names } = law;
  const keep = [...names, "z"];
  // That there is one value is asked first: what moves reach by relations that give many can be very large.
  if (!equal(numbers.exists(["z"], graph), law.domain)) deny("a position has no value");
  if (!isEmpty(numbers.exists(["z"], graph, 2))) deny("a position has two values");
  const domain = numbers.and(law.domain, numbers.domain(keep));
  const missing = numbers.minus(domain, had());
  const less = solve(numbers, { conditions: [[Form.of("z").minus(Form.of("u")).minus(one), false]],
    relations: [at(numbers, missing, keep, [...names, "u"]).relation] }, keep);
  if (!equal(graph, numbers.minus(missing, less))) deny("a value is not the least that no option has");
}
const checkGraph = (law) => checkGraphBy(law, law.automata[0], () => reached(law, law.automata[0], [...law.names, "z"]));

function checkGrundy(law) {
  const { numbers, names, automata } = law;
  const sides = automata.map((_, value) => (law.heaps ? before(law, automata[value])
    : numbers.or(names, ...law.forms.map((form) =>
    numbers.or(names, ...combinations(form.outs.length, automata.length, value).map((values) =>
      reach(law, form, values.map((v, i) => at(numbers, automata[v], names, [form.outs[i]])), names)))))));
  let rest = law.domain;
  automata.forEach((relation, value) => {
    if (!equal(relation, numbers.minus(rest, sides[value]))) deny(`the positions of value ${value} are others`);
    rest = numbers.and(rest, sides[value]);
  });
  if (!isEmpty(rest)) deny("a position has no value");
}
// All lists of so many values below `most`, whose xor is `value`.
function combinations(count, most, value) {
  if (count === 0) return value ? [] : [[]];
  if (most ** (count - 1) > 20000) giveUp("it wants more steps than are allowed");
  return Array.from({ length: most }, (_, v) => v).flatMap((v) =>
    combinations(count - 1, most, value ^ v).map((rest) => [...rest, v]));
}

function checkRuns(law) {
  const { numbers, automata: [graph, sums] } = law;
  if (law.forms.some((form) => !form.outs.run)) refuse("a move leaves no run");
  const keep = ["x0", "z"];
  const had = () => numbers.or(keep, ...law.forms.map((form) => reach(law, form, [...form.outs.map((out, i) =>
    at(numbers, sums, keep, [out, `$v${i}`])), { conditions: [], relation: xor(numbers, ["z", "$v0", "$v1"]) }], keep)));
  checkGraphBy(law, graph, had);
  const next = solve(numbers, { conditions: [[Form.of("x0").minus(Form.of("n")).minus(one), true]], relations: [
    at(numbers, sums, keep, ["n", "$s"]).relation, at(numbers, graph, keep, ["n", "$v"]).relation,
      xor(numbers, ["z", "$s", "$v"])] }, keep);
  const zero = solve(numbers, { conditions: keep.map((n) => [Form.of(n), true]) }, keep);
  if (!equal(sums, numbers.or(keep, next, zero))) deny("the xor of all smaller heaps is another one");
}

// The relations that formulas may name.
function relationsOf(law) {
  const { numbers, names, data } = law;
  const sets = digitSets(numbers, data.numeration);
  const graph = () => (law.claim === "values" ? numbers.or([...names, "z"], ...law.automata.map((a, v) =>
    solve(numbers, { conditions: [[Form.of("z").minus(Form.of(BigInt(v))), true]], relations: [a] }, [...names, "z"])))
      : law.automata[0]);
  const zero = () => (law.claim === "losing" ? law.automata[0]
    : solve(numbers, { conditions: [[Form.of("z"), true]], relations: [graph()] }, names));
  const ys = positionsOf(law, "y");
  const known = new Map();
  const find = (name) => {
    if (name === "P" && law.claim === "losing") return { names, relation: law.automata[0] };
    if (name === "G" && law.claim !== "losing") return { names: [...names, "z"], relation: graph() };
    if ((name === "M" || name === "W") && law.heaps) {
      return { names: [...names, ...ys], relation: moveRelation(law, name === "W" ? zero() : null) };
    }
    const m = /^([MW])([0-9]{1,2})$/.exec(name);
    return m && !law.heaps ? leaving(law, Number(m[2]), m[1] === "W", graph) : sets(name);
  };
  return (name, count) => {
    if (!known.has(name)) known.set(name, find(name));
    const found = known.get(name);
    if (found.names.length !== count) refuse(`the relation ${name} is of ${found.names.length} numbers`);
    return found;
  };
}

// A move of one heap that leaves so many, which (if so wanted) are worth 0 together.
function leaving(law, count, lost, graph) {
  const { numbers } = law;
  const ys = Array.from({ length: count }, (_, i) => `y${i}`);
  const keep = ["x0", ...ys];
  const forms = law.forms.filter((f) => f.outs.length === count || (lost && count === 1 && !f.outs.length));
  const values = ys.map((_, i) => `$v${i}`);
  const worth = law.claim === "runs" ? law.automata[1] : lost && graph();
  const parts = !lost ? [] : [...ys.map((y, i) => at(numbers, worth, ["x0", "z"], [y, values[i]])), ...(count === 1
    ? [{ conditions: [[Form.of(values[0]), true]], relation: always }] : count
      ? [{ conditions: [], relation: sum(law, values) }] : [])];
  return { names: keep, relation: numbers.or(keep, ...forms.map((f) => {
    const none = !f.outs.length && count === 1;
    const after = none ? [[Form.of("y0"), true]] : f.outs.map((out, i) => [out.minus(Form.of(ys[i])), true]);
    return reach(law, f, none ? [] : parts, keep, after);
  })) };
}
// That the xor of numbers is 0.
const sum = (law, values) => (values.length === 2 ? rename(xor(law.numbers, ["$a", "$b"]), values, law.numbers.base)
  : xor(law.numbers, values));

function checkSays(law) {
  const { data, numbers } = law;
  const relations = relationsOf(law);
  for (const sentence of "says" in data ? list(data.says, 0, 64) : []) {
    if (isEmpty(decide(numbers, relations, sentence, []))) deny("a sentence is not true");
  }
  if ("wins" in data) checkWins(law, relations);
}

function checkWins(law, relations) {
  const { numbers, names } = law;
  const zero = law.claim === "losing" ? law.automata[0] : numbers.exists(["z"], numbers.and(decide(numbers, relations,
    ["is", "G", ...names, 0n], names), law.domain));
  let rest = numbers.minus(law.on, numbers.and(zero, numbers.domain(names)));
  if (law.misere) rest = numbers.and(rest, law.having);
  for (const row of list(law.data.wins, 0, 64)) {
    fields(row, ["when", "chosen", "where", "move", "one"]);
    const chosen = different(list(row.chosen, 0, 8), "a name").map(string);
    if (chosen.some((n) => !/^[a-u][A-Za-z0-9_]{0,60}$/.test(n))) refuse("a chosen name is none");
    const single = natural(row.one, 0, chosen.length ? 1 : 0);
    const when = numbers.and(decide(numbers, relations, row.when, names), numbers.domain(names));
    const move = list(row.move, law.heaps ? names.length : 0, law.heaps ? names.length : 99);
    const after = ["is", law.heaps ? "W" : `W${move.length}`, ...names, ...move];
    const all = numbers.and(decide(numbers, relations, ["and", row.where, after], [...names, ...chosen]),
      numbers.domain([...names, ...chosen]));
    const here = numbers.and(rest, when);
    if (!isEmpty(numbers.minus(here, numbers.exists(chosen, all)))) deny("a case does not win");
    if (single && !isEmpty(numbers.exists(chosen, all, 2))) deny("a choice is not the only one");
    rest = numbers.minus(rest, when);
  }
  if (!isEmpty(rest)) deny("no case holds at a position");
}

export function checkLaw(data) { const law = readLaw(data, { says: true }); checkLawAs(law); checkSays(law); }
export function checkFamily(data) { checkLawAs(readLaw(data, { family: true })); }

export function checkSentence(data) {
  fields(data, ["law", "sentence"]);
  const law = readLaw(open(data.law, ["automatic law"]).rest);
  const relation = decide(law.numbers, relationsOf(law), data.sentence, []);
  checkLawAs(law);
  if (isEmpty(relation)) deny("the sentence is not true");
}

export function checkRedundant(data) {
  fields(data, ["law", "moves", "ranking"]);
  const law = readLaw(open(data.law, ["automatic law"]).rest);
  if (law.claim !== "losing") refuse("the law is not one of losing positions");
  const changes = list(data.moves, 0, 64).map((change) => {
    const [sign, by] = list(change, 2, 2);
    return [oneOf(sign, ["+", "-"]), list(by, law.names.length,
      law.names.length).map((d) => integer(d, -(10n ** 18n), 10n ** 18n))];
  });
  const ranking = readRanking(law, data.ranking);
  checkLawAs(law);
  for (const [sign, by] of changes) {
    const outs = law.names.map((n, i) => Form.of(n).minus(Form.of(by[i])));
    if (sign === "+") {
      const kept = law.inside((n) => outs[law.names.indexOf(n)]);
      law.forms.push({ conditions: [...law.positions, ...kept], nots: [], outs });
      continue;
    }
    // Where a move leads somewhere else: by one number it is less, or more.
    law.forms = law.forms.flatMap((f) => f.outs.flatMap((out, i) => [1n, -1n].map((side) => {
      const same = f.outs.slice(0, i).map((o, k) => [o.minus(outs[k]), true]);
      return { ...f, conditions: [...f.conditions, ...same, [out.minus(outs[i]).times(side).minus(one), false]] };
    })));
  }
  law.ranking = ranking;
  checkLawAs(law);
}

export function checkSame(data) {
  fields(data, ["laws", "shift"]);
  const shift = natural(data.shift, -(10 ** 6), 10 ** 6);
  const parts = list(data.laws, 2, 2).map((law) => open(law, ["automatic law", "period"]));
  if (parts[0].kind !== parts[1].kind) refuse("the laws are of different kinds");
  if (parts[0].kind === "automatic law") {
    if (shift) refuse("automatic laws have no shift");
    for (const name of ["claim", "play", "blocked", "heaps", "least"]) {
      if (canonical(parts[0].rest[name] ?? null) !== canonical(parts[1].rest[name] ?? null)) refuse(`the laws differ in ${name}`);
    }
    const laws = parts.map(({ rest }) => readLaw(rest));
    laws.forEach(checkLawAs);
    if (canonical(laws[0].data.numeration) !== canonical(laws[1].data.numeration)
      || canonical(laws[0].data.automata) !== canonical(laws[1].data.automata)) deny("the laws are not the same");
    return;
  }
  if (parts.some(({ rest }) => !("values" in rest))) refuse("the periods are without values");
  const [h, k] = parts.map(({ rest }) => checkPeriod(rest));
  if (h.saltus * k.p !== k.saltus * h.p) deny("the sequences grow differently");
  const first = Math.max(0, -shift);
  const end = Math.max(first, h.n0, k.n0 - shift) + h.p + k.p;
  for (let n = first; n < end; n++) if (h.g(n) !== k.g(n + shift)) deny(`g(${n}) and k(${n + shift}) differ`);
}
