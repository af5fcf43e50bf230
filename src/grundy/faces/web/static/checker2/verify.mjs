// node verify.mjs FILE [STEPS]: says whether a certificate is accepted. The exit code is 0, 1 (false), 2 (refused) or 3.
import { readFileSync } from "node:fs";
import { check } from "./check.mjs";

const [file, steps] = process.argv.slice(2);
let text;
try {
  text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(readFileSync(file ?? ""));
} catch (error) {
  console.log(`refused: the file cannot be read as text: ${error.message}`);
  process.exit(2);
}
const began = performance.now();
const { verdict, why } = check(text, steps ? { steps: Number(steps) } : {});
console.log(`${verdict}: ${why} (${((performance.now() - began) / 1000).toFixed(2)} s)`);
process.exitCode = { accepted: 0, false: 1, refused: 2 }[verdict] ?? 3;
