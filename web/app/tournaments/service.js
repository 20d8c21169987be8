// What pages ask of tournaments, by the SDK.

import { Tournaments } from "../../../sdk/javascript/src/tournaments.js";
import { lotsEntropy } from "../../../sdk/javascript/src/tournament-seals.js";

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

/** An arena needs more seals once a player has so few left. */
const FEW = 8;

/** The same player, who can ask about tournaments. @param {Croupier} me */
export const tournaments = (me) => new Tournaments(me);

/** A round with its tables of so many pages. @param {Croupier} me @param {string} id @param {number} number @param {number} [pages] @returns {Promise<Round>} */
export async function roundOf(me, id, number, pages = Infinity) {
  const asked = tournaments(me);
  const round = await asked.roundPage(id, number);
  for (let page = 1; page < pages && round.nextPageToken; page++) {
    const { tables, nextPageToken } = await asked.roundPage(id, number, { pageToken: round.nextPageToken });
    Object.assign(round, { tables: [...round.tables, ...tables], nextPageToken });
  }
  return round;
}

/** Whether this browser can check in: it has the secret of the seal. @param {Shell} shell @param {string} id */
export const canCheckIn = ({ kept }, id) => lotsEntropy(kept, id) !== undefined;

/** Give an arena seals for more matches, if few are left of those that were given. @param {Croupier} me @param {Tournament} tournament */
export async function refill(me, { id, system, you }) {
  const used = Math.max(-1, ...(you?.tables ?? []).map(({ seal }) => seal)) + 1;
  if (system === "arena" && you && used && you.seals - used < FEW) await tournaments(me).addSeals(id);
}
