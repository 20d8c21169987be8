// The search that runs, as it is shown on the pages from which it can be begun and stopped.

import { isolated } from "../../boards/bidi.js";
import { html, nothing } from "../../vendor/lit.js";
import { nameOf } from "../../boards/games.js";
import { face } from "../shell/face.js";
import { lengthOf, timesOf } from "./game-facts.js";
import { formOf, toldOf, worded } from "./option-fields.js";
import { defaults, playNow } from "./new-table.js";
import { botsOf, ranked, wanted } from "./bots.js";
import { Search } from "../session/search.js";

/** @typedef {import("../shell/shell.js").Shell} Shell */
/** @typedef {import("../../../sdk/javascript/types/api.js").Searcher} Searcher */
/** @typedef {import("../../../sdk/javascript/types/api.js").Wish} Wish */
/** @typedef {import("../../../sdk/javascript/types/api.js").Available} Available */

/** The bots that can come to what is searched for, once they are known: who is named comes. @type {WeakMap<Wish, Available[]>} */
const known = new WeakMap();

/** What searches for the player, on all pages. @param {Shell} shell */
export function searchOf(shell) {
  if (!shell.search) shell.searchBy(new Search(shell.kept));
  return /** @type {Search} */ (shell.search);
}

/** Sit down with somebody who searches: a ticket of the same terms meets theirs. @param {Shell} shell @param {Searcher} searcher */
export async function sitDown(shell, { game, options, seats, clock, deal, reveal, undo, goneAfter }) {
  const me = await shell.player();
  const wish = {
    game,
    options,
    seats,
    deal,
    undo,
    goneAfter,
    ...said({ reveal }),
    ...(clock ? { clock: said(clock) } : {}),
  };
  await searchOf(shell).start(me, /** @type {Wish} */ (wish));
}

/** Without what was left out. @param {object} settings */
function said(settings) {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null));
}

/** What a table is like: how long it takes, its own options, and its clock. @param {Shell} shell @param {Pick<Searcher, "game" | "options" | "clock" | "seats"> & { goneAfter?: string | null, rated?: boolean }} terms */
export function termsOf(shell, { game, options, clock, goneAfter, seats, rated }) {
  const { lobby } = shell.text;
  const form = formOf(shell, game);
  const rules = form ? toldOf(form.fields, /** @type {any} */ (options) ?? {}) : [];
  return [
    rated ? shell.text.home.rated : "",
    lengthOf(shell, game, seats, /** @type {any} */ (options) ?? {}),
    ...rules.map(([name, value]) => form && worded(form, name, value)),
    ...timesOf(lobby, { clock, goneAfter }),
  ].filter(Boolean).join(" · ");
}

/** @param {Shell} shell */
export function searchPanel(shell) {
  const { search, text } = shell;
  if (!search?.wish) return nothing;
  const { wish } = search;
  const { seek } = text;
  const bots = guests(shell, wish);
  return html`
    <section class="searching" aria-label=${seek.title(nameOf(wish.game))}>
      <span class="pulse" aria-hidden="true"></span>
      <p><b>${seek.title(nameOf(wish.game))}</b>
        <span class="soft small">${termsOf(shell, /** @type {any} */ (wish))}</span>
        ${wish.rated
          ? html`<rated-window class="soft small" .shell=${shell} .wish=${wish}></rated-window>`
          : nothing}</p>
      ${bots.length
        ? html`<button class="meanwhile" @click=${() => shell.try(() => meanwhile(shell, wish, bots))}>${
          face(bots[0].displayName)
        } ${seek.meanwhile(text.list(bots.map(({ displayName }) => isolated(displayName))))}</button>`
        : nothing}
      <label class="check small"><input type="checkbox" .checked=${search.keep}
        @change=${(/** @type {any} */ { target }) => search.keep = target.checked}> ${seek.keep}</label>
      <button class="plain stop" aria-label=${seek.stop} title=${seek.stop} @click=${() => search.stop()}>✕</button>
    </section>
  `;
}

/** Who would come if the player did not wait for somebody. @param {Shell} shell @param {Wish} wish */
function guests(shell, wish) {
  if (!known.has(wish)) {
    known.set(wish, []);
    botsOf(shell, wish.game).then((bots) => {
      known.set(wish, bots);
      shell.changed();
    }, () => {}); // the line tells what is wrong
  }
  return ranked(known.get(wish) ?? [], wanted(shell)).slice(0, (wish.seats ?? 2) - 1);
}

/** Play against bots what the player searches for; the search goes on. @param {Shell} shell @param {Wish} wish @param {Available[]} bots */
async function meanwhile(shell, wish, bots) {
  const own = /** @type {Record<string, unknown>} */ (wish.options ?? {});
  await playNow(shell, wish.game, { ...defaults(wish.seats ?? 2), own }, bots);
}
