// A page or a part of one with the texts of `text/deals.*.js`.

import { dealsText, dealsTextOf } from "../../text/deals.js";
import { WordedPage } from "../lobby/worded-page.js";

/** @typedef {import("../../text/deals.en.js").DealsText} DealsText */

/**
 * Draws `spoken` as soon as there are words for it.
 * @extends {WordedPage<DealsText>}
 */
export class DealsPart extends WordedPage {
  static texts = { of: dealsTextOf, load: dealsText };
}
