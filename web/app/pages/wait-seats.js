// The seats of a table that waits: who sits there or is on the way, and the bots for a free one.

import { isolated } from "../../boards/bidi.js";
import { markOf } from "../../boards/seat-mark.js";
import { html, nothing } from "../../vendor/lit.js";
import { byStrength, strength } from "../lobby/bots.js";
import { awayFor } from "../match/presence.js";
import { face } from "../shell/face.js";
import { late } from "../shell/page.js";

/** @typedef {import("./wait.js").WaitPage} WaitPage */
/** @typedef {import("./wait.js").Invited} Invited */
/** @typedef {import("../../../sdk/javascript/types/api.js").Available} Available */
/** @typedef {import("../../../sdk/javascript/types/api.js").Player} Player */

/** A face, or the place of one, with the colour of the seat. @param {WaitPage} page @param {number} index @param {string} [name] */
function portrait({ words }, index, name) {
  return html`
    <span class="sits">${name === undefined ? html`<span class="empty-face"></span>` : face(name)}
      ${markOf(index, [])}</span>
    <span class="unseen">${words.seat(index + 1)}: </span>
  `;
}

/** @param {WaitPage} page @param {number} index @param {Player} player @returns {unknown} */
export function takenSeat(page, index, { displayName, kind }) {
  const { words, match } = page;
  const takes = words.takeAway(isolated(displayName));
  const what = [index === match.yourSeat ? words.you : "", kind === "bot" ? words.bot : ""].filter(Boolean);
  return html`
    <li class="taken">
      <div class="place">${portrait(page, index, displayName)}
      <span class="who"><b>${displayName}</b> ${what.map((each) => html`<small>${each}</small>`)}
        ${absence(page, index)}</span>
      ${kind === "bot" && mayFree(page)
        ? html`
          <button class="plain" aria-label=${takes} title=${takes}
            @click=${() => page.takeAway(index)}>✕</button>
        `
        : nothing}</div>
    </li>
  `;
}

/** Whether the player has made the table, and nobody opens seals yet. @param {WaitPage} page */
function mayFree({ match: { yourSeat, fairness } }) {
  return yourSeat === 0 && !fairness?.toReveal?.length;
}

/** That the player of a seat is not here. @param {WaitPage} page @param {number} index @returns {unknown} */
function absence(page, index) {
  const { follow, shell, match, text } = page;
  const told = follow.presence.find(({ seat }) => seat === index);
  if (!told || told.presence === "here" || index === match.yourSeat) return nothing;
  return late(page, "seat-away", () => import("../table/seat-away.js"), false) ? nothing : html`
    <seat-away .read=${() => awayFor(follow.presence, index, shell.me.time)}
      .language=${text.language}></seat-away>
  `;
}

/** @param {WaitPage} page @param {number} index @param {Invited} invited */
export function invitedSeat(page, index, { id, player: { displayName, kind } }) {
  const { words } = page;
  return html`
    <li class="free invited">
      <div class="place">${portrait(page, index, displayName)}
      <span class="who"><b>${displayName}</b> <small>${kind === "bot" ? words.onTheWay : words.asked}</small></span>
      <button class="plain" aria-label=${words.takeBack(isolated(displayName))} @click=${() =>
        page.withdraw(id)}>✕</button>
      </div>
    </li>
  `;
}

/** @param {WaitPage} page @param {number} index @param {boolean} next whether who comes sits down here @param {boolean} chosen whether a bot is chosen for it */
export function freeSeat(page, index, next, chosen) {
  const { words } = page;
  const offered = next && page.match.yourSeat !== null;
  return html`
    <li class="free"><div class="place">${portrait(page, index)}
      <span class="who"><b>${words.free}</b></span>
      ${offered
        ? html`
          <button aria-label=${words.addBot(index + 1)} aria-expanded=${`${chosen}`} @click=${() =>
            page.choose(chosen ? null : index)}>+ ${words.bot}</button>
        `
        : nothing}</div>
      ${offered && chosen ? bots(page) : nothing}</li>
  `;
}

/** The bots for a free seat. @param {WaitPage} page */
function bots(page) {
  const { words, bots, called, away, match, shell } = page;
  if (!bots) return html`<p class="place soft">${shell.waiting}</p>`;
  const known = [...called, ...away].map(({ player }) => player.id);
  const here = match.seats.map(({ player }) => player?.id);
  const free = bots.filter(({ id }) => !known.includes(id) && !here.includes(id))
    .sort(byStrength);
  if (!free.length) return html`<p class="place soft">${words.noBots}</p>`;
  return html`
    <div class="bots" role="group" aria-label=${words.bots}>${free.map((bot) => offer(page, bot))}</div>
  `;
}

/** @param {WaitPage} page @param {Available} bot */
function offer(page, bot) {
  const { displayName } = bot;
  return html`
    <button @click=${() => page.invite(bot)}>${face(displayName)}
      <span class="who"><b>${displayName}</b> ${strength(bot, page.text.home)}</span></button>
  `;
}
