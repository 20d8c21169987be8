// Somebody has opened the link to a private table, of which nothing is shown before the seat is taken.

import { html } from "../../vendor/lit.js";
import { Page } from "../page.js";

/** Asks whether the seat is taken; "joined" is sent when it is. */
export class InvitationPage extends Page {
  static properties = { ...Page.properties, matchId: {}, invite: {}, busy: { state: true } };

  constructor() {
    super();
    this.matchId = "";
    this.invite = "";
    this.busy = false;
    this.offered = "";
  }

  connectedCallback() {
    super.connectedCallback();
    this.offered = this.shell.session.name || this.text.guest();
  }

  updated() {
    document.title = `${this.text.invitation.title} – ${this.text.title}`;
  }

  render() {
    const { invitation } = this.text;
    return html`
      <form class="panel narrow" @submit=${(/** @type {Event} */ event) => this.#join(event)}>
        <h1>${invitation.title}</h1>
        <p>${invitation.hint}</p>
        <label class="field"><span>${invitation.name}</span>
          <input name="name" maxlength="40" required autocomplete="nickname" .value=${this.offered}></label>
        <p class="row end"><a class="button plain" href="/">${invitation.later}</a>
          <button class="main go" ?disabled=${this.busy}>${invitation.join}</button></p>
      </form>
    `;
  }

  /** @param {Event} event */
  async #join(event) {
    event.preventDefault();
    const name = this.querySelector("input")?.value.trim() || this.offered;
    this.busy = true;
    await this.shell.try(async () => {
      const { session } = this.shell;
      if (!session.known) await session.player(() => name);
      else if (name !== session.name) await session.rename(name);
      await session.me.matches.join(this.matchId, { inviteCode: this.invite });
      this.dispatchEvent(new Event("joined"));
    });
    this.busy = false;
  }
}

customElements.define("invitation-page", InvitationPage);
