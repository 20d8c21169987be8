// What is told at a table of Livingstone: `deno test web/text`.

import { CARDS } from "./steps.js";
import de from "./de.js";
import en from "./en.js";
import pictures from "./pictures.js";

/** @param {unknown} found @param {unknown} expected */
function equal(found, expected) {
  if (found !== expected) throw new Error(`${found}\nis not\n${expected}`);
}

Deno.test("all twelve cards have a name and an effect", () => {
  for (const text of [en, de]) {
    for (const card of CARDS) equal(Boolean(text.cards[card] && text.effects[card]), true);
  }
});

Deno.test("a reason is the end of a sentence", () => {
  const dear = { code: "tooDear", price: 5, coins: 3 };
  equal(en.cannot(en.tentAt("c4"), en.reason(dear)), "Tent on c4: it costs 5 coins, and you have 3.");
  equal(de.cannot(de.tentAt("c4"), de.reason(dear)), "Zelt auf c4: es kostet 5 Münzen, und du hast 3.");
});

Deno.test("all reasons are told in both languages", () => {
  const codes =
    "turn passed low inHand taken chain dieFirst unused noDieYet noPass noCards otherRow unscoredRow noScoredRow noTents tooDear onlyHere noGems noneChosen noCoins fewDice firstColumn";
  for (const code of codes.split(" ")) {
    for (const text of [en, de]) {
      equal(text.reason({ code, last: 1, die: 1, dice: 2, row: 1, price: 1, coins: 0 }).length > 4, true);
    }
  }
});

Deno.test("who gives to the Queen is told the risk, which is certain only below what the dice always show", () => {
  const least = { seat: 1, most: 9 };
  const told = (/** @type {typeof en | typeof de} */ text, /** @type {number} */ given, /** @type {number} */ chance) =>
    text.giftTold({ given, least, chance, safe: false }, ["Ann", "Bob"]);
  equal(told(en, 3, 100), "0 to 3 are always too little: you would be out.");
  equal(told(en, 5, 100), "Risk of being out: over 99\u00a0%.");
  equal(told(en, 14, 45), "Risk of being out: 45\u00a0%.");
  equal(told(de, 0, 100), "0 bis 3 sind immer zu wenig: Du wärst raus.");
  equal(told(de, 4, 100), "Risiko auszuscheiden: über 99\u00a0%.");
});

Deno.test("who shares the most is named", () => {
  equal(en.mostOf(12, ["Ann", "Bob"]), "12 points at the end for most tents, shared by Ann and Bob");
  equal(de.mostOf(2, ["Ann"]), "2 Punkte am Ende für die meisten Zelte: Ann");
});

Deno.test("the rules show each picture once, in both languages", () => {
  for (const language of ["en", "de"]) {
    const rules = Deno.readTextFileSync(new URL(`rules.${language}.md`, import.meta.url));
    const shown = [...rules.matchAll(/^!\[.+\]\(board:(\w+)\)$/gm)].map(([, name]) => name);
    equal(shown.join(), Object.keys(pictures).join());
  }
});
