// A report of a player to those who run the service.

import { isolated } from "../../boards/bidi.js";
import { html } from "../../vendor/lit.js";
import { opened, PlayerDialog } from "./player-dialog.js";
import { people } from "../session/relations.js";

/** @typedef {import("../../../sdk/javascript/types/api.js").Accusation["reason"]} Reason */

/** As many characters as the service takes. */
const MOST = 500;

/**
 * Ask what there is to report of a player, and send it.
 * @param {import("../shell/shell.js").Shell} shell
 * @param {import("./player-dialog.js").Somebody} player
 * @param {string} [matchId] of the table where it happened
 */
export async function openReport(shell, player, matchId) {
  await opened(shell, "report-dialog", { player, matchId });
}

class ReportDialog extends PlayerDialog {
  constructor() {
    super();
    /** @type {string | undefined} */
    this.matchId = undefined;
  }

  render() {
    const { reporting } = this.words.menu;
    return html`
      <dialog class="about-player" aria-labelledby="report-title" aria-describedby="report-hint">
        <form method="dialog" @submit=${(/** @type {SubmitEvent} */ event) => this.#send(event)}>
          <h2 id="report-title">${reporting.title(isolated(this.player.displayName))}</h2>
          <p id="report-hint" class="soft">${reporting.hint}</p>
          <fieldset class="reasons"><legend>${reporting.reason}</legend>${Object.entries(reporting.reasons).map((
            [reason, words],
          ) =>
            html`<label class="check"><input type="radio" name="reason" value=${reason} required> <span>${words}</span></label>`
          )}</fieldset>
          <label
            class="field"><span>${reporting
              .text}</span><textarea name="text" rows="3" maxlength=${MOST}></textarea></label>
          <p class="row end"><button type="button" class="plain" @click=${() => this.close()}>${this.text
            .cancel}</button>
            <button class="main">${reporting.send}</button></p>
        </form>
      </dialog>
    `;
  }

  /** @param {SubmitEvent} event */
  async #send(event) {
    event.preventDefault();
    const form = new FormData(/** @type {HTMLFormElement} */ (event.currentTarget));
    const text = `${form.get("text") ?? ""}`.trim();
    const body = {
      reason: /** @type {Reason} */ (form.get("reason")),
      ...(this.matchId && { matchId: this.matchId }),
      ...(text && { text }),
    };
    const sent = await this.shell.try(async () => {
      await people(await this.shell.player()).report(this.player.id, body);
      return true;
    });
    if (!sent) return; // what was written stays
    this.close();
    this.shell.tell({ kind: "note", text: this.words.menu.done.reported });
  }
}

customElements.define("report-dialog", ReportDialog);
