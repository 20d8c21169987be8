// The better move of an analysis, drawn over the board: what it takes, and where it goes.

import { html, LitElement, nothing, svg } from "../../vendor/lit.js";

/** @typedef {import("../../boards/guide.js").Guide} Guide */
/** @typedef {{ left: number, top: number, width: number, height: number }} Box */
/** From one place to another, or a place alone. @typedef {{ from: Box, to?: Box }} Way */

/** How far a ring stands off from what it is around, and how long the head of an arrow is, in pixels. */
const OFF = 3;
const HEAD = 16;

const STYLE = new CSSStyleSheet();
STYLE.replaceSync(`
  better-move svg { position: fixed; inset: 0; z-index: 3; width: 100%; height: 100%; pointer-events: none; fill: none; stroke-linejoin: round; animation: better .2s; }
  better-move svg svg { position: static; }
  better-move :is(rect, path) { stroke: var(--good); stroke-width: 4; }
  better-move .halo { stroke: var(--surface); stroke-width: 8; }
  better-move .tip { fill: var(--good); stroke: none; }
  @keyframes better { from { opacity: 0; } }
  @media (prefers-reduced-motion: reduce) { better-move svg { animation: none; } }
`);
document.adoptedStyleSheets.push(STYLE);

/** Rings and arrows over a board that has elements with the names that the guide of its game gives the move. */
export class BetterMove extends LitElement {
  static properties = {
    board: { attribute: false },
    guide: { attribute: false },
    seat: { attribute: false },
    notation: { attribute: false },
    at: { attribute: false },
    ways: { state: true },
  };

  constructor() {
    super();
    /** The element of the game. @type {any} */
    this.board = undefined;
    /** @type {Guide} */
    this.guide = {};
    /** Whose move it is. */
    this.seat = 0;
    this.notation = "";
    /** What the board shows, in any words that differ when it does. */
    this.at = "";
    /** @type {readonly Way[]} */
    this.ways = [];
    this.measured = () => this.#measure();
    this.resizes = new ResizeObserver(this.measured);
  }

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    addEventListener("scroll", this.measured, { capture: true, passive: true });
    this.resizes.observe(document.body);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    removeEventListener("scroll", this.measured, { capture: true });
    this.resizes.disconnect();
  }

  /** @param {Map<string, unknown>} changed */
  updated(changed) {
    if (["board", "guide", "seat", "notation", "at"].some((each) => changed.has(each))) this.#settle();
  }

  /** Draw it once the board shows the step, and nothing there moves any more. */
  async #settle() {
    const { board, at } = this;
    this.ways = [];
    this.resizes.observe(board);
    await board.updateComplete;
    const moving = board.shadowRoot?.getAnimations().filter(ends) ?? [];
    await Promise.allSettled(moving.map((/** @type {Animation} */ each) => each.finished));
    if (this.at === at) this.#measure();
  }

  #measure() {
    const { board: { shadowRoot: root, view, seat }, guide } = this;
    const position = { view, seat: this.seat, own: seat === this.seat };
    /** @type {[from: string, to?: string][]} */
    const named = (root && guide.ways?.(this.notation, position)) ?? [];
    this.ways = named.flatMap(([from, to]) => way(boxOf(root, from), to ? boxOf(root, to) : undefined));
  }

  render() {
    const { ways, board } = this;
    if (!ways.length) return nothing;
    const { left, top, width, height } = board.getBoundingClientRect();
    // Nothing is drawn outside of the board, of which a part may be out of sight.
    return html`
      <svg aria-hidden="true">
        <svg x=${left} y=${top} width=${width} height=${height}
          viewBox="${left} ${top} ${width} ${height}">${ways.map(drawn)}</svg>
      </svg>
    `;
  }
}

/** Whether an animation comes to an end. @param {Animation} animation */
const ends = ({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime);

/** @param {ShadowRoot} root @param {string} name @returns {Box | undefined} */
const boxOf = (root, name) => root.querySelector(`[data-at="${CSS.escape(name)}"]`)?.getBoundingClientRect();

/** What there is of a way: its beginning may not be seen. @param {Box | undefined} from @param {Box | undefined} to @returns {Way[]} */
function way(from, to) {
  if (from) return [{ from, to }];
  return to ? [{ from: to }] : [];
}

/** @param {Way} way */
function drawn({ from, to }) {
  return svg`${[from, ...(to ? [to] : [])].map(ring)}${to ? arrow(from, to) : nothing}`;
}

/** @param {Box} box */
const ring = ({ left, top, width, height }) =>
  ["halo", ""].map((kind) =>
    svg`<rect class=${kind} x=${left - OFF} y=${top - OFF} width=${width + 2 * OFF} height=${
      height + 2 * OFF
    } rx="8"></rect>`
  );

/** @param {Box} box */
const middle = ({ left, top, width, height }) => ({ x: left + width / 2, y: top + height / 2 });

/** Where a line from the middle of a box to that of another leaves it. @param {Box} box @param {Box} other */
function edge(box, other) {
  const [from, to] = [middle(box), middle(other)];
  const [x, y] = [to.x - from.x, to.y - from.y];
  const share = Math.min(box.width / 2 / Math.abs(x), box.height / 2 / Math.abs(y), 1);
  return { x: from.x + share * x, y: from.y + share * y };
}

/** @param {Box} one @param {Box} other */
function arrow(one, other) {
  const [from, to] = [edge(one, other), edge(other, one)];
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [x, y] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const neck = { x: to.x - HEAD * x, y: to.y - HEAD * y };
  const side = (/** @type {number} */ by) => `${neck.x - by * HEAD * y / 2} ${neck.y + by * HEAD * x / 2}`;
  return svg`${
    ["halo", ""].map((kind) => svg`<path class=${kind} d="M${from.x} ${from.y}L${neck.x} ${neck.y}"></path>`)
  }<path class="tip" d="M${to.x} ${to.y}L${side(1)}L${side(-1)}Z"></path>`;
}

customElements.define("better-move", BetterMove);
