// A board that is clicked and steered by keys. Whatever moves touch has the class "spot", the numbers of these moves in
// data-moves, and in data-steps when it is chosen for each of them: 0, 1, 2, or "-" for never; 3.0 is the first step of a
// fourth way to make the move. An element of the list of moves has the class "move" and its number in data-move. Clicks
// leave the moves that are begun so, and where none is, those that touch what is clicked; one that is left alone is played.
// A move that is complete though others go on from there is played by a second click on the last spot, or by its words below
// the board, where moves stand that nothing but their words tells apart. A piece is dragged to where it goes, from one
// spot to another as two clicks; meanwhile it is seen under the pointer and, paler, where it was. What can be chosen next is
// marked. The pages and the notebook use it.

const BOARD_ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

// Return what the spots say of each way to make a move: the spots that it touches, and the steps, each a [spot, number].
function waysOf(spots) {
  const ways = new Map();
  for (const spot of spots) {
    const steps = spot.dataset.steps?.split(" ") ?? [];
    spot.dataset.moves.split(" ").forEach((move, i) => {
      const [step, number = "0"] = (steps[i] ?? "0").split(".").reverse();
      const name = `${move} ${step === "-" ? "0" : number}`;
      if (!ways.has(name)) ways.set(name, { move, touched: new Set(), steps: [] });
      ways.get(name).touched.add(spot);
      if (step !== "-") ways.get(name).steps.push([spot, Number(step)]);
    });
  }
  for (const { steps } of ways.values()) steps.sort(([, one], [, other]) => one - other);
  return [...ways.values()];
}

// Return what is still to be chosen of a way after some clicks, undefined where they do not begin it.
function restOf({ steps }, clicks) {
  const rest = [...steps];
  for (const click of clicks) {
    const at = rest.findIndex(([spot, step]) => spot === click && step === rest[0][1]);
    if (at < 0) return undefined;
    rest.splice(at, 1);
  }
  return rest;
}

// Return what clicks leave: the moves, those of them that are complete, and the spots that can be chosen next.
function leftBy(ways, clicks) {
  const begun = ways.map((way) => ({ ...way, rest: restOf(way, clicks) }));
  const touched = ({ touched }) => clicks.every((click) => touched.has(click));
  const inOrder = begun.filter(({ rest }) => rest);
  const others = (way) => [...way.touched].filter((spot) => !clicks.includes(spot)).map((spot) => [spot, 0]);
  const left = inOrder.length ? inOrder : begun.filter(touched).map((way) => ({ ...way, rest: others(way) }));
  const next = new Set(left.flatMap(({ rest }) => rest.filter(([, step]) => step === rest[0][1]).map(([spot]) => spot)));
  const numbers = (some) => [...new Set(some.map(({ move }) => move))];
  return { moves: numbers(left), done: numbers(left.filter(({ rest }) => !rest.length)), next, inOrder: inOrder.length > 0 };
}

// Listen to what happens inside `root`: `play` is called with the number of a move, `tell` with how many are left (0: all).
// Returns what forgets the choice begun, to be called when the board is another.
function attachBoard(root, play, tell) {
  let clicks = []; // the spots that are chosen, in this order
  const all = (selector) => [...root.querySelectorAll(selector)];
  const after = (some) => leftBy(waysOf(all(".spot")), some);

  function choose(spot) {
    const before = clicks.length ? after(clicks).done : [];
    const on = [...clicks, spot];
    if (clicks.includes(spot) && !after(on).inOrder) {
      forget();
      narrow();
      return before.length === 1 ? play(before[0]) : undefined;
    }
    clicks = after(on).moves.length ? on : [spot];
    const { moves } = after(clicks);
    if (moves.length === 1) forget();
    narrow();
    if (moves.length === 1) play(moves[0]);
  }

  function narrow() {
    const { moves, done, next } = clicks.length ? after(clicks) : { moves: [], done: [], next: new Set() };
    const some = moves.length > 0;
    for (const spot of all(".spot")) {
      spot.classList.toggle("away", some && !next.has(spot) && !clicks.includes(spot));
      spot.classList.toggle("next", next.has(spot));
      spot.classList.toggle("chosen", clicks.includes(spot));
    }
    for (const move of all(".move")) move.classList.toggle("away", some && !moves.includes(move.dataset.move));
    for (const board of all(".board")) board.classList.toggle("choosing", some);
    offer(done);
    tell(moves.length);
  }

  // Show below the board the words of the moves that are complete.
  function offer(moves) {
    for (const old of all(".offered")) old.remove();
    const offered = moves.map((move) => {
      const words = all(".move").find((item) => item.dataset.move === move)?.querySelector(":scope > :not(.sign)");
      const button = document.createElement("button");
      Object.assign(button, { type: "button", textContent: words?.textContent, onclick: () => play(move) });
      return button;
    });
    if (!offered.length) return;
    const box = document.createElement("div");
    box.className = "offered";
    box.append(...offered);
    clicks[0].closest(".board").append(box);
  }

  function forget() {
    clicks = [];
  }

  // ---- dragging

  let held; // the spot where the pointer went down, and where that was
  let dropped = false; // the click that follows a drag is not another choice

  const middle = (element) => {
    const box = element.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };

  function begin({ spot, piece }) {
    const svg = spot.ownerSVGElement;
    held.next = after(clicks.at(-1) === spot ? clicks : [spot]).next;
    for (const other of all(".spot")) {
      other.classList.toggle("away", other !== spot && !held.next.has(other));
      other.classList.toggle("next", held.next.has(other));
    }
    spot.classList.add("dragged");
    svg.classList.add("dragging");
    held.moved = true;
    if (!piece) return;
    held.flying = document.createElementNS(svg.namespaceURI, "g");
    held.flying.setAttribute("class", "flying");
    held.flying.append(piece.parentNode.cloneNode(true));
    svg.append(held.flying);
  }

  function fly({ spot, flying }, x, y) {
    const { a } = spot.ownerSVGElement.getScreenCTM();
    flying?.setAttribute("transform", `translate(${x / a} ${y / a})`);
  }

  const under = (event) => document.elementFromPoint(event.clientX, event.clientY)?.closest(".spot");

  function end() {
    held.spot.classList.remove("dragged");
    held.flying?.remove();
    held.spot.ownerSVGElement.classList.remove("dragging");
    for (const spot of all(".aimed")) spot.classList.remove("aimed");
    if (held.moved) narrow();
    held = undefined;
  }

  function lift(event) {
    const spot = event.target.closest?.(".spot");
    dropped = false;
    held = spot && !event.button ? { spot, piece: spot.querySelector(".piece"), x: event.clientX, y: event.clientY } : undefined;
    if (spot) event.target.releasePointerCapture?.(event.pointerId);
  }

  function pull(event) {
    if (!held) return;
    const [x, y] = [event.clientX - held.x, event.clientY - held.y];
    if (!held.moved && Math.hypot(x, y) < 8) return;
    if (!held.moved) begin(held);
    fly(held, x, y);
    const aimed = under(event);
    for (const spot of all(".spot")) spot.classList.toggle("aimed", spot === aimed && held.next.has(spot));
  }

  function drop(event) {
    if (!held) return;
    const { spot, piece, moved, next } = held;
    const target = moved ? under(event) : undefined;
    end();
    dropped = Boolean(moved);
    if (!target || !next.has(target)) return;
    if (piece) spot.ownerSVGElement.dataset.dropped = `${piece.dataset.face} ${piece.dataset.at}`;
    if (clicks.at(-1) !== spot) clicks = [spot];
    choose(target);
  }

  function neighbour(spot, [dx, dy]) {
    const [x, y] = middle(spot);
    const far = (other) => {
      const [u, v] = middle(other);
      const along = (u - x) * dx + (v - y) * dy;
      return along > 1 ? along + 2 * Math.abs((u - x) * dy) + 2 * Math.abs((v - y) * dx) : Infinity;
    };
    return all(".spot").reduce((best, other) => (far(other) < far(best) ? other : best), spot);
  }

  root.addEventListener("pointerdown", lift);
  root.addEventListener("pointermove", pull);
  root.addEventListener("pointerup", drop);
  root.addEventListener("pointercancel", () => held && end());

  root.addEventListener("click", (event) => {
    const spot = event.target.closest(".spot");
    if (spot && !dropped) choose(spot);
    dropped = false;
  });

  root.addEventListener("keydown", (event) => {
    const spot = event.target.closest(".spot");
    if (event.key === "Escape" && clicks.length) {
      forget();
      narrow();
    } else if (spot && (event.key === "Enter" || event.key === " ")) {
      choose(spot);
    } else if (spot && BOARD_ARROWS[event.key]) {
      neighbour(spot, BOARD_ARROWS[event.key]).focus();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  });

  return forget;
}

// Show how one board became another: pieces glide to where they are now, those that came or went fade.
function animateBoard(before, after) {
  if (!before || !after || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const key = (piece) => `${piece.dataset.face} ${piece.dataset.at}`;
  const pieces = (board) => new Map([...board.querySelectorAll(".piece, .line")].map((piece) => [key(piece), piece]));
  const [old, now] = [pieces(before), pieces(after)];
  const gone = [...old].filter(([name]) => !now.has(name)).map(([, piece]) => piece);
  const come = [...now].filter(([name]) => !old.has(name)).map(([, piece]) => piece);
  if (gone.length + come.length > 40) return; // another board
  const carried = gone.findIndex((piece) => key(piece) === before.dataset.dropped);
  if (carried >= 0) { // it was brought there
    const [{ dataset: { face } }] = gone.splice(carried, 1);
    const there = come.findIndex((piece) => piece.dataset.face === face);
    if (there >= 0) come.splice(there, 1);
  }
  const how = { duration: 150, easing: "ease-out" };
  for (const piece of come) {
    const from = gone.findIndex((other) => other.dataset.face === piece.dataset.face && other.matches(".piece"));
    const [x, y] = piece.dataset.at.split(" ").map(Number);
    if (from >= 0) {
      const [u, v] = gone.splice(from, 1)[0].dataset.at.split(" ").map(Number);
      piece.animate([{ transform: `translate(${u - x}px, ${v - y}px)` }, { transform: "none" }], how);
    } else {
      piece.animate([{ opacity: 0, transform: "scale(0.6)" }, { opacity: 1, transform: "none" }], how);
    }
  }
  for (const piece of gone) {
    const ghost = piece.cloneNode(true);
    ghost.setAttribute("class", "ghost");
    ghost.setAttribute("aria-hidden", "true");
    const [x, y] = piece.matches(".piece") ? piece.dataset.at.split(" ") : [0, 0]; // a line is where it is drawn
    after.append(ghost);
    const [here, below] = [`translate(${x}px, ${y}px)`, `translate(${x}px, ${Number(y) + 0.4}px)`]; // what is cut falls
    const away = piece.matches(".piece") ? `${here} scale(0.4)` : below;
    ghost.animate([{ opacity: 1, transform: here }, { opacity: 0, transform: away }], how).finished.finally(() => ghost.remove());
  }
}
