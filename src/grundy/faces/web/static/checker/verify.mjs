// node verify.mjs FILE [STEPS] says whether a certificate is accepted; the exit code is 0, 1 (false), 2 (refused) or 3 (not checked).
// With - for FILE each line that is read is a certificate, and what is said of it is a line of JSON.
import { readFileSync } from "node:fs";
import { check } from "./check.mjs";
const [file, steps] = process.argv.slice(2);
const limits = steps ? { steps: Number(steps) } : {};
const read = (from) => new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(readFileSync(from));
if (file === "-") for (const line of read(0).split("\n")) console.log(JSON.stringify(check(line, limits)));
else {
  const began = performance.now();
  let said;
  try {
    said = check(read(file ?? ""), limits);
  } catch (error) { said = { verdict: "refused", reason: `the file cannot be read as text (${error.message})` }; }
  console.log(`${said.verdict}: ${said.reason} (${((performance.now() - began) / 1000).toFixed(2)} s)`);
  process.exitCode = { accepted: 0, false: 1, refused: 2 }[said.verdict] ?? 3;
}
