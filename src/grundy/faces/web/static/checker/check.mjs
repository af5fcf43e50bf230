// A checker of certificates, written from the page docs/certificates.md alone: check(text) gives {verdict, reason}.
import { allow, digest, fields, isObject, parse, refuse, Verdict } from "./data.mjs";
import { checkPeriod } from "./codes.mjs";
import { checkLoopy, checkPartisan, checkStrategy, checkValues } from "./positions.mjs";
import { checkFamily, checkLaw, checkRedundant, checkSame, checkSentence } from "./theorems.mjs";
import { checkIntervals, checkPeriodic, checkRow } from "./rows.mjs";
import { Fail } from "./routines.mjs";

const KINDS = {
  period: checkPeriod, values: checkValues, strategy: checkStrategy, loopy: checkLoopy, "partisan value": checkPartisan,
  "automatic law": checkLaw, sentence: checkSentence, "redundant moves": checkRedundant, "same law": checkSame,
  "periodic law": checkPeriodic, "interval law": checkIntervals, "family law": checkFamily, "row law": checkRow,
};

// The fields that say which rules are meant.
const RULES = ["carried", "form", "least", "parameters", "quantified", "rules"];

// The fields of a whole certificate but kind, format and hash. It may be wanted to be of one of certain kinds.
export function open(data, kinds = Object.keys(KINDS)) {
  if (!isObject(data)) refuse("a certificate is an object");
  const { kind, format, hash, ...rest } = data;
  for (const name of ["kind", "format", "hash"]) if (!(name in data)) refuse(`the field "${name}" is missing`);
  if (format !== 2n) refuse("the format is another one than 2");
  if (typeof kind !== "string" || !kinds.includes(kind)) refuse(`${JSON.stringify(String(kind))} is no kind of certificate that is known here`);
  if (digest({ kind, format, ...rest }) !== hash) refuse("the hash is not that of the other fields");
  if ("rules" in rest) {
    const said = Object.fromEntries(RULES.filter((name) => name in rest).map((name) => [name, rest[name]]));
    for (const name of ["game", "text"]) if (typeof rest[name] !== "string") refuse(`the field "${name}" is a text`);
    if (digest(said) !== rest.fingerprint) refuse("the fingerprint is not that of the rules");
  }
  return { kind, rest };
}

export function check(text, limits) {
  allow(limits);
  try {
    const { kind, rest } = open(parse(text));
    KINDS[kind](rest);
    return { verdict: "accepted", reason: "what it claims follows from what is in it" };
  } catch (error) {
    if (error instanceof Verdict) return { verdict: error.verdict, reason: error.message };
    if (error instanceof Fail) return { verdict: "false", reason: "the rules fail at a position that is asked for" };
    if (error instanceof RangeError) return { verdict: "not checked", reason: "it wants more memory than is allowed" };
    return { verdict: "not checked", reason: `the checker itself has failed (${error})` };
  }
}
