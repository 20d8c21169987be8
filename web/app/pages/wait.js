// A table that waits for players: who sits there, who is on the way, and a bot or a friend for each free seat.

import { isolated } from "../../boards/bidi.js";
import { html, nothing } from "../../vendor/lit.js";
import { nameOf } from "../../boards/games.js";
import { seatsText } from "../../text/seats.js";
import { playersOf } from "../match/players.js";
import { face } from "../shell/face.js";
import { first } from "../shell/first-few.js";
import { timesOf } from "../lobby/game-facts.js";
import { linkTo } from "../lobby/new-table.js";
import { late, Page } from "../shell/page.js";
import { once } from "../shell/once.js";
import { at } from "../shell/router.js";
import { freeSeat, invitedSeat, takenSeat } from "./wait-seats.js";
import "./wait-look.js";

/** @typedef {import("../../../sdk/javascript/types/api.js").MatchView} MatchView */
/** @typedef {import("../../../sdk/javascript/types/api.js").Available} Available */
/** @typedef {import("../../../sdk/javascript/types/api.js").Player} Player */
/** @typedef {{ id: string, player: Player, status: string, tables: number }} Invited with the invitation's `id`; `tables` that the viewer plays with the player */

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
    if (this.match.yourSeat === 0 && free.length > 1) this.choose(free[0].index);
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
          ${this.#refused(free)
            ? nothing
            : html`<span class="dots" aria-hidden="true"><i></i><i></i><i></i></span>`}</p>
        ${this.#hint(free)} ${free === 0 ? this.#revealing() : this.#missing()}
        ${free > this.called.length ? this.#inviting() : nothing}
        <ol class="seats" aria-label=${words.seats}>${this.#places()}</ol>
        <p class="soft small">${timesOf(lobby, match).join(" · ")}
          · <a href=${at(`/rules/${game}`)} target="_blank" rel="noopener">${header.rules}</a>
          ${access === "public" && !match.tournament ? html`<br>${words.public}` : nothing}</p>
        ${match.tournament ? this.#back() : yourSeat === null ? this.#join(free) : this.#leave()}
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
    if (this.#invitation) {
      const [host] = playersOf(this.match).filter(Boolean);
      return words.guest.what(host ?? "", nameOf(this.match.game));
    }
    const names = this.text.list(called.map(({ player }) => isolated(player.displayName)));
    if (called.length >= free) {
      return this.#asked ? words.invites(names, called.length) : words.coming(names, called.length);
    }
    if (this.#refused(free)) return this.#why(this.away[0]);
    const mine = this.match.yourSeat === 0 && this.match.access === "private";
    return mine ? words.friends(free - called.length) : words.missing(free - called.length);
  }

  /** The invitation of the viewer to this table; "" without one. */
  get #invitation() {
    return this.match.yourSeat === null ? this.shell.turns.invited.get(this.match.id) ?? "" : "";
  }

  /** Whether people were asked, who may take their time. */
  get #asked() {
    return this.called.some(({ player }) => player.kind === "human");
  }

  /** Whether the only one who was asked does not come. @param {number} free */
  #refused(free) {
    return free === 1 && !this.called.length && this.away.length === 1;
  }

  /** That nobody has to wait here for people. @param {number} free */
  #hint(free) {
    return free && this.#asked ? html`<p class="soft">${this.words.invitesHint}</p>` : nothing;
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
      ${this.#refused(1) ? nothing : this.away.map((each) => html`<p role="status">${this.#why(each)}</p>`)}
      ${this.others.length
        ? html`<p class="row">${
          this.others.map((bot) =>
            html`<button @click=${() => this.invite(bot)}>${face(bot.displayName)}
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
      if (player) return takenSeat(this, index, player);
      const invited = coming.shift();
      return invited ? invitedSeat(this, index, invited) : freeSeat(this, index, index === next, chosen);
    });
  }

  /** @param {number} free */
  #join(free) {
    if (!free) return nothing;
    const { words } = this;
    const invitation = this.#invitation;
    return html`
      <p class="row"><button class="main go" @click=${(/** @type {Event} */ event) =>
        once(event, () => this.#take())}>${words.join}</button>
        ${invitation
          ? html`
            <button @click=${(/** @type {Event} */ event) => once(event, () => this.#decline(invitation))}>${words
              .decline}</button>
            <button @click=${(/** @type {Event} */ event) => once(event, () => this.#decline(invitation, true))}>${words
              .declineAll}</button>
          `
          : nothing}</p>
    `;
  }

  /** To the tournament whose table this is: nobody leaves it before the deal. */
  #back() {
    return late(this, "way-back", () => import("../tournaments/way-back.js"), false) ??
      html`<way-back .shell=${this.shell} .match=${this.match}></way-back>`;
  }

  #leave() {
    const { words } = this;
    const creator = this.match.yourSeat === 0;
    return html`<p class="row end"><button class="plain" @click=${() => this.#left()}>${
      creator ? words.callOff : words.leave
    }</button></p>`;
  }

  /** Show the bots for a seat, or put them away. @param {number | null} index */
  async choose(index) {
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
  async invite({ id }) {
    this.settled = Infinity;
    await this.shell.try(async () => void await this.follow.match?.invite(id));
    await this.#watch(SOON);
    this.settled = performance.now() + SETTLES;
  }

  /** Free the seat of a bot. @param {number} seat */
  async takeAway(seat) {
    this.settled = Infinity;
    await this.shell.try(async () => void await this.follow.match?.takeAway(seat));
    this.settled = performance.now() + SETTLES;
  }

  /** Take an invitation back. @param {string} id */
  async withdraw(id) {
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
      this.away = invited.filter(({ status }) => status === "declined" || status === "expired");
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
