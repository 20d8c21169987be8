// The bar of a seat, which lies in the board's slot of that seat.

import { html, nothing } from "../../vendor/lit.js";
import { markOf } from "../../boards/seat-mark.js";
import "./clock.js";
import { playersOf } from "../match/players.js";
import { warningAt } from "../shell/time.js";

/** @typedef {import("../../../sdk/javascript/types/api.js").MatchView} MatchView */
/** @typedef {import("../../text/index.js").Text} Text */

/** What is said of a seat, in words and as it is drawn. @typedef {{ words: string, kind: "moves" | "gone" | "away", drawn: unknown }} State */
/** A clock: `read` returns the seconds that are left. @typedef {{ read: () => number | null, running: boolean, warning: number }} Clock */
/**
 * A bar as the page draws it, and as data, for a frame that draws it by itself.
 * @typedef {{ drawn: unknown, told: { name: string, bot: string, turn: boolean, mine: boolean, status: string, kind: string,
 *   said: string, clock: Clock | null } }} Bar
 */

/**
 * @param {Text} text
 * @param {MatchView} match
 * @param {number} seat
 * @param {{ own: boolean, face?: boolean, state?: State, clock?: Clock | null, said?: { words: string, drawn: unknown }, about?: () => void }} shown
 *   whether it is marked as the viewer's own, whether it has a face, what is said of the seat, and by it, and what tells more of the player
 * @returns {Bar}
 */
export function bar(text, match, seat, shown) {
  const { player } = match.seats[seat];
  const { own, state, clock = null, said } = shown;
  const bot = player?.kind === "bot" ? text.bot : "";
  const told = {
    ...{ name: player?.displayName ?? "", bot, turn: match.toMove.includes(seat), mine: own },
    ...{ status: state?.words ?? "", kind: state?.kind ?? "", said: said?.words ?? "", clock },
  };
  return { told, drawn: drawn(text, match, seat, shown, told) };
}

/** What is said of a seat in plain words. @param {"moves" | "gone"} kind @param {string} words @returns {State} */
export const stateOf = (kind, words) => ({ kind, words, drawn: html`<small class=${kind}>${words}</small>` });

/** @param {Text} text @param {MatchView} match @param {number} seat @param {Parameters<typeof bar>[3]} shown @param {Bar["told"]} told */
function drawn({ table }, match, seat, { own, face = true, state, clock, said, about }, { name, bot }) {
  return html`
    <div slot=${`seat-${seat}`} class="bar ${match.toMove.includes(seat) ? "turn" : ""} ${own ? "mine" : ""}">
      ${markOf(seat, playersOf(match))}${face ? html`<player-face name=${name}></player-face>` : nothing}
      ${about
        ? html`<button class="name" aria-haspopup="dialog" @click=${about}>${name}</button>`
        : html`<b class="name">${name}</b>`}
      ${bot ? html`<small>${bot}</small>` : nothing}
      ${state?.drawn ?? nothing} ${clock
        ? html`
          <seat-clock class="numbers" data-seat=${seat} title=${table.clock} .read=${clock.read} .running=${clock
            .running}
            .warning=${clock.warning}></seat-clock>
        `
        : nothing} ${said?.drawn ?? nothing}
    </div>
  `;
}

/**
 * The clock of a seat, as its match is followed; null in a match without.
 * @param {MatchView} match
 * @param {number} seat
 * @param {{ match?: { remaining: (seat: number) => number | null } }} follow
 * @returns {Clock | null}
 */
export function clockOf({ clock }, seat, follow) {
  if (!clock) return null;
  const read = () => follow.match?.remaining(seat) ?? null;
  return { read, running: clock.deadlines[seat] !== null, warning: warningAt(clock) };
}
