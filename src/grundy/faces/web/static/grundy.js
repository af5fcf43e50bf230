// What the pages do besides being read: boards that are clicked and steered by keys, pages swapped in place, answers awaited.
"use strict";

const pane = () => document.getElementById("pane"); // in which one page shows another
const main = () => pane() ?? document.getElementById("main");
const here = () => pane()?.dataset.address ?? location.href;
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const fill = (words, facts) => words.replace(/\{(\w+)\}/g, (whole, name) => facts[name] ?? whole);
const halfTyped = { headers: { Prefer: "handling=lenient" } }; // else a browser tells of a question without an answer as a fault

// ---- swapping the page for another without loading it anew

let visit = 0;
let spotted = -1; // the spot where the keyboard was, to which it comes back after the other player's turn

async function go(address, { replace = false, keep = false, quiet = false } = {}) {
  const mine = ++visit;
  const answer = await fetch(address).catch(() => location.assign(address));
  if (!answer) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (mine !== visit || !page.getElementById("main")) return;
  const { activeElement: before } = document;
  const key = before.dataset.key;
  if (before.matches("a.move, input")) spotted = -1;
  const board = document.querySelector(".board svg");
  if (pane()) {
    pane().replaceChildren(...page.getElementById("main").childNodes);
    pane().dataset.address = answer.url;
  } else {
    main().replaceWith(page.getElementById("main"));
  }
  animateBoard(board, document.querySelector(".board svg"));
  sound(Boolean(document.querySelector("[data-over]")));
  ready();
  if (!quiet) refocus(key);
  if (pane()) return;
  document.title = page.title;
  for (const link of all("[data-language]")) {
    link.href = all("[data-language]", page).find((other) => other.lang === link.lang).href;
  }
  if (!keep) history[replace ? "replaceState" : "pushState"]({}, "", answer.url);
}

function refocus(key) {
  const spots = all(".spot");
  const status = document.querySelector("[data-focus]");
  const wanted = [key && document.querySelector(`[data-key="${key}"]`), spotted >= 0 && spots[Math.min(spotted, spots.length - 1)], status, main()];
  wanted.find(Boolean).focus({ preventScroll: true });
  document.getElementById("said").textContent = status?.textContent.trim().replace(/\s+/g, " ") ?? document.title;
}

document.addEventListener("focusin", (event) => {
  if (event.target.matches(".spot")) spotted = all(".spot").indexOf(event.target);
});

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-swap]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  go(link.getAttribute("href")); // a link in a picture has no address in words
});

document.addEventListener("submit", (event) => {
  if (!event.target.matches("form[data-swap]")) return;
  event.preventDefault();
  go(`${event.target.action}?${new URLSearchParams(new FormData(event.target))}`);
});

addEventListener("popstate", () => pane() || go(location.href, { keep: true }));

// ---- the board, and the keys of the page

// Say below the board which moves are made where it is pointed at, until one of them is begun.
function tellSpot(event) {
  const line = document.getElementById("narrowed");
  const spot = event.target.closest(".board .spot");
  if (line && !document.querySelector(".board.choosing")) line.textContent = spot ? spot.getAttribute("aria-label") : line.dataset.tap;
}

addEventListener("pointerover", tellSpot); // with keys the spot itself is read aloud

const attached = (root) => attachBoard(
  root,
  (move) => root.querySelector(`.move[data-move="${move}"]`)?.click(),
  (left) => {
    const line = root.querySelector(".narrowed");
    line.textContent = left ? fill(line.dataset.many, { n: left }) : line.dataset.tap;
  },
);

const boards = all("[data-board]"); // several on a page, each for itself
const forgets = (boards.length ? boards : [document]).map(attached);

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea, [contenteditable]")) return;
  document.querySelector(`a[data-key="${CSS.escape(event.key)}"]`)?.click();
});

// ---- the catalogue: filtered while one types

function filter(form) {
  const words = form.elements.q.value.toLowerCase().split(/\s+/).filter(Boolean);
  const { class: kind, hard } = form.elements;
  const fits = (wanted, has) => !wanted || wanted === has;
  let count = 0;
  for (const card of all(".card[data-text]")) {
    card.hidden = !fits(kind.value, card.dataset.class) || !fits(hard.value, card.dataset.hard) || !words.every((word) => card.dataset.text.includes(word));
    count += !card.hidden;
  }
  const line = document.querySelector("[data-count]");
  line.textContent = count ? fill(line.dataset.count, { n: count }) : line.dataset.none;
  const said = [...new FormData(form)].filter(([, value]) => value);
  history.replaceState({}, "", said.length ? `?${new URLSearchParams(said)}` : location.pathname);
}

// ---- an answer that is awaited

const rest = (pause) => new Promise((done) => setTimeout(done, pause));

// A branch of a tree, fetched when it is opened first.
async function branch(details) {
  const link = details.querySelector(":scope > a");
  if (!link || details.dataset.branch) return;
  details.dataset.branch = "asked";
  let answer = await fetch(link.href).catch(() => null);
  for (let pause = 500; answer?.status === 202 && details.isConnected; pause = Math.min(3000, pause * 1.3)) {
    await rest(pause);
    answer = await fetch(link.href).catch(() => null);
  }
  const page = answer && new DOMParser().parseFromString(await answer.text(), "text/html");
  const found = page?.querySelector(".branches, .error");
  if (found) link.replaceWith(found);
  else details.dataset.branch = ""; // the link is still there
}

document.addEventListener("toggle", ({ target }) => {
  if (target.open && target.matches("details[data-branch]")) branch(target);
}, true);

async function wait(box) {
  const line = box.querySelector("[role=status]");
  const job = `/api/v1/jobs/${box.dataset.job}`;
  const cancel = box.querySelector("[data-cancel]");
  let cancelled = false;
  cancel.hidden = false;
  cancel.addEventListener("click", () => {
    cancelled = true;
    fetch(job, { method: "DELETE" });
    end(box, line.dataset.cancelled);
  });
  for (let pause = 500; !cancelled; pause = Math.min(3000, pause * 1.3)) {
    await rest(pause);
    if (cancelled) return;
    if (!box.isConnected) return void fetch(job, { method: "DELETE" }); // another position is looked at now
    const { state, ahead, detail } = await (await fetch(job)).json();
    if (cancelled || !box.isConnected) continue;
    if (state === "queued" || state === "running") {
      const words = state === "queued" && ahead ? fill(line.dataset.queued, { n: ahead }) : line.dataset.running;
      if (line.textContent !== words) line.textContent = words;
    } else if (state === "done" && box.dataset.swap === undefined && !pane()) {
      const posted = box.querySelector("form"); // what was sent is sent again, now that it is answered at once
      if (posted) posted.submit();
      else location.reload(); // and not `go`: the page may have scripts of its own
      return;
    } else if (state === "done") {
      while (main().contains(document.activeElement) && document.activeElement.matches("input, select")) await rest(500); // what is being typed is not taken away
      if (box.isConnected) go(here(), { keep: true, quiet: Boolean(pane()) });
      return;
    } else {
      end(box, detail);
      return;
    }
  }
}

function end(box, words) {
  box.querySelector("[role=status]").textContent = words;
  box.querySelector("progress").hidden = true;
  box.querySelector("[data-cancel]").hidden = true;
}

// ---- what each page begins with, and each page that is swapped in

function copy(button) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    const text = document.getElementById(button.dataset.copy);
    getSelection().selectAllChildren(text);
    await navigator.clipboard?.writeText(text.href ?? text.textContent);
    button.textContent = button.dataset.done;
  });
}

// A file is put into the field of its form, which is then sent.
function openFile(label) {
  label.hidden = false;
  label.querySelector("input").addEventListener("change", async ({ target }) => {
    const form = target.form;
    form.querySelector("textarea").value = await target.files[0].text();
    form.requestSubmit();
  });
}

// ---- puzzles: what was solved is kept in this browser, and nowhere else

const SOLVED = "grundy.solved";
const DAYS = "grundy.days";

function kept(name) {
  try {
    return new Set(JSON.parse(localStorage.getItem(name) ?? "[]"));
  } catch {
    return new Set(); // storage is refused, or holds something else
  }
}

function keep(name, key) {
  try {
    localStorage.setItem(name, JSON.stringify([...kept(name).add(key)].slice(-5000)));
  } catch {
    // what cannot be kept is not kept
  }
}

const LOOKING = 700; // milliseconds for which a move that was tried is seen before the reply

// Make the reply to a move that was tried on the board.
function reply(figure) {
  const [before, now] = [document.querySelector("#board svg"), figure.querySelector("svg")];
  figure.remove();
  setTimeout(() => {
    if (!before.isConnected) return; // another board is looked at now
    before.replaceWith(now);
    animateBoard(before, now);
    sound(false);
  }, LOOKING);
}

const dayBefore = (day, back) => new Date(Date.parse(day) - back * 86400000).toISOString().slice(0, 10);

// Tell how many days in a row the puzzle of the day was solved, up to this day or the one before.
function tellStreak(line) {
  if (line.dataset.day) keep(DAYS, line.dataset.day);
  const days = kept(DAYS);
  const today = new Date().toISOString();
  const first = days.has(dayBefore(today, 0)) ? 0 : 1;
  let last = first;
  while (days.has(dayBefore(today, last))) last++;
  line.textContent = last > first ? fill(line.dataset.streak, { n: last - first }) : "";
}

function markSolved(list) {
  const known = kept(SOLVED);
  for (const card of all("[data-puzzle]", list)) {
    if (!known.has(card.dataset.puzzle)) continue;
    const badge = card.querySelector(".badge");
    badge.textContent = `✓ ${list.dataset.progress} · ${badge.textContent}`;
  }
}

// ---- sounds, which nobody hears who did not ask for them

const setting = (name, value) => {
  try {
    if (value !== undefined) localStorage.setItem(name, value);
    return localStorage.getItem(name);
  } catch {
    return null; // a browser that keeps nothing
  }
};

let audio;

// A knock for a move that was made, and three notes at the end of a match.
function sound(over) {
  if (setting("grundy.sound") !== "on" || !document.getElementById("board")) return;
  audio ??= new AudioContext();
  (over ? [523, 659, 784] : [330]).forEach((pitch, number) => {
    const [start, tone, loud] = [audio.currentTime + number * 0.13, audio.createOscillator(), audio.createGain()];
    tone.type = "triangle";
    tone.frequency.value = pitch;
    loud.gain.setValueAtTime(0.25, start);
    loud.gain.exponentialRampToValueAtTime(0.001, start + 0.12);
    tone.connect(loud).connect(audio.destination);
    tone.start(start);
    tone.stop(start + 0.13);
  });
}

function attachSound(button) {
  const tell = () => button.setAttribute("aria-checked", String(setting("grundy.sound") === "on"));
  button.addEventListener("click", () => {
    setting("grundy.sound", setting("grundy.sound") === "on" ? "off" : "on");
    tell();
    sound(false);
  });
  button.hidden = false;
  tell();
}

// ---- a rating (Elo's, as grundy.playing.rating says), kept in this browser and nowhere else

const RATING = "grundy.rating";
const SEEN = "grundy.seen"; // how many moves of a match were seen that was begun here without help; -1 of another

function rate(line) {
  const [level, moves, helped, first, step] = ["level", "moves", "helped", "first", "step"].map((name) => Number(line.dataset[name]));
  try {
    const seen = Number(sessionStorage.getItem(SEEN) ?? -1);
    const fair = !helped && (moves < 2 || (seen >= 0 && seen <= moves));
    const { points, matches } = { points: first, matches: 0, ...JSON.parse(localStorage.getItem(RATING)) };
    const counts = fair && line.dataset.score !== "";
    const gained = counts ? step * (Number(line.dataset.score) - 1 / (1 + 10 ** ((level - points) / 400))) : 0;
    sessionStorage.setItem(SEEN, fair && !counts ? moves : -1);
    const now = { points: points + gained, matches: matches + counts };
    if (counts) localStorage.setItem(RATING, JSON.stringify(now));
    line.textContent = fill(line.dataset.words, { points: Math.round(now.points), n: now.matches });
    line.hidden = !now.matches;
  } catch {
    // storage is refused, or holds something else: nothing is rated
  }
}

function ready() {
  for (const forget of forgets) forget();
  for (const box of all("[data-solved]")) keep(SOLVED, box.dataset.solved);
  for (const line of all("[data-streak]")) tellStreak(line);
  for (const line of all("[data-words][data-level]")) rate(line);
  for (const figure of all("[data-reply]")) reply(figure);
  for (const list of all("[data-progress]")) markSolved(list);
  for (const button of all("[data-print]")) {
    button.hidden = false;
    button.addEventListener("click", () => print());
  }
  for (const form of all("form[data-filter]")) {
    form.addEventListener("input", () => filter(form));
    form.addEventListener("submit", (event) => event.preventDefault());
    for (const button of all("[data-noscript]", form)) button.hidden = true;
  }
  for (const button of all("[data-copy]")) copy(button);
  for (const move of all(".told [aria-current]")) move.closest("ol").scrollTop = move.parentElement.offsetTop - 60;
  for (const label of all("[data-file]")) openFile(label);
  for (const button of all("[data-sound]")) attachSound(button);
  for (const box of all("[data-job]")) wait(box);
  window.readySheet?.();
  window.readyRush?.();
  const again = document.querySelector("[data-again]");
  if (again) setTimeout(() => again.isConnected && go(location.href, { keep: true, quiet: true }), Number(again.dataset.again));
  const next = document.querySelector("a[data-auto]");
  if (next) setTimeout(() => next.isConnected && go(next.href, { replace: true }), 500);
}

for (const button of all("[data-theme-switch]")) attachTheme(button);
for (const link of all(".top nav [aria-current=page]")) link.closest("ul").scrollLeft = link.offsetLeft - innerWidth / 2;
ready();
