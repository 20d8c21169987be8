// A dialog in which a rated match is looked for: what that means, how fast, and why it cannot be, if it cannot.

import { html, nothing } from "../../vendor/lit.js";
import { nameOf } from "../../boards/games.js";
import { ratedText } from "../../text/rated.js";
import { Refused } from "../../../sdk/javascript/src/errors.js";
import { sessionOf } from "../../../sdk/javascript/src/client.js";
import { shownIn } from "../match/pools.js";
import { NEWCOMER } from "../match/stakes.js";
import { people } from "../session/relations.js";
import { Page } from "../shell/page.js";
import { timeOfDay } from "../shell/time.js";
import { formOf, toldOf, worded } from "./option-fields.js";
import { CLOCKS, defaults, findSomebody } from "./new-table.js";
import { begins } from "./rated-window.js";
import { searchOf } from "./search-panel.js";

/** @typedef {import("../shell/shell.js").Shell} Shell */
/** @typedef {import("../../../sdk/javascript/types/api.js").Game} Game */
/** @typedef {{ name?: string, options: Record<string, unknown>, seats: number }} Preset */

/** How old an account must be, in milliseconds. */
const AGE = 600_000;
/** Between two looks whether it is, in milliseconds. */
const LOOK = 5_000;
const TIMES = /** @type {const} */ (["quick", "calm", "day"]);

const STYLE = new CSSStyleSheet();
STYLE.replaceSync(`
  rated-search dialog { max-height: calc(100dvh - 2 * var(--space-4)); overflow: auto; }
  rated-search form { gap: var(--space-4); }
  rated-search fieldset { border: 0; padding: 0; margin: 0; display: grid; gap: var(--space-1); }
  rated-search legend { padding: 0; font-size: var(--text-s); color: var(--ink-soft); }
  rated-search .terms { list-style: disc; padding-inline-start: 1.2em; display: grid; gap: var(--space-1); font-size: var(--text-n); }
  rated-search .own { font-weight: 600; }
  rated-search .no { padding: var(--space-3); border-radius: var(--radius-m); background: var(--accent-soft); }
  rated-search .row button { flex: 1 1 auto; }
`);
document.adoptedStyleSheets.push(STYLE);

/** Open the dialog over the page. @param {Shell} shell @param {string} game */
export function openRatedSearch(shell, game) {
  const dialog = /** @type {RatedSearch} */ (document.createElement("rated-search"));
  Object.assign(dialog, { shell, game });
  document.body.append(dialog);
}

/** Asks how a rated match is to be, and looks for an opponent. */
export class RatedSearch extends Page {
  static properties = {
    ...Page.properties,
    game: {},
    presets: { state: true },
    me: { state: true },
    time: { state: true },
    preset: { state: true },
    refused: { state: true },
    busy: { state: true },
  };

  constructor() {
    super();
    this.game = "";
    /** What of the game is rated; undefined until it is known. @type {Preset[] | undefined} */
    this.presets = undefined;
    /** The player, as the service knows it; null for nobody yet. @type {any} */
    this.me = undefined;
    /** @type {typeof TIMES[number]} */
    this.time = "calm";
    this.preset = 0;
    /** What the service has said against it. */
    this.refused = "";
    this.busy = false;
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.timer = undefined;
  }

  connectedCallback() {
    super.connectedCallback();
    this.timer = setInterval(() => this.requestUpdate(), LOOK);
    this.#look();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.timer);
  }

  firstUpdated() {
    this.querySelector("dialog")?.showModal();
  }

  get words() {
    return ratedText(this.text.language);
  }

  async #look() {
    const { shell } = this;
    await shell.try(async () => {
      const [games, me] = await Promise.all([shell.me.games(), shell.session.known ? this.#self() : null]);
      this.presets = /** @type {any} */ (games.find(({ id }) => id === this.game))?.rated ?? [];
      this.me = me;
    });
  }

  /** The player with what only it may read, and with what all may. */
  async #self() {
    const own = await sessionOf(this.shell.me).call("GET", "/v1/players/me");
    return { ...own, ...await people(this.shell.me).profile(own.id) };
  }

  render() {
    const { words } = this;
    const why = this.#why();
    return html`
      <dialog aria-labelledby="rated-title" @close=${() => this.remove()}>
        <form method="dialog">
          <h2 id="rated-title">${words.title}: ${nameOf(this.game)}</h2>
          <p>${words.intro}</p>
          <p class="own">${this.#rating()}</p>
          ${this.#times()} ${this.#presets()}
          <details><summary>${words.what}</summary>
            <ul class="terms">${words.terms.map((each) => html`<li>${each}</li>`)}</ul></details>
          <div role="status">${why ? html`<p class="no">${why}</p>` : nothing}</div>
          <p class="row end">
            <button>${words.close}</button>
            ${why
              ? html`<button type="button" class=${this.#can ? "" : "main"} @click=${() =>
                this.#unrated()}>${words.instead}</button>`
              : nothing}
            ${this.#can
              ? html`<button type="button" class="main" aria-disabled=${this.busy || !this.presets} @click=${() =>
                this.#go()}>${words.go}</button>`
              : nothing}
          </p>
        </form>
      </dialog>
    `;
  }

  /** Whether a press may lead to a search. */
  get #can() {
    return !this.#before() && this.presets?.length !== 0;
  }

  /** The own numbers at the pace that is chosen. */
  get #own() {
    return shownIn(this.me?.ratings, this.game, this.time === "day" ? "daily" : "live");
  }

  #rating() {
    const { words } = this;
    const own = this.#own;
    return own ? words.yours(own.rating, own.deviation) : words.newcomer;
  }

  #times() {
    const { words } = this;
    return html`
      <fieldset><legend>${words.time}</legend>${TIMES.map((each) =>
        html`
          <label class="check"><input type="radio" name="time" .checked=${this.time === each} @change=${() =>
            this.time = each}> <span>${words.clocks[each]}
            <small class="soft">${each === "day" ? words.daily : words.live}</small></span></label>
        `
      )}</fieldset>
    `;
  }

  /** Which of the ways to play it, if there are several. */
  #presets() {
    const { presets = [], words } = this;
    if (presets.length < 2) return nothing;
    return html`
      <label class="field"><span>${words.preset}</span><select @change=${(/** @type {any} */ { target }) =>
        this.preset = target.selectedIndex}>${presets.map((each, at) =>
          html`<option .selected=${at === this.preset}>${this.#named(each)}</option>`
        )}</select></label>
    `;
  }

  /** In what a preset differs from the others. @param {Preset} preset */
  #named({ options, seats }) {
    const { presets = [], words } = this;
    const form = formOf(this.shell, this.game);
    const differs = (/** @type {(preset: Preset) => unknown} */ of) => new Set(presets.map(of).map(String)).size > 1;
    const rules = form
      ? toldOf(form.fields, options).filter(([name]) => differs((each) => each.options[name]))
        .map(([name, value]) => worded(form, name, value))
      : [];
    return [differs((each) => each.seats) ? words.players(seats) : "", ...rules].filter(Boolean).join(" · ") ||
      words.usual;
  }

  /** Why it cannot be, in words; "" if nothing is known against it. */
  #why() {
    return this.#before() || (this.presets?.length === 0 ? this.words.none : "") || this.refused;
  }

  /** What stands against it before anybody is asked. */
  #before() {
    const { words, me, shell, text } = this;
    if (me === null) return words.guest;
    if (!me) return "";
    const from = Date.parse(me.since) + AGE;
    const left = from - shell.me.time;
    if (left > 0) return words.young(timeOfDay(from, shell.me.time, text.language), Math.ceil(left / 60_000));
    return me.listed === false ? words.unlisted : "";
  }

  /** @param {string | null | undefined} until */
  #suspended(until) {
    const { words, shell, text } = this;
    return until ? words.suspended(timeOfDay(Date.parse(until), shell.me.time, text.language)) : words.suspendedForGood;
  }

  async #unrated() {
    this.querySelector("dialog")?.close();
    const { shell, game } = this;
    const seats = this.presets?.[this.preset]?.seats ?? 2;
    await shell.try(() => findSomebody(shell, /** @type {Game} */ (game), defaults(seats)));
  }

  async #go() {
    const { shell, presets } = this;
    if (this.busy || !presets || !shell.ready()) return;
    this.busy = true;
    this.refused = "";
    const wish = this.#wish(presets[this.preset]);
    begins(wish, this.#own?.rating ?? NEWCOMER.rating);
    const over = searchOf(shell).start(await shell.player(), wish);
    const found = await Promise.race([over.then(() => "", (error) => error), settled()]);
    this.busy = false;
    if (!found) {
      this.querySelector("dialog")?.close();
      over.catch((error) => shell.failed(error));
    } else this.#told(found);
  }

  /** @param {Preset} preset @returns {any} */
  #wish({ options, seats }) {
    const { game, time } = this;
    const rules = { deal: "sealed", undo: "never", rated: true };
    return { game, options, seats, clock: CLOCKS[time], goneAfter: time === "day" ? null : "120s", ...rules };
  }

  /** @param {unknown} error */
  #told(error) {
    const { words, shell } = this;
    const { code = "", message = "", problem = {} } = error instanceof Refused ? error : {};
    if (code === "suspended") this.refused = this.#suspended(/** @type {any} */ (problem).until);
    else this.refused = code === "invalid_options" ? `${words.refused} ${message}` : shell.wording(error);
    this.#look();
  }
}

/** What is refused is refused by then. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 1500, ""));

customElements.define("rated-search", RatedSearch);
