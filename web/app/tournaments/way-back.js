// At a table of a tournament: the way back to it, and to the next table once there is one. Nobody is taken there by itself.

import { html, nothing } from "../../vendor/lit.js";
import { mustReveal } from "../../../sdk/javascript/src/notes.js";
import { tableEntropy } from "../../../sdk/javascript/src/tournament-seals.js";
import { isolated } from "../../boards/bidi.js";
import { at } from "../shell/router.js";
import { entering } from "./enter.js";
import { nameIn } from "./facts.js";
import { TournamentFollow } from "./tournament-follow.js";
import { TournamentPart } from "./tournament-part.js";

/** @typedef {import("../../../sdk/javascript/types/api.js").MatchView} MatchView */
/** @typedef {import("./tournament-part.js").TournamentsText} TournamentsText */

const STYLE = new CSSStyleSheet();
STYLE.replaceSync(`
  way-back { display: grid; gap: var(--space-2); }
  way-back .ahead { display: grid; gap: 2px; }
  way-back .ahead small { font-weight: 400; }
  .strip way-back { display: flex; gap: var(--space-2); }
  .strip way-back :is(p, small) { display: none; }
  .strip way-back .button { flex: 1 1 0; align-content: center; }
`);
document.adoptedStyleSheets.push(STYLE);

/** The way back from a match; with `ended`, what comes next as well. */
export class WayBack extends TournamentPart {
  static properties = { ...TournamentPart.properties, match: { attribute: false }, ended: { type: Boolean } };

  constructor() {
    super();
    /** @type {MatchView} */
    this.match;
    /** Whether the match is over, so that the next table matters. */
    this.ended = false;
    /** @type {TournamentFollow | undefined} */
    this.follow = undefined;
  }

  connectedCallback() {
    super.connectedCallback();
    const { id = "" } = this.match.tournament ?? {};
    if (!this.ended || !id || this.match.yourSeat === null) return;
    this.follow = new TournamentFollow(this.shell, id);
    this.follow.addEventListener("change", this.redraw);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.follow?.stop();
  }

  /** The next table, if it is not this one any more. */
  get #next() {
    return this.follow?.now?.you?.tables.find(({ matchId }) => matchId !== this.match.id);
  }

  /** @override @param {TournamentsText} words */
  spoken(words) {
    const { tournament } = this.match;
    if (!tournament) return nothing;
    const next = this.#next;
    const path = at(`/tournaments/${tournament.id}`);
    return html`
      ${next
        ? html`
          <a class="button main ahead" href=${at(`/m/${next.matchId}`)}
            @click=${entering(this.shell, next.matchId)}>${words.match.next}
                    <small>${words.match.nextHint(
                      next.opponents.map((each) => isolated(nameIn(each, words))),
                    )}</small></a>
        `
        : nothing}
      <a class="button ${this.ended && !next ? "main" : ""}" href=${path}>${words.match.back}</a>
      <p class="soft small">${this.#about(words)}</p>
    `;
  }

  /** Whether this browser has what is to be revealed, or nothing is. */
  get #here() {
    const { match, shell: { session: { me: { notes } } } } = this;
    const seal = match.fairness.seals?.[match.yourSeat ?? -1];
    return !mustReveal(match) || notes.entropy(seal) !== undefined || tableEntropy(notes.kept, seal) !== undefined;
  }

  /** Where this table was, or how it goes on. @param {TournamentsText} words */
  #about(words) {
    const { match: text } = words;
    const { round, table } = this.match.tournament ?? { round: 0, table: 0 };
    if (this.follow?.over) return text.over;
    if (this.match.status === "waiting") return `${text.at(round, table)}. ${this.#here ? text.come : text.elsewhere}`;
    const { now } = this.follow ?? {};
    return now?.you?.presence === "playing" && !this.#next ? comes(now, words) : text.at(round, table);
  }
}

/** What comes after a match. @param {import("./service.js").Tournament} tournament @param {TournamentsText} words */
function comes({ system, round, rounds }, { match: text, step }) {
  if (system === "arena") return step.arena;
  if (round === rounds) return text.last;
  return system === "knockout" ? text.goesOn : text.comes;
}

customElements.define("way-back", WayBack);
