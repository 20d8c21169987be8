// What lies over the table of Livingstone: all cards, and the bag.

import { html, nothing } from "../../../web/board.js";
import { CARDS } from "./steps.js";
import { drawing } from "./drawings.js";

/**
 * @typedef {import("./board.js").LivingstoneBoard} Board
 * @typedef {import("./board.js").Options} Options
 * @typedef {import("./steps.js").View} View
 * @typedef {import("./steps.js").Card} Card
 */

const STONES = /** @type {const} */ (["black", "clear", "blue", "red", "white"]);

/** The option that counts a card: "noCostTent" for NO_COST_TENT. @param {Card} card */
const optionOf = (
  card,
) => /** @type {keyof Options["cardCounts"]} */ (card.toLowerCase().replace(
  /_(.)/g,
  (_, letter) => letter.toUpperCase(),
));

/** @param {readonly Card[]} cards @param {Card} card */
const count = (cards, card) => cards.filter((one) => one === card).length;

/** @param {Board} board @param {string} title */
const top = (board, title) =>
  html`
    <header><h2>${title}</h2><button class="action primary close" @click=${() => board.open = ""}>${board.t
      .close}</button></header>
  `;

/** All cards with what they do, and what is in the bag. @param {Board} board @param {View} view */
export function overview(board, view) {
  if (board.open !== "overview") return nothing;
  const { t, options } = board;
  return html`
    <section class="over" aria-label=${t.overview}>
      ${top(board, t.overview)}
      <table class="stones">
        <thead>
          <tr><th scope="col">${t.stonesColumn}</th>${STONES.map((kind) =>
            html`<th scope="col"><span class="gem">${drawing(`gem-${kind}`)}</span>${t.stones[kind]}</th>`
          )}</tr>
        </thead>
        <tbody>
          <tr><th scope="row">${t.bag}</th>${STONES.map((kind) => html`<td>${view.bag[kind]}</td>`)}</tr>
          <tr><th scope="row">${t.aside}</th>${STONES.map((kind) => html`<td>${view.aside[kind]}</td>`)}</tr>
        </tbody>
      </table>
      <p>${t.white}</p>
      <table class="faces">
        <thead>
          <tr><th scope="col">${t.cardColumn}</th>${options ? html`<th scope="col">${t.inGame}</th>` : nothing}<th
          scope="col">${t.played}</th><th scope="col">${t.gone}</th></tr>
        </thead>
        <tbody>${CARDS.map((card) =>
          html`<tr><th scope="row">${t.cards[card]}<small>${t.effects[card]}</small></th>
            ${options ? html`<td>${options.cardCounts[optionOf(card)]}</td>` : nothing}
            <td>${count(view.discard, card)}</td><td>${count(view.outOfGame, card)}</td></tr>`
        )}</tbody>
      </table>
    </section>
  `;
}
