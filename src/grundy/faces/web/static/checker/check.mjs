// The second checker of certificates, from docs/certificates.md alone: check(text) says what comes of one.

import { NotChecked, Refused, Wrong, allow, checkedHash, parse, text as textOf } from "./data.mjs";
import { automaticLaw } from "./laws.mjs";
import { provePeriod, readPeriod } from "./periods.mjs";
import { redundantMoves, sameLaw, sentence } from "./questions.mjs";
import { loopy, partisanValue, strategy, values } from "./positions.mjs";

/** For each kind: what reads the fields, and returns the claim in words and its proof. */
export const KINDS = {
  period: (fields) => {
    const read = readPeriod(fields);
    return { claim: read.claim, proof: () => provePeriod(read) };
  },
  values,
  strategy,
  loopy,
  "partisan value": partisanValue,
  "automatic law": automaticLaw,
  sentence,
  "redundant moves": redundantMoves,
  "same law": sameLaw,
};

/**
 * Return {verdict, claim, reason}, the verdict being "accepted", "false", "refused", "not checked" or "not known here", of the
 * text of a certificate. Takes no more than so many steps and milliseconds.
 */
export function check(text, { steps = 2e8, milliseconds = 60_000 } = {}) {
  allow(steps, milliseconds);
  let claim = "";
  try {
    const fields = parse(text), kind = textOf(fields.get("kind"), "kind");
    if (!Object.hasOwn(KINDS, kind)) return { verdict: "not known here", claim, reason: `certificates of the kind "${kind}" are not read here` };
    checkedHash(fields);
    const read = KINDS[kind](fields);
    claim = read.claim;
    return { verdict: "accepted", claim, reason: read.proof() };
  } catch (problem) {
    if (problem instanceof Refused) return { verdict: "refused", claim, reason: problem.message };
    if (problem instanceof Wrong) return { verdict: "false", claim, reason: problem.message };
    if (problem instanceof NotChecked) return { verdict: "not checked", claim, reason: problem.message };
    if (problem instanceof RangeError) return { verdict: "not checked", claim, reason: "there is not enough memory, or it is nested too deeply" };
    throw problem;
  }
}
