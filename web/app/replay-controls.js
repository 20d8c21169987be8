// What a replay is stepped with: a slider, buttons, keys, and a player that goes on by itself.

import { html, nothing, svg } from "../vendor/lit.js";
import { Page } from "./page.js";

/** @typedef {import("../text/replay.js").ReplayText} ReplayText */
/** @typedef {keyof ReplayText["speeds"]} Speed */

/** How long a step is shown at each speed, in milliseconds. @type {Record<Speed, number>} */
const SPEEDS = { slow: 2500, normal: 1200, fast: 400, rapid: 120 };
/** At this speed and slower ones, there is time to see what moves. */
const SLOW = 400;
/** Where a key is for something else. */
const OTHERS = "input, select, textarea, dialog";

/** The controls; "step" is sent with the step that was chosen, and whether there is time to see what moves. */
export class ReplayControls extends Page {
  static properties = {
    ...Page.properties,
    words: { attribute: false },
    first: { type: Number },
    last: { type: Number },
    step: { type: Number },
    marks: { attribute: false },
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
    /** Where the slider has a mark. @type {readonly number[]} */
    this.marks = [];
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
    const { words, step, first, last, playing } = this;
    return html`
      <div class="slider">
        <div class="rail">
          <svg class="marks" aria-hidden="true">${this.#marks()}</svg>
          <input type="range" aria-label=${words.slider} aria-valuetext=${words.of(step, last)} min=${first} max=${last}
            .value=${`${step}`} @input=${(/** @type {any} */ { target }) => this.go(Number(target.value))}>
        </div>
        <output class="numbers">${words.of(step, last)}</output>
      </div>
      <div class="transport" role="group" aria-label=${words.controls}>
        ${this.#button(words.first, "M6 5v14M19 5l-9 7 9 7z", step <= first, () => this.go(first))}
        ${this.#button(words.back, "M17 5l-9 7 9 7z", step <= first, () => this.go(step - 1))}
        <button class="main" aria-label=${playing ? words.pause : words.play} @click=${() => this.toggle()}>
          ${icon(playing ? "M8 5v14M16 5v14" : "M8 4l12 8-12 8z")}</button>
        ${this.#button(words.next, "M7 5l9 7-9 7z", step >= last, () => this.go(step + 1, true))}
        ${this.#button(words.last, "M18 5v14M5 5l9 7-9 7z", step >= last, () => this.go(last))}
        ${this.#speeds()}
      </div>
    `;
  }

  /** @param {string} label @param {string} path @param {boolean} off @param {() => void} act */
  #button(label, path, off, act) {
    return html`<button aria-label=${label} aria-disabled=${off} @click=${act}>${icon(path)}</button>`;
  }

  #speeds() {
    const { words } = this;
    const change = (/** @type {any} */ { target }) => this.#paced(/** @type {Speed} */ (target.value));
    return html`<select aria-label=${words.speed} @change=${change}>
      ${
      Object.keys(SPEEDS).map((each) =>
        html`<option value=${each} .selected=${each === this.speed}>${
          words.speeds[/** @type {Speed} */ (each)]
        }</option>`
      )
    }</select>`;
  }

  /** Where something begins, on the way of the slider's thumb. */
  #marks() {
    const { first, last } = this;
    if (last <= first) return nothing;
    const at = (/** @type {number} */ step) => `${(100 * (step - first)) / (last - first)}%`;
    return this.marks.map((mark) => svg`<line x1=${at(mark)} x2=${at(mark)} y2="100%"></line>`);
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
    else return false;
    return true;
  }
}

/** @param {string} path */
function icon(path) {
  return html`
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d=${path}></path>
    </svg>
  `;
}

customElements.define("replay-controls", ReplayControls);
