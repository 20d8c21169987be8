import { places, resultOf, story } from "./result.js";
import { endingText } from "../../text/ending.js";

/** @param {unknown} one @param {unknown} other */
function same(one, other) {
  if (JSON.stringify(one) !== JSON.stringify(other)) {
    throw new Error(`${JSON.stringify(one)} is not ${JSON.stringify(other)}`);
  }
}

const words = endingText("en");
const NAMES = ["Ann", "Bob", "Cid"];

/** @param {Record<string, unknown>} outcome @param {number[]} [gone] the seats that have resigned */
const match = (outcome, gone = []) => /** @type {any} */ ({
  yourSeat: 0,
  seats: NAMES.map((displayName, index) => ({ index, resigned: gone.includes(index), player: { displayName } })),
  outcome: { reason: "completed", scores: [5, 9, -2], ranking: [[1], [0], [2]], winners: [1], ...outcome },
});
const told = (/** @type {any} */ of, /** @type {any} */ game = {}, /** @type {any} */ summary = undefined) =>
  story(of, words, { number: String, game, summary });

Deno.test("who has won is told to each, and at what place the others are", () => {
  same(resultOf(match({ winners: [0] }), words), "You have won!");
  same(resultOf(match({}), words), "Bob has won.");
  same(resultOf(match({ winners: [1, 2] }), words), "Bob and Cid share the win.");
  same(resultOf(match({ winners: [0, 1] }), words), "You and Bob share the win.");
  same(resultOf(match({ winners: [0, 1] }), endingText("de")), "Du und Bob teilt euch den Sieg.");
  same(resultOf(match({ winners: [] }), words), "Nobody has won.");
  same(resultOf(match({ winners: [], reason: "aborted" }), words), "The match was called off.");
  same(places(match({ ranking: [[0, 2], [1]] })).map(({ seat, place }) => [seat, place]), [[0, 1], [2, 1], [1, 3]]);
});

Deno.test("it is told how a match ended, and what points do not say of the ranking", () => {
  same(told(match({})), "");
  const first = { winners: [0], ranking: [[0], [1], [2]] };
  same(told(match(first)), "Bob had more points, but by the rules they do not decide here.");
  same(
    told(match({ ...first, ranking: [[0], [2], [1]] }, [1])),
    "Bob did not play to the end, and comes last, whatever the points.",
  );
  same(
    told(match({ ...first, ranking: [[0], [1, 2]] }, [1, 2])),
    "Bob and Cid did not play to the end, and share the last place, whatever the points.",
  );
  same(told(match({ ranking: [[1], [0, 2]] })), "By the rules, Ann and Cid share place 2, whatever their points.");
  same(told(match({ ranking: [[1], [0, 2]], scores: [5, 9, 5] })), "Ann and Cid have equal points and share place 2.");
  same(
    told(match({ ranking: [[1], [0], [2]], scores: [5, 9, 5] })),
    "With equal points, the rules put Ann before Cid.",
  );
  const game = {
    why: { gift: (/** @type {any} */ _, /** @type {string[]} */ players) => `${players[1]} gave too little.` },
  };
  same(told(match(first), game, { why: { name: "gift" }, reasons: [] }), "Bob gave too little.");
  same(told(match(first), game, { reasons: [{ name: "gift" }] }), "Bob gave too little.");
  const both = { why: { name: "gift" }, reasons: [null, { name: "gift" }] }; // what decides is said once
  same(told(match({ ranking: [[0], [1, 2]] }), game, both), "Bob gave too little.");
  const early = "Points so far – Ann: 5, Bob: 9, Cid: -2. Whoever gives up, runs out of time or stays away comes last.";
  same(told(match({ reason: "resigned" }, [0])), `You have resigned. ${early}`);
  same(told(match({ reason: "resigned" }, [0, 2])), `Ann and Cid are out. ${early}`);
  same(told(match({ reason: "timeout" }, [2])), `Cid has run out of time. ${early}`);
  same(told(match({ reason: "claimed" }, [1])), `Bob was away for too long. ${early}`);
  const two = match({ reason: "resigned", scores: [5, 9] }, [1]);
  two.seats.pop();
  same(told(two), "Bob has resigned. Points so far – Ann: 5, Bob: 9.");
  same(told(match({ reason: "claimed" }, [0])), `You were away for too long, so the match was claimed. ${early}`);
});
