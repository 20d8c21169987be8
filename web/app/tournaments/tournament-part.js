// A page or a part of one with the texts of `text/tournaments.*.js`.

import { tournamentsText, tournamentsTextOf } from "../../text/tournaments.js";
import { WordedPage } from "../lobby/worded-page.js";

/** @typedef {import("../../text/tournaments.en.js").TournamentsText} TournamentsText */

/**
 * Draws `spoken` as soon as there are words for it.
 * @extends {WordedPage<TournamentsText>}
 */
export class TournamentPart extends WordedPage {
  static texts = { of: tournamentsTextOf, load: tournamentsText };
}
