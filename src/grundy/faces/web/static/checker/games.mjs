// Rules of finite games as data: their positions and options.
import { canonical, fields, integer, isObject, list, natural, oneOf, refuse, room, spend, string } from "./data.mjs";
import { codeMoves, readCode } from "./codes.mjs";
import { fail, parameterValue, readRoutine } from "./routines.mjs";

const KINDS = {
  game: [["parameters", "least", "moves"], ["board", "ending", "symmetry", "parts"]],
  heaps: [["parameters", "moves"], ["symmetry", "parts"]],
  code: [["code"], []],
  partisan: [["parameters", "least", "board"], ["moves", "left", "right", "ending", "symmetry", "parts"]],
  impartial: [["of"], []],
  coins: [["parameters", "moves"], ["symmetry", "parts"]],
  "product of coins": [["down", "across"], []],
};

// The game that a certificate is about, after its parameters are compared with its rules.
export function readGame(certificate) {
  const { rules } = certificate;
  if (rules?.version !== 1n) refuse("the rules are of another version");
  const { version, ...bare } = rules;
  const game = read(bare);
  const own = bare.kind === "impartial" ? bare.of.parameters : bare.parameters ?? {};
  if (canonical(own) !== canonical(certificate.parameters)) refuse("the parameters are not those of the rules");
  return game;
}

function read(rules, only = Object.keys(KINDS)) {
  if (!isObject(rules)) refuse("there is something else where an object must be");
  const kind = oneOf(rules.kind, only);
  fields(rules, ["kind", ...KINDS[kind][0]], KINDS[kind][1]);
  for (const name of ["symmetry", "parts"]) {
    if (name in rules && isObject(rules[name]) && "source" in rules[name]) string(fields(rules[name], ["source"]).source);
    else readRoutine(rules[name], true);
  }
  return { game: readPlain, heaps: readHeaps, code: readHeaps, partisan: readPartisan, impartial: readImpartial,
    coins: readCoins,
    "product of coins": readProduct }[kind](rules);
}

function readParameters(rules, routines) {
  if (!isObject(rules.parameters)) refuse("there is something else where an object must be");
  for (const name in rules.parameters) if (typeof rules.parameters[name] !== "string") parameterValue(rules.parameters[name]);
  for (const routine of routines) {
    for (const name of routine.keywords) {
      if (!(name in rules.parameters)) refuse(`the parameter ${name} has no value`);
      parameterValue(rules.parameters[name]);
    }
  }
  return rules.parameters;
}

const naturals = (x) => Array.isArray(x) && x.every((n) => typeof n === "bigint" && n >= 0n && n < 1n << 65536n);

// What "game" and "partisan" have in common: positions, and endings.
function readPositions(rules, routines, kind) {
  const { shape, width } = routines[0];
  if (routines.some((r) => r.shape !== shape || r.width !== width)) refuse("the routines take different positions");
  const low = rules.least === null ? null : integer(rules.least);
  const board = rules.board === undefined || rules.board === null ? null : readBoard(rules.board, kind === "game");
  const single = shape === "ints" && width === 1;
  const numbers = (x) => (Array.isArray(x) ? x : [x]);
  const fits = (items) => items.every((x) => typeof x === "bigint") && (shape !== "ints" || items.length === width);
  return {
    state: (x) => ((single ? typeof x === "bigint" : Array.isArray(x) && fits(x)) && (!board || board(x)) ? x : null),
    first: (x) => low === null || numbers(x).every((n) => n >= low),
    numbers,
    // A position that is yielded, of the same board and as long as the one before.
    made: (x, before) => {
      const items = Array.isArray(x) ? x : single || shape === "variadic" ? [x] : fail();
      if (!fits(items) || (board && (items.length !== before.length || !board(items)))) fail();
      return single ? items[0] : items;
    },
  };
}

function endingOf(rules, positions, parameters) {
  if (!("ending" in rules)) return () => null;
  const routine = readRoutine(rules.ending);
  return (state) => {
    const value = routine.run(positions.numbers(state), parameters);
    if (value !== null && ![1n, 0n, -1n].includes(value)) fail();
    return value === null ? null : Number(value);
  };
}

function readPlain(rules) {
  const moves = readRoutine(rules.moves);
  const routines = [moves, ...("ending" in rules ? [readRoutine(rules.ending)] : [])];
  const parameters = readParameters(rules, routines);
  const positions = readPositions(rules, routines, "game");
  return {
    ...positions, ends: "ending" in rules, ending: endingOf(rules, positions, parameters),
    options: (state) => {
      const found = [];
      moves.run(positions.numbers(state), parameters, (x) => { found.push(positions.made(x, state)); });
      return found;
    },
  };
}

function readHeaps(rules) {
  let become;
  if (rules.kind === "code") {
    const code = readCode(rules.code);
    become = (n) => codeMoves(code, natural(n)).map((heaps) => heaps.map(BigInt));
  } else {
    const moves = readRoutine(rules.moves);
    const parameters = readParameters(rules, [moves]);
    if (moves.shape !== "ints" || moves.width !== 1) refuse("the moves of heaps take one integer");
    become = (n) => {
      const found = [];
      moves.run([n], parameters, (x) => {
        const heaps = Array.isArray(x) ? x : [x];
        if (!heaps.every((h) => typeof h === "bigint" && h >= 0n)) fail();
        found.push(heaps);
      });
      return found;
    };
  }
  const order = (heaps) => heaps.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  return {
    heaps: true, ends: false, ending: () => null,
    state: (x) => (naturals(x) ? order(x) : null),
    options: (state) => state.flatMap((n, i) => (n === state[i - 1] ? []
      : become(n).map((heaps) => order([...state.slice(0, i), ...heaps, ...state.slice(i + 1)])))),
  };
}

function readPartisan(rules) {
  const sides = "moves" in rules ? ["moves"] : ["left", "right"];
  fields(rules, ["kind", "parameters", "least", "board", ...sides], ["ending", "symmetry", "parts"]);
  const routines = sides.map((side) => readRoutine(rules[side]));
  if ("moves" in rules && !routines[0].keywords.includes("player")) refuse("the moves have no keyword player");
  if (!isObject(rules.parameters) || "player" in rules.parameters) refuse("the parameters are no object, or player is one");
  const endings = "ending" in rules ? [readRoutine(rules.ending)] : [];
  const plain = (r) => ({ ...r, keywords: r.keywords.filter((name) => name !== "player" || !("moves" in rules)) });
  const parameters = readParameters(rules, [...routines.map(plain), ...endings]);
  const positions = readPositions(rules, [...routines, ...endings], "partisan");
  const made = (side) => (state) => {
    const found = [];
    const all = { ...parameters, player: side === 0 ? 1n : -1n };
    routines[side % routines.length].run(positions.numbers(state), all, (x) => { found.push(positions.made(x, state)); });
    return found;
  };
  return { partisan: true, ...positions, ends: "ending" in rules, ending: endingOf(rules, positions, parameters),
    left: made(0), right: made(1) };
}

function readImpartial(rules) {
  const both = read(rules.of, ["partisan"]);
  return { ...both, partisan: false, options: (state) => [...both.left(state), ...both.right(state)] };
}

function readCoins(rules) {
  const moves = readRoutine(rules.moves);
  const parameters = readParameters(rules, [moves]);
  if (moves.shape !== "ints" || moves.width !== 1) refuse("the moves of coins take one integer");
  // The sets of coins, as bits, that may be turned with coin i as the last.
  const turns = (i) => {
    const found = [];
    moves.run([BigInt(i)], parameters, (x) => {
      const coins = Array.isArray(x) ? x : [x];
      if (!coins.every((c) => typeof c === "bigint" && c >= 0n && c < BigInt(i))) fail();
      found.push(coins.reduce((bits, c) => bits ^ (1n << c), 1n << BigInt(i)));
    });
    return found;
  };
  return { turns, ends: false, ending: () => null, state: (x) => (naturals([x]) ? x : null),
    options: (state) => bits(state).flatMap((i) => turns(i).map((set) => state ^ set)) };
}
function bits(n) {
  const digits = n.toString(2);
  return [...digits].flatMap((d, i) => (d === "1" ? [digits.length - 1 - i] : [])).reverse();
}

function readProduct(rules) {
  const [down, across] = [read(rules.down, ["coins"]), read(rules.across, ["coins"])];
  return {
    ends: false, ending: () => null,
    state: (x) => (naturals(x) && x.length ? x : null),
    options: (state) => state.flatMap((row, i) => bits(row).flatMap((j) => down.turns(i).flatMap((rows) => across.turns(j)
      .map((columns) => state.map((r, k) => ((rows >> BigInt(k)) & 1n ? r ^ columns : r)))))),
  };
}

// A board: gives the test whether a list of numbers is a position of it.
function readBoard(data, impartial) {
  const usual = { sides: "", marks: "rows", shape: "square", graph: [], holds: 0n, floor: "", walls: false, hands: 0n,
    counters: 0n };
  fields(data, ["faces", "live", "corners", "same", "opposite"], Object.keys(usual));
  for (const name of ["live", "corners", "same", "opposite"]) if (typeof data[name] !== "boolean") string(data[name]);
  for (const name in usual) {
    if (name in data && canonical(data[name]) === canonical(usual[name])) refuse(`the board's ${name} is the usual one`);
  }
  const board = { ...usual, ...data };
  for (const name of ["faces", "sides", "marks", "shape", "floor"]) string(board[name]);
  if (typeof board.walls !== "boolean") refuse("there is something else where true or false must be");
  list(board.graph).forEach((cell) => list(cell).forEach((n) => integer(n)));
  const [holds, hands, counters] = [natural(board.holds, 0, 35), natural(board.hands), natural(board.counters)];
  const letters = Array.from(board.faces);
  const faces = letters.length;
  if (faces < (board.walls ? 1 : 2) || new Set(letters).size < faces) refuse("the faces of the board are none");
  if (holds && board.faces !== "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ".slice(0,
    holds + 1)) refuse("the faces are not what it holds");
  const floors = Array.from(board.floor).length;
  if (floors === 1) refuse("the floor of the board is none");
  const layers = holds ? holds.toString(2).length : faces - 1;
  return (position) => {
    const [rows, columns] = position.length < 2 ? [0, 0] : position.slice(0, 2).map((n) => Number(n));
    const cells = rows * columns;
    if (rows < 1 || columns < 1 || cells > 2 ** 16 || position.some((n) => n < 0n)) return false;
    if (board.graph.length && (rows !== 1 || columns !== board.graph.length)) return false;
    const beneath = Math.max(0, floors - 1);
    const beside = 2 * hands + counters;
    const turn = impartial && board.sides !== "" ? 1 : 0;
    if (position.length !== 2 + layers + beneath + (board.walls ? 1 : 0) + beside + turn) return false;
    const full = 1n << BigInt(cells);
    const apart = (some) => some.every((n) => n < full) && some.reduce((a, b) => (a < 0n || a & b ? -1n : a | b), 0n) >= 0n;
    const planes = position.slice(2, 2 + layers);
    if (holds) {
      if (planes.some((n) => n >= full)) return false;
      for (let i = 0n; i < cells; i++) {
        spend(layers);
        if (planes.reduce((held, n, k) => held + (Number((n >> i) & 1n) << k), 0) > holds) return false;
      }
    } else if (!apart(planes)) return false;
    if (!apart(position.slice(2 + layers, 2 + layers + beneath))) return false;
    const lines = BigInt((rows + 1) * columns + rows * (columns + 1));
    if (board.walls && position[2 + layers + beneath] >= 1n << lines) return false;
    return !turn || position.at(-1) <= 1n;
  };
}

// The position that a certificate is about.
export function positionOf(game, data) {
  const state = game.state(data);
  if (state === null || (game.first && !game.first(state))) refuse("the position is none of the rules");
  return state;
}

// The options of states, each once, with their keys.
export function player(game) {
  const memory = new Map();
  const key = (state) => (typeof state === "bigint" ? String(state) : state.join());
  const once = (made) => [...new Map(made.map((state) => [key(state), state])).entries()];
  return {
    key,
    ending: game.ending,
    options: (state, side = "options") => {
      const name = side + key(state);
      if (!memory.has(name)) {
        const found = once(game[side](state));
        spend(1 + found.length);
        memory.set(name, found);
        room(memory.size * 64);
      }
      return memory.get(name);
    },
  };
}
