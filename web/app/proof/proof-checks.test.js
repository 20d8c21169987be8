import { CHECKS, proven } from "./proof-checks.js";
import { wrongIn } from "./proof-failures.js";
import { gameOf, verify } from "../../../sdk/javascript/verify/index.js";
import de from "../../text/proof.de.js";
import en from "../../text/proof.en.js";

const FOLDER = new URL("../../../docs/vectors/", import.meta.url);
const NONE = { heads: {}, moves: {} };

/** @param {string} name */
const vectors = (name) => JSON.parse(Deno.readTextFileSync(new URL(name, FOLDER)));

/** @param {any} replay @param {any[]} changes */
function patched(replay, changes) {
  const copy = structuredClone(replay);
  for (const { path, ...change } of changes) {
    const place = path.slice(0, -1).reduce((/** @type {any} */ value, /** @type {any} */ part) => value[part], copy);
    if ("value" in change) place[path.at(-1)] = change.value;
    else delete place[path.at(-1)];
  }
  return copy;
}

/** A forgery of each kind that the vectors have. */
function* forgeries() {
  const known = new Set();
  for (const { name } of Deno.readDirSync(FOLDER)) {
    const { honest, forged } = vectors(name);
    const replays = new Map(honest.map((/** @type {any} */ each) => [each.name, each.replay]));
    for (const each of forged.filter((/** @type {any} */ { name }) => !known.has(name))) {
      known.add(each.name);
      yield { ...each, file: name, replay: patched(replays.get(each.of), each.changes) };
    }
  }
}

Deno.test("every forgery is named in words, in both languages", async () => {
  const wrongs = [];
  for (const { file, name, replay } of forgeries()) {
    const sentence = verify(replay, await gameOf(replay));
    const wrong = { ...wrongIn(sentence), name: "Ann" };
    const said = [en, de].map((text) => text.wrong[wrong.kind](wrong));
    const odd = !sentence || wrong.kind === "other" ||
      said.some((each) => /NaN|undefined|(Step|Schritt) 0\b/.test(each));
    if (odd) wrongs.push(`${file} ${name}: ${sentence} (${said})`);
  }
  if (wrongs.length) throw new Error(wrongs.join("\n"));
});

Deno.test("whoever is wronged is named by seat", () => {
  const wrong = wrongIn("Version 12: seat 1 cannot play {}.");
  if (wrong.kind !== "illegal" || wrong.step !== 12 || wrong.seat !== 1) throw new Error(JSON.stringify(wrong));
  if (wrongIn("Version 9: seat 2 was late: a move for it must follow, at the same time.").seat !== 2) {
    throw new Error();
  }
  const stranger = wrongIn("match.game: this verifier cannot recompute beans; croupier verify can.");
  if (stranger.kind !== "stranger" || stranger.what !== "beans") throw new Error(JSON.stringify(stranger));
  if (wrongIn("Who knows.").kind !== "other") throw new Error();
});

Deno.test("checks are made in their order, and the first that does not hold is told", async () => {
  const { honest, forged } = vectors("lost-cities-sealed.json");
  const { replay } = honest.find((/** @type {any} */ each) => each.replay.match.status === "finished");
  /** @type {string[]} */
  const made = [];
  const told = (/** @type {string} */ check) => void (made.at(-1) === check || made.push(check));
  const found = await proven(replay, await gameOf(replay), NONE, told);
  if (found.wrong || `${made}` !== `${CHECKS}`) throw new Error(`${found.wrong} ${made}`);
  const late = await proven(replay, await gameOf(replay), { heads: { 3: "00" }, moves: {} }, told);
  if (wrongIn(late.wrong).kind !== "seen" || late.check !== "notes") throw new Error(late.wrong);
  const places = new Set();
  for (const { of, changes } of forged) {
    const base = honest.find((/** @type {any} */ each) => each.name === of).replay;
    const { wrong, check } = await proven(patched(base, changes), await gameOf(base), NONE, told);
    if (!wrong) throw new Error(of);
    places.add(check);
  }
  if (["form", "commitment", "terms", "chain", "seats", "steps", "result"].some((each) => !places.has(each))) {
    throw new Error([...places].join(", "));
  }
});
