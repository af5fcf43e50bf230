// The worksheet's cells: made, moved and taken away; the sheet copied as an address, kept in this browser, saved and opened.
"use strict";

(() => {
  const sheet = () => document.querySelector("form[data-sheet]");
  const inputs = () => all("form[data-sheet] input[name=cell]");
  const texts = () => inputs().map((input) => input.value.trim()).filter(Boolean);
  const addressOf = (cells) => `/worksheet?${new URLSearchParams((cells.length ? cells : [""]).map((cell) => ["cell", cell]))}`;
  const LONG = 2000;

  function tell(words) {
    const line = sheet().querySelector("[data-long]");
    line.hidden = !words;
    line.textContent = words;
    return !words;
  }

  // A sheet goes to the server in its address, unless it is too long for one.
  function fits() {
    const line = sheet().querySelector("[data-long]");
    const most = Number(line.dataset.most);
    return tell(texts().join("").length > most ? fill(line.dataset.full, { most }) : "");
  }

  async function answer() {
    if (!fits()) return;
    keep(texts());
    await go(addressOf(texts()));
    const { activeElement: input } = document;
    if (inputs().includes(input)) input.setSelectionRange(input.value.length, input.value.length);
  }

  // ---- cells

  function below(input, text = "") {
    const cell = input.closest(".cell");
    const made = cell.cloneNode(true);
    made.querySelector(".answer")?.remove();
    const field = made.querySelector("input");
    field.value = text;
    field.removeAttribute("aria-invalid");
    cell.after(made);
    number();
    return field;
  }

  function number() {
    inputs().forEach((input, place) => {
      const label = input.closest(".cell-line").querySelector("label");
      input.id = input.dataset.key = label.htmlFor = `cell${place + 1}`;
      label.lastChild.textContent = ` ${place + 1}`;
    });
  }

  function move(input, by) {
    const cell = input.closest(".cell");
    const other = by < 0 ? cell.previousElementSibling : cell.nextElementSibling;
    if (!other) return;
    if (by < 0) other.before(cell);
    else other.after(cell);
    number();
    input.focus();
    answer();
  }

  function remove(input) {
    const cell = input.closest(".cell");
    const near = (cell.nextElementSibling ?? cell.previousElementSibling)?.querySelector("input");
    if (near) cell.remove();
    else input.value = "";
    number();
    (near ?? input).focus();
    answer();
  }

  document.addEventListener("keydown", (event) => {
    const input = event.target;
    if (!input.matches("form[data-sheet] input[name=cell]")) return;
    if (event.key === "Enter" && event.shiftKey) below(input).focus();
    else if (event.altKey && event.key === "ArrowUp") move(input, -1);
    else if (event.altKey && event.key === "ArrowDown") move(input, 1);
    else return;
    event.preventDefault();
  });

  document.addEventListener("paste", (event) => {
    const input = event.target;
    if (!input.matches("form[data-sheet] input[name=cell]")) return;
    const [first, ...others] = event.clipboardData.getData("text").split(/\r?\n/);
    if (!others.length) return;
    event.preventDefault();
    input.setRangeText(first, input.selectionStart, input.selectionEnd, "end");
    others.reduce((last, line) => below(last, line), input).focus();
  });

  document.addEventListener("submit", (event) => {
    if (!event.target.matches("form[data-sheet]")) return;
    event.preventDefault();
    event.stopImmediatePropagation(); // an address without the cells that are empty
    answer();
  }, true);

  // ---- the sheet as an address, as a file, and in this browser

  async function link(button) {
    const address = new URL(addressOf(texts()), location.href).href;
    await navigator.clipboard?.writeText(address);
    button.textContent = button.dataset.done;
    if (address.length > LONG) tell(fill(sheet().querySelector("[data-long]").dataset.long, { n: address.length }));
  }

  function save() {
    const made = document.createElement("a");
    made.href = URL.createObjectURL(new Blob([`${texts().join("\n")}\n`], { type: "text/plain" }));
    made.download = "worksheet.txt";
    made.click();
    setTimeout(() => URL.revokeObjectURL(made.href), 1000);
  }

  async function open(file) {
    const cells = (await file.text()).split(/\r?\n/).filter((line) => line.trim());
    inputs().slice(1).forEach((input) => input.closest(".cell").remove());
    const [first] = inputs();
    first.value = cells[0] ?? "";
    cells.slice(1).reduce((last, line) => below(last, line), first);
    answer();
  }

  function kept() {
    try {
      const cells = JSON.parse(localStorage.getItem(sheet().dataset.kept));
      return Array.isArray(cells) && cells.length ? cells.map(String) : null;
    } catch {
      return null; // storage is refused, or holds something else
    }
  }

  // What one has answered oneself is kept, and not what an address brings.
  function keep(cells) {
    if (!cells.length) return;
    try {
      localStorage.setItem(sheet().dataset.kept, JSON.stringify(cells));
    } catch {
      // what cannot be kept is not kept
    }
  }

  const DEEDS = {
    new: () => below(inputs().at(-1)).focus(),
    up: (button) => move(button.closest(".cell").querySelector("input"), -1),
    down: (button) => move(button.closest(".cell").querySelector("input"), 1),
    remove: (button) => remove(button.closest(".cell").querySelector("input")),
    link,
    save,
    last: () => go(addressOf(kept())),
  };

  document.addEventListener("click", (event) => {
    const button = event.target.closest("form[data-sheet] [data-do]");
    if (button) DEEDS[button.dataset.do](button);
  });

  document.addEventListener("change", (event) => {
    if (event.target.matches("form[data-sheet] input[type=file]")) open(event.target.files[0]);
  });

  // Each time the page is swapped in: what needs a script is shown.
  window.readySheet = () => {
    if (!sheet()) return;
    const last = kept();
    for (const each of all("[data-do], .cell-tools, label.button", sheet())) each.hidden = false;
    sheet().querySelector("[data-do=last]").hidden = !last || addressOf(last) === addressOf(texts());
  };
  readySheet();
})();
