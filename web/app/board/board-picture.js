// A picture of a board among the rules: the element of the game itself, with a view that its `pictures.js` has.

import { html } from "../../vendor/lit.js";
import { markOf } from "../../boards/seat-mark.js";
import { stillBoard } from "./still-board.js";
import { Page } from "../shell/page.js";

/**
 * @typedef {object} Picture
 * @property {any} view
 * @property {number | null} [seat] whose hand is seen; without one, it is the table as others see it
 * @property {string[]} [players] their names, one for each seat; without them, it is a table of two
 * @property {any} [options]
 * @property {any[]} [moves] what can be chosen, as in a turn of that seat
 * @property {any[]} [last] events that the board marks
 * @property {number} [height] in pixels, where the picture is as wide as a phone
 */

/** Names for who has none. */
const PLAYERS = ["Ann", "Bob"];
/** @type {never[]} */
const NONE = [];
/** A picture is drawn before it is seen, by so much. */
const NEAR = "400px";
/** What has not been loaded is tried again after so long, in milliseconds. */
const RETRY = 3000;

/** One picture, which nobody can use: neither by finger nor by key nor by what reads the page. */
export class BoardPicture extends Page {
  static properties = { ...Page.properties, game: {}, picture: { attribute: false }, board: { state: true } };

  constructor() {
    super();
    this.game = "";
    /** @type {Picture} */
    this.picture;
    /** The element of the game. @type {any} */
    this.board = undefined;
    this.language = "";
    /** Whether somebody is near to seeing it. */
    this.near = false;
    this.inert = true;
    this.ariaHidden = "true";
    this.seen = new IntersectionObserver(([{ isIntersecting }]) => {
      if (!isIntersecting) return;
      this.seen.disconnect();
      this.near = true;
      this.requestUpdate();
    }, { rootMargin: NEAR });
  }

  firstUpdated() {
    this.seen.observe(this);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.seen.disconnect();
  }

  updated() {
    const { language } = this.text;
    if (!this.near || this.language === language) return;
    this.language = language;
    this.#draw().catch(() => setTimeout(() => this.#again(), RETRY));
  }

  render() {
    return html`${this.board}`;
  }

  async #draw() {
    const { game, text, picture: { view, seat = null, players = PLAYERS, options = {}, moves = NONE, last = NONE } } =
      this;
    const below = seat ?? 0;
    const toMove = moves.length ? [below] : NONE;
    const given = { view, seat, below, players, moves, options, last, toMove };
    this.board = await stillBoard(text, game, given, players.map(nameBar));
  }

  #again() {
    this.language = "";
    this.requestUpdate();
  }
}

/** What stands in the place of a player's bar. @param {string} name @param {number} seat @param {readonly string[]} players */
export function nameBar(name, seat, players) {
  return html`<div slot=${`seat-${seat}`} class="bar">${markOf(seat, players)}<b class="name">${name}</b></div>`;
}

customElements.define("board-picture", BoardPicture);
