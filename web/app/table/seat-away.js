// Beside a name: that its player is away, and for how long. And that it is said, once.

import { html, LitElement, nothing } from "../../vendor/lit.js";
import { presenceText, timeAway } from "../../text/presence.js";
import { playersOf } from "../match/players.js";
import { awayFor, awayOf, changes } from "../match/presence.js";

export { awayOf, awaySoon } from "../match/presence.js";

/** Between two looks at the time, which is told in minutes, in milliseconds. */
const TICK = 5000;

const STYLE = new CSSStyleSheet();
STYLE.replaceSync(`
  seat-away { color: var(--ink-soft); font-size: var(--text-s); }
  seat-away span { white-space: pre; }
  seat-away i { display: inline-block; inline-size: .7em; block-size: .7em; margin-inline-end: .35em; border: .14em solid; border-radius: 50%; }
  /* Where a board has little room the time is enough, or even its number. */
  .bar seat-away { font-size: min(var(--text-s), .9em); }
  .bar seat-away .more { display: var(--bar-moves, var(--bar-marks, inline)); }
  .bar seat-away .unit { display: var(--bar-units, inline); }
`);
document.adoptedStyleSheets.push(STYLE);

/** Of one seat; `read` returns its whole minutes, or undefined while its player is here. */
export class SeatAway extends LitElement {
  static properties = { read: { attribute: false }, language: {} };

  constructor() {
    super();
    /** @type {() => number | undefined} */
    this.read = () => undefined;
    this.language = "en";
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.timer = undefined;
  }

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    this.timer = setInterval(() => this.requestUpdate(), TICK);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.timer);
  }

  render() {
    const minutes = this.read();
    if (minutes === undefined) return nothing;
    const words = presenceText(this.language);
    const time = timeAway(minutes);
    const whole = words.away(time);
    return html`
      <span aria-hidden="true" title=${whole}><i></i>${time
        ? this.#short(whole, time)
        : whole}</span><span class="unseen">${whole}</span>
    `;
  }

  /** @param {string} whole @param {string} time a part of it */
  #short(whole, time) {
    const [before, after] = whole.split(time).map((each) => each && html`<span class="more">${each}</span>`);
    const [number, unit] = time.split(" ");
    return html`${before}${number}<span class="unit"> ${unit}</span>${after}`;
  }
}

/**
 * Say who has gone away, and who has come back, since it was said last.
 * @param {import("../shell/shell.js").Shell} shell
 * @param {import("../match/follow.js").Follow} follow
 * @param {readonly number[]} before the seats that were away then
 * @returns {readonly number[]} those that are away now
 */
export function sayPresence(shell, { presence, view }, before) {
  const away = awayOf(presence, shell.me.time);
  if (!view || view.status !== "active") return away;
  const words = presenceText(shell.text.language);
  const players = playersOf(view);
  const others = (/** @type {number[]} */ seats) =>
    seats.filter((seat) => seat !== view.yourSeat && !view.seats[seat].resigned).map((seat) => players[seat]);
  const { left, back } = changes(before, away);
  const said = [...others(left).map(words.left), ...others(back).map(words.back)];
  if (said.length) shell.say(said.join(" "));
  return away;
}

/**
 * The mark of a seat, as a board has it in its bar.
 * @param {import("../shell/shell.js").Shell} shell
 * @param {import("../match/follow.js").Follow} follow
 * @param {number} seat
 * @returns {import("../board/bar.js").State}
 */
export function seatAway(shell, follow, seat) {
  const { language } = shell.text;
  const read = () => awayFor(follow.presence, seat, shell.me.time);
  const words = presenceText(language).away(timeAway(read() ?? 0));
  return { kind: "away", words, drawn: html`<seat-away .read=${read} .language=${language}></seat-away>` };
}

customElements.define("seat-away", SeatAway);
