// A board that is clicked and steered by keys. Whatever moves touch has the class "spot" and the numbers of these moves in
// data-moves; an element of the list of moves has the class "move" and its number in data-move. A click on a spot leaves the
// moves that touch it, and one that is left alone is played; a second click on the same spot plays the move that is made
// there alone. A piece is dragged to where it goes: from one spot to another is a choice of both; meanwhile it is seen under
// the pointer and, paler, where it was, and so is where it may go. The pages and the notebook use it.

const BOARD_ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

// Listen to what happens inside `root`: `play` is called with the number of a move, `tell` with how many are left (0: all).
// Returns what forgets the choice begun, to be called when the board is another.
function attachBoard(root, play, tell) {
  let left = [];
  const all = (selector) => [...root.querySelectorAll(selector)];
  const movesOf = (spot) => spot.dataset.moves.split(" ");

  // The only move that is left and touches nothing but what is chosen.
  function exact() {
    const chosen = (move) => all(".spot").every((spot) => movesOf(spot).includes(move) === spot.classList.contains("chosen"));
    const found = left.filter(chosen);
    return found.length === 1 ? found[0] : undefined;
  }

  function choose(spot) {
    const again = spot.classList.contains("chosen") ? exact() : undefined;
    if (again !== undefined) return play(again);
    const own = movesOf(spot);
    const both = left.filter((move) => own.includes(move));
    left = both.length ? both : own;
    if (left.length === 1) play(left[0]);
    else narrow(spot);
  }

  function narrow(chosen) {
    const some = left.length > 0;
    for (const spot of all(".spot")) {
      const away = some && !movesOf(spot).some((move) => left.includes(move));
      spot.classList.toggle("away", away);
      spot.classList.toggle("chosen", some && !away && (spot === chosen || spot.classList.contains("chosen")));
    }
    for (const move of all(".move")) move.classList.toggle("away", some && !left.includes(move.dataset.move));
    for (const board of all(".board")) board.classList.toggle("choosing", some);
    tell(left.length);
  }

  function forget() {
    left = [];
  }

  // ---- dragging

  let held; // the spot where the pointer went down, and where that was
  let dropped = false; // the click that follows a drag is not another choice

  const shares = (one, other) => movesOf(one).some((move) => movesOf(other).includes(move));
  const middle = (element) => {
    const box = element.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };

  function begin({ spot, piece }) {
    const svg = spot.ownerSVGElement;
    for (const other of all(".spot")) other.classList.toggle("away", other !== spot && !shares(spot, other));
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
    for (const spot of all(".spot")) spot.classList.toggle("aimed", spot === aimed && spot !== held.spot && shares(spot, held.spot));
  }

  function drop(event) {
    if (!held) return;
    const { spot, piece, moved } = held;
    const target = moved ? under(event) : undefined;
    end();
    dropped = Boolean(moved);
    if (!target || target === spot || !shares(spot, target)) return;
    if (piece) spot.ownerSVGElement.dataset.dropped = `${piece.dataset.face} ${piece.dataset.at}`;
    for (const each of [spot, target]) if (!each.classList.contains("chosen")) choose(each);
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
    if (event.key === "Escape" && left.length) {
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
