// A row on the home page: the own profile, the friends who are here, and the leaderboards.

import { isolated } from "../../boards/bidi.js";
import { html, nothing } from "../../vendor/lit.js";
import { face } from "../shell/face.js";
import { at } from "../shell/router.js";
import { people } from "../session/relations.js";
import { SpokenPage } from "./spoken-page.js";
import "./players-look.js";

/** @typedef {import("../session/relations.js").Friends} Friends */

/** So many faces of friends are shown. */
const FACES = 4;

/** Links of one height, whatever is known. */
export class PeopleRow extends SpokenPage {
  static pause = 30_000;
  static properties = { ...SpokenPage.properties, found: { state: true } };

  constructor() {
    super();
    /** @type {Omit<Friends, "complete">} */
    this.found = { friends: [], asking: [], asked: [] };
  }

  /** @override */
  async look() {
    const { me, session } = this.shell;
    if (!session.known) return;
    this.found = await people(me).friends().catch(() => this.found); // the line tells what is wrong
  }

  /** @override @param {import("./spoken-page.js").PlayersText} words */
  spoken({ row, friends }) {
    const { session } = this.shell;
    const { friends: all, asking: { length: asks } } = this.found;
    const here = all.filter((each) => each.here);
    const about = [all.length ? friends.row(here.length, all.length) : "", asks ? friends.rowAsks(asks) : ""].filter(
      Boolean,
    );
    return html`
      <nav aria-label=${row.title}>
        ${session.known
          ? html`
            <a href=${at("/p/me")} title=${isolated(session.name)}>${face(session.name)}<span>${row.profile}</span></a>
            <a href=${at("/friends")} class=${asks ? "asks" : ""}>${here.length
              ? html`<span class="faces">${here.slice(0, FACES).map(({ displayName }) => face(displayName))}</span>`
              : html`<span class="sign" aria-hidden="true">${TWO}</span>`}<span>${row.friends}${about.length
              ? html`
                <small>${about.join(" · ")}</small>
              `
              : nothing}</span></a>
          `
          : nothing}
        <a href=${at("/tournaments")}><span class="sign" aria-hidden="true">${CUP}</span><span>${row
          .tournaments}</span></a>
        <a href=${at("/leaderboards")}><span class="sign" aria-hidden="true">${STEPS}</span><span>${row
          .boards}</span></a>
      </nav>
    `;
  }
}

/** Two people. */
const TWO = html`
  <svg viewBox="0 0 24 24" width="24" height="24">
    <g fill="currentColor">
      <circle cx="9" cy="8" r="3.6" />
      <path
        d="M2 19.5C2 15.4 5 13 9 13s7 2.4 7 6.5Z" />
      <circle cx="17" cy="9" r="2.8" />
      <path d="M17.6 19.5h4.4c0-3.6-2-5.6-5-5.6-.6 0-1.2.1-1.7.3 1.5 1.3 2.3 3.1 2.3 5.3Z" />
    </g>
  </svg>
`;
/** A cup. */
const CUP = html`
  <svg viewBox="0 0 24 24" width="24" height="24">
    <path fill="currentColor"
      d="M6 3h12v2h3.5v3.2c0 2.6-1.8 4.6-4.3 4.8A6 6 0 0 1 13 16v2.6h3.5V21h-9v-2.4H11V16a6 6 0 0 1-4.2-3C4.3 12.8 2.5 10.800 2.500 8.200V5H6Zm0 4H4.400v1.200c0 1.300.7 2.200 1.800 2.600A9 9 0 0 1 6 9Zm12 0v2q0 1-.2 1.800c1.100-.4 1.800-1.300 1.800-2.600V7Z" />
  </svg>
`;
/** A podium. */
const STEPS = html`
  <svg viewBox="0 0 24 24" width="24" height="24">
    <g fill="currentColor">
      <path d="M9 8h6v13H9zM2 13h6v8H2zM16 15h6v6h-6z" />
      <circle
        cx="12" cy="4.4" r="2.4" />
    </g>
  </svg>
`;

customElements.define("people-row", PeopleRow);
