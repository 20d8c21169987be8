// What a replay is stepped with: a curve of the points, a slider, buttons, keys, and a player that goes on by itself.

import { html, nothing } from "../../vendor/lit.js";
import { curve, legend } from "./curve.js";
import { Page } from "../shell/page.js";
import { icon } from "./replay-parts.js";

/** @typedef {import("../../text/replay.js").ReplayText} ReplayText */
/** @typedef {keyof ReplayText["speeds"]} Speed */

/** How long a step is shown at each speed, in milliseconds. @type {Record<Speed, number>} */
const SPEEDS = { slow: 2500, normal: 1200, fast: 400, rapid: 120 };
/** At this speed and slower ones, there is time to see what moves. */
const SLOW = 400;
/** Where a key is for something else. */
const OTHERS = "input, select, textarea, dialog, [popover]";

/**
 * The controls; "step" is sent with the step that was chosen, and whether there is time to see what moves, and "keys" when
 * somebody asks for the keys.
 */
export class ReplayControls extends Page {
  static properties = {
    ...Page.properties,
    words: { attribute: false },
    first: { type: Number },
    last: { type: Number },
    step: { type: Number },
    marks: { attribute: false },
    rounds: { attribute: false },
    points: { attribute: false },
    drawn: { attribute: false },
    players: { attribute: false },
    eyes: { attribute: false },
    items: { attribute: false },
    wide: { attribute: false },
    playing: { state: true },
    speed: { state: true },
  };

  constructor() {
    super();
    /** @type {ReplayText} */
    this.words;
    this.first = 1;
    this.last = 1;
    this.step = 1;
    /** Where something begins, and whether that is a round. @type {readonly number[]} */
    this.marks = [];
    this.rounds = false;
    /** The points at each step. @type {import("./curve.js").Points} */
    this.points = [];
    /** Whether they are drawn: not while there come more, as each would change the scale. */
    this.drawn = true;
    /** @type {readonly string[]} */
    this.players = [];
    /** Through whose eyes it is seen, to choose. @type {unknown} */
    this.eyes = nothing;
    /** What can be done besides. @type {unknown} */
    this.items = nothing;
    /** Whether there is room for all of it. */
    this.wide = true;
    this.playing = false;
    /** @type {Speed} */
    this.speed = "normal";
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.keyed = (/** @type {KeyboardEvent} */ event) => this.#keyed(event);
  }

  connectedCallback() {
    super.connectedCallback();
    document.addEventListener("keydown", this.keyed);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    document.removeEventListener("keydown", this.keyed);
    this.pause();
  }

  render() {
    const { words, step, first, last, playing, text } = this;
    return html`
      ${legend(this, text.number, words.points)}
      <div class="course">
        ${curve(this, (to) => this.go(to))}
        <input type="range" aria-label=${words.slider} aria-valuetext=${this.#spoken()} min=${first} max=${last}
          .value=${`${step}`} @input=${(/** @type {any} */ { target }) => this.go(Number(target.value))}>
      </div>
      <div class="transport" role="group" aria-label=${words.controls}>
        ${this.#button(words.first, "M6 5v14M19 5l-9 7 9 7z", step <= first, () => this.go(first))}
        ${this.#button(words.back, "M17 5l-9 7 9 7z", step <= first, () => this.go(step - 1))}
        <button class="main" aria-label=${playing ? words.pause : words.play} @click=${() => this.toggle()}>
          ${icon(playing ? "M8 5v14M16 5v14" : "M8 4l12 8-12 8z")}</button>
        ${this.#button(words.next, "M7 5l9 7-9 7z", step >= last, () => this.go(step + 1, true))}
        ${this.#button(words.last, "M18 5v14M5 5l9 7-9 7z", step >= last, () => this.go(last))}
        ${this.wide ? [this.#speeds(), this.eyes] : nothing}
        <button class="plain" popovertarget="replay-menu" aria-label=${words.more}>${icon(
          "M5 12h.01M12 12h.01M19 12h.01",
        )}</button>
      </div>
      <div class="menu" id="replay-menu" popover role="group" aria-label=${words.more} @click=${(
        /** @type {Event} */ { target },
      ) => target instanceof Element && target.closest("button") && this.#menu?.hidePopover()}>
        ${this.wide ? nothing : [this.eyes, this.#speeds()]} ${this.items}
      </div>
    `;
  }

  /** @returns {HTMLElement | null} */
  get #menu() {
    return this.querySelector("#replay-menu");
  }

  /** The step, and how it stands there. */
  #spoken() {
    const { words, step, first, last, points, players, text } = this;
    const stand = (points[step - first] ?? []).map((each, seat) => words.stands(players[seat], text.number(each)));
    return [words.of(step - first, last - first), ...stand].join(", ");
  }

  /** @param {string} label @param {string} path @param {boolean} off @param {() => void} act */
  #button(label, path, off, act) {
    return html`<button aria-label=${label} aria-disabled=${off} @click=${act}>${icon(path)}</button>`;
  }

  /** Choose how fast it plays. */
  #speeds() {
    const { words } = this;
    const change = (/** @type {any} */ { target }) => this.#paced(/** @type {Speed} */ (target.value));
    return html`<label class="pick"><span>${words.speed}</span><select @change=${change}>
      ${
      Object.keys(SPEEDS).map((each) =>
        html`<option value=${each} .selected=${each === this.speed}>${
          words.speeds[/** @type {Speed} */ (each)]
        }</option>`
      )
    }</select></label>`;
  }

  /** Show another step. @param {number} step @param {boolean} [slow] whether there is time to see what moves */
  go(step, slow = false) {
    this.pause();
    this.#show(step, slow);
  }

  toggle() {
    if (this.playing) return this.pause();
    if (this.step >= this.last) this.#show(this.first, false);
    this.playing = true;
    this.#wait();
  }

  pause() {
    clearTimeout(this.timer);
    this.playing = false;
  }

  /** @param {Speed} speed */
  #paced(speed) {
    this.speed = speed;
    clearTimeout(this.timer);
    if (this.playing) this.#wait();
  }

  #wait() {
    this.timer = setTimeout(() => this.#on(), SPEEDS[this.speed]);
  }

  #on() {
    this.#show(this.step + 1, SPEEDS[this.speed] >= SLOW);
    if (this.step >= this.last) this.pause();
    else this.#wait();
  }

  /** @param {number} step @param {boolean} slow */
  #show(step, slow) {
    const next = Math.min(Math.max(step, this.first), this.last);
    if (next === this.step) return;
    this.step = next;
    this.dispatchEvent(new CustomEvent("step", { detail: { step: next, slow, playing: this.playing } }));
  }

  /** @param {KeyboardEvent} event */
  #keyed(event) {
    const { key } = event;
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    const [target] = event.composedPath();
    if (target instanceof Element && target.closest(key === " " ? `${OTHERS}, button, a, summary` : OTHERS)) return;
    if (document.querySelector("dialog[open]") || !this.#pressed(key)) return;
    event.preventDefault();
  }

  /** @param {string} key @returns {boolean} whether it means something here */
  #pressed(key) {
    if (key === "ArrowLeft") this.go(this.step - 1);
    else if (key === "ArrowRight") this.go(this.step + 1, true);
    else if (key === "Home") this.go(this.first);
    else if (key === "End") this.go(this.last);
    else if (key === " ") this.toggle();
    else if (key === "?") this.dispatchEvent(new Event("keys"));
    else return false;
    return true;
  }
}

customElements.define("replay-controls", ReplayControls);
