// A rush of puzzles: the clock, what was solved, and the next puzzle; the best result is kept on this device.
"use strict";

const RUSH = { seconds: 300, mistakes: 3, rest: 900, looking: 2000, best: "grundy.rush" };
const told = document.getElementById("rush-told");
const begin = document.getElementById("rush-begin");
let rush = null; // the one that goes on

begin.hidden = false;
begin.addEventListener("click", () => {
  begin.hidden = true;
  rush = { seed: Math.floor(Math.random() * 1e9), solved: 0, wrong: 0, end: Date.now() + RUSH.seconds * 1000, tried: "" };
  rush.tick = setInterval(tellRush, 250);
  tellRush();
  go(`/rush?seed=${rush.seed}`);
});

function tellRush() {
  const left = Math.ceil((rush.end - Date.now()) / 1000);
  if (left <= 0) return endRush();
  const clock = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  told.textContent = fill(told.dataset.line, { clock, n: rush.solved, wrong: rush.wrong });
}

function endRush() {
  const { solved, tick } = rush;
  clearInterval(tick);
  rush = null;
  let best = solved;
  try {
    best = Math.max(solved, Number(localStorage.getItem(RUSH.best)) || 0);
    localStorage.setItem(RUSH.best, best);
  } catch {
    // what cannot be kept is not kept
  }
  pane().replaceChildren();
  told.textContent = fill(told.dataset.over, { n: solved, best });
  begin.hidden = false;
  begin.focus();
}

// After each page that is shown: what was tried counts, once for each puzzle, and leads on.
window.readyRush = () => {
  const box = document.querySelector("[data-rush]");
  if (!rush || box?.dataset.right === undefined || rush.tried === box.dataset.rush) return;
  rush.tried = box.dataset.rush;
  rush[box.dataset.right === "1" ? "solved" : "wrong"]++;
  tellRush();
  const mine = rush;
  setTimeout(() => {
    if (rush !== mine) return;
    if (rush.wrong >= RUSH.mistakes) return endRush();
    go(`/rush?seed=${rush.seed}&number=${Number(rush.tried.split(".")[1]) + 1}`);
  }, box.dataset.right === "1" ? RUSH.rest : RUSH.looking);
};
