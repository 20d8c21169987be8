// A dialog about a player, over whichever page: it is put there when it is opened, and goes when it is closed.

import { playersText } from "../../text/players.js";
import { Page } from "../shell/page.js";

/** @typedef {import("../shell/shell.js").Shell} Shell */
/** @typedef {import("./spoken-page.js").PlayersText} PlayersText */
/** @typedef {{ id: string, displayName: string }} Somebody */

/** Shows what `drawn` returns; `answered` hears the answer once it is closed. */
export class PlayerDialog extends Page {
  constructor() {
    super();
    /** @type {Somebody} */
    this.player;
    /** @type {PlayersText} */
    this.words;
    /** @type {(answer: any) => void} */
    this.answered = () => {};
    /** @type {unknown} */
    this.answer = undefined;
  }

  firstUpdated() {
    const dialog = /** @type {HTMLDialogElement} */ (this.querySelector("dialog"));
    dialog.addEventListener("close", () => {
      this.remove();
      this.answered(this.answer);
    });
    dialog.showModal();
  }

  close() {
    this.querySelector("dialog")?.close();
  }
}

/**
 * Open a dialog and return its answer; undefined if it was put away.
 * @param {Shell} shell @param {string} tag @param {Record<string, unknown>} more
 * @returns {Promise<any>}
 */
export async function opened(shell, tag, more) {
  const words = await playersText(shell.text.language);
  return await new Promise((answered) => {
    document.body.append(Object.assign(document.createElement(tag), { shell, words, answered, ...more }));
  });
}
