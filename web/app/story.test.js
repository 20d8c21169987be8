import { forced, fragmentOf, happened, marks, placeOf, unseen } from "./story.js";
import { routeOf } from "./router.js";
import { Telling } from "./telling.js";
import { load, withGame } from "../text/index.js";
import { replayText } from "../text/replay.js";

/** @param {unknown} one @param {unknown} other */
function same(one, other) {
  if (JSON.stringify(one) !== JSON.stringify(other)) {
    throw new Error(`${JSON.stringify(one)} is not ${JSON.stringify(other)}`);
  }
}

/** @param {Record<string, unknown>} [other] @param {number[]} [gone] the seats that have resigned */
const view = (other, gone = []) => /** @type {any} */ ({
  status: "active",
  toMove: [0],
  yourSeat: 0,
  outcome: null,
  updateTime: "2026-03-01T12:00:10.000Z",
  seats: [0, 1, 2].map((index) => ({ index, resigned: gone.includes(index) })),
  ...other,
});

Deno.test("the address of a step is read as it is written", () => {
  for (const as of /** @type {const} */ (["mine", "table", 3])) {
    same(placeOf(fragmentOf(47, as).slice(1)), { step: 47, as });
  }
  same(placeOf("step=-1&as=99"), { as: "mine" });
  same(placeOf("invite=abc"), { as: "mine" });
  same(routeOf({ pathname: "/m/abc/replay", hash: "#step=4" }), { page: "replay", id: "abc", place: "step=4" });
});

Deno.test("what is not a move is found between two versions", () => {
  same(happened(view({ status: "waiting" }), view(), [{}]), { kind: "started", seat: 0 });
  same(happened(view(), view({}, [1]), []), { kind: "resigned", seat: 1 });
  const clock = { deadline: "2026-03-01T12:00:10.000Z" };
  same(happened(view({ clock }), view({}, [2]), []), { kind: "timeout", seat: 2 });
  same(happened(view({ clock, toMove: [1] }), view(), []), { kind: "timeout", seat: 1 });
  same(happened(view(), view({ status: "aborted" }), []), { kind: "aborted", seat: 0 });
  same(happened(view({}, [1]), view({}, [1]), [{ cardPlayed: {} }]), undefined);
  same(happened(view({ toMove: [1] }, [1]), view({}, [1]), [{ cardPlayed: {} }]), { kind: "played", seat: 1 });
});

Deno.test("moves of the server are told apart from those of players", () => {
  const history = (/** @type {string[]} */ ...lines) =>
    lines.map((line, at) => ({ version: at + 1, kind: line.split(" ")[0], seat: Number(line.split(" ")[1]) }));
  same([...forced(history("move 0", "move 1", "resigned 0", "move 0", "move 1", "move 0"))], [4, 6]);
  same([...forced(history("timeout 0", "move 0", "move 1", "move 0"), "forfeit")], [2, 4]);
  same([...forced(history("timeout 0", "move 0", "move 1", "move 0"), "random")], [2]);
});

Deno.test("cards that were drawn and not shown are counted", () => {
  same(unseen([{ cardPlayed: { card: "R5" } }, { cardDrawn: { card: "" } }]), 1);
  same(unseen([{ cardDrawn: { card: "R5" } }]), 0);
  same(unseen([{ cardsDrawn: { count: 3, cards: [] } }]), 3);
  same(unseen([{ cardsDrawn: { count: 2, cards: [4, 7] } }]), 0);
});

Deno.test("marks are rounds, or turns where there is only one", () => {
  const change = (
    /** @type {number} */ version,
    /** @type {number} */ seat,
    /** @type {unknown} */ event,
  ) => /** @type {any} */ ({ version, events: [event], match: { toMove: [seat] } });
  const round = { roundStarted: {} };
  same(marks([change(2, 0, round), change(3, 1, {}), change(4, 0, round)]), [2, 4]);
  same(marks([change(2, 0, round), change(3, 0, {}), change(4, 1, {}), change(5, 0, {})]), [2, 5]);
  same(marks([]), []);
});

Deno.test("a step is told as its viewer saw it", async () => {
  const telling = new Telling(await withGame(await load("en"), "lost-cities"), await replayText("en"));
  const events = [{ cardPlayed: { seat: 1, card: "Y5", place: "EXPEDITION" } }, {
    cardDrawn: { seat: 1, pile: "DECK", card: "" },
  }];
  const now = /** @type {any} */ ({ version: 5, match: view(), events });
  const told = (/** @type {import("./past.js").Eyes} */ eyes) =>
    telling.step(/** @type {any} */ ({ match: view() }), now, eyes, ["Ann", "Bob", "Cleo"]);
  same(told("mine"), "Bob plays yellow 5 and draws from the deck. (You did not see the card.)");
  same(told("table"), "Bob plays yellow 5 and draws from the deck. (The table did not see the card.)");
  same(told(2), "Bob plays yellow 5 and draws from the deck. (Cleo did not see the card.)");
});
