// The page on which rules are written: at every change they are read, and the board, who wins, the law and the opponent
// are shown beside them. The rules stand, deflated, in the part of the address that no server sees.
"use strict";

(() => {
  const page = document.querySelector("[data-write]");
  if (!page) return;
  const words = page.dataset;
  const part = (id) => document.getElementById(id);
  const PAUSE = 60; // milliseconds after the last key
  const SOON = 0.08; // so many seconds the first small positions are solved
  let editor;
  let now = { game: "" }; // what is shown
  let turn = 0; // the change that is being answered
  let job = ""; // the proof that is being looked for

  // ---- the address

  const through = async (bytes, stream) => new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());

  async function pack(text) {
    const bytes = await through(new TextEncoder().encode(text), new CompressionStream("deflate"));
    const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
    return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  }

  async function unpack(word) {
    const letters = atob(word.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    return new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate")));
  }

  // ---- what is told

  function tell(text, wrong) {
    part("told").textContent = text;
    part("told").classList.toggle("wrong", wrong);
    part("pane").classList.toggle("old", wrong);
  }

  async function asked(path, facts) {
    const answer = await fetch(`/api/v1/${path}?${new URLSearchParams({ ...facts, lang: words.lang })}`, halfTyped);
    return { status: answer.status, ...(await answer.json()) };
  }

  // The answer of a question, waited for where it is a job; nothing where the rules have changed meanwhile.
  async function awaited(path, facts, mine) {
    let found = await asked(path, facts);
    if (found.status !== 202) return found;
    job = found.job;
    while (mine === turn && ["queued", "running"].includes(found.state)) {
      await new Promise((done) => setTimeout(done, 700));
      found = await asked(`jobs/${job}`, {});
    }
    return found.result ?? found;
  }

  const cell = (kind, text) => Object.assign(document.createElement(kind), { textContent: text });
  const row = (cells) => {
    const made = document.createElement("tr");
    made.append(...cells);
    return made;
  };

  // A sequence and a table of numbers, or a list of positions.
  function showSmall({ integers, least, side, positions }) {
    part("found").hidden = !positions.length;
    const table = document.createElement("table");
    const worth = (each) => each.value ?? each.outcome;
    const head = (cells) => row(cells.map((text) => cell("th", text)));
    if (integers === 1) {
      table.append(row([cell("th", words.heap), ...positions.map((_, n) => cell("th", least + n))]));
      table.append(row([cell("th", words.value), ...positions.map((each) => cell("td", worth(each)))]));
    } else if (integers === 2) {
      table.append(head(["", ...Array.from({ length: side }, (_, n) => least + n)]));
      for (let i = 0; i * side < positions.length; i++) {
        const own = positions.slice(i * side, (i + 1) * side);
        table.append(row([cell("th", least + i), ...own.map((each) => Object.assign(cell("td", worth(each)), { title: each.said, className: each.outcome }))]));
      }
    } else {
      const valued = positions.some((each) => each.value !== null);
      const told = ({ position, said, value }) => [position, said, ...(valued ? [value ?? ""] : [])];
      table.append(head([words.position, words.winner, ...(valued ? [words.value] : [])]));
      table.append(...positions.map((each) => row(told(each).map((text) => cell("td", text)))));
    }
    table.classList.toggle("numbers", integers > 0);
    part("small").replaceChildren(table);
  }

  async function showLaw(integers, mine) {
    part("law").hidden = !integers; // theorems are of numbers
    if (!integers) return;
    part("law-told").textContent = "";
    part("theorem-told").textContent = words.searching;
    part("theorem-link").hidden = true;
    const law = integers === 1 ? await awaited("sequence", { name: now.words }, mine) : {};
    if (mine !== turn) return;
    part("law-told").textContent = law.law?.text ?? "";
    const found = await awaited(`theorems/${encodeURIComponent(now.words)}`, {}, mine);
    if (mine !== turn) return;
    job = "";
    part("theorem-told").textContent = found.statement ?? found.detail ?? "";
    part("theorem-link").hidden = !found.proved;
    part("theorem-link").href = `/theorems/${encodeURIComponent(now.words)}`;
  }

  function showGames(games) {
    part("games").hidden = games.length < 2;
    part("games").replaceChildren(...games.map(({ name, title }) => {
      const button = cell("button", title);
      button.type = "button";
      button.setAttribute("aria-pressed", name === now.game);
      button.addEventListener("click", () => answer(name));
      return button;
    }));
  }

  // ---- at every change

  async function answer(game) {
    const mine = ++turn;
    if (job) fetch(`/api/v1/jobs/${job}`, { method: "DELETE" });
    job = "";
    const text = editor.text();
    const word = await pack(text);
    keep(text);
    if (word.length > Number(words.most)) return tell(fill(words.long, { n: word.length, most: words.most }), true);
    const found = await awaited("rules", { text: word, game }, mine);
    if (mine !== turn) return;
    if (found.detail || found.fault) {
      editor.mark(found.fault ? [found.fault] : []);
      return tell(found.detail ?? found.fault.text, true);
    }
    now = found;
    history.replaceState(null, "", `#${word}${found.games.length > 1 ? `:${found.game}` : ""}`);
    editor.mark([]);
    const fine = fill(words.fine, { games: found.games.map(({ title }) => title).join(", ") });
    tell(fine, false);
    showGames(found.games);
    if (found.start) show(found.start);
    let small = { more: true };
    for (const time of [{ seconds: SOON }, {}]) {
      if (small.more) small = await awaited("small", { words: found.words, ...time }, mine);
      if (mine !== turn) return;
      if (!small.positions) {
        const line = small.error?.data?.line; // of the text, where a rule fails or yields no board
        editor.mark(line ? [{ line, text: small.detail }] : []);
        return tell(small.detail, true);
      }
      tell([fine, ...small.told].join("; "), false);
      showSmall(small);
      page.dataset.answered = mine;
    }
    showLaw(small.integers, mine);
  }

  function show(start) {
    const address = `/play?${new URLSearchParams({ position: start, embed: "1" })}`;
    part("alone").href = `/play?${new URLSearchParams({ position: start })}`;
    part("alone").dataset.embed = new URL(address, location.href).href;
    go(address, { keep: true, quiet: true });
  }

  let waiting;
  function changed() {
    clearTimeout(waiting);
    waiting = setTimeout(() => answer(now.game), PAUSE);
  }

  // ---- what is kept, copied and saved

  function keep(text) {
    try {
      localStorage.setItem(words.kept, text);
    } catch {
      // what cannot be kept is not kept
    }
  }

  function kept() {
    try {
      return localStorage.getItem(words.kept);
    } catch {
      return null; // storage is refused
    }
  }

  async function copied(button, text) {
    await navigator.clipboard?.writeText(text);
    button.textContent = words.done;
  }

  const DEEDS = {
    link: (button) => copied(button, location.href),
    embed: (button) => copied(button, `<iframe src="${part("alone").dataset.embed}" width="480" height="720" title="${now.game}"></iframe>`),
    save: () => {
      const made = document.createElement("a");
      made.href = URL.createObjectURL(new Blob([editor.text()], { type: "text/x-python" }));
      made.download = `${now.game || "rules"}.py`;
      made.click();
      setTimeout(() => URL.revokeObjectURL(made.href), 1000);
    },
  };

  const example = async (name) => (await fetch(`/static/examples/${name}.py`)).text();

  // What an address brings, else what was written here last, else the first example.
  async function begin() {
    const [word, game] = location.hash.slice(1).split(":");
    now.game = game ?? "";
    const cut = () => {
      tell(words.cut, true);
      return "";
    };
    const text = word ? await unpack(word).catch(cut) : kept() || (await example(part("example").options[1].value));
    if (editor) editor.put(text);
    else editor = makeEditor(part("editor"), text, words.label, changed);
    document.querySelector(".cm-content").tabIndex = 0;
    if (text) answer(now.game);
  }

  addEventListener("hashchange", begin);
  part("example").addEventListener("change", async ({ target }) => {
    if (target.value) editor.put(await example(target.value));
    target.value = "";
  });
  page.addEventListener("click", (event) => {
    const button = event.target.closest("[data-do]");
    if (button) DEEDS[button.dataset.do](button);
  });
  begin();
})();
