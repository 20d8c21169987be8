// The board of Livingstone: six rows above the river, where the boat is in a column whose fields can be chosen.

import { classes, disabled, html, nothing, seatMark } from "../../../web/board.js";
import { bonusOf, COLUMNS, mostIn, onField, originsFor, priceOf, ROWS, tentReason } from "./steps.js";
import { drawing, tent } from "./drawings.js";
import { falls, land, river } from "./land.js";

/**
 * @typedef {import("./board.js").LivingstoneBoard} Board
 * @typedef {import("./steps.js").View} View
 * @typedef {{ name: string, row: number, boat: boolean, origins: readonly string[] }} Place
 */

/** @param {Board} board @param {View} view */
export function grid(board, view) {
  const { t, step } = board;
  const origins = step?.name === "origin" ? originsFor(view, board.legal, step.plan, step.row) : [];
  return html`
    <div class="map" role="group" aria-label=${t.column(COLUMNS[view.boat - 1])} data-group="fields"
      @keydown=${(/** @type {KeyboardEvent} */ event) => upAndDown(event)}>
      <table class="grid" role="table">
        <caption class="unseen">${t.board}</caption>
        <thead role="rowgroup">
          <tr role="row"><th role="columnheader" scope="col"><span class="head">${drawing("star")}${t
            .each}</span></th>${COLUMNS.map((column, at) =>
              html`
                <th role="columnheader" scope="col" class=${at + 1 === view.boat ? "boat" : ""}><span class="unseen">${t
                  .place(column, view.river[at], at + 1 === view.boat)}</span></th>
              `
            )}<th role="columnheader" scope="col" class="most"><span class="head">${drawing("star")}${t
            .most}</span></th></tr>
        </thead>
        <tbody role="rowgroup">${ROWS.map((row) => line(board, view, row, origins))}</tbody>
        <tfoot aria-hidden="true">
          <tr><td class="corner">${river}</td>${view.river.map((price, at) =>
            space(board, view, price, at)
          )}<td class="corner"></td></tr>
        </tfoot>
      </table>
      ${falls}
    </div>
  `;
}

/** A space of the river, with its price and maybe the boat. @param {Board} board @param {View} view @param {number} price @param {number} at */
const space = (board, view, price, at) =>
  html`
    <td class=${classes(at + 1 === view.boat && "boat", at + 1 < view.boat && "past")}>
      ${at + 1 === view.boat
        ? html`<span class=${
          classes("ship", board.isPointedAt("boat") && "fresh")
        } data-at="boat"><span class="afloat">${drawing("boat")}</span></span>`
        : nothing}
      <span class="buoy"><span class="letter">${COLUMNS[at]}</span><span class="price">${drawing(
        "coin",
      )}<b>${price}</b></span></span>
    </td>
  `;

/** @param {Board} board @param {View} view @param {number} row @param {readonly string[]} origins */
function line(board, view, row, origins) {
  const { t } = board;
  return html`
    <tr role="row" class=${board.open === `row/${row}` ? "asked" : ""}>
      <th role="rowheader" scope="row">${land(row)}<span class="stake" title=${t.rowOf(
        row,
      )} aria-hidden="true">${row}</span><span
        class="unseen">${t.rowOf(row)}</span></th>
      ${COLUMNS.map((column, at) => {
        const boat = at + 1 === view.boat;
        return html`<td role="cell" class=${classes(boat && "boat", at + 1 < view.boat && "past")}>${
          cell(board, view, { name: `${column}${row}`, row, boat, origins })
        }</td>`;
      })}
      <td role="cell" class="most">${shield(board, view, row)}</td>
    </tr>
  `;
}

/** What most tents in a row earn, and who has them; a tap tells how many each has. @param {Board} board @param {View} view @param {number} row */
function shield(board, view, row) {
  const { t, players, open } = board;
  const bonus = bonusOf(row, board.options?.rowBonus);
  const most = mostIn(view, row);
  const shown = open === `row/${row}`;
  return html`
    <button class="bonus" data-at="row/${row}" title=${t.mostOf(bonus, [])} aria-expanded=${shown ? "true" : "false"}
      aria-label=${t.mostOf(bonus, most.map((seat) => players[seat]))}
      @click=${() => board.open = shown ? "" : `row/${row}`}><span class="shield" aria-hidden="true"><b>${bonus}</b>
        <span class="leaders n${most.length}">${most.map((seat) =>
          seatMark(seat, board.letters[seat])
        )}</span></span></button>
  `;
}

/** @param {Board} board @param {View} view @param {Place} place */
function cell(board, view, place) {
  const { name, boat, origins } = place;
  const fresh = board.marks.fields.includes(name);
  const told = `${said(board, view, name)}${fresh ? `, ${board.t.isNew}` : ""}`;
  if (boat && board.seat !== null && (board.mayAct || !board.still) && !origins.length) {
    return target(board, view, place, told, fresh);
  }
  if (origins.includes(name)) {
    return html`<span class="field lit origin" @click=${() => board.chooseOrigin(name)}>${tents(board, view, name)}<span
      class="unseen">${told}</span></span>`;
  }
  return html`<span class=${classes("field", fresh && "fresh")} data-at=${boat ? `field/${place.row}` : nothing}>${
    tents(board, view, name)
  }<span class="unseen">${told}</span></span>`;
}

/** A field of the boat's column, where a tent may be put. @param {Board} board @param {View} view @param {Place} place @param {string} told @param {boolean} fresh */
function target(board, view, { name, row }, told, fresh) {
  const { t, plan } = board;
  const seat = /** @type {number} */ (board.seat);
  const reason = tentReason(view, seat, board.legal, plan, row);
  const price = priceOf(view, row, plan.free || plan.kind === "scored");
  const what = reason ? t.reason(reason) : t.putHere(name, price);
  return html`
    <button class=${classes("field", !reason && "lit", fresh && "fresh")} data-at="field/${row}"
      aria-label="${name}, ${told}: ${what}" title=${what} aria-disabled=${disabled(Boolean(reason))}
      @click=${() => board.chooseRow(row)}>${tents(board, view, name)}${reason
        ? nothing
        : offer(board, view, name, price)}</button>
  `;
}

/** What may be put there: a tent if there is room to show it, and its price. @param {Board} board @param {View} view @param {string} name @param {number} price */
const offer = ({ letters, seat }, view, name, price) =>
  html`${
    onField(view, name)
      ? nothing
      : html`<span class="maybe">${tent(/** @type {number} */ (seat), letters[seat ?? 0])}</span>`
  }<span class="plus" aria-hidden="true">${drawing("coin")}<b>${price}</b></span>`;

/** The tents on a field. @param {Board} board @param {View} view @param {string} name */
function tents(board, view, name) {
  const field = onField(view, name);
  if (!field) return nothing;
  const all = field.tents.flatMap((count, seat) => [
    { seat, count: count - field.unscored[seat], unscored: false },
    { seat, count: field.unscored[seat], unscored: true },
  ]).filter(({ count }) => count);
  return html`<span class="tents n${Math.min(all.length, 6)}">${
    all.map(({ seat, count, unscored }) =>
      html`<span class="camp" data-at="tent/${name}/${seat}">${tent(seat, board.letters[seat], count, unscored)}</span>`
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
  const same = `button.${item.classList[0]}`; // a field, or what most tents in a row earn
  const map = /** @type {HTMLElement} */ (event.currentTarget);
  const all = [.../** @type {NodeListOf<HTMLElement>} */ (map.querySelectorAll(same))];
  const next = all[all.indexOf(item) + step];
  if (!next) return;
  event.preventDefault();
  event.stopPropagation();
  next.focus();
}
