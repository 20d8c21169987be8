// The hashes: the commitment to the seed, the terms, and the chain of the log.

import { commitment } from "./chance.js";
import { MATCH } from "./form.js";
import { Unknown, canonical, must } from "./json.js";
import { bytes, hex, hmac, joined, sha256, text } from "./sha256.js";
import { termsOf } from "./terms.js";

// Members of a match that no verifier needs.
const NOT_AGREED = ["access", "inviteCode", "ratings", "talk", "undo", "yourDecision"];

export function checkCommitment({ game, match, serverSeed }) {
  must(hex(commitment(serverSeed)) === match.fairness.commitment, "The seed is not the one that was committed to.");
  must(match.fairness.serverSeed === serverSeed, "There are two seeds.");
  must(game === match.game, "There are two games.");
}

export function checkTerms({ match, log: [{ prev }] }) {
  const { terms } = match.fairness;
  const due = termsOf(match);
  must(terms === due || prev !== due, "The log begins with its terms, but match.fairness.terms is another hash.");
  const unknown = Object.keys(match).filter((name) => !Object.hasOwn(MATCH, name) && !NOT_AGREED.includes(name));
  if (terms !== due && unknown.length) {
    throw new Unknown(`match.fairness.terms: what was agreed may include ${unknown}, which this verifier does not know.`);
  }
  must(terms === due, "match.fairness.terms is not that of the id and the settings of the match.");
  must(prev === due, "Version 1: prev is not match.fairness.terms.");
}

export function checkChain({ match, serverSeed, log }) {
  let head = match.fairness.terms;
  log.forEach((entry, i) => {
    must(entry.version === i + 1, `The log has version ${entry.version} where ${i + 1} should be.`);
    must(entry.prev === head, `Version ${entry.version}: prev is not the hash of the entry before.`);
    head = entryHash(serverSeed, entry);
    must(entry.hash === head, `Version ${entry.version}: this is not the hash of the entry.`);
  });
  must(match.version === log.length, `The match has ${match.version} versions, and its log ${log.length}.`);
  must(match.fairness.logHead === head, "logHead is not the hash of the last entry.");
}

function entryHash(seed, { prev, hash: _hash, ...entry }) {
  const salt = hmac(bytes(seed), text(`log:${entry.version}`));
  return hex(sha256(joined(bytes(prev), salt, text(canonical(entry)))));
}
