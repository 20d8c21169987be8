// The question before somebody is blocked, with what that does.

import { isolated } from "../../boards/bidi.js";
import { html } from "../../vendor/lit.js";
import { opened, PlayerDialog } from "./player-dialog.js";

/** @typedef {import("./player-dialog.js").Somebody} Somebody */

/** Whether a player is to be blocked. @param {import("../shell/shell.js").Shell} shell @param {Somebody} player @returns {Promise<boolean>} */
export const openBlocking = async (shell, player) => await opened(shell, "block-dialog", { player }) === true;

class BlockDialog extends PlayerDialog {
  render() {
    const { blocking } = this.words.menu;
    return html`
      <dialog class="about-player" role="alertdialog" aria-labelledby="block-title" aria-describedby="block-lines">
        <form method="dialog" @submit=${() => this.answer = true}>
          <h2 id="block-title">${blocking.title(isolated(this.player.displayName))}</h2>
          <div id="block-lines">${blocking.lines.map((line) => html`<p>${line}</p>`)}</div>
          <p class="row end"><button type="button" class="plain" autofocus @click=${() => this.close()}>${this.text
            .cancel}</button>
            <button class="main danger">${blocking.yes}</button></p>
        </form>
      </dialog>
    `;
  }
}

customElements.define("block-dialog", BlockDialog);
