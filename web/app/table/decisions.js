// What becomes of a move that the player has decided upon at the board: it is made, or asked about before.

import { html, nothing } from "../../vendor/lit.js";
import { late } from "../shell/page.js";

/** @typedef {import("./table-page.js").TablePage} TablePage */
/** @typedef {import("../match/follow.js").Decided} Decided */
/** @typedef {import("../../../sdk/javascript/types/api.js").LegalMove} Entry */
/** @typedef {{ moves: Entry[], back: () => void }} Intended what can become of a half, and what takes it back */

/** The moves that are decided upon at a table. */
export class Decisions {
  /** What is asked about before it is made, and what follows the answer. @type {{ warning: string, then: (goesOn: boolean) => void } | undefined} */
  asked = undefined;
  /** The moves of this decision that the player wants in spite of their warnings, as they are written. @type {Set<string>} */
  #wanted = new Set();
  #page;

  /** @param {TablePage} page */
  constructor(page) {
    this.#page = page;
  }

  /** There is another decision to make, or none: what was asked was about the one before. */
  forget() {
    this.asked = undefined;
    this.#wanted.clear();
  }

  /** Make a move, or ask before. @param {Decided} move */
  decide(move) {
    const { shell, follow } = this.#page;
    const { board } = this.#page.host;
    const stands = this.#standing();
    const make = async (/** @type {boolean} */ wanted) => {
      if (wanted && !shell.notice?.path) shell.dismiss(); // it was about what was before
      const made = wanted && stands() && await follow.move(move);
      if (made) this.#page.moved = true;
      else board?.notMade?.();
    };
    const confirm = shell.preferences.confirm && !board?.confirms;
    this.#page.host.once(() => this.#warning(move), (warning) => {
      if ((warning || confirm) && stands()) this.#ask(warning, make);
      else make(true);
    });
  }

  /** A half of a move is laid: ask now if all that can become of it has the same warning. @param {Intended} half */
  intend({ moves, back }) {
    const stands = this.#standing();
    this.#page.host.once(() => new Set(moves.map((move) => this.#warning(move))), ([warning, ...others]) => {
      if (!warning || others.length || !stands()) return;
      this.#ask(warning, (wanted) => wanted ? moves.forEach(({ notation }) => this.#wanted.add(notation)) : back());
    });
  }

  /** What tells whether the decision of now still stands: a guest may take a while to say what it warns of. */
  #standing() {
    const { follow } = this.#page;
    const decision = follow.view?.yourDecision;
    return () => follow.view?.yourDecision === decision;
  }

  /** @param {string} warning @param {(goesOn: boolean) => void} then */
  #ask(warning, then) {
    this.asked ??= { warning, then };
    this.#page.requestUpdate();
  }

  /** What the player may not want of a move, in words. @param {Decided} move */
  #warning(move) {
    const { shell, host: { guide, words }, position } = this.#page;
    if (!shell.preferences.warn || move.move === undefined || this.#wanted.has(move.notation)) return "";
    const named = guide.warning?.(position, move);
    return named ? words?.game.warnings?.[named.name]?.(named) ?? "" : "";
  }

  /** What is asked, over the page. */
  question() {
    const { asked } = this;
    const page = this.#page;
    if (!asked || late(page, "move-question", () => import("./move-question.js"), false)) return nothing;
    return html`
      <move-question .shell=${page.shell} .warning=${asked.warning} @answer=${(
        /** @type {CustomEvent} */ { detail },
      ) => {
        if (this.asked !== asked) return; // there is another decision to make
        this.asked = undefined; // so the board takes back what it has sent
        page.requestUpdate();
        asked.then(detail);
      }}></move-question>
    `;
  }
}
