// A card about another player at the table: the rating, how one has fared against each other, and what can be done.

import { html, nothing } from "../../vendor/lit.js";
import { nameOf } from "../../boards/games.js";
import { isolated } from "../../boards/bidi.js";
import { ratedText } from "../../text/rated.js";
import { paceOf, shownIn } from "../match/pools.js";
import { challenge } from "../players/challenge.js";
import "../players/player-menu.js";
import { people } from "../session/relations.js";
import { face } from "../shell/face.js";
import { Page } from "../shell/page.js";
import { at } from "../shell/router.js";

/** @typedef {import("../shell/shell.js").Shell} Shell */
/** @typedef {import("../../../sdk/javascript/types/api.js").MatchView} MatchView */
/** @typedef {{ won: number, drawn: number, lost: number }} Against */

const STYLE = new CSSStyleSheet();
STYLE.replaceSync(`
  player-card dialog > div { display: grid; gap: var(--space-3); }
  player-card .who { display: flex; align-items: center; gap: var(--space-3); }
  player-card .who .portrait { width: 56px; height: 56px; }
  player-card h2 { overflow-wrap: anywhere; }
  player-card .row > * { flex: 0 1 auto; }
`);
document.adoptedStyleSheets.push(STYLE);

/** Open the card of who has a seat. @param {Shell} shell @param {MatchView} match @param {number} seat */
export function openPlayerCard(shell, match, seat) {
  const card = /** @type {PlayerCard} */ (document.createElement("player-card"));
  Object.assign(card, { shell, match, seat });
  document.body.append(card);
}

/** Tells of a player, and what can be done about one. */
export class PlayerCard extends Page {
  static properties = {
    ...Page.properties,
    match: { attribute: false },
    seat: { type: Number },
    player: { state: true },
    against: { state: true },
    blocked: { state: true },
  };

  constructor() {
    super();
    /** @type {MatchView} */
    this.match;
    this.seat = 0;
    /** What the service says; null for who is there no more. @type {any} */
    this.player = undefined;
    /** @type {Against | undefined} */
    this.against = undefined;
    /** Whether the viewer has blocked the player, who cannot be challenged then. */
    this.blocked = false;
    /** The page on which it was opened: it does not outlive that. */
    this.left = () => this.querySelector("dialog")?.close();
  }

  connectedCallback() {
    super.connectedCallback();
    this.shell.router.addEventListener("change", this.left);
    this.#look();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.shell.router.removeEventListener("change", this.left);
  }

  firstUpdated() {
    this.querySelector("dialog")?.showModal();
  }

  /** Who sits there, as the match tells it. */
  get seated() {
    return /** @type {NonNullable<MatchView["seats"][number]["player"]>} */ (this.match.seats[this.seat].player);
  }

  /** Who looks at the card, if that is a player. */
  get own() {
    const { seats, yourSeat } = this.match;
    return yourSeat === null ? undefined : seats[yourSeat].player?.id;
  }

  async #look() {
    const { shell, seated, own } = this;
    const me = people(shell.me);
    await shell.try(async () => {
      const asked = own ? me.against(own, seated.id) : undefined;
      this.player = await me.profile(seated.id).catch(missing);
      this.against = /** @type {any} */ (await asked?.catch(missing)) ?? undefined;
    });
  }

  render() {
    const { shell, match, seated, player, text } = this;
    const words = ratedText(text.language);
    const name = seated.displayName;
    return html`
      <dialog aria-labelledby="card-title" @close=${() => this.remove()}>
        <div>
          <div class="who">${face(name)}<div><h2 id="card-title"><bdi>${name}</bdi></h2>${seated.kind === "bot"
            ? html`<small class="soft">${text.bot}</small>`
            : nothing}</div></div>
          ${player === null ? html`<p>${words.gone}</p>` : html`
            <p>${player ? this.#rating(words) : shell.waiting}</p>
            ${this.own ? html`<p class="soft">${this.#fared(words)}</p>` : nothing}
            <player-menu .shell=${shell} .player=${seated} .match=${match.id} @related=${(
              /** @type {CustomEvent} */ { detail },
            ) => this.blocked = detail.blocked}></player-menu>
            <p class="row"><a class="button" href=${at(`/p/${seated.id}`)} aria-label=${words.profileOf(
              isolated(name),
            )}>${words.profileShort}</a>
              ${this.blocked
                ? nothing
                : html`<button @click=${() => this.#challenge()}>${words.challenge}</button>`}</p>
          `}
          <p class="row end"><button class="main" @click=${this.left}>${text.close}</button></p>
        </div>
      </dialog>
    `;
  }

  /** @param {import("../../text/rated.js").RatedText} words */
  #rating(words) {
    const { match, player } = this;
    const pace = paceOf(match.clock);
    const shown = shownIn(player.ratings, match.game, pace);
    if (!shown) return words.unrated;
    return html`<b class="numbers">${shown.rating} ${words.unsure(shown.deviation)}</b> <span class="soft">${
      nameOf(match.game)
    }, ${words[pace]}</span>`;
  }

  /** @param {import("../../text/rated.js").RatedText} words */
  #fared(words) {
    const { won = 0, drawn = 0, lost = 0 } = this.against ?? {};
    return won + drawn + lost ? words.against(won, drawn, lost) : words.never;
  }

  async #challenge() {
    const { shell, seated, match } = this;
    this.left();
    await shell.try(() => challenge(shell, seated, match.game));
  }
}

/** What there is nothing of. */
const missing = () => null;

customElements.define("player-card", PlayerCard);
