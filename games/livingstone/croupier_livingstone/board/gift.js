// The Queen's gift: what the viewer has given, and how much is enough. A chest, which takes more, and a meter.

import { classes, disabled, html, nothing, seatMark, svg } from "../../../web/board.js";
import { gift as known, MOST_OF_DICE, mostCoins } from "./steps.js";
import { drawing } from "./drawings.js";

/**
 * @typedef {import("./board.js").LivingstoneBoard} Board
 * @typedef {import("./steps.js").View} View
 * @typedef {ReturnType<typeof known>} Gift
 */

/** Nothing for who watches: chests are closed until the end. @param {Board} board @param {View} view */
export function gift(board, view) {
  const { t, seat, step } = board;
  if (seat === null) return nothing;
  const more = step?.name === "coins" ? step.amount : 0;
  const now = known(view, seat, more);
  const told = t.giftTold(now, board.players);
  return html`
    <section class=${classes(
      "gift",
      board.isPointedAt(`chest/${seat}`) && "fresh",
      now.risk && "risk",
      now.done && "safe",
    )}>
      ${board.still ? html`<span class="chest">${chest(now.given)}</span>` : give(board, now.given - more)}
      <div class="queen" title=${t.chestRule(view.sides.length)}>
        <p><b>${t.given(now.given, more)}</b> <span>${told}</span></p>
        ${meter(board, now, more)}
      </div>
    </section>
  `;
}

/** @param {number} given */
const chest = (given) => html`${drawing("chest")}<b class="count" aria-hidden="true">${given}</b>`;

/** @param {Board} board @param {number} given */
function give(board, given) {
  const { t, legal, options, step } = board;
  const open = step?.name === "coins";
  const reason = !legal.length ? { code: "turn" } : mostCoins(legal) ? null : { code: "noCoins" };
  const what = options?.coinsPublic ? t.giveTold : `${t.giveTold} ${t.nobodySees}.`;
  const why = reason ? t.reason(reason) : what;
  return html`
    <div class="chest" role="group" aria-label=${t.theGift} data-group="gift">
      <button class=${classes("action open", !reason && "ready", open && "picked")} aria-expanded=${open
        ? "true"
        : "false"} data-at="action/donate" aria-label="${t
        .donate}: ${why}"
        title=${why}
        aria-disabled=${disabled(Boolean(reason))}
        @click=${() => reason ? board.explain(t.donate, reason) : board.go(open ? null : { name: "coins", amount: 1 })}>
        ${chest(given)}<span class="word" aria-hidden="true">${t.donate}</span></button>
    </div>
  `;
}

/**
 * How far the gift reaches towards what is an even bet; of two, up to what four dice can show, else past what the poorest
 * of the others can have given.
 * @param {Board} board @param {Gift} now @param {number} more how much of it is only being chosen
 */
function meter({ t, letters }, { given, least, chance, even }, more) {
  const end = chance === null ? 1.12 * Math.max(given, least.most, even) : MOST_OF_DICE;
  const at = (/** @type {number} */ amount) => `${3 + (94 * Math.min(amount, end)) / end}%`;
  const width = (/** @type {number} */ amount) => `${(94 * Math.min(amount, end)) / end}%`;
  return svg`
    <svg class="meter" aria-hidden="true" focusable="false">
      <rect class="track" x="3%" y="17" width="94%" height="8" rx="4"></rect>
      <rect class="more" x="3%" y="17" width=${width(given)} height="8" rx="4"></rect>
      <rect class="full" x="3%" y="17" width=${width(given - more)} height="8" rx="4"></rect>
      <line class="goal" x1=${at(even)} x2=${at(even)} y1="13" y2="28"></line>
      <text x=${at(even)} y="11" text-anchor=${even > 0.7 * end ? "end" : "middle"}>${t.evenBet(even)}</text>
      ${chance === null
        ? svg`
          <svg x=${at(least.most)} class="rival" overflow="visible">
            <g transform="translate(-7.5 13.5)">${seatMark(least.seat, letters[least.seat])}</g>
          </svg>
        `
        : nothing}
    </svg>
  `;
}
