// The certificate that a theorem's page shows is checked in the browser, by a worker that is loaded with the page.
const part = document.querySelector("[data-check-here]");
if (part) {
  const button = part.querySelector("button");
  const told = part.querySelector("output");
  const worker = new Worker("/static/checker/worker.mjs", { type: "module" });
  let began = 0;
  worker.onmessage = ({ data: { verdict, reason } }) => {
    if (verdict !== "ready") {
      const seconds = ((performance.now() - began) / 1000).toFixed(2);
      told.value = told.dataset[verdict.replace(" ", "")].replace("{seconds}", seconds).replace("{reason}", reason);
      told.dataset.verdict = verdict;
    }
    button.disabled = false;
  };
  button.addEventListener("click", () => {
    button.disabled = true;
    told.value = told.dataset.working;
    delete told.dataset.verdict;
    began = performance.now();
    worker.postMessage(part.querySelector("textarea").value);
  });
  part.hidden = false;
}
