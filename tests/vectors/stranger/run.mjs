// node run.mjs FILE...: compares the verifier with files of vectors; exits with 1 if a verdict differs.
// A file with a replay instead is verified. The vectors say which check has to find a forgery; where another one
// finds it later, that is listed, but it is no difference of the verdict.
import { readFileSync } from 'node:fs';
import { verify } from './verify.mjs';

const CHECKS = ['form', 'hashes', 'seats', 'order', 'moves', 'result'];

function changed(replay, changes) {
  const copy = structuredClone(replay);
  for (const { path, ...change } of changes) {
    const inner = path.slice(0, -1).reduce((value, name) => value[name], copy);
    const name = path.at(-1);
    if ('value' in change) inner[name] = structuredClone(change.value);
    else if (Array.isArray(inner)) inner.splice(name, 1);
    else delete inner[name];
  }
  return copy;
}

function compare({ honest, forged }) {
  const replays = new Map(honest.map(({ name, replay }) => [name, replay]));
  const differing = [];
  const later = [];
  for (const [name, replay] of replays) {
    const { accepted, check, problem } = verify(replay);
    if (!accepted) differing.push(`honest, but refused: ${name}: ${check}: ${problem}`);
  }
  for (const { name, check, of, changes } of forged) {
    const verdict = verify(changed(replays.get(of), changes));
    if (verdict.accepted) differing.push(`forged, but accepted: ${name} (${check})`);
    else if (CHECKS.indexOf(verdict.check) > CHECKS.indexOf(check)) {
      later.push(`refused, but not yet by ${check}: ${name}: ${verdict.check}: ${verdict.problem}`);
    }
  }
  return { count: honest.length + forged.length, differing, later };
}

for (const file of process.argv.slice(2)) {
  const content = JSON.parse(readFileSync(file, 'utf8'));
  if (!content.honest) {
    const { accepted, check, problem } = verify(content);
    console.log(`${file}: ${accepted ? 'accepted' : `refused: ${check}: ${problem}`}`);
    if (!accepted) process.exitCode = 1;
    continue;
  }
  const { count, differing, later } = compare(content);
  console.log(`${file}: ${count - differing.length} of ${count} verdicts agree`);
  for (const line of [...differing, ...later]) console.log(`  ${line}`);
  if (differing.length) process.exitCode = 1;
}
