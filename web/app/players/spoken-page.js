// A page or a part of one with the texts of `text/players.*.js`.

import { playersText, playersTextOf } from "../../text/players.js";
import { WordedPage } from "../lobby/worded-page.js";

/** @typedef {import("../../text/players.en.js").PlayersText} PlayersText */

/**
 * Draws `spoken` as soon as there are words for it.
 * @extends {WordedPage<PlayersText>}
 */
export class SpokenPage extends WordedPage {
  static texts = { of: playersTextOf, load: playersText };
}
