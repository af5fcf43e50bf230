// The rules of finite games as data, played: what the positions are, and what moves and endings make of them.

import { Cells } from "./boards.mjs";
import { optionsOf, readCode } from "./codes.mjs";
import { NotChecked, Refused, Wrong, canonical, digest, exactly, isInteger, isMap, spend, text } from "./data.mjs";
import { Failed, Routine, bitLength, tuple, valueOf } from "./routine.mjs";

const LARGEST_HEAP = 1 << 20;
const natural = (value) => isInteger(value) && value >= 0n;
const integers = (row) => row.every(isInteger);
const hasObjects = (value) => isMap(value) || (Array.isArray(value) && value.some(hasObjects));
const isValue = (value) => isInteger(value) || (Array.isArray(value) && value.every(isValue));

/** Return the position that JSON says: lists are tuples. */
export function stateOf(data) {
  if (typeof data === "boolean" || isMap(data)) throw new Refused("a position is made of integers, texts and lists");
  return Array.isArray(data) ? tupleOf(data.map(stateOf)) : data;
}

const tupleOf = (row) => (row.every((each) => isInteger(each) || Array.isArray(each)) ? tuple(row) : row);
export const keyOf = (state) => canonical(state);

/** What a routine does at positions, with the values of its parameters. */
class Run {
  constructor(data, parameters, more = []) {
    this.routine = new Routine(data);
    this.given = new Map();
    for (const name of this.routine.keywords) {
      if (parameters.has(name)) this.given.set(name, valueOf(parameters.get(name)));
      else if (more.includes(name)) this.given.set(name, 1n);
      else throw new Refused(`the parameter ${name} has no value`);
    }
  }

  args(state) {
    const { shape, width } = this.routine;
    return [...(shape === "ints" && width !== 1 ? state : [state]), ...this.given.values()];
  }

  asked(question, state) {
    try {
      return question(this.args(state));
    } catch (problem) {
      if (problem instanceof Failed) throw new Wrong(`the rules fail at ${keyOf(state)}: ${problem.message}`);
      throw problem;
    }
  }

  yielded(state) {
    return this.asked((args) => this.routine.yielded(args), state);
  }

  returned(state) {
    return this.asked((args) => this.routine.returned(args), state);
  }
}

class Rules {
  partisan = false;
  parameters = new Map();
  ending = null;

  ordered(state) {
    return state;
  }

  parts(state) {
    return [state];
  }

  ended() {
    return null;
  }
}

/** Rules with routines. */
class Programs extends Rules {
  constructor(data, wanted, more) {
    super();
    const parameters = data.get("parameters");
    if (!isMap(parameters) || [...parameters.values()].some(hasObjects)) throw new Refused("parameters are an object of integers and lists");
    exactly(data, ["kind", "parameters", ...wanted, ...more], ["ending", "symmetry", "parts"]);
    this.parameters = parameters;
    const also = data.get("kind") === "partisan" ? ["player"] : [];
    this.runs = wanted.map((name) => new Run(data.get(name), parameters, also));
    if (data.has("ending")) this.runs.push((this.ending = new Run(data.get("ending"), parameters, also)));
    for (const name of ["symmetry", "parts"]) if (data.has(name)) meaningless(data.get(name));
    this.main = this.runs[0].routine;
    const { shape, width } = this.main;
    if (this.runs.some(({ routine }) => routine.shape !== shape || routine.width !== width)) throw new Refused("routines take other positions");
  }

  /** Return the state that a yielded value stands for, undefined for none. */
  state(value) {
    const { shape, width } = this.main, row = Array.isArray(value) ? value : [value];
    if (this.board && (!integers(row) || row.length !== this.board.width)) return undefined;
    if (shape === "tuple") return Array.isArray(value) ? value : undefined;
    if (shape === "variadic") return Array.isArray(value) ? value : tuple(row);
    if (row.length !== width || !integers(row)) return undefined;
    return width === 1 ? row[0] : row;
  }

  ended(state) {
    if (!this.ending) return null;
    const result = this.ending.returned(state);
    if (result !== null && result !== 1n && result !== 0n && result !== -1n) throw new Wrong("an ending is no result");
    return result === null ? null : Number(result);
  }
}

function meaningless(data) {
  if (isMap(data) && data.has("source")) {
    exactly(data, ["source"]);
    text(data.get("source"), "the source");
  } else {
    new Routine(data);
  }
}

class Game extends Programs {
  constructor(data, wanted = ["moves"]) {
    super(data, wanted, data.has("board") || data.get("kind") === "partisan" ? ["least", "board"] : ["least"]);
    this.least = data.get("least");
    if (this.least !== null && !isInteger(this.least)) throw new Refused("least is an integer, or null");
    this.board = this.boardOf(data);
    const { shape, width } = this.main;
    const taken = shape === "tuple" || (shape === "ints" && width === this.board?.width);
    if (this.board && !taken) throw new Refused("the routines take no position of the board");
  }

  boardOf(data) {
    return data.has("board") ? new Cells(data.get("board"), true) : null;
  }

  isPosition(state) {
    const own = this.state(state), row = Array.isArray(state) ? state : [state];
    if (own === undefined || keyOf(own) !== keyOf(state) || !row.every(isValue)) return false;
    const high = this.least === null || row.every((each) => !isInteger(each) || each >= this.least);
    return high && (this.board === null || this.board.fits(state));
  }

  *options(state) {
    yield* this.made(this.runs[0], state);
  }

  *made(run, state) {
    for (const value of run.yielded(state)) {
      const option = this.state(value);
      if (option === undefined) throw new Wrong(`the rules yield what is no position at ${keyOf(state)}`);
      yield option;
    }
  }
}

class Partisan extends Game {
  partisan = true;

  constructor(data) {
    super(data, data.has("moves") ? ["moves"] : ["left", "right"]);
  }

  boardOf(data) {
    return data.get("board") === null ? null : new Cells(data.get("board"), false);
  }

  *options(state, player) {
    for (const own of player === undefined ? [1, -1] : [player]) {
      const run = this.runs.length > 1 && own < 0 && this.runs[1] !== this.ending ? this.runs[1] : this.runs[0];
      if (run.given.has("player") && !this.parameters.has("player")) run.given.set("player", BigInt(own));
      yield* this.made(run, state);
    }
  }
}

class Impartial extends Rules {
  constructor(data) {
    super();
    exactly(data, ["kind", "of"]);
    this.of = rulesOf(data.get("of"));
    if (!this.of.partisan) throw new Refused("an impartial version is one of partisan rules");
    this.parameters = this.of.parameters;
    this.ending = this.of.ending;
  }

  isPosition(state) {
    return this.of.isPosition(state);
  }

  options(state) {
    return this.of.options(state);
  }

  ended(state) {
    return this.of.ended(state);
  }
}

/** What positions of heaps are, for rules that say what can replace one heap. */
const heaps = (Base) =>
  class extends Base {
    isPosition(state) {
      return Array.isArray(state) && state.every(natural);
    }

    ordered(state) {
      return tuple(state.slice().sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)));
    }

    parts(state) {
      return state.map((heap) => tuple([heap]));
    }

    *options(state) {
      for (let i = 0; i < state.length; i++) {
        for (const parts of this.replacing(state[i])) yield tuple([...state.slice(0, i), ...parts, ...state.slice(i + 1)]);
      }
    }
  };

class Heaps extends heaps(Programs) {
  constructor(data) {
    super(data, ["moves"], []);
    ofOne(this);
  }

  *replacing(heap) {
    for (const value of this.runs[0].yielded(heap)) {
      const parts = Array.isArray(value) ? value : [value];
      if (!parts.every(natural)) throw new Wrong(`the rules yield what are no heaps at ${heap}`);
      yield parts;
    }
  }
}

class Code extends heaps(Rules) {
  constructor(data) {
    super();
    exactly(data, ["kind", "code"]);
    this.code = readCode(data.get("code"));
  }

  *replacing(heap) {
    if (heap > LARGEST_HEAP) throw new NotChecked("a heap is too large here");
    for (const parts of optionsOf(this.code, Number(heap))) yield parts.map(BigInt);
  }
}

class Coins extends Programs {
  constructor(data) {
    super(data, ["moves"], []);
    ofOne(this);
  }

  isPosition(state) {
    return natural(state);
  }

  /** The sets of coins that are turned in a move of this one. */
  *turns(coin) {
    for (const others of this.runs[0].yielded(coin)) {
      if (!Array.isArray(others) || !others.every((i) => natural(i) && i < coin)) throw new Wrong("the rules turn what are no coins before one");
      yield [coin, ...others];
    }
  }

  *options(state) {
    for (const coin of heads(state)) for (const turned of this.turns(coin)) yield turned.reduce((row, i) => row ^ (1n << i), state);
  }
}

class Board extends Rules {
  constructor(data) {
    super();
    exactly(data, ["kind", "down", "across"]);
    this.sides = ["down", "across"].map((side) => rulesOf(data.get(side)));
  }

  isPosition(state) {
    return Array.isArray(state) && state.length > 0 && state.every(natural);
  }

  *options(state) {
    const [down, across] = this.sides;
    if (!(down instanceof Coins) || !(across instanceof Coins)) throw new Wrong("a product is one of coins");
    for (let i = 0; i < state.length; i++) {
      for (const j of heads(state[i])) {
        const columns = [...across.turns(j)];
        for (const rows of down.turns(BigInt(i))) {
          for (const own of columns) {
            spend(rows.length * own.length);
            const turned = state.slice();
            for (const r of rows) for (const c of own) turned[Number(r)] ^= 1n << c;
            yield tuple(turned);
          }
        }
      }
    }
  }
}

function ofOne(rules) {
  if (rules.main.shape !== "ints" || rules.main.width !== 1 || rules.ending) throw new Refused("these rules are of one number, without endings");
}

function heads(row) {
  const found = [];
  for (let i = 0n; i < bitLength(row); i++) if ((row >> i) & 1n) found.push(i);
  return found;
}

const SORTS = {
  game: (data) => new Game(data),
  heaps: (data) => new Heaps(data),
  code: (data) => new Code(data),
  partisan: (data) => new Partisan(data),
  impartial: (data) => new Impartial(data),
  coins: (data) => new Coins(data),
  "product of coins": (data) => new Board(data),
};

function rulesOf(data) {
  const kind = isMap(data) ? data.get("kind") : null;
  if (typeof kind !== "string" || !Object.hasOwn(SORTS, kind)) throw new Refused("there are no rules of this kind");
  return SORTS[kind](data);
}

/** The rules with the places of parameters for their names. */
function nameless(data, names = []) {
  if (Array.isArray(data)) return data.map((each) => nameless(each, names));
  if (!isMap(data)) return data;
  const parameters = data.get("parameters");
  if (parameters !== undefined) {
    const first = ["moves", "left", "right"].flatMap((key) => (data.has(key) ? data.get(key).get("keywords") : []));
    const rest = [...parameters.keys()].filter((name) => !first.includes(name));
    names = [...new Set(first), ...rest.sort((a, b) => (canonical(a) < canonical(b) ? -1 : 1))];
  }
  const made = new Map();
  for (const [key, value] of data) made.set(key, nameless(value, names));
  if (parameters !== undefined) made.set("parameters", names.map((name) => parameters.get(name) ?? null));
  if (data.has("keywords")) made.set("keywords", data.get("keywords").map((name) => BigInt(names.indexOf(name))));
  return made;
}

/** Return the rules that a certificate of a position holds. */
export function heldRules(fields) {
  text(fields.get("game"), "game");
  text(fields.get("text"), "text");
  const rules = fields.get("rules");
  if (!isMap(rules) || rules.get("version") !== 1n) throw new Refused("the rules are an object with the version 1");
  const data = new Map(rules);
  data.delete("version");
  const found = rulesOf(data);
  if (fields.get("fingerprint") !== digest(new Map([["version", 1n], ["rules", nameless(data)]]))) {
    throw new Refused("the fingerprint is not that of the rules");
  }
  if (!isMap(fields.get("parameters")) || canonical(fields.get("parameters")) !== canonical(found.parameters)) {
    throw new Refused("the parameters are not those of the rules");
  }
  return found;
}
