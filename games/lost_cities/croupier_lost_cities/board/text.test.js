// What is told at a table of Lost Cities: `deno test web/text`.

import de from "./de.js";
import en from "./en.js";

/** @typedef {import("./steps.js").Event} Event */

/** @param {unknown} found @param {unknown} expected */
function equal(found, expected) {
  if (found !== expected) throw new Error(`${found}\nis not\n${expected}`);
}

const WHO = { players: ["Ann", "Bob"], seat: 0 };

/** @param {number} seat @param {string} card @param {string} place @param {string} pile @param {string} drawn */
const turn = (
  seat,
  card,
  place,
  pile,
  drawn,
) => /** @type {Event[]} */ ([{ cardPlayed: { seat, card, place } }, { cardDrawn: { seat, pile, card: drawn } }]);

Deno.test("a turn of another is one sentence", () => {
  const events = turn(1, "Y5", "EXPEDITION", "DECK", "");
  equal(en.told(events, WHO), "Bob plays yellow 5 and draws from the deck.");
  equal(de.told(events, WHO), "Bob legt die gelbe 5 an und zieht vom Nachziehstapel.");
});

Deno.test("one's own turn tells the card that was drawn", () => {
  const events = turn(0, "Bx", "DISCARD", "DECK", "P10");
  equal(en.told(events, WHO), "You discard blue wager and draw purple 10 from the deck.");
  equal(de.told(events, WHO), "Du wirfst eine blaue Wettkarte ab und ziehst die lila 10 vom Nachziehstapel.");
});

Deno.test("a card from a discard pile is named", () => {
  const events = turn(1, "Y5", "EXPEDITION", "RED", "R2");
  equal(en.told(events, WHO), "Bob plays yellow 5 and draws red 2 from the red discard pile.");
  equal(de.told(events, WHO), "Bob legt die gelbe 5 an und zieht die rote 2 vom roten Abwurfstapel.");
});

Deno.test("a move is told as it is written", () => {
  equal(en.whole("Y10+*"), "play yellow 10 and draw from the deck");
  equal(de.whole("Bx-R"), "eine blaue Wettkarte abwerfen und vom roten Abwurfstapel ziehen");
});

Deno.test("the end of a round and the next one follow", () => {
  const sides = [{ seat: 0, score: -18, total: 2 }, { seat: 1, score: 30, total: 30 }];
  const events = /** @type {Event[]} */ (/** @type {unknown} */ ([
    ...turn(0, "R4", "EXPEDITION", "DECK", ""),
    { roundEnded: { round: 1, starter: 0, sides } },
    { roundStarted: { round: 2, starter: 1, hand: [] } },
  ]));
  equal(
    en.told(events, { ...WHO, seat: null }),
    "Ann plays red 4 and draws from the deck. Round 1 is over: Ann: −18, Bob: 30. Round 2 begins. Bob starts.",
  );
  equal(
    de.told(events, WHO),
    "Du legst die rote 4 an und ziehst vom Nachziehstapel. Runde 1 ist vorbei: Du: −18, Bob: 30. Runde 2: Bob fängt an.",
  );
});

Deno.test("a card that cannot be played says why", () => {
  const late = /** @type {const} */ ({ places: ["DISCARD"], against: { color: "RED", last: "R7", wager: false } });
  equal(en.handCard("R4", null), "Red 4");
  equal(
    en.handCard("R4", { places: [...late.places], against: late.against }),
    "Red 4, discard only: your red expedition is at 7 already",
  );
  equal(
    de.handCard("Rx", { places: ["DISCARD"], against: { ...late.against, wager: true } }),
    "Rote Wettkarte, lässt sich nur abwerfen: Wettkarten kommen in einer Expedition vor den Zahlen",
  );
  equal(de.discard("PURPLE", "P3", 2), "Lila Abwurfstapel, 2 Karten, oben lila 3");
});

Deno.test("both languages have the same texts", () => {
  equal(Object.keys(de).sort().join(), Object.keys(en).sort().join());
  for (const [key, text] of Object.entries(en)) equal(typeof de[/** @type {keyof typeof en} */ (key)], typeof text);
});
