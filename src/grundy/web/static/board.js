// A board that is clicked and steered by keys. Whatever moves touch has the class "spot" and the numbers of these moves in
// data-moves; an element of the list of moves has the class "move" and its number in data-move. A click on a spot leaves the
// moves that touch it, and one that is left alone is played; a second click on the same spot plays the move that is made
// there alone. The pages and the notebook use it.

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
    tell(left.length);
  }

  function forget() {
    left = [];
  }

  function neighbour(spot, [dx, dy]) {
    const middle = (element) => {
      const box = element.getBoundingClientRect();
      return [box.x + box.width / 2, box.y + box.height / 2];
    };
    const [x, y] = middle(spot);
    const far = (other) => {
      const [u, v] = middle(other);
      const along = (u - x) * dx + (v - y) * dy;
      return along > 1 ? along + 2 * Math.abs((u - x) * dy) + 2 * Math.abs((v - y) * dx) : Infinity;
    };
    return all(".spot").reduce((best, other) => (far(other) < far(best) ? other : best), spot);
  }

  root.addEventListener("click", (event) => {
    const spot = event.target.closest(".spot");
    if (spot) choose(spot);
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
