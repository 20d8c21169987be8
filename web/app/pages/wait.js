// A table that waits for players: the seats, and the link for those who are invited.

import { html, nothing } from "../../vendor/lit.js";
import { first } from "../first.js";
import { copy, linkTo } from "../opening.js";
import { Page } from "../page.js";

/** @typedef {import("../../../sdk/javascript/types/api.js").MatchView} MatchView */
/** @typedef {import("../../../sdk/javascript/types/api.js").Available} Available */
/** @typedef {import("../../../sdk/javascript/types/api.js").Player} Player */
/** @typedef {{ player: Player, status: string, tables: number }} Absent `tables` that the viewer plays with the player */

const STYLE = new CSSStyleSheet();
STYLE.replaceSync(`
  .seats { display: grid; gap: var(--space-2); }
  .seats li { display: flex; align-items: center; gap: var(--space-2); min-height: var(--target); padding: 0 var(--space-3); border-radius: var(--radius-m); background: var(--sunken); }
  .seats .free { background: transparent; border: 1.5px dashed var(--line-strong); color: var(--ink-soft); }
  .seats .free b { font-weight: 400; }
  .dots i { display: inline-block; width: 7px; height: 7px; margin-inline-start: 4px; border-radius: 50%; background: var(--accent); animation: dots 1.2s infinite; }
  .dots i:nth-child(2) { animation-delay: .2s; }
  .dots i:nth-child(3) { animation-delay: .4s; }
  @keyframes dots { 0%, 60%, 100% { opacity: .25; } 30% { opacity: 1; } }
`);
document.adoptedStyleSheets.push(STYLE);

/** Between two looks at who was invited, in milliseconds, the first and the longest: bots answer at once or never. */
const SOON = 1000;
const LOOK = 10_000;
/** So many bots are offered in the place of one that does not come. */
const OFFERED = 3;

/** The page of a match before its start; "joined" is sent when the player has taken a seat. */
export class WaitPage extends Page {
  static properties = {
    ...Page.properties,
    follow: { attribute: false },
    match: { attribute: false },
    called: { state: true },
    away: { state: true },
    others: { state: true },
  };

  constructor() {
    super();
    /** @type {import("../follow.js").Follow} */
    this.follow;
    /** @type {MatchView} */
    this.match;
    /** The names of those who were invited and have not come yet. @type {string[]} */
    this.called = [];
    /** Who was invited and does not come. @type {Absent[]} */
    this.away = [];
    /** Bots that can be invited in the place of one that does not come. @type {Available[]} */
    this.others = [];
  }

  connectedCallback() {
    super.connectedCallback();
    this.#watch(SOON);
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
  }

  updated() {
    const { gameNames, wait } = this.text;
    document.title = `${wait.title} – ${gameNames[this.match.game] ?? this.match.game}`;
  }

  render() {
    const { wait, header, gameNames, lobby } = this.text;
    const { game, seats, clock, access } = this.match;
    const free = seats.filter(({ player }) => !player).length;
    const bots = free > 0 && this.called.length >= free;
    return html`
      <div class="panel narrow wait">
        <h1>${gameNames[game] ?? game}</h1>
        <p class="big" role="status">${free === 0
          ? wait.full
          : bots
          ? wait.forBot(this.text.list(this.called))
          : wait.title}
          <span class="dots" aria-hidden="true"><i></i><i></i><i></i></span></p>
        ${free === 0 ? this.#revealing() : nothing}
        ${free ? this.#missing() : nothing}
        <h2 class="small">${wait.seats}</h2>
        <ol class="seats">${seats.map((seat) => this.#seat(seat))}</ol>
        <p class="soft small">${clock ? lobby.clock(clock.perMove, clock.bank, clock.increment) : lobby.noClock}
          · <a href=${`/rules/${game}`} target="_blank" rel="noopener">${header.rules}</a></p>
        ${this.match.yourSeat === null ? this.#join(free) : bots ? nothing : this.#link(access)}
        ${this.match.yourSeat === null ? nothing : this.#leave()}
      </div>
    `;
  }

  /** Whose seals are still to be opened. */
  #revealing() {
    const { fairness, seats, yourSeat } = this.match;
    const names = (fairness?.toReveal ?? []).filter((seat) => seat !== yourSeat)
      .map((seat) => seats[seat].player?.displayName ?? "");
    return names.length ? html`<p>${this.text.wait.reveals(this.text.list(names))}</p>` : nothing;
  }

  /** Why somebody does not come, and who else could. */
  #missing() {
    const { wait } = this.text;
    return html`
      ${this.away.map((each) => html`<p role="status">${this.#why(each)}</p>`)}
      ${this.others.length
        ? html`<p class="row">${
          this.others.map((bot) =>
            html`<button @click=${() => this.#invite(bot)}>${wait.other(bot.displayName)}</button>`
          )
        }</p>`
        : nothing}
    `;
  }

  /** @param {Absent} absent */
  #why({ player: { displayName, kind }, status, tables }) {
    const { wait } = this.text;
    if (status === "expired") return wait.silent(displayName);
    return kind === "bot" ? wait.busy(displayName, tables) : wait.declined(displayName);
  }

  /** @param {MatchView["seats"][number]} seat */
  #seat({ index, player }) {
    const { wait, bot } = this.text;
    return html`
      <li class=${player ? "taken" : "free"}><span class="seat-mark seat-${index}" aria-hidden="true"></span>
        <span class="unseen">${wait.seat(index + 1)}: </span>
        <b>${player?.displayName ?? wait.free}</b>
        ${player?.kind === "bot" ? html`<small>${bot}</small>` : nothing}
        ${index === this.match.yourSeat ? html`<small>${wait.you}</small>` : nothing}</li>
    `;
  }

  /** @param {string} access */
  #link(access) {
    const { wait } = this.text;
    const link = linkTo(this.match);
    return html`
      <p>${access === "public" ? wait.public : ""} ${wait.invited}</p>
      <p class="link"><input readonly aria-label=${wait.link} .value=${link}
        @focus=${(/** @type {any} */ { target }) => target.select()}></p>
      <p class="row">
        <button class="main" @click=${() => this.#copy(link)}>${wait.copy}</button>
        ${"share" in navigator ? html`<button @click=${() => this.#share(link)}>${wait.share}</button>` : nothing}
      </p>
    `;
  }

  /** @param {number} free */
  #join(free) {
    if (!free) return nothing;
    const { wait } = this.text;
    const invitation = this.shell.turns.invited.get(this.match.id);
    return html`
      <p class="row"><button class="main go" @click=${() => this.#take()}>${wait.join}</button>
        ${invitation
          ? html`
            <button @click=${() => this.#decline(invitation)}>${wait.decline}</button>
            <button @click=${() => this.#decline(invitation, true)}>${wait.declineAll}</button>
          `
          : nothing}</p>
    `;
  }

  #leave() {
    const { wait } = this.text;
    const creator = this.match.yourSeat === 0;
    return html`<p class="row end"><button class="plain" @click=${() => this.#left()}>${
      creator ? wait.callOff : wait.leave
    }</button></p>`;
  }

  /** @param {string} link */
  async #copy(link) {
    await copy(link);
    this.shell.tell({ kind: "note", text: this.text.wait.copied });
  }

  /** @param {string} url */
  #share(url) {
    navigator.share({ url, title: this.text.title }).catch(() => {}); // who shares may think better of it
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
    await this.shell.try(async () => void await this.follow.match?.invite(id));
    await this.#watch(SOON);
  }

  /** Look whom the player has invited. */
  async #look() {
    if (this.match.yourSeat === null) return;
    try {
      const all = await this.follow.match?.invitations() ?? [];
      const invited = await Promise.all(all.map((each) => this.#invited(each)));
      this.called = invited.filter(({ status }) => status === "pending").map(({ player }) => player.displayName);
      this.away = invited.filter(({ status, player }) =>
        status === "declined" || (status === "expired" && player.kind === "bot")
      );
      this.others = await this.#instead(invited.map(({ player }) => player.id));
    } catch {
      this.called = []; // the seats say who is there
    }
  }

  /** @param {{ playerId: string, status: string }} invitation @returns {Promise<Absent>} */
  async #invited({ playerId, status }) {
    const { me } = this.shell;
    const player = await me.player(playerId);
    if (status !== "declined" || player.kind !== "bot") return { player, status, tables: 0 };
    const running = me.matches.list({ player: "me", status: "active" });
    const tables = await first(running, Infinity, ({ seats }) => seats.some((seat) => seat.player?.id === playerId));
    return { player, status, tables: tables.length };
  }

  /** Bots for the place of one that does not come. @param {string[]} invited the ids of those who were asked */
  async #instead(invited) {
    if (!this.away.some(({ player }) => player.kind === "bot")) return [];
    const bots = this.shell.me.players({ available: this.match.game, kind: "bot", pageSize: 20 });
    return await first(bots, OFFERED, ({ id }) => !invited.includes(id));
  }
}

customElements.define("wait-page", WaitPage);
