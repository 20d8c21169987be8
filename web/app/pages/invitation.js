// Somebody has opened the link to a private table, of which nothing is shown before the seat is taken.

import { html, nothing } from "../../vendor/lit.js";
import { Refused } from "../../../sdk/javascript/src/errors.js";
import { first } from "../first.js";
import { FLAGS, RULES, termsIn } from "../opening.js";
import { Page } from "../page.js";
import { readable } from "../readable.js";

/** The codes of refusals that another attempt does not change: somebody else has the seat, or the match has begun. */
const TAKEN = ["match_full", "match_active", "match_not_active", "not_found"];

/** What a link says of a rule is cut. */
const LONGEST = 120;

/** Asks whether the seat is taken; "joined" is sent when it is. */
export class InvitationPage extends Page {
  static properties = {
    ...Page.properties,
    matchId: {},
    invite: {},
    told: { attribute: false },
    busy: { state: true },
    taken: { state: true },
    asked: { state: true },
  };

  constructor() {
    super();
    this.matchId = "";
    this.invite = "";
    /** What the link says of the table. @type {import("../router.js").Told} */
    this.told = { game: "", from: "", terms: "" };
    this.busy = false;
    /** Whether there is no seat any more. */
    this.taken = false;
    this.offered = "";
    /** Whether it is known that the player has no seat at the table yet. */
    this.asked = false;
  }

  connectedCallback() {
    super.connectedCallback();
    this.offered = this.shell.session.name || this.text.guest();
    this.#look();
  }

  /** Whoever sits at the table already needs no invitation. */
  async #look() {
    const { known, me } = this.shell.session;
    const has = async (/** @type {"waiting" | "active"} */ status) => {
      const own = me.matches.list({ player: "me", status });
      return (await first(own, 1, ({ id }) => id === this.matchId)).length > 0;
    };
    const joined = known && await Promise.all([has("waiting"), has("active")]).catch(() => [false]);
    if (joined && joined.includes(true)) this.dispatchEvent(new Event("joined"));
    else this.asked = true;
  }

  updated() {
    document.title = `${this.text.invitation.title} – ${this.text.title}`;
  }

  render() {
    const { invitation, header, gameNames } = this.text;
    const game = Object.hasOwn(gameNames, this.told.game) ? this.told.game : "";
    if (!this.asked) return html`<p class="empty soft">${this.shell.waiting}</p>`;
    if (this.taken) {
      return html`
        <div class="panel narrow" role="status">
          <h1>${invitation.takenTitle}</h1>
          <p>${invitation.taken}</p>
          <p><a class="button main" href="/">${this.text.table.back}</a></p>
        </div>
      `;
    }
    return html`
      <form class="panel narrow" @submit=${(/** @type {Event} */ event) => this.#join(event)}>
        <h1>${invitation.title}</h1>
        <p class="big">${this.#what()}</p>
        ${this.#terms(game)}
        <p class="soft">${invitation.hint}
          ${game ? html`<a href=${`/rules/${game}`} target="_blank" rel="noopener">${header.rules}</a>` : nothing}</p>
        <label class="field"><span>${invitation.name}</span>
          <input name="name" maxlength="40" required autocomplete="nickname" .value=${this.offered}></label>
        <p class="row end"><a class="button plain" href="/">${invitation.later}</a>
          <button class="main go" ?disabled=${this.busy}>${invitation.join}</button></p>
      </form>
    `;
  }

  /** By which settings it is played, as far as the link says so. @param {string} game */
  #terms(game) {
    const terms = termsIn(this.told.terms);
    if (!game || !terms) return nothing;
    const { home, lobby, options } = this.text;
    const { clock, seats, rounds, colors } = terms;
    const all = [
      home.seats(seats, seats),
      clock ? lobby.clock(clock.perMove ?? null, clock.bank ?? null, clock.increment ?? null) : lobby.noClock,
      rounds && `${options.rounds}: ${rounds}`,
      colors && `${options.colors}: ${options.colorsOf[/** @type {5 | 6} */ (colors)] ?? colors}`,
      ...terms.flags.filter((flag) => Object.hasOwn(FLAGS[game] ?? {}, flag)).map((flag) => options.flags[flag]),
      ...terms.rules.map(([name, value]) => this.#rule(game, `${name}`, value)),
    ];
    return html`<ul class="terms soft">${all.filter(Boolean).map((each) => html`<li>${each}</li>`)}</ul>`;
  }

  /** @param {string} game @param {string} name @param {unknown} value */
  #rule(game, name, value) {
    const { rules, rulesOf, cards } = this.text.options;
    if (!Object.hasOwn(RULES[game] ?? {}, name)) return "";
    if (name === "cardCounts") {
      const all = Object.entries(value ?? {}).filter(([card]) => Object.hasOwn(cards, card));
      return `${rules[name]}: ${all.map(([card, number]) => `${cards[card]} ${number}`).join(", ")}`.slice(0, LONGEST);
    }
    return `${rules[name]}: ${Array.isArray(value) ? value.join(", ") : rulesOf[`${value}`] ?? value}`.slice(
      0,
      LONGEST,
    );
  }

  /** Which game, and who asks, as far as the link says so. */
  #what() {
    const { game, from } = this.told;
    const names = /** @type {Record<string, string>} */ (this.text.gameNames);
    return this.text.invitation.what(Object.hasOwn(names, game) ? names[game] : "", readable(from));
  }

  /** @param {Event} event */
  async #join(event) {
    event.preventDefault();
    const name = this.querySelector("input")?.value.trim() || this.offered;
    this.busy = true;
    await this.shell.try(() => this.#seated(name));
    this.busy = false;
  }

  /** @param {string} name */
  async #seated(name) {
    const { session } = this.shell;
    if (!session.known) await session.player(() => name);
    else if (name !== session.name) await session.rename(name);
    try {
      const deal = termsIn(this.told.terms)?.deal;
      await session.me.matches.join(this.matchId, { inviteCode: this.invite, deal });
      this.dispatchEvent(new Event("joined"));
    } catch (error) {
      if (!(error instanceof Refused && TAKEN.includes(error.code))) throw error;
      this.taken = true;
    }
  }
}

customElements.define("invitation-page", InvitationPage);
