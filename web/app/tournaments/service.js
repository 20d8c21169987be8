// What pages ask of tournaments, by the SDK.

import { Tournaments } from "../../../sdk/javascript/src/tournaments.js";
import { lotsEntropy, needsSeals } from "../../../sdk/javascript/src/tournament-seals.js";

/** @typedef {import("../../../sdk/javascript/src/client.js").Croupier} Croupier */
/** @typedef {import("../../../sdk/javascript/types/schema.d.ts").components["schemas"]} Schemas */
/** @typedef {Schemas["Tournament"]} Tournament */
/** @typedef {Schemas["ListedTournament"]} Listed */
/** @typedef {Schemas["TournamentStandings"]} Standings */
/** @typedef {Schemas["TournamentRow"]} Row */
/** @typedef {Schemas["TournamentRound"]} Round */
/** @typedef {Schemas["TournamentTable"]} Table */
/** @typedef {Schemas["TournamentPlayer"]} Player */
/** @typedef {Schemas["Entrant"]} Entrant */
/** @typedef {Schemas["NewTournament"]} NewTournament */
/** @typedef {import("../shell/shell.js").Shell} Shell */

/** The tables of a page, at most. */
const MOST = 100;

/** The same player, who can ask about tournaments. @param {Croupier} me */
export const tournaments = (me) => new Tournaments(me);

/** A round with its tables of so many pages. @param {Croupier} me @param {string} id @param {number} number @param {number} [pages] @returns {Promise<Round>} */
export async function roundOf(me, id, number, pages = Infinity) {
  const asked = tournaments(me);
  const query = pages === Infinity ? { pageSize: MOST } : {};
  const round = await asked.roundPage(id, number, query);
  for (let page = 1; page < pages && round.nextPageToken; page++) {
    const { tables, nextPageToken } = await asked.roundPage(id, number, {
      ...query,
      pageToken: round.nextPageToken,
    });
    Object.assign(round, { tables: [...round.tables, ...tables], nextPageToken });
  }
  return round;
}

/** Whether this browser can check in: it has the secret of the player's seal. @param {Shell} shell @param {Tournament} tournament */
export const canCheckIn = ({ kept }, { id, you }) => lotsEntropy(kept, id, you?.seal) !== undefined;

/** Give an arena seals for more matches, if it needs them. @param {Croupier} me @param {Tournament} tournament */
export async function refill(me, tournament) {
  if (needsSeals(tournament)) await tournaments(me).addSeals(tournament.id);
}
