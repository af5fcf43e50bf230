// A solved game in one file: the table is unpacked, a position is drawn, and who plays against it meets perfect play.

const FACTS = JSON.parse(document.getElementById("facts").textContent);
const [DRAW, WON, LOST, TIED] = [0, 1, 2, 3];
const SIGNS = { win: "✓", loss: "✗", draw: "∞", tie: "=", "": "" };
const RANK = { win: 0, tie: 1, draw: 1, loss: 2 };
const ENDLESS = 3; // so often a position stands on the board until play is a draw

// ---- the table

async function bytesOf(element) {
  const bytes = Uint8Array.from(atob(element.textContent), (letter) => letter.charCodeAt(0));
  if (element.dataset.packed === undefined) return bytes;
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

const textOf = (ids) => String.fromCharCode(...ids);

// Whether a kind of move is possible in a picture: what it takes is there, what it brings is not.
function fits({ gone, come }, picture) {
  for (const letter of gone) if (!picture.includes(letter)) return false;
  for (const letter of come) if (picture.includes(letter)) return false;
  return true;
}

function changed({ gone, come }, picture) {
  const kept = picture.split("").filter((letter) => !gone.includes(letter));
  return kept.concat(come).sort().join("");
}

// Return the positions in the order of a search from the roots. A picture is a text whose letters are the numbers of its
// elements; the moves of position i are first[i] to first[i + 1]: their kinds, and the positions they lead to.
function unpack(bytes) {
  const length = new DataView(bytes.buffer).getUint32(0);
  let at = 4 + length;
  const data = JSON.parse(new TextDecoder().decode(bytes.subarray(4, at)));
  const kinds = data.kinds.map(([gone, come, ...rest]) => ({ gone: textOf(gone), come: textOf(come).split(""), rest }));
  const beginning = new Map();
  kinds.forEach(({ gone }, kind) => beginning.set(gone.charAt(0), [...(beginning.get(gone.charAt(0)) ?? []), kind]));
  const pictures = data.roots.map(textOf);
  const places = new Map(pictures.map((picture, place) => [picture, place]));
  const first = new Uint32Array(data.positions + 1);
  const [kindOf, after] = [new Uint32Array(data.moves), new Uint32Array(data.moves)];
  let made = 0;
  for (let i = 0; i < pictures.length; i++) {
    const picture = pictures[i];
    for (const letter of ["", ...picture]) {
      for (const kind of beginning.get(letter) ?? []) {
        if (!fits(kinds[kind], picture) || !bytes[at++]) continue;
        const next = changed(kinds[kind], picture);
        if (!places.has(next)) places.set(next, pictures.push(next) - 1);
        [kindOf[made], after[made++]] = [kind, places.get(next)];
      }
    }
    first[i + 1] = made;
  }
  return { ...data, pictures, first, kindOf, after, results: numbersFrom(bytes, at, pictures.length) };
}

// Integers in bytes of seven bits each, the lowest first; the sign is the lowest bit.
function numbersFrom(bytes, at, count) {
  const numbers = new Int32Array(count);
  for (let i = 0; i < count; i++) {
    let [number, shift] = [0, 0];
    do number |= (bytes[at] & 0x7f) << shift, (shift += 7);
    while (bytes[at++] & 0x80);
    numbers[i] = number & 1 ? -(number + 1) / 2 : number / 2;
  }
  return numbers;
}

// ---- a match

let table;
let turns; // { at: the position, kind: of the move that led there, points }
let people = [true, false];
let level = FACTS.levels.length; // which is perfect
let shown = false; // whether all moves say what they lead to
let hinted = false;
let root = 0;
let said = "";

const now = () => turns[turns.length - 1];
const mover = () => (turns.length - 1) % 2;
const lead = () => (now().points[mover()] - now().points[1 - mover()]);
const endless = () => turns.filter(({ at }) => at === now().at).length >= ENDLESS && table.first[now().at] < table.first[now().at + 1];
const over = () => table.first[now().at] === table.first[now().at + 1] || endless();

// The moves of the position now, best first: what each is worth for whoever makes it, and in how many moves it ends.
function movesNow() {
  const found = [];
  for (let i = table.first[now().at]; i < table.first[now().at + 1]; i++) {
    const [, , words, other, gain, touched, tile, steps] = table.kinds[table.kindOf[i]];
    const result = table.results[table.after[i]];
    const move = { number: String(i), at: table.after[i], words: (language === "zh" && other) || words, gain, touched, tile, steps };
    found.push({ ...move, ...(FACTS.scoring ? scored(gain - result) : judged(result & 3, result >> 2)) });
  }
  return found.sort((one, two) => RANK[one.verdict] - RANK[two.verdict] || two.worth - one.worth);
}

function scored(worth) {
  const total = lead() + worth;
  return { verdict: total > 0 ? "win" : total < 0 ? "loss" : "tie", worth, length: null };
}

function judged(result, remote) {
  const verdict = { [DRAW]: "draw", [WON]: "loss", [LOST]: "win", [TIED]: "tie" }[result];
  return { verdict, worth: verdict === "win" ? -remote : remote, length: result === DRAW ? null : remote + 1 };
}

const equals = (moves) => moves.filter(({ verdict, worth }) => verdict === moves[0].verdict && (worth === moves[0].worth || verdict === "draw"));
const oneOf = (list) => list[Math.floor(Math.random() * list.length)];

function make(move) {
  const points = [...now().points];
  points[mover()] += move.gain;
  turns.push({ at: move.at, touched: move.touched, tile: move.tile, points });
  hinted = false;
}

// The move of a level: often a best one, else a mistake of the size that it may make.
function moveOf(moves) {
  const best = equals(moves);
  const [often, sight, amount] = FACTS.levels[level] ?? [1, 0, null];
  const winning = moves.filter(({ verdict, length }) => verdict === "win" && length === 1);
  if (sight && winning.length) return oneOf(winning);
  const missed = (move) => (FACTS.scoring ? best[0].worth - move.worth : RANK[move.verdict] - RANK[best[0].verdict]);
  const seen = ({ verdict, length }) => verdict === "loss" && length !== null && length <= sight;
  const small = (move) => (FACTS.scoring ? amount === null || missed(move) <= amount : !seen(move));
  const wrong = Math.random() < often ? [] : moves.filter((move) => missed(move) > 0 && small(move));
  return oneOf(wrong.length ? wrong : best);
}

// Whether the only move of a position is to pass: it makes itself.
function isPassing(at) {
  const [first, next] = [table.first[at], table.first[at + 1]];
  return next === first + 1 && table.kinds[table.kindOf[first]][8] === 1;
}

// Let the opponent move where it is its turn, and show what there is then.
function goOn() {
  said = "";
  while (!over() && (!people[mover()] || isPassing(now().at))) {
    if (isPassing(now().at)) {
      make(movesNow()[0]);
      continue;
    }
    const moves = movesNow();
    const move = moveOf(moves);
    said = told("moved").replace("{move}", move.words);
    make(move);
  }
  show();
}

function begin() {
  turns = [{ at: root, touched: [], points: [0, 0] }];
  hinted = false;
  goOn();
}

// Take back the last move of a person, and what answered it.
function undo() {
  const mine = turns.flatMap(({ at }, number) => (number < turns.length - 1 && people[number % 2] && !isPassing(at) ? [number] : []));
  if (!mine.length) return;
  turns.length = mine[mine.length - 1] + 1;
  said = "";
  hinted = false;
  show();
}

function winner() {
  const result = table.results[now().at];
  if (endless()) return -1;
  if (FACTS.scoring) return lead() > 0 ? mover() : lead() < 0 ? 1 - mover() : -1;
  return { [WON]: mover(), [LOST]: 1 - mover() }[result & 3] ?? -1;
}

// ---- words

let language = navigator.language.toLowerCase().startsWith("zh") ? "zh" : "en";
const told = (name) => FACTS.texts[language][name];
const players = () => (root === 0 ? told("players") : [...told("players")].reverse());

function statusWords() {
  const points = FACTS.scoring ? ` ${told("points").replace("{first}", now().points[0]).replace("{second}", now().points[1])}` : "";
  if (!over()) {
    const whose = people[0] && people[1] ? told("to_move").replace("{player}", players()[mover()]) : told("your_turn");
    return whose + points;
  }
  if (endless()) return told("endless");
  const won = winner();
  if (won < 0) return told("tie") + points;
  if (people[0] && people[1]) return told("wins").replace("{player}", players()[won]) + points;
  return told(people[won] ? "you_win" : "you_lose") + points;
}

function hintLines(moves) {
  const [best] = moves;
  const good = moves.filter(({ verdict }) => verdict === best.verdict).length;
  const name = best.verdict === "win" && good === 1 ? "only" : best.verdict;
  const line = told(best.verdict === "loss" ? "hardest" : "best").replace("{move}", best.words);
  return [told("hints")[name], line];
}

// ---- what is shown

const part = (name) => document.getElementById(name);

function element(tag, facts, ...inside) {
  const made = Object.assign(document.createElement(tag), facts);
  made.append(...inside);
  return made;
}

// The picture of a position as SVG; a shape that moves touch tells which, in the colours of those that are marked.
function drawn(moves, marked) {
  const { at, touched: fresh } = now();
  const tiled = turns.filter(({ tile }) => tile); // dominoes lie as they were laid
  const covered = new Set(tiled.flatMap(({ touched }) => touched));
  const spots = new Map();
  for (const move of moves) {
    move.touched.forEach((spot, i) => spots.set(spot, [...(spots.get(spot) ?? []), { ...move, step: move.steps ? move.steps[i] : "0" }]));
  }
  const ids = table.pictures[at].split("").map((letter) => letter.charCodeAt(0));
  const shapes = ids.map((id) => table.elements[id]).sort((one, two) => one[0] - two[0]);
  const lit = (spot, inside) => (fresh.includes(spot) ? `<g class="fresh">${inside}</g>` : inside);
  const grounds = shapes.map(([, spot, ground]) => ground && lit(spot, ground));
  const figures = shapes.map(([, spot, , figure, handle, other]) => {
    const inside = covered.has(spot) ? "" : lit(spot, (language === "zh" && other) || figure);
    const own = spots.get(spot);
    if (!own) return inside;
    const best = own.find(({ number }) => marked.has(number));
    const verdict = best ? best.verdict : "";
    const [numbers, when] = ["number", "step"].map((name) => own.map((move) => move[name]).join(" "));
    return `<g class="spot ${verdict}" data-moves="${numbers}" data-steps="${when}" tabindex="0" role="button">${inside}${handle.replace("✓", SIGNS[verdict])}</g>`;
  });
  return [FACTS.opened, ...grounds, ...figures, ...tiled.map(({ tile }) => tile), "</svg>"].join("");
}

function showBoard(moves, marked) {
  const board = part("board");
  const before = board.firstElementChild;
  board.innerHTML = drawn(moves, marked);
  const title = FACTS.title[language];
  board.firstElementChild.setAttribute("aria-label", title);
  board.querySelector("title").remove();
  const words = new Map(moves.map(({ number, words }) => [number, words]));
  for (const spot of board.querySelectorAll(".spot")) {
    const numbers = spot.dataset.moves.split(" ").filter((_number, i, every) => every.length < 2 || spot.dataset.steps.split(" ")[i] !== "-");
    const own = [...new Set(numbers)].map((number) => words.get(number));
    spot.setAttribute("aria-label", own.slice(0, 3).join("; ") + (own.length > 3 ? " …" : ""));
  }
  animateBoard(before, board.firstElementChild);
}

function listed(move, marked) {
  const verdict = marked.has(move.number) ? move.verdict : "";
  const length = verdict && move.length !== null ? ` ${told("in").replace("{n}", move.length)}` : "";
  const gain = FACTS.scoring ? ` (${move.gain > 0 ? "+" : ""}${move.gain})` : "";
  const button = element("button", { type: "button", className: `move ${verdict}` });
  button.dataset.move = move.number;
  button.append(
    element("span", { className: "sign", textContent: SIGNS[verdict] }),
    element("span", { textContent: move.words + gain }),
    element("span", { className: "aside", textContent: verdict ? told("verdicts")[verdict] + length : "" }),
  );
  return element("li", {}, button);
}

function show() {
  const focused = document.activeElement?.closest?.("#board, .moves");
  forget();
  const moves = over() ? [] : movesNow();
  const marked = new Set((shown ? moves : hinted ? moves.slice(0, 1) : []).map(({ number }) => number));
  const plain = shown ? moves : [...moves].sort((one, two) => one.number - two.number);
  const token = over() ? "" : FACTS.tokens[mover() ^ root];
  const whose = element("strong", { textContent: statusWords() });
  part("status").replaceChildren(element("span", { innerHTML: token }), whose, ...(said ? [element("br", {}), said] : []));
  part("status").toggleAttribute("data-over", over());
  showBoard(moves, marked);
  tell(0);
  part("hint").hidden = !hinted || !moves.length;
  part("hint").replaceChildren(...(hinted && moves.length ? hintLines(moves) : []).map((line) => element("p", { textContent: line })));
  part("listed").hidden = !moves.length;
  part("listed").querySelector("ol").replaceChildren(...plain.map((move) => listed(move, marked)));
  part("undo").disabled = turns.length < 2 || !turns.slice(0, -1).some((_turn, number) => people[number % 2]);
  part("help").disabled = !moves.length;
  if (focused) (part("board").querySelector(".spot") ?? part("new")).focus();
}

function tell(count) {
  part("said").textContent = count ? told("left").replace("{n}", count) : over() ? "" : told("tap");
}

function chooser(name, words, chosen, choose) {
  const options = words.map((word, number) => element("option", { value: String(number), textContent: word, selected: number === chosen }));
  const select = element("select", { id: name, onchange: () => choose(Number(select.value)) }, ...options);
  return element("div", {}, element("label", { htmlFor: name, textContent: told(name) }), select);
}

const SIDES = [[true, false], [false, true], [true, true]];

// What does not change while a game is played, in the language that is spoken.
function frame() {
  document.documentElement.lang = language === "zh" ? "zh-Hans" : "en";
  document.title = part("title").textContent = FACTS.title[language];
  part("tongue").textContent = language === "zh" ? "English" : "中文";
  const side = SIDES.findIndex((sides) => String(sides) === String(people));
  const seen = element("input", { type: "checkbox", id: "seen", checked: shown, onchange: () => ((shown = seen.checked), show()) });
  part("settings").replaceChildren(
    chooser("side", told("sides"), side, (number) => ((people = SIDES[number]), begin())),
    chooser("level", told("levels"), level, (number) => (level = number)),
    ...(table.roots.length > 1 ? [chooser("begins", told("players"), root, (number) => ((root = number), begin()))] : []),
    element("label", {}, seen, told("seen")),
  );
  const buttons = [["new", begin], ["undo", undo], ["help", help]];
  part("buttons").replaceChildren(...buttons.map(([id, onclick]) => element("button", { type: "button", id, onclick, textContent: told(id) })));
  part("listed").querySelector("h2").textContent = told("moves");
  part("rules").querySelector("h2").textContent = told("rules");
  part("rules").querySelector("p").textContent = FACTS.rules[language];
  part("about").textContent = told("about");
  show();
}

function help() {
  hinted = !hinted;
  show();
}

const play = (number) => {
  const move = movesNow().find((each) => each.number === number);
  if (!move || over()) return;
  make(move);
  goOn();
};
const forget = attachBoard(part("match"), play, tell);

part("match").addEventListener("click", (event) => {
  const move = event.target.closest(".move");
  if (move) play(move.dataset.move);
});
part("tongue").addEventListener("click", () => {
  language = language === "zh" ? "en" : "zh";
  said = "";
  frame();
});
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("select, input")) return;
  const does = { n: begin, u: undo, h: help }[event.key];
  if (table && does) does();
});

async function start() {
  if (part("table").dataset.packed !== undefined && !("DecompressionStream" in window)) {
    part("loading").textContent = told("old");
    return;
  }
  table = unpack(await bytesOf(part("table")));
  turns = [{ at: root, touched: [], points: [0, 0] }];
  part("match").style.setProperty("--ratio", FACTS.ratio);
  part("match").hidden = false;
  part("loading").remove();
  Object.assign(part("theme").dataset, { names: told("themes"), label: told("theme") });
  attachTheme(part("theme"));
  frame();
  goOn();
}

start();
