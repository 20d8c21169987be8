import { accountText } from "./account.js";
import { analysisText } from "./analysis.js";
import { badgeText } from "./badge.js";
import { dealsText } from "./deals.js";
import { endingText } from "./ending.js";
import { historyText } from "./history.js";
import { ledgerText } from "./ledger.js";
import { LANGUAGES, loadAll, textOf, withGame } from "./index.js";
import { moreOf } from "./more.js";
import { noticesText } from "./notices.js";
import { pairingsText } from "./pairings.js";
import { playersText } from "./players.js";
import { privacyText } from "./privacy.js";
import { presenceText, timeAway } from "./presence.js";
import { replayText } from "./replay.js";
import { seatsText } from "./seats.js";
import { tournamentsText } from "./tournaments.js";
import proofDe from "./proof.de.js";
import proofEn from "./proof.en.js";

await Promise.all(Object.keys(LANGUAGES).map(loadAll));

/** @param {unknown} text @param {string} [path] @returns {string[]} the keys, with the number of arguments of functions */
function keys(text, path = "") {
  if (typeof text === "function") return [`${path}()`];
  if (typeof text !== "object" || text === null) return [path];
  return Object.entries(text).flatMap(([key, value]) => keys(value, `${path}.${key}`)).sort();
}

/** @param {string[]} one @param {string[]} other */
const missing = (one, other) => one.filter((key) => !other.includes(key));

Deno.test("all languages have the same texts: shell", () => {
  const all = Object.keys(LANGUAGES).map((language) => keys(textOf(language)));
  const differences = all.flatMap((one) => missing(one, all[0]).concat(missing(all[0], one)));
  if (differences.length) throw new Error(differences.join(", "));
});

Deno.test("all languages have the same texts: what is loaded later", () => {
  const all = Object.keys(LANGUAGES).map((language) =>
    keys([
      moreOf(language),
      accountText(language),
      seatsText(language),
      analysisText(language, "victory"),
      badgeText(language),
    ])
  );
  const differences = all.flatMap((one) => missing(one, all[0]).concat(missing(all[0], one)));
  if (differences.length) throw new Error(differences.join(", "));
});

for (
  const [name, of] of Object.entries({
    ending: endingText,
    history: historyText,
    ledger: ledgerText,
    notices: noticesText,
    pairings: pairingsText,
    presence: presenceText,
    privacy: privacyText,
  })
) {
  Deno.test(`all languages have the same texts: ${name}`, () => {
    const [one, other] = Object.keys(LANGUAGES).map((language) => keys(of(language)));
    if (`${one}` !== `${other}`) throw new Error(missing(one, other).concat(missing(other, one)).join(", "));
  });
}

Deno.test("all languages have the same texts: replay", async () => {
  const [one, other] = await Promise.all(Object.keys(LANGUAGES).map(async (each) => keys(await replayText(each))));
  const differences = [...missing(one, other), ...missing(other, one)];
  if (differences.length) throw new Error(differences.join(", "));
});

Deno.test("all languages have the same texts: players", async () => {
  const [one, other] = await Promise.all(Object.keys(LANGUAGES).map(async (each) => keys(await playersText(each))));
  if (`${one}` !== `${other}`) throw new Error(missing(one, other).concat(missing(other, one)).join(", "));
});

Deno.test("all languages have the same texts: tournaments", async () => {
  const all = await Promise.all(Object.keys(LANGUAGES).map(async (each) => keys(await tournamentsText(each))));
  const [one, other] = all;
  if (`${one}` !== `${other}`) throw new Error(missing(one, other).concat(missing(other, one)).join(", "));
});

Deno.test("all languages have the same texts: deals", async () => {
  const [one, other] = await Promise.all(Object.keys(LANGUAGES).map(async (each) => keys(await dealsText(each))));
  if (`${one}` !== `${other}`) throw new Error(missing(one, other).concat(missing(other, one)).join(", "));
});

Deno.test("all languages have the same texts: proof", () => {
  const [one, other] = [proofDe, proofEn].map((each) => keys(each));
  if (`${one}` !== `${other}`) throw new Error(missing(one, other).concat(missing(other, one)).join(", "));
});

Deno.test("an absence is told from its first minute on, and by hours from the second on", () => {
  const told = [0, 1, 119, 120, 1500].map(timeAway);
  if (`${told}` !== ",1 min,119 min,2 h,25 h") throw new Error(`${told}`);
});

Deno.test("no text is empty", () => {
  for (const language of Object.keys(LANGUAGES)) {
    const empty = JSON.stringify(textOf(language), (_, value) => value === "" ? "EMPTY" : value).includes("EMPTY");
    if (empty) throw new Error(language);
  }
});

Deno.test("a game without texts is told by the names of its events", async () => {
  const { game } = await withGame(textOf("de"), "rummy");
  const told = game.told([{ cardPlayed: { seat: 1, card: "Q" } }], { players: ["Ann", "Bob"], seat: 0 });
  if (told !== "Bob, card played: Q.") throw new Error(told);
});
