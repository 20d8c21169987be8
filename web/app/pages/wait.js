// A table that waits for players: the seats, and the link for those who are invited.

import { html, nothing } from "../../vendor/lit.js";
import { copy, linkTo } from "../opening.js";
import { Page } from "../page.js";

/** @typedef {import("../../../sdk/javascript/types/api.js").MatchView} MatchView */

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

/** Between two looks at who was invited, in milliseconds: bots that do not come are given up after a minute. */
const LOOK = 10_000;

/** The page of a match before its start; "joined" is sent when the player has taken a seat. */
export class WaitPage extends Page {
  static properties = {
    ...Page.properties,
    follow: { attribute: false },
    match: { attribute: false },
    invite: {},
    called: { state: true },
    declined: { state: true },
  };

  constructor() {
    super();
    /** @type {import("../follow.js").Follow} */
    this.follow;
    /** @type {MatchView} */
    this.match;
    this.invite = "";
    /** The names of those who were invited and have not come yet. @type {string[]} */
    this.called = [];
    /** The names of those who do not want to. @type {string[]} */
    this.declined = [];
  }

  connectedCallback() {
    super.connectedCallback();
    this.#look();
    this.timer = setInterval(() => this.#look(), LOOK);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.timer);
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
        ${this.declined.length ? html`<p>${wait.declined(this.text.list(this.declined))}</p>` : nothing}
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
        ${invitation ? html`<button @click=${() => this.#decline(invitation)}>${wait.decline}</button>` : nothing}</p>
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
    const inviteCode = this.invite ? { inviteCode: this.invite } : {};
    await this.shell.try(async () => {
      const me = await this.shell.player();
      await me.matches.join(this.match.id, inviteCode);
      this.dispatchEvent(new Event("joined"));
    });
  }

  /** @param {string} invitation its id */
  async #decline(invitation) {
    await this.shell.try(async () => {
      await this.follow.match?.withdraw(invitation);
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

  /** Look whom the player has invited. */
  async #look() {
    if (this.match.yourSeat === null) return;
    try {
      const all = await this.follow.match?.invitations() ?? [];
      const names = (/** @type {string} */ wanted) =>
        Promise.all(
          all.filter(({ status }) => status === wanted)
            .map(async ({ playerId }) => (await this.shell.me.player(playerId)).displayName),
        );
      [this.called, this.declined] = await Promise.all([names("pending"), names("declined")]);
    } catch {
      this.called = []; // the seats say who is there
    }
  }
}

customElements.define("wait-page", WaitPage);
