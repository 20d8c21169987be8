// The end of a match of Livingstone: the chests are opened, and who gave the Queen too little is out.

import { classes, html, nothing, seatMark } from "../../../web/board.js";
import { counted, die } from "./drawings.js";

/**
 * @typedef {import("./board.js").LivingstoneBoard} Board
 * @typedef {import("./steps.js").View} View
 */

/** For so long the dice and the chests are looked at, in milliseconds. */
const LOOK = 3000;

/** Wait until they have been looked at, or until a tap or a key; not where nothing moves. @returns {Promise<void>} */
export function looked() {
  const pace = Number(getComputedStyle(document.documentElement).getPropertyValue("--pace") || 1);
  if (document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches) return Promise.resolve();
  return new Promise((resolve) => {
    setTimeout(resolve, LOOK * pace);
    for (const kind of ["click", "keydown"]) addEventListener(kind, () => resolve(), { once: true, capture: true });
  });
}

/** @param {Board} board @param {View} view @param {NonNullable<View["final"]>} final */
export function verdict({ t, players, letters, opens }, view, { dice, eliminated }) {
  const told = dice.length ? t.chestDice(dice) : t.leastOut;
  const sum = dice.reduce((one, other) => one + other, 0);
  return html`
    <section class=${classes("verdict", opens && "opens")} aria-label=${t.theGift}>
      <p class="prompt" role="status">${told}</p>
      ${dice.length
        ? html`<div class="dice rolled" role="img" aria-label=${told}>${
          dice.map((value) => die(value))
        }<b>= ${sum}</b></div>`
        : nothing}
      <ul class="chests" role="list">${view.sides.map(({ seat, chest }) => {
        const out = eliminated.includes(seat);
        return html`
          <li
            class=${classes("of", out && "out")}>${seatMark(seat, letters[seat])}<span class="name">${players[
              seat
            ]}</span><span class="unseen">: ${t.chestOf(chest ?? 0)}</span>${counted(
              "chest",
              html`<b>${chest}</b>`,
            )}<small>${out ? t.isOut : t.isEnough}</small></li>
        `;
      })}</ul>
    </section>
  `;
}
