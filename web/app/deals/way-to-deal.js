// At a match that is a try of a deal: the way to its board.

import { html, nothing } from "../../vendor/lit.js";
import { at } from "../shell/router.js";
import { DealsPart } from "./deals-part.js";

/** @typedef {import("../../../sdk/javascript/types/api.js").MatchView} MatchView */
/** @typedef {import("./deals-part.js").DealsText} DealsText */

/** A link to the deal of a match. */
export class WayToDeal extends DealsPart {
  static properties = { ...DealsPart.properties, match: { attribute: false } };

  constructor() {
    super();
    /** @type {MatchView} */
    this.match;
  }

  /** @override @param {DealsText} words */
  spoken(words) {
    const { dealOf } = this.match;
    return dealOf ? html`<a class="button main" href=${at(`/deals/${dealOf.id}`)}>${words.toBoard}</a>` : nothing;
  }
}

customElements.define("way-to-deal", WayToDeal);
