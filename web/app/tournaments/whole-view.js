// What needs all rounds of a tournament: the bracket of a knockout, and the cross table of a round robin.

import { isolated } from "../../boards/bidi.js";
import { html, nothing } from "../../vendor/lit.js";
import { at } from "../shell/router.js";
import { bracketOf, inSlot } from "./bracket.js";
import { cellName, cellsOf } from "./cross.js";
import { nameIn, person } from "./facts.js";
import { isDone, pointsOf, written } from "./points.js";
import { roundOf, tournaments } from "./service.js";
import { TournamentView } from "./tournament-view.js";

/** @typedef {import("./service.js").Round} Round */
/** @typedef {import("./service.js").Row} Row */
/** @typedef {import("./bracket.js").Slot} Slot */
/** The rounds that were paired; of a round robin also the standings, the best first. @typedef {{ rounds: Round[], rows: Row[] }} Whole */
/** @typedef {import("./tournament-part.js").TournamentsText} TournamentsText */

/** The players of a cross table, which nobody overlooks with more. */
const MOST_CROSSED = 100;

/**
 * Both have a place in the page that is as wide as they need.
 * @extends {TournamentView<Whole>}
 */
export class WholeView extends TournamentView {
  constructor() {
    super();
    /** The rounds that will not change any more. @type {Map<number, Round>} */
    this.settled = new Map();
  }

  /** @override */
  async read() {
    const { id, round, system } = this.tournament;
    const crossed = system === "roundRobin";
    const [{ rows }, ...rounds] = await Promise.all([
      crossed ? tournaments(this.shell.me).standingsPage(id, { pageSize: MOST_CROSSED }) : { rows: [] },
      ...Array.from({ length: round }, (_, index) => this.#round(index + 1)),
    ]);
    return { rows, rounds };
  }

  /** @param {number} number @returns {Promise<Round>} */
  async #round(number) {
    const { settled, shell: { me }, tournament: { id } } = this;
    const known = settled.get(number);
    if (known) return known;
    const round = await roundOf(me, id, number);
    if (!round.tablesOpen) settled.set(number, round);
    return round;
  }

  /** @override @param {TournamentsText} words */
  spoken(words) {
    const { found, tournament } = this;
    if (!tournament.round) return html`<p class="soft">${words.rounds.none}</p>`;
    if (!found?.rounds.length) return html`<p class="soft board-soon">${this.shell.waiting}</p>`;
    return tournament.system === "knockout" ? this.#bracket(found.rounds, words) : this.#cross(found, words);
  }

  /** @param {Round[]} rounds @param {TournamentsText} words */
  #bracket(rounds, words) {
    const columns = bracketOf(rounds);
    return html`
      <div class="bracket-scroll" tabindex="0" role="region" aria-label=${words.views.bracket}>
        <ol class="bracket">${columns.map((slots, index) =>
          html`
            <li>
              <h2>${roundName(columns.length - index, words)}</h2>
              <ol>${slots.map((slot) => this.#slot(slot, further(columns[index + 1]), words))}</ol>
            </li>
          `
        )}</ol>
      </div>
    `;
  }

  /** @param {Slot} slot @param {readonly string[]} through the ids of those who have come further @param {TournamentsText} words */
  #slot(slot, through, words) {
    const { table, bye } = slot;
    const players = inSlot(slot);
    if (!players.length) {
      return html`
        <li class="place">
          <div class="slot empty"><span class="soft small">${this.tournament.status === "finished"
            ? words.bracket.nobody
            : words.bracket.open}</span></div>
        </li>
      `;
    }
    const points = table?.results.length ? pointsOf(table, this.tournament.matchesPerPairing) : undefined;
    const done = Boolean(table && isDone(table));
    const goesOn = winnersOf(players, through, done ? points : undefined);
    const own = players.some(({ id }) => id === this.own);
    const body = html`<ul>${
      players.map((player, seat) =>
        html`<li class=${goesOn.includes(player.id) ? "first" : ""}>${person(player, words)}<b class="numbers">${
          points ? written(points[seat], this.text.language) : ""
        }</b></li>`
      )
    }${bye ? html`<li class="soft small">${words.bracket.bye}</li>` : nothing}</ul>`;
    const names = players.map((each) => isolated(nameIn(each, words)));
    const match = own || this.tournament.access === "public" ? table?.matchId : undefined;
    return html`
      <li class="place">
        <div class="slot ${own ? "me" : ""} ${bye || done ? "done" : "open"}">${match
          ? html`<a href=${at(`/m/${match}`)} aria-label=${words.rounds.watchLabel(names)}>${body}</a>`
          : body}</div>
      </li>
    `;
  }

  /** @param {Whole} whole @param {TournamentsText} words */
  #cross({ rounds, rows }, words) {
    const { tournament, text: { language, number } } = this;
    const cells = cellsOf(rounds, tournament.matchesPerPairing);
    return html`
      <div class="cross-scroll" tabindex="0" role="region" aria-label=${words.cross.label}>
        <table class="cross">
          <thead>
            <tr>
              <th scope="col" class="rank"><span aria-hidden="true">#</span><span class="unseen">${words.standings
                .rank}</span></th>
              <th scope="col" class="who">${words.standings.player}</th>
              ${rows.map(({ rank, player }) =>
                html`
                  <th scope="col" class="numbers"
                    title=${nameIn(player, words)}><span aria-hidden="true">${number(
                      rank,
                    )}</span><span class="unseen">${nameIn(player, words)}</span></th>
                `
              )}
              <th scope="col" class="right">${words.standings.points}</th>
            </tr>
          </thead>
          <tbody>${rows.map(({ rank, player, points }, index) =>
            html`
              <tr class=${player.id === this.own ? "me" : ""}>
                <td class="rank numbers">${number(rank)}</td>
                <th scope="row" class="who">${person(player, words, player.id === this.own)}</th>
                ${rows.map(({ player: other }, column) =>
                  column === index ? html`<td class="self"></td>` : this.#cell(
                    cells.get(cellName(player.id, other.id)),
                    isolated(nameIn(player, words)),
                    isolated(nameIn(other, words)),
                    words,
                  )
                )}
                <td class="right numbers"><b>${written(points, language)}</b></td>
              </tr>
            `
          )}</tbody>
        </table>
      </div>
    `;
  }

  /** @param {import("./cross.js").Cell | undefined} cell @param {string} one @param {string} other @param {TournamentsText} words */
  #cell(cell, one, other, { cross }) {
    if (!cell) {
      return html`<td class="open"><span aria-hidden="true">·</span><span class="unseen">${cross.none}</span></td>`;
    }
    const { matchesPerPairing: legs } = this.tournament;
    const points = written(cell.points, this.text.language);
    const kind = 2 * cell.points > legs ? "won" : 2 * cell.points < legs ? "lost" : "drawn";
    return html`<td class="numbers ${kind}" title=${cross.cell(one, other, points)}>${points}</td>`;
  }
}

/** Who is in the next round of a bracket. @param {readonly Slot[]} [slots] */
const further = (slots = []) => slots.flatMap(inSlot).map(({ id }) => id);

/** Who of a place goes on, as far as that is known: after a tie, the lot has decided. @param {readonly { id: string }[]} players @param {readonly string[]} through @param {readonly number[]} [points] */
function winnersOf(players, through, points) {
  const known = players.filter(({ id }) => through.includes(id));
  const best = Math.max(...points ?? []);
  const [first, ...others] = points ? players.filter((_, seat) => points[seat] === best) : [];
  return (known.length || others.length || !first ? known : [first]).map(({ id }) => id);
}

/** What a round of a knockout is called. @param {number} left how many rounds are left with it @param {TournamentsText} words */
function roundName(left, { bracket }) {
  if (left === 1) return bracket.final;
  if (left === 2) return bracket.semi;
  return left === 3 ? bracket.quarter : bracket.last(2 ** left);
}

customElements.define("whole-view", WholeView);
