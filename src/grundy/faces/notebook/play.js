// The widget: what Python says is shown, and what is clicked is told to Python.

function element(tag, className, text = "") {
  const made = document.createElement(tag);
  made.className = className;
  made.textContent = text;
  return made;
}

function moveButton(move, number, send) {
  const button = element("button", `move ${move.verdict}`);
  button.dataset.move = number;
  button.append(element("span", "sign", move.sign), element("span", "words", move.text), element("small", "note", move.note));
  button.addEventListener("click", () => send({ move: number }));
  return button;
}

function render({ model, el }) {
  el.classList.add("grundy-play");
  const parts = Object.fromEntries(["heading", "board", "said", "moves", "buttons", "review"].map((name) => [name, element("div", name)]));
  parts.said.setAttribute("aria-live", "polite");
  el.replaceChildren(...Object.values(parts));
  const send = (wish) => model.send({ ...wish, turn: model.get("view").turn });
  const tell = (count) => {
    const { narrowed, said } = model.get("view");
    parts.said.textContent = count ? narrowed.replace("{n}", count) : said;
  };
  const forget = attachBoard(el, (number) => send({ move: Number(number) }), tell);

  function show() {
    const view = model.get("view");
    const focused = el.contains(document.activeElement);
    forget();
    parts.heading.textContent = view.heading;
    const before = parts.board.firstElementChild;
    parts.board.innerHTML = view.svg;
    animateBoard(before, parts.board.firstElementChild);
    parts.said.textContent = view.said;
    parts.moves.replaceChildren(...view.moves.map((move, number) => moveButton(move, number, send)));
    parts.buttons.replaceChildren(
      ...Object.entries(view.buttons).map(([wish, words]) => {
        const button = element("button", wish, words);
        button.disabled = wish === "undo" && !view.turn;
        button.addEventListener("click", () => send({ wish }));
        return button;
      }),
    );
    parts.review.innerHTML = view.review;
    if (focused) el.querySelector(".spot, .move, .new")?.focus();
  }

  model.on("change:view", show);
  show();
  return () => model.off("change:view", show);
}

export default { render };
