// What the boards of all games have: the properties that the page gives to a board, as web/README.md tells of them, and keys: the focus survives redraws.

import { LitElement } from "../vendor/lit.js";
import { Roving } from "./keys.js";

const GIVEN = [
  ...["view", "seat", "below", "players", "moves", "decision", "events", "last", "toMove", "busy", "asked", "text"],
  ...["still", "options", "marked", "hands"],
];

/**
 * @template View @template Entry @template Event
 * @template {{ game: any }} Text
 */
export class Board extends LitElement {
  /** @type {typeof LitElement.properties} */
  static properties = Object.fromEntries(GIVEN.map((name) => [name, { attribute: false }]));

  constructor() {
    super();
    /** @type {View | null} */
    this.view = null;
    /** @type {number | null} */
    this.seat = null;
    this.below = 0;
    /** @type {readonly string[]} */
    this.players = [];
    /** @type {readonly Entry[]} */
    this.moves = [];
    /** What the seat has to decide, by its number. @type {number | null} */
    this.decision = null;
    /** @type {readonly Event[]} */
    this.events = [];
    /** The events of the version that is shown, also after a jump. @type {readonly Event[]} */
    this.last = [];
    /** The seats that are to move. @type {readonly number[]} */
    this.toMove = [];
    this.busy = false;
    /** Whether the page asks about what was laid or sent. */
    this.asked = false;
    /** @type {Text} */
    this.text;
    /** Whether nothing can be played here, as in a replay. */
    this.still = false;
    /** What was agreed before the start. @type {any} */
    this.options = null;
    /** What a line of the history tells, while somebody points at it. @type {readonly Event[]} */
    this.marked = [];
    /** By seat, the hands that are open besides the viewer's own. @type {readonly (readonly any[] | null)[]} */
    this.hands = [];
  }

  /** The texts of the game. @returns {Text["game"]} */
  get t() {
    return this.text.game;
  }

  createRenderRoot() {
    const root = /** @type {ShadowRoot} */ (super.createRenderRoot());
    this.roving = new Roving(root);
    return root;
  }

  /** @param {Map<string, unknown>} _changed */
  willUpdate(_changed) {
    if (this.hasUpdated) this.roving?.before();
  }

  /** @param {Map<string, unknown>} _changed */
  updated(_changed) {
    this.roving?.after();
  }
}
