// The hashes: the commitment to the seed, and the chain of the log.

import { commitment } from "./chance.js";
import { canonical, must } from "./json.js";
import { bytes, hex, hmac, joined, sha256, text } from "./sha256.js";

export function checkCommitment({ game, match, serverSeed }) {
  must(hex(commitment(serverSeed)) === match.fairness.commitment, "The seed is not the one that was committed to.");
  must(match.fairness.serverSeed === serverSeed, "There are two seeds.");
  must(game === match.game, "There are two games.");
}

export function checkChain({ match, serverSeed, log }) {
  let head = hex(sha256(new Uint8Array()));
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
