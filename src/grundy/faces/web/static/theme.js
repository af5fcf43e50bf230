// Light, dark, or as the system has it: chosen once for all pages, and read before a page is drawn.
"use strict";

const THEMES = ["", "light", "dark"];

function theme() {
  try {
    return localStorage.getItem("theme") ?? "";
  } catch {
    return ""; // a browser that keeps nothing
  }
}

function showTheme(name) {
  if (THEMES.indexOf(name) > 0) document.documentElement.dataset.theme = name;
  else delete document.documentElement.dataset.theme;
}

// Let a button go from one theme to the next, under its name.
function attachTheme(button) {
  const names = button.dataset.names.split("|");
  const tell = () => {
    const name = names[Math.max(0, THEMES.indexOf(theme()))];
    button.textContent = "◐☀☾"[names.indexOf(name)];
    button.title = name;
    button.setAttribute("aria-label", button.dataset.label.replace("{name}", name));
  };
  button.addEventListener("click", () => {
    const next = THEMES[(Math.max(0, THEMES.indexOf(theme())) + 1) % THEMES.length];
    try {
      localStorage.setItem("theme", next);
    } catch {}
    showTheme(next);
    tell();
  });
  button.hidden = false;
  tell();
}

showTheme(theme());
addEventListener("storage", () => showTheme(theme()));
