// A number between a least and a most: by taps on what makes it smaller or larger, by holding them, or typed.

import { disabled, html, live, nothing } from "../../../web/board.js";

/** @typedef {import("./board.js").LivingstoneBoard} Board */

/** So long a button is held until it goes on by itself, and then again, in milliseconds. */
const BEFORE = 450;
const AGAIN = 90;
/** A larger step than one, where there is room for it. */
const LEAP = 5;

/** A button that is held presses itself again and again, and the click at the end of that is none. */
class Hold {
  #timer = 0;
  #went = false;

  /** @param {PointerEvent} event */
  begin({ currentTarget, button }) {
    this.end();
    if (button || !(currentTarget instanceof HTMLElement)) return;
    const again = () => {
      if (!currentTarget.isConnected) return this.end(); // the step was closed by a key
      this.#went = true;
      currentTarget.click();
      this.#timer = setTimeout(again, AGAIN);
    };
    this.#timer = setTimeout(again, BEFORE);
  }

  /** The finger is still on the button, and goes up: a click follows. */
  lift() {
    clearTimeout(this.#timer);
  }

  /** No click follows. */
  end() {
    clearTimeout(this.#timer);
    this.#went = false;
  }

  /** Whether this is the click that follows a hold. @param {Event} event */
  ends({ isTrusted }) {
    return isTrusted && this.#went;
  }
}

const hold = new Hold();

/**
 * @param {Board} board
 * @param {object} amount
 * @param {string} amount.at where its parts are, for keys
 * @param {string} amount.name what is counted, and how many may be chosen
 * @param {number} amount.value
 * @param {number} amount.least
 * @param {number} amount.most
 * @param {(value: number) => void} amount.set
 * @param {unknown} [amount.sign] a drawing in the place of the name
 */
export function amount(board, { at, name, value, least, most, set, sign }) {
  const { t } = board;
  const to = (/** @type {number} */ next) => Math.max(least, Math.min(most, next));
  const button = (
    /** @type {string} */ kind,
    /** @type {string} */ label,
    /** @type {string} */ mark,
    /** @type {number} */ next,
  ) =>
    html`
      <button class="step-by" data-at="${at}/${kind}" aria-label=${label}
        aria-disabled=${disabled(next === value)} @pointerdown=${(/** @type {PointerEvent} */ event) =>
          hold.begin(event)}
        @pointerup=${() => hold.lift()} @pointerleave=${() => hold.end()} @pointercancel=${() => hold.end()}
        @click=${(/** @type {Event} */ event) => hold.ends(event) ? hold.end() : set(next)}>${mark}</button>
    `;
  return html`
    <div class="stepper">
      <span class="label">${sign ?? nothing}<span class=${sign ? "unseen" : ""}>${name}</span></span>
      ${button("less", `${name}: ${t.less}`, "−", to(value - 1))}
      <input type="number" inputmode="numeric" aria-label=${name} min=${least} max=${most} step="1"
        .value=${live(`${value}`)} @focus=${(/** @type {any} */ { target }) => target.select()}
        @input=${(/** @type {any} */ { target }) => typed(target.valueAsNumber)}
        @change=${() => board.requestUpdate()} @keydown=${keyed}>
      <output class="unseen">${value}</output>
      ${button("more", `${name}: ${t.more}`, "+", to(value + 1))}
      ${most - least > LEAP ? button("leap", `+${LEAP}, ${name}`, `+${LEAP}`, to(value + LEAP)) : nothing}
      ${button("all", `${t.all}, ${name}`, t.all, most)}
    </div>
  `;

  /** What is no number yet, or too small, may become one; more than there is becomes all. @param {number} number */
  function typed(number) {
    if (Number.isInteger(number) && number >= least) set(to(number));
    if (number > most) board.requestUpdate();
  }
}

/** Arrows are those of the field, and Enter leads on to what makes the move. @param {KeyboardEvent} event */
function keyed(event) {
  if (event.key !== "Escape") event.stopPropagation();
  if (event.key !== "Enter" || !(event.target instanceof Element)) return;
  event.preventDefault(); // or the key would press what has the focus then
  const next = event.target.closest(".step")?.querySelector(":scope > .action");
  if (next instanceof HTMLElement) next.focus();
}
