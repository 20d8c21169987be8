// Somebody has the code of a private table: what it invites to, as the service tells it, and the seat to be taken.

import { html, nothing } from "../../vendor/lit.js";
import { Refused } from "../../../sdk/javascript/src/errors.js";
import { fileOf, nameOf, webOf } from "../../boards/games.js";
import { isolated } from "../../boards/bidi.js";
import { seatsText } from "../../text/seats.js";
import { face } from "../shell/face.js";
import { difficultyOf, lengthOf, timesOf } from "../lobby/game-facts.js";
import { formOf, toldOf, worded } from "../lobby/option-fields.js";
import { Page } from "../shell/page.js";
import { at } from "../shell/router.js";

/** @typedef {import("../../../sdk/javascript/types/api.js").Terms} Terms */

/** The codes of refusals that another attempt does not change: somebody else has the seat, or the match has begun. */
const TAKEN = ["match_full", "match_active", "match_not_active", "not_found"];

/** What has not been answered is asked again after so long, in milliseconds. */
const RETRY = 5000;

const STYLE = new CSSStyleSheet();
STYLE.replaceSync(`
  invitation-page { position: relative; isolation: isolate; min-height: calc(100dvh - var(--header) - var(--space-6)); }
  invitation-page .scene { position: fixed; inset: var(--header) 0 0; z-index: -1; overflow: hidden; }
  invitation-page .scene img { width: 100%; height: 100%; object-fit: cover; filter: blur(14px) saturate(1.1); scale: 1.12; opacity: .8; }
  invitation-page .panel { box-shadow: var(--shadow-3); margin-top: clamp(var(--space-4), 7vh, 5rem); overflow: hidden; }
  invitation-page .art { width: calc(100% + 2 * var(--space-5)); max-width: none; height: clamp(120px, 22vh, 190px); object-fit: cover; margin: calc(-1 * var(--space-5)) calc(-1 * var(--space-5)) 0; border-bottom: 1px solid var(--line); }
  invitation-page h1:not(.what) { font-size: 1rem; font-weight: 600; color: var(--ink-soft); }
  invitation-page .what { font: 700 clamp(1.35rem, 5vw, 1.7rem)/1.25 var(--font-title); text-wrap: balance; overflow-wrap: anywhere; }
  invitation-page .terms { display: flex; flex-wrap: wrap; gap: var(--space-2); }
  invitation-page .terms li { padding: 2px var(--space-3); border-radius: 99px; background: var(--sunken); font-size: var(--text-s); }
  invitation-page .terms .rules { background: none; padding: 0 var(--space-1); }
  invitation-page .terms a { display: inline-flex; align-items: center; min-height: 26px; }
  invitation-page .there { display: flex; flex-wrap: wrap; gap: var(--space-2) var(--space-4); }
  invitation-page .there li { display: flex; align-items: center; gap: var(--space-2); }
  invitation-page .there .free { color: var(--ink-soft); }
  invitation-page .there .free i { width: 36px; height: 36px; border-radius: 50%; border: 1.5px dashed var(--line-strong); }
  invitation-page .portrait { width: 40px; height: 40px; flex: none; }
  invitation-page .what + p { margin-top: var(--space-3); }
  @media (max-height: 30rem) and (min-width: 40rem) {
    invitation-page .panel.narrow { max-width: 46rem; padding: var(--space-4) var(--space-5); gap: var(--space-2); margin-block: 0; }
    invitation-page .what { font-size: 1.25rem; text-wrap: wrap; }
    invitation-page .panel:has(.art) { grid-template-columns: 15rem minmax(0, 1fr); column-gap: var(--space-5); }
    invitation-page .panel > :not(.art) { grid-column: -2; }
    invitation-page .art { grid-row: 1 / span 9; width: calc(100% + var(--space-5)); height: calc(100% + 2 * var(--space-4)); margin: calc(-1 * var(--space-4)) 0 calc(-1 * var(--space-4)) calc(-1 * var(--space-5)); border: 0; }
  }
  invitation-page .typed { font-family: var(--font-mono); text-transform: uppercase; }
`);
document.adoptedStyleSheets.push(STYLE);

/** The page under `/j`, with the code in the fragment. */
export class InvitationPage extends Page {
  static properties = {
    ...Page.properties,
    code: {},
    terms: { state: true },
    busy: { state: true },
    wrong: { state: true },
    unsigned: { state: true },
  };

  /** Ends the offer of passkeys. @type {AbortController | undefined} */
  #offered;

  constructor() {
    super();
    this.code = "";
    /** @type {Terms | undefined} */
    this.terms = undefined;
    this.busy = false;
    /** Why nobody can sit down with the code. @type {"" | "unknown" | "taken"} */
    this.wrong = "";
    /** Why a passkey has signed in nobody. */
    this.unsigned = "";
    this.offered = "";
    /** The code that was looked up. */
    this.asked = "";
  }

  willUpdate() {
    if (this.code === this.asked) return;
    this.asked = this.code;
    this.terms = undefined;
    this.wrong = "";
    this.#look(this.code);
  }

  /** @param {string} code */
  async #look(code) {
    try {
      const terms = await this.shell.session.me.invitation(decoded(code));
      if (this.code !== code) return;
      // Whoever sits there already needs no invitation.
      if (terms.yourSeat !== null) this.#enter(terms);
      else {
        this.offered = this.shell.session.name || this.#guest(terms);
        this.terms = terms;
      }
    } catch (error) {
      if (error instanceof Refused && error.code === "not_found") {
        this.wrong = "unknown";
        return;
      }
      this.shell.failed(error);
      setTimeout(() => this.isConnected && this.code === code && this.#look(code), RETRY);
    }
  }

  /** A name with an animal, and so a face, that nobody at the table has. @param {Terms} terms */
  #guest({ host, seats }) {
    const taken = [host, ...seats].map((name) => name?.split(" ")[0]);
    const names = Array.from({ length: 20 }, () => this.text.guest());
    return names.find((name) => !taken.includes(name.split(" ")[0])) ?? names[0];
  }

  /** @param {Map<string, unknown>} changed */
  updated(changed) {
    document.title = `${seatsText(this.text.language).guest.title} – ${this.text.title}`;
    // Once the frame has given the focus to the page.
    if (changed.has("code") || changed.has("wrong")) setTimeout(() => this.querySelector("input")?.focus());
  }

  render() {
    if (!this.code || this.wrong) return this.#another();
    if (!this.terms) return html`<p class="empty soft">${this.shell.waiting}</p>`;
    const { guest } = seatsText(this.text.language);
    const { host, game } = this.terms;
    const tile = webOf(game)?.tile ? fileOf(game, "tile.svg") : "";
    return html`
      ${tile ? html`<div class="scene" aria-hidden="true"><img alt="" src=${tile}></div>` : nothing}
      <form class="panel narrow" @submit=${(/** @type {Event} */ event) => this.#join(event)}>
        ${tile ? html`<img class="art" alt="" src=${tile}>` : nothing}
        <h1>${guest.title}</h1>
        <p class="what">${guest.what(isolated(host), nameOf(game))}</p>
        ${this.#seats()}
        ${this.#terms(this.terms)}
        <label class="field"><span>${guest.name}</span>
          <input name="name" maxlength="40" required autocomplete="nickname webauthn" .value=${this.offered}
            @focus=${() => this.#offer()}></label>
        ${this.unsigned ? html`<p class="wrong" role="alert">${this.unsigned}</p>` : nothing}
        <p class="row end"><a class="button plain" href=${at("/")}>${guest.later}</a>
          <button class="main go" ?disabled=${this.busy}>${guest.join}</button></p>
      </form>
    `;
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#offered?.abort();
  }

  /** Whoever has a passkey finds it among what the browser suggests for the name, and is who it opens. */
  async #offer() {
    if (this.shell.session.known || this.#offered) return;
    this.#offered = new AbortController();
    const { offerKeys } = await import("../shell/ways-in.js");
    const { done, words } = await offerKeys(this.shell, this.#offered.signal);
    if (!done) return void (this.unsigned = words);
    this.shell.tell({ kind: "note", text: words });
    await this.#look(this.code);
  }

  /** Who sits there. */
  #seats() {
    const { free, guest } = seatsText(this.text.language);
    return html`
      <ul class="there" aria-label=${guest.there}>${this.terms?.seats.map((name) =>
        name === null
          ? html`<li class="free"><i aria-hidden="true"></i>${free}</li>`
          : html`<li>${face(name)} <b>${name}</b></li>`
      )}</ul>
    `;
  }

  /** By which settings it is played. @param {Terms} terms */
  #terms({ game, seats, clock, goneAfter, options }) {
    const { lobby, header } = this.text;
    const form = formOf(this.shell, game);
    const rules = form ? toldOf(form.fields, /** @type {any} */ (options)) : [];
    const all = [
      lobby.players(seats.length),
      lengthOf(this.shell, game, seats.length, /** @type {any} */ (options)),
      difficultyOf(this.shell, game),
      ...timesOf(lobby, { clock, goneAfter }),
      ...rules.map(([name, value]) => form && worded(form, name, value)),
    ];
    return html`
      <ul class="terms soft">${all.filter(Boolean).map((each) => html`<li>${each}</li>`)}
        <li class="rules"><a href=${at(`/rules/${game}`)} target="_blank" rel="noopener">${header.rules}</a></li></ul>
    `;
  }

  /** A code that is not good, or none: another one may be typed. */
  #another() {
    const { guest } = seatsText(this.text.language);
    return html`
      <form class="panel narrow" @submit=${(/** @type {Event} */ event) => this.#typed(event)}>
        <div role="status">${this.wrong
          ? html`
            <h1 class="what">${guest[this.wrong].title}</h1>
            <p>${guest[this.wrong].why}</p>
          `
          : html`<h1 class="what">${guest.typeTitle}</h1>`}</div>
        <label class="field"><span>${guest.code}</span>
          <input class="typed" name="code" maxlength="40" required autocomplete="off" autocapitalize="characters"
            .value=${this.wrong === "unknown" ? decoded(this.code) : ""} aria-invalid=${this.wrong === "unknown"}
            spellcheck="false" placeholder="K7QF2-M9PTX"></label>
        <p class="row end"><a class="button plain" href=${at("/")}>${guest.meanwhile}</a>
          <button class="main">${guest.open}</button></p>
      </form>
    `;
  }

  /** @param {Event} event */
  #typed(event) {
    event.preventDefault();
    const code = this.querySelector("input")?.value.trim() ?? "";
    this.asked = ""; // the same once more is looked up once more
    this.shell.router.go(`/j#${encodeURIComponent(code)}`, { replace: true });
  }

  /** @param {Event} event */
  async #join(event) {
    event.preventDefault();
    const { terms } = this;
    if (!terms) return;
    const name = this.querySelector("input")?.value.trim() || this.offered;
    this.#offered?.abort(); // nobody is to become somebody else at the table
    this.busy = true;
    await this.shell.try(() => this.#seated(name, terms));
    this.busy = false;
  }

  /** @param {string} name @param {Terms} terms */
  async #seated(name, terms) {
    const { session } = this.shell;
    if (!session.known) await session.player(() => name);
    else if (name !== session.name) await session.rename(name);
    try {
      const { matchId, deal } = terms;
      await session.me.matches.join(matchId, { inviteCode: decoded(this.code), deal });
      this.#enter(terms);
    } catch (error) {
      if (!(error instanceof Refused && TAKEN.includes(error.code))) throw error;
      this.wrong = "taken";
    }
  }

  /** The table takes the place of the invitation: whoever sits needs no code. @param {Terms} terms */
  #enter({ matchId }) {
    this.shell.router.go(`/m/${matchId}`, { replace: true });
  }
}

/** The code of a fragment, which somebody may have written as an address has it. @param {string} code */
function decoded(code) {
  try {
    return decodeURIComponent(code).slice(0, 64);
  } catch {
    return code.slice(0, 64);
  }
}

customElements.define("invitation-page", InvitationPage);
