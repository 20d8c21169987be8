// Friends: who is here and plays what, who asks, and how one gets friends.

import { isolated } from "../../boards/bidi.js";
import { html, nothing, repeat } from "../../vendor/lit.js";
import { Refused } from "../../../sdk/javascript/src/errors.js";
import { nameOf } from "../../boards/games.js";
import { first } from "../shell/first-few.js";
import { challengeButtons } from "../players/challenge.js";
import { ownId } from "../players/own-id.js";
import { idIn, people } from "../session/relations.js";
import { profileOf } from "../session/standings.js";
import { SpokenPage } from "../players/spoken-page.js";
import { copy } from "../shell/copy.js";
import { face } from "../shell/face.js";
import { once } from "../shell/once.js";
import { at, home } from "../shell/router.js";
import "../players/players-look.js";

/** @typedef {import("../../../sdk/javascript/src/client.js").Croupier} Croupier */
/** @typedef {Friends["friends"][number]} Friend */
/** @typedef {import("../session/relations.js").Friends} Friends */
/** @typedef {import("../session/standings.js").Met} Met */
/** @typedef {import("../players/spoken-page.js").PlayersText} PlayersText */
/** @typedef {import("../../../sdk/javascript/types/api.js").Player} Player */
/** @typedef {{ id: string, game: string, own: boolean }} Table whether the viewer plays there as well */

/** So many friends who are here are looked for at tables. */
const FOLLOWED = 6;
/** So many of those who were met are proposed. */
const PROPOSED = 6;

/** The page under `/friends`. */
export class FriendsPage extends SpokenPage {
  static pause = 30_000;
  static properties = {
    ...SpokenPage.properties,
    found: { state: true },
    met: { state: true },
    own: { state: true },
    tables: { state: true },
    wrong: { state: true },
    code: { state: true },
  };

  constructor() {
    super();
    /** @type {Friends | undefined} */
    this.found = undefined;
    /** Whom the player has met, and is not befriended with. @type {Met[]} */
    this.met = [];
    this.own = "";
    /** Where friends play in public, by their ids. @type {Record<string, Table>} */
    this.tables = {};
    /** What is wrong with whom one wants to ask. */
    this.wrong = "";
    /** The own link as a code, once somebody wants to see it. @type {unknown} */
    this.code = undefined;
  }

  connectedCallback() {
    super.connectedCallback();
    this.shell.session.addEventListener("change", this.again);
    this.shell.turns.addEventListener("change", this.told);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.shell.session.removeEventListener("change", this.again);
    this.shell.turns.removeEventListener("change", this.told);
  }

  again = () => void this.look();
  /** Look at once if it is told that somebody asks, or has accepted. @param {Event} event */
  told = (event) => /** @type {CustomEvent} */ (event).detail?.playerId && this.again();

  updated() {
    document.title = `${this.words?.friends.title ?? ""} – ${this.text.title}`;
  }

  /** @override */
  async look() {
    const { shell } = this;
    const { me, session } = shell;
    if (!session.known) return;
    try {
      [this.own, this.found] = await Promise.all([ownId(shell), people(me).friends()]);
      if (!this.met.length) this.met = (await profileOf(me, this.own)).met;
      await this.#follow(this.found.friends);
    } catch {
      this.retry(); // until then, the line tells what is wrong
    }
  }

  /** See at which public tables friends are who are here. @param {Friend[]} all */
  async #follow(all) {
    const here = all.filter((each) => each.here).slice(0, FOLLOWED);
    const tables = await Promise.all(here.map(async ({ id }) => {
      const [match] = await first(this.shell.me.matches.list({ player: id, status: "active", maxPages: 1 }), 1);
      return match ? [[id, { id: match.id, game: match.game, own: match.yourSeat !== null }]] : [];
    }));
    this.tables = Object.fromEntries(tables.flat());
  }

  /** @override @param {PlayersText} words */
  spoken(words) {
    this.words = words;
    const { friends } = words;
    if (!this.shell.session.known) {
      return html`
        <div class="panel narrow">
          <h1>${friends.title}</h1>
          <p>${friends.nobody}</p>
          <p><a class="button main" href=${at("/")}>${words.profile.play}</a></p>
        </div>
      `;
    }
    const { found } = this;
    if (!found) return html`<p class="empty soft">${this.shell.waiting}</p>`;
    return html`
      <header class="welcome">
        <h1>${friends.title}</h1>
      </header>
      <div class="friends-columns">
        <div>${this.#asks(found.asking, words)} ${found.friends.length
          ? this.#friends(found.friends, words)
          : this.#empty(words)} ${this.#asked(found.asked, words)}</div>
        <div>${this.#add(words)} ${this.#link(words)}</div>
      </div>
    `;
  }

  /** @param {Player[]} all @param {PlayersText} words */
  #asks(all, { friends }) {
    if (!all.length) return nothing;
    return html`
      <section class="panel asks" aria-labelledby="asks-title">
        <h2 id="asks-title">${friends.asks}</h2>
        <ul class="rows">${repeat(all, ({ id }) => id, (player) => {
          const name = isolated(player.displayName);
          return html`<li class="asks-row">${this.#who(player)}
            <span class="row"><button class="main" aria-label=${friends.acceptLabel(name)} @click=${(
            /** @type {Event} */ event,
          ) => once(event, () => this.#do((me) => people(me).befriend(player.id)))}>${friends.accept}</button>
            <button aria-label=${friends.declineLabel(name)} @click=${(/** @type {Event} */ event) =>
            once(
              event,
              () => this.#do((me) => people(me).unfriend(player.id)),
            )}>${friends.decline}</button></span></li>`;
        })}</ul>
      </section>
    `;
  }

  /** @param {Friend[]} all @param {PlayersText} words */
  #friends(all, words) {
    const { friends } = words;
    const here = all.filter((each) => each.here);
    const away = all.filter((each) => !each.here);
    return html`
      <section class="panel" aria-labelledby="here-title"><h2 id="here-title">${friends.here}</h2>
        ${here.length
          ? html`<ul class="rows">${repeat(here, ({ id }) => id, (each) => this.#friend(each, words))}</ul>`
          : html`<p class="soft">${friends.nobodyHere}</p>`}
      </section>
      ${away.length
        ? html`
          <section class="panel" aria-labelledby="away-title">
            <h2 id="away-title">${friends.notHere}</h2>
            <ul class="rows">${repeat(away, ({ id }) => id, (each) => this.#friend(each, words))}</ul>
          </section>
        `
        : nothing}
    `;
  }

  /** @param {Friend} player @param {PlayersText} words */
  #friend(player, { friends }) {
    const { here } = player;
    const name = isolated(player.displayName);
    const table = this.tables[player.id];
    const what = this.#does(table, here, friends);
    return html`
      <li class=${here ? "here" : ""}>${this.#who(player, what)}
        ${table
          ? html`<a class="button" href=${at(`/m/${table.id}`)} aria-label=${
            (table.own ? friends.tableLabel : friends.watchLabel)(name, nameOf(table.game))
          }>${table.own ? friends.table : friends.watch}</a>`
          : nothing}<span class="row"><span class="soft small to-challenge" aria-hidden="true">${friends
          .challenge}</span>${challengeButtons(
            this.shell,
            player,
            friends.challengeLabel(name),
            undefined,
            true,
          )}</span></li>
    `;
  }

  /** What a friend does. @param {Table | undefined} table @param {boolean | null} here @param {PlayersText["friends"]} words */
  #does(table, here, words) {
    if (!table) return here ? words.online : "";
    return (table.own ? words.playsYou : words.plays)(nameOf(table.game));
  }

  /** @param {{ id: string, displayName: string | null }} player @param {string} [what] there is to say */
  #who({ id, displayName }, what = "") {
    return html`
      <span class="with-face">${face(displayName ?? "")}</span>
      <div><a class="name" href=${at(`/p/${id}`)}>${displayName}</a>
        ${what ? html`<span class="soft small">${what}</span>` : nothing}</div>
    `;
  }

  /** @param {PlayersText} words */
  #empty({ friends }) {
    return html`
      <section class="nothing panel">
        <p><b>${friends.empty}</b> ${friends.emptyHint}</p>
      </section>
    `;
  }

  /** @param {Player[]} all @param {PlayersText} words */
  #asked(all, { friends }) {
    if (!all.length) return nothing;
    return html`
      <section class="panel" aria-labelledby="asked-title">
        <h2 id="asked-title">${friends.asked}</h2>
        <ul class="rows">${repeat(
          all,
          ({ id }) => id,
          (player) =>
            html`<li>${this.#who(player)}<button class="plain" aria-label=${
              friends.backLabel(isolated(player.displayName))
            } @click=${() => this.#do((me) => people(me).unfriend(player.id))}>${friends.back}</button></li>`,
        )}</ul>
      </section>
    `;
  }

  /** Whom to ask: by link, id or name, or of those whom the player has met. @param {PlayersText} words */
  #add(words) {
    const { friends, menu } = words;
    const { friends: own = [], asking = [], asked = [] } = this.found ?? {};
    const known = new Set([...own, ...asking, ...asked].map(({ id }) => id));
    const met = this.met.filter(({ player }) => player.kind === "human" && !known.has(player.id)).slice(0, PROPOSED);
    return html`
      <section class="panel" aria-labelledby="add-title"><h2 id="add-title">${friends.add}</h2>
        <form class="asking" @submit=${(/** @type {SubmitEvent} */ event) => this.#ask(event, words)}>
          <label class="field"><span>${friends
            .field}</span><input name="who" required maxlength="300" autocomplete="off"
            aria-describedby="who-hint" @input=${() => this.wrong = ""}></label><button>${friends.ask}</button></form>
        <p id="who-hint" class="soft small">${friends.fieldHint}</p>
        ${this.wrong ? html`<p class="wrong" role="alert">${this.wrong}</p>` : nothing}
        ${met.length
          ? html`
            <h3>${friends.met}</h3>
            <ul class="rows">${repeat(met, ({ player }) =>
              player.id, ({ player }) =>
              html`<li>${this.#who(player)}<button aria-label=${`${menu.add}: ${
                isolated(player.displayName ?? "")
              }`} @click=${() =>
                this.#do((me) => people(me).befriend(player.id))}>${friends.ask}</button></li>`)}</ul>
          `
          : nothing}
      </section>
    `;
  }

  /** @param {PlayersText} words */
  #link({ friends }) {
    return html`
      <section class="panel your-link" aria-labelledby="link-title"><h2 id="link-title">${friends.yourLink}</h2>
        <p class="soft">${friends.yourLinkHint}</p>
        <p class="row"><button class="main" @click=${() => this.#copy(friends.copied)}>${friends.copy}</button>
          ${this.code
            ? nothing
            : html`<button @click=${() => this.#show(friends.codeName)}>${friends.code}</button>`}</p>
        ${this.code ? html`<div class="code">${this.code}</div>` : nothing}
      </section>
    `;
  }

  get link() {
    return `${home()}/p/${this.own}`;
  }

  /** @param {string} done */
  async #copy(done) {
    if (this.own && await copy(this.link)) this.shell.tell({ kind: "note", text: done });
  }

  /** @param {string} name */
  async #show(name) {
    await this.shell.try(async () => {
      const { qr } = await import("../lobby/qr.js");
      this.code = qr(this.link, name);
    });
  }

  /** @param {SubmitEvent} event @param {PlayersText} words */
  async #ask(event, { friends: { asking } }) {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.currentTarget);
    const who = `${new FormData(form).get("who") ?? ""}`.trim();
    const id = idIn(who) || this.#called(who);
    this.wrong = !id ? asking.unknown : id === this.own ? asking.you : "";
    if (this.wrong) return;
    await this.#do((me) => this.#askNamed(me, id, asking.missing));
    if (!this.wrong) form.reset();
  }

  /** Ask somebody of whom nothing is known but the id. @param {Croupier} me @param {string} id @param {string} missing what to say of nobody */
  async #askNamed(me, id, missing) {
    try {
      await people(me).befriend(id);
    } catch (error) {
      if (!(error instanceof Refused && error.code === "not_found")) throw error;
      this.wrong = missing;
    }
  }

  /** The id of somebody of this name whom the player has met; "" if there is nobody. @param {string} name */
  #called(name) {
    const same = (/** @type {Met} */ { player }) => player.displayName?.toLowerCase() === name.toLowerCase();
    return this.met.find(same)?.player.id ?? "";
  }

  /** @param {(me: Croupier) => Promise<unknown>} action */
  async #do(action) {
    await this.shell.try(() => action(this.shell.me));
    await this.look();
  }
}

customElements.define("friends-page", FriendsPage);
