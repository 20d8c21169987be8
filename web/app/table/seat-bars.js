// The bars of the seats at a table that is played: who is out or away, whose turn it is, clocks, and what was just said.

import { bar, clockOf, stateOf } from "../board/bar.js";
import { wayOut } from "../match/way-out.js";

/** @typedef {import("./table-page.js").TablePage} TablePage */

/** In seconds. */
const DAY = 86_400;

/** @param {TablePage} page */
export function seatBars(page) {
  const { match, follow, text, talk } = page;
  return match.seats.map((_, seat) => {
    const clock = isEndless(page) ? null : clockOf(match, seat, follow);
    return bar(text, match, seat, {
      own: seat === match.yourSeat,
      state: state(page, seat),
      clock,
      said: talk?.bubble(seat),
      about: page.about && seat !== match.yourSeat ? () => page.about?.(seat) : undefined,
    });
  });
}

/** @param {TablePage} page @param {number} seat */
function state(page, seat) {
  const { match, text: { table }, absences } = page;
  if (match.seats[seat].resigned) return stateOf("gone", wayOut(table, match));
  const words = seat === page.seat ? table.yourTurn : table.thinking;
  return absences?.mark(seat) ?? stateOf("moves", words);
}

/** Whether the clock is only there so that bots are not kept for ever: a day a move, and nobody else waits. @param {TablePage} page */
function isEndless({ match, people }) {
  return parseFloat(match.clock?.perMove ?? "0") >= DAY && !people;
}
