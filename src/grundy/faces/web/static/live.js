// The fields of the first page that are answered while one types.
"use strict";

const TYPING = 250; // milliseconds after the last key

const element = (kind, text, name = "") => Object.assign(document.createElement(kind), { textContent: text, className: name });

// What is said of a question, by the path at which it is asked.
const TOLD = {
  sequence: ({ first, law, name }, { proved, guessed }) => [
    ...(/^[-\d\s,]+$/.test(name) ? [] : [element("p", first.slice(0, 24).join(" "), "mono")]), // else they were pasted
    element("p", law.text),
    ...(law.kind === "none" ? [] : [element("span", law.proved ? proved : guessed, `badge ${law.proved ? "proved" : "guessed"}`)]),
  ],
  worksheet: ([cell]) => {
    if (cell.error) return [element("p", cell.error)];
    const drawn = [cell.worth?.formula, cell.svg].filter(Boolean).map((markup) => new DOMParser().parseFromString(markup, "text/html").body.firstChild);
    const words = [cell.said, cell.result, cell.worth?.winner].filter((text) => typeof text === "string");
    return [...drawn, ...words.map((text) => element("p", text))];
  },
};

function live(form) {
  const [field, box] = [form.querySelector("input"), form.querySelector(".live")];
  const asked = async (path, how) => (await fetch(`/api/v1/${path}`, how)).json();
  let [turn, waiting, job] = [0, 0, ""];

  async function answer() {
    const mine = ++turn;
    if (job) asked(`jobs/${job}`, { method: "DELETE" });
    job = "";
    if (!field.value.trim()) return box.replaceChildren();
    const facts = { [field.name]: field.value, lang: document.documentElement.lang.slice(0, 2) };
    let found = await asked(`${form.dataset.live}?${new URLSearchParams(facts)}`, halfTyped);
    while (mine === turn && ["queued", "running"].includes(found.state)) {
      job = found.job;
      await rest(700);
      if (mine === turn) found = await asked(`jobs/${job}`);
    }
    if (mine !== turn) return;
    job = "";
    found = found.result ?? found;
    box.replaceChildren(...(found.detail ? [element("p", found.detail)] : TOLD[form.dataset.live](found, form.dataset)));
  }

  field.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(answer, TYPING);
  });
  answer();
}

for (const form of all("form[data-live]")) live(form);
