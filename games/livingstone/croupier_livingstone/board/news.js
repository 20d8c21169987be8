// What others have done since the viewer's last move, from the events of one version after the other.

/** @typedef {import("../../../sdk/javascript/types/api.d.ts").EventOf<"livingstone">} Event */
/** @typedef {{ fields: string[], seats: number[], places: string[] }} Marks what has changed on the table: of `places`, by `data-at` */

/** More than the turns of four others have. */
const MOST = 60;

/** The kind of an event and what it says. @param {Event} event @returns {[string, any]} */
const parts = (event) => /** @type {[string, any]} */ (Object.entries(event)[0]);

/** @param {Event} event @returns {number | undefined} */
const seatOf = (event) => parts(event)[1].seat;

/** Who made the move that led to these events. @param {readonly Event[]} events */
const moverOf = (events) => events.map(seatOf).find((seat) => seat !== undefined);

/**
 * The news after another version: those before, and these; the viewer's own move ends the news, but for what it has
 * set off, and what was dug. Who watches is told of the last mover.
 * @param {readonly Event[]} before @param {readonly Event[]} events @param {number | null} seat @returns {Event[]}
 */
export function newsAfter(before, events, seat) {
  const mover = moverOf(events);
  if (mover === seat) return events.filter((event) => seatOf(event) !== seat || "stonesDrawn" in event);
  const kept = seat === null && moverOf(before) !== mover ? [] : before;
  return [...kept, ...events].slice(-MOST);
}

/** What says nothing that the table does not show at once: that a turn has ended, the boat and the dice of a new round. */
const SHOWN = ["turnEnded", "roundStarted"];

/** What is worth telling: the last turn of the news. @param {readonly Event[]} news @returns {Event[]} */
export function lastTurn(news) {
  const told = news.filter((event) => !SHOWN.includes(parts(event)[0]));
  const last = told.findLast((event) => seatOf(event) !== undefined);
  const mover = last && seatOf(last);
  const start = told.findLastIndex((event) => seatOf(event) !== undefined && seatOf(event) !== mover);
  return told.slice(start + 1);
}

/**
 * Return what is told as one text, in which who does several things in a row is named once: "Bob takes a 3, digs 2 clear."
 * @param {readonly string[]} sentences @param {readonly string[]} players
 */
export function joined(sentences, players) {
  return sentences.reduce((all, sentence, at) => {
    const name = players.find((each) => [sentence, sentences[at - 1]].every((one) => one?.startsWith(`${each} `)));
    return name ? `${all.slice(0, -1)},${sentence.slice(name.length)}` : `${all} ${sentence}`;
  }, "").trim();
}

/** @param {readonly Event[]} news @returns {Marks} */
export function marksOf(news) {
  const all = news.map(parts);
  return {
    fields: all.flatMap(([kind, { field, fromField }]) => (kind === "tentPlaced" ? [field, fromField] : [])),
    seats: [...new Set(all.map(([, { seat }]) => seat).filter((seat) => seat !== undefined))],
    places: all.flatMap(([kind, { value, seat }]) =>
      kind === "dieTaken" ? ["die/hand", `die/${value}`] : kind === "donated" ? [`chest/${seat}`] : PLACES[kind] ?? []
    ),
  };
}

/** Where that happens which is on no field and at no seat alone, by the kind of the event. @type {Record<string, string[]>} */
const PLACES = {
  stonesDrawn: ["bag"],
  mineCrashed: ["bag", "deck"],
  cardDrawn: ["deck"],
  deckReshuffled: ["deck"],
  roundStarted: ["boat", "dice"],
};
