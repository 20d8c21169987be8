// What the maker of a tournament sees and does besides: who is here, and when it goes on.

import { html, nothing } from "../../vendor/lit.js";
import { once } from "../shell/once.js";
import { at } from "../shell/router.js";
import { tournaments } from "./service.js";
import { TournamentPart } from "./tournament-part.js";

/** @typedef {import("./service.js").Tournament} Tournament */
/** @typedef {import("./tournament-part.js").TournamentsText} TournamentsText */

/** German letters as the reason of an end may have them. @type {Record<string, string>} */
const SPELT = {
  ä: "ae",
  ö: "oe",
  ü: "ue",
  Ä: "Ae",
  Ö: "Oe",
  Ü: "Ue",
  ß: "ss",
  "–": "-",
  "“": '"',
  "”": '"',
  "„": '"',
  "’": "'",
};

/** The panel; "direct" is sent with what is to be done, as a function. */
export class DirectorPanel extends TournamentPart {
  static properties = { ...TournamentPart.properties, tournament: { attribute: false } };

  constructor() {
    super();
    /** @type {Tournament} */
    this.tournament;
  }

  /** @override @param {TournamentsText} words */
  spoken({ director: text }) {
    const { id, status, players, checkedIn, minPlayers, paused } = this.tournament;
    const few = players < minPlayers;
    return html`
      <h2>${text.title}</h2>
      ${status === "checkIn"
        ? html`<p class="here"><progress max=${players} .value=${checkedIn} aria-hidden="true"></progress> ${
          text.here(checkedIn, players)
        }</p>`
        : nothing}
      ${status === "open" ? html`<p class="soft">${few ? text.startFew(minPlayers) : text.startHint}</p>` : nothing}
      <p class="row">
        ${status === "open"
          ? html`<button class="main" aria-disabled=${few} @click=${(/** @type {Event} */ event) =>
            few || once(event, () => this.#do("start"))}>${text.start}</button>`
          : nothing}
        ${status === "running"
          ? html`<button @click=${(/** @type {Event} */ event) =>
            once(event, () => this.#do(paused ? "resume" : "pause"))}>${paused ? text.resume : text.pause}</button>`
          : nothing}
        <button class="danger" aria-haspopup="dialog" @click=${() => this.querySelector("dialog")?.showModal()}>${text
          .abort}</button>
      </p>
      <p><a href=${at(`/wall#tournament=${id}`)}>${text.wall}</a></p>
      ${this.#aborting(text)}
    `;
  }

  /** @param {TournamentsText["director"]} text */
  #aborting(text) {
    return html`
      <dialog role="alertdialog" aria-labelledby="abort-title" aria-describedby="abort-line">
        <form method="dialog" @submit=${(/** @type {SubmitEvent} */ event) => this.#abort(event, text)}>
          <h2 id="abort-title">${text.abortSure}</h2>
          <p id="abort-line">${text.abortLine}</p>
          <label class="field"><span>${text
            .reason}</span><input name="reason" maxlength="200" required autocomplete="off"
            .value=${text.reasonUsual}></label>
          <p class="row end"><button type="button" class="plain" @click=${() =>
            this.querySelector("dialog")?.close()}>${this.text.cancel}</button>
            <button class="main danger">${text.abort}</button></p>
        </form>
      </dialog>
    `;
  }

  /** @param {SubmitEvent} event @param {TournamentsText["director"]} text */
  #abort({ target }, text) {
    const field = /** @type {HTMLFormElement} */ (target).elements.namedItem("reason");
    const reason = spelt(/** @type {HTMLInputElement} */ (field).value) || spelt(text.reasonUsual);
    return this.#send((all, id) => all.abort(id, reason));
  }

  /** @param {"start" | "pause" | "resume"} act */
  #do(act) {
    return this.#send((all, id) => all[act](id));
  }

  /** @param {(all: import("../../../sdk/javascript/src/tournaments.js").Tournaments, id: string) => Promise<unknown>} action */
  #send(action) {
    const detail = () => action(tournaments(this.shell.me), this.tournament.id);
    this.dispatchEvent(new CustomEvent("direct", { detail }));
    return Promise.resolve();
  }
}

/** A text in the letters that the reason of an end may have. @param {string} text */
export const spelt = (text) =>
  text.replace(/[äöüÄÖÜß–“”„’]/g, (letter) => SPELT[letter]).normalize("NFKD").replace(/[^ -~]/g, "").trim();

customElements.define("director-panel", DirectorPanel);
