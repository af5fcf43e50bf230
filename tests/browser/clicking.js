// Makes every move of the boards within `root` by clicks that a person could make: on what lies on top where a spot is, going
// on with what is marked as next, or with the words that are offered. `made` says which move was made since it was asked last.
// Returns, of each move that was made, the shortest way found: numbers of spots, "words" for a click on offered words.
// No more than `limit` clicks are made for a move.
window.clickThrough = (root, made, limit = 3) => {
  const spots = () => [...root.querySelectorAll(".spot")];
  const found = {};

  // A point where a spot lies on top: its middle, else another within its box.
  function pointOf(spot) {
    if (spot.getBoundingClientRect().top < 0 || spot.getBoundingClientRect().bottom > innerHeight) spot.scrollIntoView({ block: "center" });
    const { x, y, width, height } = spot.getBoundingClientRect();
    for (const part of [0.5, 0.3, 0.7, 0.15, 0.85]) {
      for (const other of [0.5, 0.3, 0.7, 0.15, 0.85]) {
        const point = [x + part * width, y + other * height];
        if (document.elementFromPoint(...point)?.closest(".spot") === spot) return point;
      }
    }
    return undefined;
  }

  function click(spot) {
    const point = spot && pointOf(spot);
    if (point) document.elementFromPoint(...point).dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  }

  // Make the clicks of a way from nothing on; note the move that they make, and say whether they made one.
  function walk(way) {
    spots()[0]?.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
    made();
    for (const number of way) click(spots()[number]);
    return noted(made(), way);
  }

  function noted(move, way) {
    if (move !== undefined && !(found[move]?.length <= way.length)) found[move] = way;
    return move !== undefined;
  }

  function explore(way) {
    if (walk(way)) return;
    if (way.length >= limit) return;
    const next = spots().flatMap((spot, i) => (spot.matches(".next") ? [i] : []));
    const words = root.querySelectorAll(".offered button").length;
    for (let i = 0; i < words; i++) {
      walk(way);
      root.querySelectorAll(".offered button")[i].click();
      noted(made(), [...way, "words"]);
    }
    for (const i of next) explore([...way, i]);
  }

  const moves = new Set(spots().flatMap((spot) => spot.dataset.moves.split(" ")));
  const first = (spot) => (spot.dataset.steps ?? "0").split(" ").filter((step) => step.endsWith("0")).length;
  const order = spots().map((spot, i) => [first(spot), i]).sort(([one], [other]) => other - one);
  for (const [, i] of order) {
    if (Object.keys(found).length < moves.size) explore([i]);
  }
  return found;
};
