// The best of a game, for a wall: of people where they play, else of bots.

import { html, nothing } from "../../vendor/lit.js";
import { nameOf } from "../../boards/games.js";
import { moreOf } from "../../text/more.js";
import { people } from "../session/relations.js";
import { readLeaderboard } from "../session/standings.js";
import { face } from "../shell/face.js";
import { Page } from "../shell/page.js";

/** @typedef {import("../../../sdk/javascript/types/api.js").Pool} Listed */
/** @typedef {import("../session/standings.js").Place} Entry */

/** So many have room. */
const MOST = 5;
/** Between two looks, in milliseconds. */
const LOOK = 30_000;

/** The leaderboard of a game that many have a place on. */
export class WallBoard extends Page {
  static properties = {
    ...Page.properties,
    me: { attribute: false },
    game: {},
    kind: {},
    board: { state: true },
  };

  constructor() {
    super();
    /** Who looks: nobody's account. @type {import("../../../sdk/javascript/src/client.js").Croupier} */
    this.me;
    /** Of any game without one. */
    this.game = "";
    /** Who plays at the table that is shown. @type {"human" | "bot"} */
    this.kind = "bot";
    /** @type {{ listed: Listed, entries: Entry[] } | undefined} */
    this.board = undefined;
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.timer = undefined;
  }

  connectedCallback() {
    super.connectedCallback();
    this.timer = setInterval(() => this.#look(), LOOK);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.timer);
  }

  /** @param {Map<string, unknown>} changed */
  updated(changed) {
    if (changed.has("game") || changed.has("kind")) this.#look();
  }

  render() {
    const { board } = this;
    const { wall } = moreOf(this.text.language);
    if (!board) return nothing;
    return html`
      <h2>${nameOf(board.listed.game)}: ${wall.best[board.listed.kind]}</h2>
      <ol>${board.entries.map(({ rank, player, points }) =>
        html`
          <li><span class="rank numbers">${rank}.</span> ${face(player.displayName ?? "")}
            <span class="name">${player.displayName ?? "…"}</span> <b class="numbers">${this.text.number(
              points,
            )}</b></li>
        `
      )}</ol>
    `;
  }

  async #look() {
    const { game, kind } = this;
    try {
      const listed = this.#chosen(await people(this.me).leaderboards());
      const { entries } = listed ? await readLeaderboard(this.me, listed.pool, { pageSize: MOST }) : { entries: [] };
      if (this.game === game && this.kind === kind) {
        this.board = listed && entries.length ? { listed, entries } : undefined;
      }
    } catch {
      // It looks again.
    }
  }

  /** The board to show: of who plays if there is one, and of several games the fullest. @param {Listed[]} all @returns {Listed | undefined} */
  #chosen(all) {
    const fits = (/** @type {Listed} */ { kind }) => Number(kind === this.kind);
    return all.filter(({ current, size, game }) => current && size && (!this.game || game === this.game))
      .sort((one, other) => fits(other) - fits(one) || (other.size ?? 0) - (one.size ?? 0))[0];
  }
}

customElements.define("wall-board", WallBoard);
