// The bar of a seat, which lies in the board's slot of that seat.

import { html, nothing } from "../../vendor/lit.js";
import { markOf } from "../../boards/seat-mark.js";
import "./clock.js";
import { playersOf } from "../match/players.js";
import { warningAt } from "../shell/time.js";

/** @typedef {import("../../../sdk/javascript/types/api.js").MatchView} MatchView */
/** @typedef {import("../../text/index.js").Text} Text */

/**
 * @param {Text} text
 * @param {MatchView} match
 * @param {number} seat
 * @param {{ own: boolean, face?: boolean, state: unknown, more?: unknown }} shown whether it is marked as the viewer's own, whether
 *   it has a face, what is said of the seat, and what comes after that
 */
export function bar({ bot }, match, seat, { own, face = true, state, more = nothing }) {
  const { player } = match.seats[seat];
  const name = player?.displayName ?? "";
  return html`
    <div slot=${`seat-${seat}`} class="bar ${match.toMove.includes(seat) ? "turn" : ""} ${own ? "mine" : ""}">
      ${markOf(seat, playersOf(match))}${face ? html`<player-face name=${name}></player-face>` : nothing}
      <b class="name">${name}</b>
      ${player?.kind === "bot" ? html`<small>${bot}</small>` : nothing}
      ${state} ${more}
    </div>
  `;
}

/**
 * The clock of a seat, as its match is followed; nothing in a match without.
 * @param {Text} text
 * @param {MatchView} match
 * @param {number} seat
 * @param {{ match?: { remaining: (seat: number) => number | null } }} follow
 */
export function clockOf({ table }, { clock, toMove, status }, seat, follow) {
  if (!clock) return nothing;
  return html`
    <seat-clock class="numbers" data-seat=${seat} title=${table.clock} .read=${() =>
      follow.match?.remaining(seat) ?? null}
      .running=${toMove.includes(seat) && status === "active"} .warning=${warningAt(clock)}></seat-clock>
  `;
}
