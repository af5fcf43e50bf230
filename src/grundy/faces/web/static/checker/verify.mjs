// node verify.mjs FILE…: what comes of certificates. With - for FILE: of those on the lines of the standard input, as JSON.

import { createInterface } from "node:readline";
import { readFileSync } from "node:fs";
import { check } from "./check.mjs";

const files = process.argv.slice(2);
for (const file of files) {
  if (file === "-") {
    for await (const line of createInterface({ input: process.stdin })) console.log(JSON.stringify(check(line)));
  } else {
    const { verdict, claim, reason } = check(readFileSync(file, "utf8"));
    console.log(`${verdict}: ${[claim, reason].filter(Boolean).join("; ")}`);
    process.exitCode = Math.max(process.exitCode ?? 0, { accepted: 0, false: 1, refused: 2 }[verdict] ?? 3);
  }
}
