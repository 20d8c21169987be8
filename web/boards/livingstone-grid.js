// The board of Livingstone: six rows above the river, where the boat is in a column whose fields can be chosen.

import { html, nothing } from "../vendor/lit.js";
import {
  bonusOf,
  COLUMNS,
  fieldAt,
  mostIn,
  onField,
  originsFor,
  priceOf,
  ROWS,
  tentReason,
} from "../steps/livingstone.js";
import { drawing, LETTERS, tent } from "./livingstone-drawings.js";

/**
 * @typedef {import("./livingstone.js").LivingstoneBoard} Board
 * @typedef {import("../steps/livingstone.js").View} View
 * @typedef {{ name: string, row: number, boat: boolean, origins: readonly string[] }} Place
 */

/** @param {(string | false | null | undefined)[]} names */
export const classes = (...names) => names.filter(Boolean).join(" ");

/** @param {boolean} yes */
export const disabled = (yes) => (yes ? "true" : nothing);

/** @param {Board} board @param {View} view */
export function grid(board, view) {
  const { t, step } = board;
  const origins = step?.name === "origin" ? originsFor(view, board.legal, step.plan, step.row) : [];
  return html`
    <div class="map" role="group" aria-label=${t.column(COLUMNS[view.boat - 1])} data-group="fields"
      @keydown=${(/** @type {KeyboardEvent} */ event) => upAndDown(event)}>
      <table class="grid">
        <caption class="unseen">${t.board}</caption>
        <thead>
          <tr><th scope="col"><span class="unseen">${t.row}</span></th>${COLUMNS.map((column, at) =>
            html`
              <th scope="col" class=${at + 1 === view.boat ? "boat" : ""}><span aria-hidden="true">${column}</span><span
                class="unseen">${t.place(column, view.river[at], at + 1 === view.boat)}</span></th>
            `
          )}<th scope="col" class="most">${t.most}</th></tr>
        </thead>
        <tbody>${ROWS.map((row) => line(board, view, row, origins))}</tbody>
        <tfoot aria-hidden="true">
          <tr><td class="corner"></td>${view.river.map((price, at) =>
            space(board, view, price, at + 1)
          )}<td class="corner"></td></tr>
        </tfoot>
      </table>
    </div>
  `;
}

/** A space of the river, with its price and maybe the boat. @param {Board} board @param {View} view @param {number} price @param {number} place */
const space = (board, view, price, place) =>
  html`
    <td class=${classes(place === view.boat && "boat", place < view.boat && "past")}>
      ${place === view.boat
        ? html`<span class="ship ${board.marks.boat ? "fresh" : ""}">${drawing("boat")}</span>`
        : nothing}
      <span class="price">${price}</span>
    </td>
  `;

/** @param {Board} board @param {View} view @param {number} row @param {readonly string[]} origins */
function line(board, view, row, origins) {
  const { t } = board;
  const bonus = bonusOf(row, board.options?.rowBonus);
  const most = mostIn(view, row);
  return html`
    <tr>
      <th scope="row"><span aria-hidden="true">${row}</span><span class="unseen">${t.rowOf(row)}</span></th>
      ${COLUMNS.map((column, at) => {
        const boat = at + 1 === view.boat;
        return html`<td class=${boat ? "boat" : ""}>${
          cell(board, view, { name: `${column}${row}`, row, boat, origins })
        }</td>`;
      })}
      <td class="most" title=${t.mostOf(bonus, [])}><span aria-hidden="true"><b>${bonus}</b>
        <small>${most.map((seat) => LETTERS[seat]).join("")}</small></span><span class="unseen"
        >${t.mostOf(bonus, most.map((seat) => board.players[seat]))}</span></td>
    </tr>
  `;
}

/** @param {Board} board @param {View} view @param {Place} place */
function cell(board, view, place) {
  const { name, boat, origins } = place;
  const fresh = board.marks.fields.includes(name);
  const told = `${said(board, view, name)}${fresh ? `, ${board.t.isNew}` : ""}`;
  if (boat && board.seat !== null && !board.still && !origins.length) return target(board, view, place, told, fresh);
  if (origins.includes(name)) {
    return html`<span class="field lit origin" @click=${() => board.chooseOrigin(name)}>${tents(view, name)}<span
      class="unseen">${told}</span></span>`;
  }
  return html`<span class=${classes("field", fresh && "fresh")}>${
    tents(view, name)
  }<span class="unseen">${told}</span></span>`;
}

/** A field of the boat's column, where a tent may be put. @param {Board} board @param {View} view @param {Place} place @param {string} told @param {boolean} fresh */
function target(board, view, { name, row }, told, fresh) {
  const { t, plan, seat } = board;
  const reason = tentReason(view, /** @type {number} */ (seat), board.legal, plan, row);
  const price = priceOf(view, row, plan.free || plan.kind === "scored");
  const what = reason ? t.reason(reason) : t.putHere(name, price);
  return html`
    <button class=${classes("field", !reason && "lit", fresh && "fresh")} data-at="field/${row}"
      aria-label="${name}, ${told}: ${what}" title=${what} aria-disabled=${disabled(Boolean(reason))}
      @click=${() => board.chooseRow(row)}>${tents(view, name)}${reason
        ? nothing
        : html`<span class="plus" aria-hidden="true">${price}</span>`}</button>
  `;
}

/** The tents on a field. @param {View} view @param {string} name */
function tents(view, name) {
  const field = onField(view, name);
  if (!field) return nothing;
  const all = field.tents.flatMap((count, seat) => [
    { seat, count: count - field.unscored[seat], unscored: false },
    { seat, count: field.unscored[seat], unscored: true },
  ]).filter(({ count }) => count);
  return html`<span class="tents n${Math.min(all.length, 6)}">${
    all.map(({ seat, count, unscored }) =>
      html`<span class="camp" data-at="tent/${name}/${seat}">${tent(seat, count, unscored)}</span>`
    )
  }</span>`;
}

/** What is on a field, in words. @param {Board} board @param {View} view @param {string} name */
function said({ t, players }, view, name) {
  const field = onField(view, name);
  if (!field) return t.empty;
  return field.tents.flatMap((count, seat) => (count ? [t.tentsOf(players[seat], count, field.unscored[seat])] : []))
    .join(", ");
}

/** The fields lie one above the other, unlike the other groups. @param {KeyboardEvent} event */
function upAndDown(event) {
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  const item = /** @type {Element} */ (event.target).closest("button");
  if (!step || !item) return;
  const all = [.../** @type {HTMLElement} */ (event.currentTarget).querySelectorAll("button")];
  const next = all[all.indexOf(item) + step];
  if (!next) return;
  event.preventDefault();
  event.stopPropagation();
  next.focus();
}

/** The field where the die's tent goes. @param {View} view */
export const dieField = (view) => fieldAt(view, view.die);
