// What can be done after the end besides looking back: to ask for a rematch, and to answer who asks.

import { isolated } from "../../boards/bidi.js";
import { html, nothing } from "../../vendor/lit.js";
import { webOf } from "../../boards/games.js";
import { keyOf, want } from "../lobby/bots.js";
import { at } from "../shell/router.js";
import { awayOf } from "../match/presence.js";
import { nextOf } from "./next-rival.js";
import { again, hasPeople, Rematch } from "./rematch.js";

/** @typedef {import("../../../sdk/javascript/types/api.js").Notice} Notice */
/** @typedef {import("./rematch.js").Wish} Wish */

/** Between two looks at who asks and who is away, while somebody waits for an answer, in milliseconds. */
const LOOK = 10_000;

/** The rematch of a match that has ended; part of its card, which it has drawn again. */
export class PlayAgain {
  #card;
  #rematch = new Rematch((wish) => this.#again(wish));
  /** The seats of people who are away. @type {number[]} */
  #away = [];
  /** Who could play next, and with whom. @type {Awaited<ReturnType<typeof nextOf>>} */
  #rival;
  /** The id of the next match, once all have asked for it. @type {string | null} */
  #next = null;
  /** How often something was asked or answered here: what the service said before is old. */
  #acts = 0;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #timer;
  #noticed = (/** @type {Event} */ event) => this.#told(/** @type {CustomEvent} */ (event).detail);

  /** @param {import("./ending.js").MatchEnding} card */
  constructor(card) {
    this.#card = card;
  }

  /** The card is there. */
  begin() {
    const { shell, match, won } = this.#card;
    shell.turns.addEventListener("change", this.#noticed);
    this.#timer = setInterval(() => this.#rematch.open && document.visibilityState === "visible" && this.#look(), LOOK);
    this.#look();
    if (!this.#may || hasPeople(match)) return;
    nextOf(shell, match, won).then((next) => {
      this.#rival = next;
      this.#card.requestUpdate();
    }, () => {}); // without a line, there is none to offer
  }

  /** The card is left. Who goes to another page does not wait here any more; a look back at this match is none. */
  end() {
    const { shell, match } = this.#card;
    shell.turns.removeEventListener("change", this.#noticed);
    clearInterval(this.#timer);
    const { route } = shell.router;
    const stays = "id" in route && route.id === match.id;
    if (this.#rematch.wish && !stays) this.#card.follow.match?.endRematch().catch(() => {}); // it ends with who is away
  }

  get #may() {
    const { yourSeat, outcome, tournament } = this.#card.match;
    return yourSeat !== null && outcome?.reason !== "aborted" && !tournament;
  }

  /** @param {readonly number[]} seats */
  #names(seats) {
    return seats.map((seat) => this.#card.players[seat]);
  }

  /** The other seats. */
  get #others() {
    const { seats, yourSeat } = this.#card.match;
    return seats.map(({ index }) => index).filter((seat) => seat !== yourSeat);
  }

  /** Whether the other does not want to go on, or has gone: then somebody else is offered first. */
  get #gone() {
    const { match: { outcome, seats, yourSeat } } = this.#card;
    const { ended } = this.#rematch;
    const left = outcome?.reason === "claimed" && !seats[yourSeat ?? 0].resigned;
    return left || Boolean(ended && ended.seat !== yourSeat);
  }

  /** @param {boolean} [whole] with the way to go on from these points */
  render(whole = true) {
    const { end } = this.#card;
    if (!this.#may) return nothing;
    if (this.#next) {
      return html`<p class="again"><a class="button main" href=${at(`/m/${this.#next}`)}>${end.next}</a></p>`;
    }
    if (this.#rematch.wish) return this.#waiting();
    if (this.#rematch.offers.length) return this.#offered();
    const next = whole && this.#rival ? this.#nextRival(this.#rival) : nothing;
    const gone = this.#gone;
    return html`${this.#ended()}
      <p class="again">${gone ? html`<a class="button main" href=${at("/")}>${end.others}</a>` : nothing}
        <button class=${gone ? "" : "main"} @click=${() => this.#ask({ keepScore: false })}>${end.rematch}</button>
        ${whole ? this.#carrying() : nothing} ${next}</p>`;
  }

  /** The way to a stronger bot, or after a loss to an easier one. @param {NonNullable<Awaited<ReturnType<typeof nextOf>>>} next */
  #nextRival({ bot, rivals }) {
    const { end, won, shell } = this.#card;
    const go = () => {
      want(shell, keyOf(bot));
      this.#ask({ keepScore: false, rivals });
    };
    return html`<button @click=${go}>${end.play(isolated(bot.displayName))} <small>${
      won ? end.stronger : end.easier
    }</small></button>`;
  }

  /** The own wish, which can be withdrawn. */
  #waiting() {
    const { end, players, match } = this.#card;
    const away = this.#others.filter((seat) => this.#away.includes(seat));
    return html`
      <p class="soft asked" role="status">${end.asked(
        players.length > 2 ? "" : this.#names(this.#others)[0],
      )} ${away.length ? end.away(this.#names(away)) : nothing}</p>
      ${hasPeople(match)
        ? html`<p class="again"><button @click=${() => this.#give()}>${end.withdraw}</button></p>`
        : nothing}
    `;
  }

  /** The wishes of others, and the answers. */
  #offered() {
    const { end } = this.#card;
    const { offers } = this.#rematch;
    const away = offers.filter((seat) => this.#away.includes(seat));
    return html`
      <p class="offered" role="status"><b>${end.offered(this.#names(offers))}</b> ${away.length
        ? end.away(this.#names(away))
        : nothing}</p>
      <p class="again"><button class="main" @click=${() => this.#ask({ keepScore: false })}>${end.accept}</button>
        <button class="no" @click=${() => this.#give()}>${end.decline}</button></p>
    `;
  }

  /** How the last wish has ended, if by somebody else. */
  #ended() {
    const { end, match } = this.#card;
    const { ended } = this.#rematch;
    if (!ended || ended.seat === match.yourSeat) return nothing;
    const [name] = this.#names([ended.seat]);
    return html`<p class="soft asked" role="status">${ended.declined ? end.declined(name) : end.withdrawn(name)}</p>`;
  }

  #carrying() {
    const { end, match, sides } = this.#card;
    if (!match.outcome?.scores.some(Boolean) || !webOf(match.game)?.keepScore) return nothing;
    return html`
      <button @click=${() => this.#ask({ keepScore: true })}>${end.carry} <small>${end.carried(
        sides.join("\u00a0:\u00a0"),
      )}</small></button>
    `;
  }

  /** @param {Wish} wish */
  async #ask(wish) {
    this.#acts++;
    const asked = this.#rematch.ask(wish);
    this.#card.requestUpdate();
    await asked;
    this.#card.requestUpdate();
    this.#look();
  }

  /** @param {Wish} wish @returns {Promise<boolean>} whether it was asked for */
  async #again(wish) {
    const { shell, follow } = this.#card;
    const asked = await shell.try(async () => {
      const id = follow.match && await again(shell, follow.match, wish);
      if (id) this.#go(id);
      return true;
    });
    return asked ?? false;
  }

  /** @param {string} id of the next match */
  #go(id) {
    this.#next = id;
    this.#rematch.wish = undefined; // it is fulfilled
    this.#card.shell.router.go(`/m/${id}`);
  }

  /** Withdraw the own wish, or decline that of others. */
  async #give() {
    const { shell, follow, match } = this.#card;
    const declined = !this.#rematch.wish;
    await shell.try(async () => {
      await follow.match?.endRematch();
      this.#over({ seat: match.yourSeat ?? 0, declined });
    });
  }

  /** @param {import("./rematch.js").Ended} ended */
  #over(ended) {
    this.#acts++;
    this.#rematch.over(ended);
    if (ended.seat === this.#card.match.yourSeat) this.#rematch.wish = undefined;
    this.#card.requestUpdate();
  }

  /** @param {Notice | undefined} notice */
  #told(notice) {
    const { match } = this.#card;
    if (notice?.event === "matchStarted") this.#rematch.begun(match).then(this.#card.redraw);
    if (!notice || notice.matchId !== match.id) return;
    if (notice.event === "rematchOffered") this.#look();
    if (notice.event === "rematchEnded") this.#over(notice);
  }

  /** Look who asks, and who is away. */
  async #look() {
    const { match } = this.#card.follow;
    if (!match || !this.#may || !hasPeople(match.now)) return;
    const acts = this.#acts;
    try {
      const [{ asked, matchId }, { seats }] = await Promise.all([match.rematchRequests(), match.presence()]);
      if (acts !== this.#acts) return;
      this.#away = awayOf(seats, this.#card.shell.me.time);
      if (matchId && this.#rematch.wish) return this.#go(matchId);
      this.#next = matchId;
      this.#rematch.told(asked, match.now.yourSeat);
    } catch {
      // The line tells what is wrong, and the next look may go well.
    }
    this.#card.requestUpdate();
  }
}
