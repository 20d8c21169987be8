import { StepSentences } from "./step-sentences.js";
import { load } from "../../text/index.js";
import { replayText } from "../../text/replay.js";
import game from "../../../games/lost_cities/croupier_lost_cities/board/en.js";

/** @param {unknown} one @param {unknown} other */
function same(one, other) {
  if (JSON.stringify(one) !== JSON.stringify(other)) {
    throw new Error(`${JSON.stringify(one)} is not ${JSON.stringify(other)}`);
  }
}

const VIEW = /** @type {any} */ ({
  status: "active",
  toMove: [0],
  yourSeat: 0,
  outcome: null,
  seats: [0, 1, 2].map((index) => ({ index, resigned: false })),
});

Deno.test("a step is told as its viewer saw it", async () => {
  const sentences = new StepSentences({ ...await load("en"), game }, await replayText("en"));
  const events = [{ cardPlayed: { seat: 1, card: "Y5", place: "EXPEDITION" } }, {
    cardDrawn: { seat: 1, pile: "DECK", card: "" },
  }];
  const now = /** @type {any} */ ({ version: 5, match: VIEW, events });
  const told = (/** @type {import("./past-match.js").Eyes} */ eyes) =>
    sentences.turn(/** @type {any} */ ({ match: VIEW }), [now], eyes, ["Ann", "Bob", "Cleo"]);
  same(told("mine"), "Bob plays yellow 5 and draws from the deck. (You did not see the card.)");
  same(told("all"), "Bob plays yellow 5 and draws from the deck. (The table did not see the card.)");
  same(told("table"), "Bob plays yellow 5 and draws from the deck. (The table did not see the card.)");
  same(told(2), "Bob plays yellow 5 and draws from the deck. (Cleo did not see the card.)");
});
