import {
  besides,
  forced,
  fragmentOf,
  grouped,
  happened,
  marks,
  placeOf,
  placesOf,
  standing,
  toldOf,
  unseen,
  untold,
} from "./story.js";
import { joined } from "../../boards/sentences.js";
import { routeOf } from "../shell/router.js";
import { historyText } from "../../text/history.js";

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
  for (const as of /** @type {const} */ ([undefined, "table", 3])) {
    same(placeOf(fragmentOf(47, as).slice(1)), { step: 47, as });
  }
  same(placeOf("step=-1&as=99"), {});
  same(placeOf("invite=abc"), {});
  same(routeOf({ pathname: "/m/abc/replay", hash: "#step=4" }), { page: "replay", id: "abc", place: "step=4" });
});

Deno.test("what is not a move is found between two versions", () => {
  same(happened(view({ status: "waiting" }), view(), [{}]), { kind: "started", seat: 0 });
  same(happened(view(), view({}, [1]), []), { kind: "resigned", seat: 1 });
  const at = "2026-03-01T12:00:10.000Z";
  const clock = { deadline: at, deadlines: [null, at, at] };
  same(happened(view({ clock }), view({}, [2]), []), { kind: "timeout", seat: 2, late: [2] });
  same(happened(view({ clock }), view({}, [0, 2]), []), { kind: "timeout", seat: 0, late: [0, 2] });
  same(happened(view({ clock, toMove: [1, 2] }), view(), []), { kind: "timeout", seat: 1, late: [1, 2] });
  same(happened(view(), view({ status: "aborted" }), []), { kind: "aborted", seat: null });
  same(happened(view({}, [1]), view({}, [1]), [{ cardPlayed: {} }]), undefined);
  same(happened(view({ toMove: [1] }, [1]), view({}, [1]), [{ cardPlayed: {} }]), { kind: "played", seat: 1 });
});

Deno.test("a history says who has left, who was away for too long, and who did what about it", () => {
  const names = ["Ann", "Bob", "Cid"];
  const told = (/** @type {any} */ entry, language = "en") => besides(historyText(language), entry, names);
  same(told({ kind: "claimed", seat: 0, gone: [1] }), "Bob was away for too long: Ann did not wait any longer.");
  same(
    told({ kind: "aborted", seat: 0, gone: [1, 2] }, "de"),
    "Bob und Cid waren zu lange weg: Ann hat die Partie abgebrochen.",
  );
  same(told({ kind: "timeout", seat: 0, late: [0] }), "Ann is out of time.");
  same(told({ kind: "timeout", seat: 0, late: [0, 2] }), "Ann and Cid are out of time.");
  same(told({ kind: "timeout", seat: 0, late: [0, 2] }, "de"), "Die Zeit von Ann und Cid ist abgelaufen.");
  same(told({ kind: "aborted", seat: 2 }), "Cid has left, so the match was called off.");
  same(told({ kind: "aborted", seat: 0, note: "It was too long." }), "The match was called off.");
  same(told({ kind: "aborted", seat: null }), "The match was called off.");
  same(told({ kind: "move", seat: 0 }), "");
});

Deno.test("the history is asked where versions do not tell how somebody has left", () => {
  const of = (/** @type {number} */ seats, /** @type {number[]} */ out, /** @type {string} */ reason) =>
    untold(
      /** @type {any} */ ({
        seats: Array.from({ length: seats }, (_, seat) => ({ resigned: out.includes(seat) })),
        outcome: { reason },
      }),
    );
  same([of(2, [], "completed"), of(2, [1], "resigned"), of(4, [], "completed")], [false, false, false]);
  same([of(2, [1], "claimed"), of(2, [], "aborted"), of(3, [1], "completed")], [true, true, true]);
});

Deno.test("moves of the server are told apart from those of players", () => {
  const history = (/** @type {string[]} */ ...lines) =>
    lines.map((line, at) => {
      const [kind, ...seats] = line.split(" ");
      return {
        version: at + 1,
        kind,
        seat: Number(seats[0]),
        late: kind === "timeout" ? seats.map(Number) : undefined,
      };
    });
  const made = (
    /** @type {any} */ entries,
    /** @type {number[]} */ ...out
  ) => [...forced(entries, [0, 1, 2].map((index) => ({ index, resigned: out.includes(index) })))];
  same(made(history("move 0", "move 1", "resigned 0", "move 0", "move 1", "move 0"), 0), [4, 6]);
  same(made(history("timeout 0", "move 0", "move 1", "move 0"), 0), [2, 4]);
  same(made(history("timeout 0", "move 0", "move 1", "move 0")), [2]);
  same(made(history("timeout 0 1", "move 0", "move 1", "move 0", "timeout 0", "move 1", "move 0"), 0), [2, 3, 7]);
  same(made([{ version: 1, kind: "claimed", seat: 0, gone: [1] }, { version: 2, kind: "move", seat: 1 }], 1), [2]);
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

Deno.test("rounds have one width in the picture of a match, and the last step is seen", () => {
  const places = placesOf({ first: 2, last: 9, marks: [2, 4, 9] });
  same(places.map((place) => place.toFixed(2)), ["0.00", "0.24", "0.48", "0.58", "0.67", "0.77", "0.86", "0.96"]);
  same(placesOf({ first: 2, last: 3, marks: [] }), [0, .96]);
});

/** @param {number} version @param {number | null} seat @param {any[]} events */
const line = (version, seat, ...events) => ({ version, seat, events });
const BEGINS = { roundStarted: {} };

Deno.test("lines are in rounds, if there are any, and one for each turn", () => {
  const groups = (/** @type {ReturnType<typeof line>[]} */ ...all) =>
    grouped(all).map(({ round, turns }) =>
      `${round}: ${turns.map((turn) => turn.map(({ version }) => version).join("+"))}`
    );
  same(groups(line(1, null), line(2, null, BEGINS), line(3, 0, {}), line(4, 1, {}, BEGINS), line(5, 1, {})), [
    "1: 2,3,4",
    "2: 5",
  ]);
  const turns = [line(3, 1, {}), line(4, 1, {}), line(5, 0, {}), line(6, null), line(7, 0, {})];
  same(groups(line(1, null), line(2, null, {}), ...turns), ["null: 2,3+4,5,6,7"]);
  same(
    groups(line(2, null, BEGINS), line(3, 0, {}), line(4, 0, { turnEnded: {} }), line(5, 0, {}), line(6, 0, BEGINS)),
    [
      "1: 2,3+4,5+6",
    ],
  );
  same(groups(), []);
});

Deno.test("a step stands in a turn, of a round if there are any, and the deal before them", () => {
  const rounds = [line(1, null), line(2, null, BEGINS), line(3, 0, {}), line(4, 1, {}, BEGINS), line(5, 1, {})];
  same([2, 3, 4, 5].map((version) => standing(rounds, version)), [
    null,
    { round: 1, turn: 1 },
    { round: 1, turn: 2 },
    { round: 2, turn: 1 },
  ]);
  const turns = [line(1, null), line(2, null, {}), line(3, 1, {}), line(4, 1, {}), line(5, 0, {})];
  same([2, 4, 5].map((version) => standing(turns, version)?.turn ?? 0), [0, 1, 2]);
});

Deno.test("a turn is told as one, without its end, and who does several things in it is named once", () => {
  const tell = (/** @type {readonly any[]} */ events) => events.map((event) => Object.values(event)[0]).join(" ");
  const told = (/** @type {any[]} */ ...events) =>
    toldOf(events.map((event, at) => line(at, 0, event)), tell, ["Ann", "Bob"]);
  const ends = { turnEnded: "Bob ends the turn." };
  same(told({ a: "Bob takes a 3." }, { b: "Bob digs: 2 clear." }, ends), "Bob takes a 3, digs: 2 clear.");
  same(told({ a: "You take a 3." }, { b: "You dig." }, ends), "You take a 3, dig.");
  same(told(ends), "Bob ends the turn.");
  const news = ["Bob takes a 3.", "Cid takes a 4.", "Column c is scored: Bob: 3."];
  same(joined(news, ["Bob", "Cid"]), news.join(" "));
});
