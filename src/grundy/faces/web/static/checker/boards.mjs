// The boards of rules as data: which fields they have, and which integers are a position on one.

import { Refused, exactly, isInteger, spend, text } from "./data.mjs";

const CELLS = 1n << 16n, DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const FIRST = ["faces", "live", "corners", "same", "opposite"];
const USUAL = { sides: "", shape: "square", marks: "rows", floor: "" }, TEXTS = Object.keys(USUAL), NUMBERS = ["hands", "counters", "holds"];
const natural = (value) => isInteger(value) && value >= 0n;

/** What the integers of a position on a board are; `turn`: whether one says who is to move. */
export class Cells {
  constructor(data, turn) {
    exactly(data, FIRST, [...TEXTS, ...NUMBERS, "graph", "walls"]);
    if (FIRST.some((name) => !["string", "boolean"].includes(typeof data.get(name)))) throw new Refused("a board has texts");
    for (const name of TEXTS) {
      if (data.has(name) && text(data.get(name), name) === USUAL[name]) throw new Refused("what is usual is left out");
    }
    for (const name of NUMBERS) {
      if (data.has(name) && !(natural(data.get(name)) && data.get(name) > 0n)) throw new Refused(`${name} is a number from 1`);
    }
    if (data.has("walls") && data.get("walls") !== true) throw new Refused("walls are there, or the field is not");
    const graph = data.get("graph") ?? [];
    const rows = Array.isArray(graph) && graph.every((row) => Array.isArray(row) && row.every(isInteger));
    if (!rows || (data.has("graph") && !graph.length)) throw new Refused("a graph is a list of lists of integers");
    const number = (name) => Number(data.get(name) ?? 0n);
    const faces = text(data.get("faces"), "faces"), letters = (row) => [...row].length;
    this.holds = data.get("holds") ?? 0n;
    this.walls = data.has("walls");
    this.graph = BigInt(graph.length);
    if (letters(faces) < 2 - this.walls) throw new Refused("a board has two faces or more");
    if (data.has("floor") && letters(data.get("floor")) < 2) throw new Refused("a floor has two faces or more");
    if (this.holds && (this.holds > 35n || faces !== DIGITS.slice(0, number("holds") + 1))) throw new Refused("numbers are digits");
    this.shown = this.holds ? this.holds.toString(2).length : letters(faces) - 1;
    this.beneath = data.has("floor") ? letters(data.get("floor")) - 1 : 0;
    this.turn = turn && data.has("sides");
    this.width = 2 + this.shown + this.beneath + this.walls + 2 * number("hands") + number("counters") + this.turn;
  }

  /** Return whether a state is a position: no cell set twice, nothing beyond the board. */
  fits(state) {
    if (state.length !== this.width || !state.every(natural)) return false;
    const [rows, columns, ...layers] = state, cells = rows * columns, { shown, beneath } = this;
    if (cells < 1n || cells > CELLS || (this.graph && (rows !== 1n || columns !== this.graph))) return false;
    if (layers.slice(0, shown + beneath).some((layer) => layer >> cells)) return false;
    if (this.walls && layers[shown + beneath] >> (rows * (2n * columns + 1n) + columns)) return false;
    if (this.turn && layers.at(-1) > 1n) return false;
    return areApart(layers.slice(shown, shown + beneath)) && (this.holds ? this.mayHold(layers, cells) : areApart(layers.slice(0, shown)));
  }

  /** Return whether no cell holds more than it may. */
  mayHold(layers, cells) {
    spend(Number(cells));
    for (let i = 0n; i < cells; i++) {
      let held = 0n;
      for (let k = 0; k < this.shown; k++) held += ((layers[k] >> i) & 1n) << BigInt(k);
      if (held > this.holds) return false;
    }
    return true;
  }
}

function areApart(layers) {
  let seen = 0n;
  return layers.every((layer) => {
    const free = !(layer & seen);
    seen |= layer;
    return free;
  });
}
