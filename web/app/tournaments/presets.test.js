import { changed, clocksOf, draftOf, earliest, laterStart, PRESETS, wishOf } from "./presets.js";

const HOUR = 3_600_000;
/** Of the time zone of this machine. @param {string} time */
const at = (time) => new Date(time).getTime();
const what = { name: "One", game: "lost-cities", options: {} };

/** @param {unknown} one @param {unknown} other */
function same(one, other) {
  if (JSON.stringify(one) !== JSON.stringify(other)) {
    throw new Error(`${JSON.stringify(one)} is not ${JSON.stringify(other)}`);
  }
}

Deno.test("Friday evening is the next one that is an hour away", () => {
  const start = (/** @type {string} */ now) => draftOf("evening", at(now)).start;
  same(start("2030-01-01T12:00"), at("2030-01-04T20:00"));
  same(start("2030-01-04T18:59"), at("2030-01-04T20:00"));
  same(start("2030-01-04T19:00"), at("2030-01-11T20:00"));
  same(start("2030-01-04T23:30"), at("2030-01-11T20:00"));
  same(start("2030-01-05T00:00"), at("2030-01-11T20:00"));
});

Deno.test("an arena begins at a half or full hour that is ten minutes away", () => {
  same(draftOf("arena", at("2030-01-01T12:20")).start, at("2030-01-01T12:30"));
  same(draftOf("arena", at("2030-01-01T12:21")).start, at("2030-01-01T13:00"));
});

Deno.test("each of them is what the service takes", () => {
  for (const preset of /** @type {(keyof typeof PRESETS)[]} */ (Object.keys(PRESETS))) {
    /** @type {any} */
    const wish = wishOf(draftOf(preset, 0), what);
    if (Boolean(wish.startTime) === Boolean(wish.startWhenFull)) throw new Error(`${preset}: when does it start?`);
    if (!wish.clock) throw new Error(`${preset} has no clock.`);
    if (wish.houseBots && (wish.access !== "public" || wish.houseBots >= wish.maxPlayers)) throw new Error(preset);
    if (("rounds" in wish) !== (wish.system === "swiss")) throw new Error(preset);
    if (("minutes" in wish) !== (wish.system === "arena")) throw new Error(preset);
  }
});

Deno.test("what does not go together is left out", () => {
  const draft = { ...draftOf("evening", 0), allAtOnce: true, rated: true, bots: 3, open: true };
  /** @type {any} */
  const wish = wishOf({ ...draft, start: 20 * HOUR }, what);
  same([wish.allAtOnce, wish.houseBots, wish.conditions], [false, 0, { kinds: ["human"] }]);
  same([wish.startTime, wish.startWhenFull, wish.checkIn], ["1970-01-01T20:00:00.000Z", undefined, "600s"]);
});

Deno.test("a start leaves time for joining before the check-in", () => {
  const draft = draftOf("evening", 0); // with a check-in of ten minutes
  same(earliest(draft, at("2030-01-01T12:00")), at("2030-01-01T12:11"));
  same(earliest(draft, at("2030-01-01T12:00:01")), at("2030-01-01T12:12"));
  same(laterStart(draft, at("2030-01-01T12:18")), at("2030-01-01T12:30"));
  same(laterStart(draft, at("2030-01-01T12:19:30")), at("2030-01-01T13:00"));
  same(laterStart(draftOf("league", 0), at("2030-01-01T12:00")), at("2030-01-02T12:30"));
});

Deno.test("a clock without a bank goes with all rounds at once alone", () => {
  const league = draftOf("league", 0);
  same([league.clock, clocksOf(league).length], ["day", 4]);
  same(changed(league, { most: 9 }).clock, "day");
  same(changed(league, { allAtOnce: false }).clock, "calm");
  same(changed(league, { system: "swiss" }).clock, "calm");
  same(changed(draftOf("evening", 0), { rounds: 3 }).clock, "quick");
});
