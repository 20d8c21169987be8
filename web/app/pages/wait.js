// A table that waits for players: who sits there, who is on the way, and a bot or a friend for each free seat.

import { isolated } from "../../boards/isolated.js";
import { html, nothing } from "../../vendor/lit.js";
import { markOf } from "../../boards/seat-mark.js";
import { nameOf } from "../../boards/games.js";
import { seatsText } from "../../text/seats.js";
import { playersOf } from "../match/players.js";
import { face } from "../shell/face.js";
import { first } from "../shell/first-few.js";
import { timesOf } from "../lobby/game-facts.js";
import { linkTo } from "../lobby/new-table.js";
import { late, Page } from "../shell/page.js";
import { byStrength, strength } from "../lobby/bots.js";
import { awayFor } from "../match/presence.js";
import { at } from "../shell/router.js";

/** @typedef {import("../../../sdk/javascript/types/api.js").MatchView} MatchView */
/** @typedef {import("../../../sdk/javascript/types/api.js").Available} Available */
/** @typedef {import("../../../sdk/javascript/types/api.js").Player} Player */
/** @typedef {{ id: string, player: Player, status: string, tables: number }} Invited with the invitation's `id`; `tables` that the viewer plays with the player */

const STYLE = new CSSStyleSheet();
STYLE.replaceSync(`
  wait-page .panel.narrow { max-width: 36rem; }
  @media (max-width: 30rem) { wait-page .panel.narrow { padding: var(--space-4); } }
  wait-page .coming { display: flex; flex-wrap: wrap; align-items: center; gap: var(--space-2) var(--space-3); }
  wait-page .coming > span:last-child { flex: 1 1 12rem; }
  wait-page .seats { display: grid; gap: var(--space-2); }
  wait-page .seats > li { display: grid; border-radius: var(--radius-m); background: var(--sunken); }
  wait-page .seats .free { background: transparent; border: 1.5px dashed var(--line-strong); color: var(--ink-soft); }
  wait-page .seats .place { display: flex; align-items: center; gap: var(--space-2); min-height: 60px; padding: var(--space-2) var(--space-3); }
  wait-page .seats .who { display: grid; line-height: 1.25; flex: 1; min-width: 0; overflow-wrap: anywhere; padding-inline-start: var(--space-1); }
  wait-page .seats .free .who b { font-weight: 400; }
  wait-page .seats .invited .portrait { opacity: .55; }
  wait-page .seats .sits { position: relative; display: inline-grid; flex: none; }
  wait-page .seats .seat-mark { position: absolute; inset: auto -3px -2px auto; --mark-size: 17px; }
  wait-page .portrait { width: 40px; height: 40px; flex: none; }
  wait-page .empty-face { width: 40px; height: 40px; flex: none; border-radius: 50%; border: 1.5px dashed var(--line-strong); }
  wait-page .place button { min-width: var(--target); padding-inline: var(--space-3); }
  wait-page .bots { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(8.5rem, 100%), 1fr)); gap: var(--space-2); padding: 0 var(--space-3) var(--space-3); }
  wait-page .bots button { justify-content: flex-start; text-align: start; padding: var(--space-2) var(--space-3); gap: var(--space-3); }
  wait-page .bots .who { font-weight: 400; }
  wait-page .bots .pips { margin-inline: 0; }
  wait-page .inviting { min-height: 200px; }
  @media (max-width: 30rem) { wait-page .inviting { min-height: 220px; } }
  wait-page .dots i { display: inline-block; width: 7px; height: 7px; margin-inline-start: 4px; border-radius: 50%; background: var(--accent); animation: dots 1.2s infinite; }
  wait-page .dots i:nth-child(2) { animation-delay: .2s; }
  wait-page .dots i:nth-child(3) { animation-delay: .4s; }
  @keyframes dots { 0%, 60%, 100% { opacity: .25; } 30% { opacity: 1; } }
`);
document.adoptedStyleSheets.push(STYLE);

/** Between two looks at who was invited, in milliseconds, the first and the longest: bots answer at once or never. */
const SOON = 1000;
const LOOK = 10_000;
/** So many bots are offered in the place of one that does not come, and so many for a free seat. */
const OFFERED = 3;
const LISTED = 12;
/** Bots that were asked have sat down after so long, in milliseconds, or do not come: then the page says so. */
const GIVEN_UP = 8000;
/** What comes under a pointer that is still is not what it presses, for so long after a change, in milliseconds. */
const SETTLES = 400;

/** The page of a match before its start; "joined" is sent when the player has taken a seat. */
export class WaitPage extends Page {
  static properties = {
    ...Page.properties,
    follow: { attribute: false },
    match: { attribute: false },
    called: { state: true },
    away: { state: true },
    others: { state: true },
    choosing: { state: true },
    looked: { state: true },
    soon: { state: true },
    bots: { state: true },
  };

  constructor() {
    super();
    /** @type {import("../match/follow.js").Follow} */
    this.follow;
    /** @type {MatchView} */
    this.match;
    /** Who was invited and has not come yet. @type {Invited[]} */
    this.called = [];
    /** Who was invited and does not come. @type {Invited[]} */
    this.away = [];
    /** Bots that can be invited in the place of one that does not come. @type {Available[]} */
    this.others = [];
    /** The free seat for which a bot is chosen. @type {number | null} */
    this.choosing = null;
    /** Whether it is known who was invited. */
    this.looked = false;
    /** Whether the bots that were asked have had no time yet to sit down: until then, nothing else is shown. */
    this.soon = false;
    /** Until when no click counts, as `performance.now` has it. */
    this.settled = 0;
    /** Bots that can come; undefined before they are known. @type {Available[] | undefined} */
    this.bots = undefined;
  }

  async connectedCallback() {
    super.connectedCallback();
    this.addEventListener("click", this.unmeant, { capture: true });
    await this.#watch(SOON);
    this.looked = true;
    this.soon = this.#botsCome;
    this.sitting = setTimeout(() => this.soon = false, GIVEN_UP);
    // A friend has the link. Whoever has made a larger table may want bots as well.
    const free = this.match.seats.filter(({ player }) => !player).slice(this.called.length);
    if (this.match.yourSeat === 0 && free.length > 1) this.#choose(free[0].index);
  }

  /** Look whom the player has invited, from now on. @param {number} pause until the next look */
  async #watch(pause) {
    clearTimeout(this.timer);
    if (!this.isConnected) return;
    this.timer = setTimeout(() => this.#watch(Math.min(pause * 2, LOOK)), pause);
    await this.#look();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.timer);
    clearTimeout(this.sitting);
    this.removeEventListener("click", this.unmeant, { capture: true });
  }

  /** The second click of two meets what the first one has moved there; keys do not. @param {Event} event */
  unmeant = (event) => {
    if (/** @type {MouseEvent} */ (event).detail && performance.now() < this.settled) event.stopPropagation();
  };

  get words() {
    return seatsText(this.text.language);
  }

  /** Who has sat down is no more on the way, before that is looked for. */
  willUpdate() {
    const here = this.match.seats.map(({ player }) => player?.id);
    this.called = this.called.filter(({ player }) => !here.includes(player.id));
  }

  updated() {
    document.title = `${this.words.title} – ${nameOf(this.match.game)}`;
  }

  /** Those who have the other seats, or are on the way to them. */
  get #others() {
    const { match: { seats, yourSeat }, called } = this;
    return [
      ...seats.flatMap(({ index, player }) => player && index !== yourSeat ? [player] : []),
      ...called.map(({ player }) => player),
    ];
  }

  /** Whether all the others are bots, and come. */
  get #botsCome() {
    const others = this.#others;
    const { seats, yourSeat } = this.match;
    const all = yourSeat !== null && others.length >= seats.length - 1 && !this.away.length;
    return all && others.every(({ kind }) => kind === "bot");
  }

  render() {
    const { words, match } = this;
    const { header, lobby } = this.text;
    if (!this.looked) return html`<p class="empty soft">${this.shell.waiting}</p>`;
    if (this.soon && this.#botsCome) return this.#coming();
    const { game, seats, access, yourSeat } = match;
    const free = seats.filter(({ player }) => !player).length;
    return html`
      <div class="panel narrow wait">
        <h1>${nameOf(game)}</h1>
        <p class="big" role="status">${this.#status(free)}
          <span class="dots" aria-hidden="true"><i></i><i></i><i></i></span></p>
        ${free === 0 ? this.#revealing() : this.#missing()}
        ${free > this.called.length ? this.#inviting() : nothing}
        <ol class="seats" aria-label=${words.seats}>${this.#places()}</ol>
        <p class="soft small">${timesOf(lobby, match).join(" · ")}
          · <a href=${at(`/rules/${game}`)} target="_blank" rel="noopener">${header.rules}</a>
          ${access === "public" ? html`<br>${words.public}` : nothing}</p>
        ${yourSeat === null ? this.#join(free) : this.#leave()}
      </div>
    `;
  }

  /** Bots sit down at once: nobody has to wait for them, or do anything. */
  #coming() {
    const others = this.#others;
    return html`
      <div class="panel narrow wait">
        <h1>${nameOf(this.match.game)}</h1>
        <p class="big coming" role="status"><span class="faces">${others.map(({ displayName }) =>
          face(displayName)
        )}</span>
          <span>${this.words.coming(
            this.text.list(others.map(({ displayName }) => isolated(displayName))),
            others.length,
          )}</span></p>
      </div>
    `;
  }

  /** @param {number} free */
  #status(free) {
    const { words, called } = this;
    if (free === 0) return words.full;
    const names = called.map(({ player }) => isolated(player.displayName));
    if (called.length >= free) return words.coming(this.text.list(names), names.length);
    const mine = this.match.yourSeat === 0 && this.match.access === "private";
    return mine ? words.friends(free - called.length) : words.missing(free - called.length);
  }

  /** What a friend needs, for whoever sits here: its place is there before. */
  #inviting() {
    if (this.match.yourSeat === null) return nothing;
    if (late(this, "invite-panel", () => import("../lobby/invite-panel.js"), false)) {
      return html`<div class="inviting"></div>`;
    }
    return html`
      <invite-panel class="inviting" .shell=${this.shell} .code=${this.match.inviteCode} .link=${linkTo(
        this.match,
      )}></invite-panel>
    `;
  }

  /** Whose seals are still to be opened. */
  #revealing() {
    const { fairness, yourSeat } = this.match;
    const players = playersOf(this.match);
    const names = (fairness?.toReveal ?? []).filter((seat) => seat !== yourSeat)
      .map((seat) => players[seat]);
    return names.length ? html`<p>${this.words.reveals(this.text.list(names))}</p>` : nothing;
  }

  /** Why somebody does not come, and who else could. */
  #missing() {
    return html`
      ${this.away.map((each) => html`<p role="status">${this.#why(each)}</p>`)}
      ${this.others.length
        ? html`<p class="row">${
          this.others.map((bot) =>
            html`<button @click=${() => this.#invite(bot)}>${face(bot.displayName)}
              ${this.words.other(isolated(bot.displayName))}</button>`
          )
        }</p>`
        : nothing}
    `;
  }

  /** @param {Invited} absent */
  #why({ player: { displayName, kind }, status, tables }) {
    const { words } = this;
    if (status === "expired") return words.silent(isolated(displayName));
    return kind === "bot" ? words.busy(isolated(displayName), tables) : words.declined(isolated(displayName));
  }

  /** The seats; those who are on the way are shown at the first free ones. */
  #places() {
    const coming = [...this.called];
    const free = this.match.seats.filter(({ player }) => !player).slice(coming.length).map(({ index }) => index);
    // Who comes sits down at the first free seat, so a bot is chosen for that one. Whoever has chosen a bot may go on at the
    // next seat, but for the last one: that is the friend's.
    const [next] = free;
    const chosen = this.choosing !== null && (this.choosing === next || free.length > 1);
    return this.match.seats.map(({ index, player }) => {
      if (player) return this.#taken(index, player);
      const invited = coming.shift();
      return invited ? this.#invited(index, invited) : this.#free(index, index === next, chosen);
    });
  }

  /** A face, or the place of one, with the colour of the seat. @param {number} index @param {string} [name] */
  #face(index, name) {
    return html`
      <span class="sits">${name === undefined ? html`<span class="empty-face"></span>` : face(name)}
        ${markOf(index, [])}</span>
      <span class="unseen">${this.words.seat(index + 1)}: </span>
    `;
  }

  /** @param {number} index @param {Player} player */
  #taken(index, { displayName, kind }) {
    const { words, match } = this;
    const takes = words.takeAway(isolated(displayName));
    const what = [index === match.yourSeat ? words.you : "", kind === "bot" ? words.bot : ""].filter(Boolean);
    return html`
      <li class="taken">
        <div class="place">${this.#face(index, displayName)}
        <span class="who"><b>${displayName}</b> ${what.map((each) => html`<small>${each}</small>`)}
          ${this.#absence(index)}</span>
        ${kind === "bot" && this.#mayFree
          ? html`
            <button class="plain" aria-label=${takes} title=${takes}
              @click=${() => this.#takeAway(index)}>✕</button>
          `
          : nothing}</div>
      </li>
    `;
  }

  /** Whether the player has made the table, and nobody opens seals yet. */
  get #mayFree() {
    const { yourSeat, fairness } = this.match;
    return yourSeat === 0 && !fairness?.toReveal?.length;
  }

  /** That the player of a seat is not here. @param {number} index */
  #absence(index) {
    const told = this.follow.presence.find(({ seat }) => seat === index);
    if (!told || told.presence === "here" || index === this.match.yourSeat) return nothing;
    return late(this, "seat-away", () => import("../table/seat-away.js"), false) ? nothing : html`
      <seat-away .read=${() => awayFor(this.follow.presence, index, this.shell.me.time)}
        .language=${this.text.language}></seat-away>
    `;
  }

  /** @param {number} index @param {Invited} invited */
  #invited(index, { id, player: { displayName, kind } }) {
    const { words } = this;
    return html`
      <li class="free invited">
        <div class="place">${this.#face(index, displayName)}
        <span class="who"><b>${displayName}</b> <small>${kind === "bot" ? words.onTheWay : words.asked}</small></span>
        <button class="plain" aria-label=${words.takeBack(isolated(displayName))} @click=${() =>
          this.#withdraw(id)}>✕</button>
        </div>
      </li>
    `;
  }

  /** @param {number} index @param {boolean} next whether who comes sits down here @param {boolean} chosen whether a bot is chosen for it */
  #free(index, next, chosen) {
    const { words } = this;
    const offered = next && this.match.yourSeat !== null;
    return html`
      <li class="free"><div class="place">${this.#face(index)}
        <span class="who"><b>${words.free}</b></span>
        ${offered
          ? html`
            <button aria-label=${words.addBot(index + 1)} aria-expanded=${`${chosen}`} @click=${() =>
              this.#choose(chosen ? null : index)}>+ ${words.bot}</button>
          `
          : nothing}</div>
        ${offered && chosen ? this.#list() : nothing}</li>
    `;
  }

  /** The bots for a free seat. */
  #list() {
    const { words, bots } = this;
    if (!bots) return html`<p class="place soft">${this.shell.waiting}</p>`;
    const known = [...this.called, ...this.away].map(({ player }) => player.id);
    const here = this.match.seats.map(({ player }) => player?.id);
    const free = bots.filter(({ id }) => !known.includes(id) && !here.includes(id))
      .sort(byStrength);
    if (!free.length) return html`<p class="place soft">${words.noBots}</p>`;
    return html`
      <div class="bots" role="group" aria-label=${words.bots}>${free.map((bot) => this.#bot(bot))}</div>
    `;
  }

  /** @param {Available} bot */
  #bot(bot) {
    const { displayName } = bot;
    return html`
      <button @click=${() => this.#invite(bot)}>${face(displayName)}
        <span class="who"><b>${displayName}</b> ${strength(bot, this.text.home)}</span></button>
    `;
  }

  /** @param {number} free */
  #join(free) {
    if (!free) return nothing;
    const { words } = this;
    const invitation = this.shell.turns.invited.get(this.match.id);
    return html`
      <p class="row"><button class="main go" @click=${() => this.#take()}>${words.join}</button>
        ${invitation
          ? html`
            <button @click=${() => this.#decline(invitation)}>${words.decline}</button>
            <button @click=${() => this.#decline(invitation, true)}>${words.declineAll}</button>
          `
          : nothing}</p>
    `;
  }

  #leave() {
    const { words } = this;
    const creator = this.match.yourSeat === 0;
    return html`<p class="row end"><button class="plain" @click=${() => this.#left()}>${
      creator ? words.callOff : words.leave
    }</button></p>`;
  }

  /** Show the bots for a seat, or put them away. @param {number | null} index */
  async #choose(index) {
    this.choosing = index;
    if (index === null) return;
    await this.shell.try(async () => this.bots = await first(this.#available(), LISTED));
  }

  #available() {
    return this.shell.me.players({ available: this.match.game, kind: "bot", pageSize: 20 });
  }

  async #take() {
    await this.shell.try(async () => {
      const me = await this.shell.player();
      await me.matches.join(this.match.id);
      this.dispatchEvent(new Event("joined"));
    });
  }

  /** @param {string} invitation its id @param {boolean} [allOfSender] */
  async #decline(invitation, allOfSender) {
    await this.shell.try(async () => {
      await this.follow.match?.withdraw(invitation, { allOfSender });
      this.shell.turns.invited.delete(this.match.id);
      this.shell.router.go("/");
    });
  }

  async #left() {
    await this.shell.try(async () => {
      await this.follow.match?.leave();
      this.shell.router.go("/");
    });
  }

  /** @param {Available} bot */
  async #invite({ id }) {
    this.settled = Infinity;
    await this.shell.try(async () => void await this.follow.match?.invite(id));
    await this.#watch(SOON);
    this.settled = performance.now() + SETTLES;
  }

  /** Free the seat of a bot. @param {number} seat */
  async #takeAway(seat) {
    this.settled = Infinity;
    await this.shell.try(async () => void await this.follow.match?.takeAway(seat));
    this.settled = performance.now() + SETTLES;
  }

  /** Take an invitation back. @param {string} id */
  async #withdraw(id) {
    await this.shell.try(async () => void await this.follow.match?.withdraw(id));
    await this.#watch(SOON);
  }

  /** Look whom the player has invited. */
  async #look() {
    if (this.match.yourSeat === null) return;
    try {
      const all = await this.follow.match?.invitations() ?? [];
      const invited = await Promise.all(all.map((each) => this.#known(each)));
      this.called = invited.filter(({ status }) => status === "pending");
      this.away = invited.filter(({ status, player }) =>
        status === "declined" || (status === "expired" && player.kind === "bot")
      );
      this.others = await this.#instead(invited.map(({ player }) => player.id));
    } catch {
      this.called = []; // the seats say who is there
    }
  }

  /** @param {{ id: string, playerId: string, status: string }} invitation @returns {Promise<Invited>} */
  async #known({ id, playerId, status }) {
    const { me } = this.shell;
    const player = await me.player(playerId);
    if (status !== "declined" || player.kind !== "bot") return { id, player, status, tables: 0 };
    const running = me.matches.list({ player: "me", status: "active" });
    const tables = await first(running, Infinity, ({ seats }) => seats.some((seat) => seat.player?.id === playerId));
    return { id, player, status, tables: tables.length };
  }

  /** Bots for the place of one that does not come. @param {string[]} invited the ids of those who were asked */
  async #instead(invited) {
    if (!this.away.some(({ player }) => player.kind === "bot")) return [];
    return await first(this.#available(), OFFERED, ({ id }) => !invited.includes(id));
  }
}

customElements.define("wait-page", WaitPage);
