// Cards that move: Web Animations from the old rectangle to the new one. Nothing flies where motion is not wanted, in a
// hidden page, or while something is flying still: then the board is behind, and shows how it is at once.

const TIME = 180; // milliseconds
const calm = matchMedia("(prefers-reduced-motion: reduce)");

export class Flights {
  /** @param {ShadowRoot} root elements with `data-at` are what may move */
  constructor(root) {
    this.root = root;
    /** @type {Map<string, DOMRect>} */
    this.places = new Map();
    /** Places that are known for the next time only. @type {Map<string, DOMRect>} */
    this.holds = new Map();
    /** @type {Set<Animation>} */
    this.flying = new Set();
  }

  /** Notes where everything is, before the board is drawn anew; not if nothing may fly. */
  look() {
    this.places.clear();
    const behind = this.flying.size > 0;
    this.stop();
    if (calm.matches || document.hidden || behind) return;
    for (const element of this.root.querySelectorAll("[data-at]")) {
      this.places.set(/** @type {HTMLElement} */ (element).dataset.at ?? "", element.getBoundingClientRect());
    }
    for (const [name, place] of this.holds) this.places.set(name, place);
    this.holds.clear();
  }

  /** Notes a place that no element has when the board is drawn next, such as where a finger let go. @param {string} name @param {DOMRect} place */
  hold(name, place) {
    this.holds.set(name, place);
  }

  /** @param {string} name */
  held(name) {
    return this.holds.has(name);
  }

  /** Moves what lies elsewhere than before to where it lies now. @param {string[]} except */
  slide(except) {
    if (!this.places.size) return;
    for (const element of this.root.querySelectorAll("[data-slides]")) {
      const { at = "" } = /** @type {HTMLElement} */ (element).dataset;
      if (!except.includes(at)) this.fly(element, at);
    }
  }

  /** Lets the element come from where a place was. @param {Element | null} element @param {string} from */
  fly(element, from) {
    const old = this.places.get(from);
    if (!element || !old) return;
    const now = element.getBoundingClientRect();
    if (!now.width || (near(old.left, now.left) && near(old.top, now.top))) return;
    this.keep(
      element.animate([{ transform: between(old, now), zIndex: 5 }, { transform: "none", zIndex: 5 }], motion()),
    );
  }

  /** Lets an element that is there for this only go from one place to another. @param {HTMLElement} ghost @param {string} from @param {Element | null} to */
  send(ghost, from, to) {
    const old = this.places.get(from);
    if (!to || !old) return;
    const now = to.getBoundingClientRect();
    const table = /** @type {Element} */ (this.root.querySelector(".table"));
    const { left, top } = table.getBoundingClientRect();
    ghost.style.left = `${old.left - left}px`;
    ghost.style.top = `${old.top - top}px`;
    table.append(ghost);
    const animation = ghost.animate([{ transform: "none" }, { transform: between(now, old), opacity: 0.6 }], motion());
    this.keep(animation, () => ghost.remove());
  }

  /** @param {Animation} animation @param {() => void} [after] */
  keep(animation, after) {
    this.flying.add(animation);
    const done = () => {
      this.flying.delete(animation);
      after?.();
    };
    animation.finished.then(done, done);
  }

  /** Ends all flights: everything is where it belongs. */
  stop() {
    for (const animation of this.flying) animation.finish();
    this.flying.clear();
  }
}

/** @returns {KeyframeAnimationOptions} */
const motion = () => ({ duration: TIME, easing: "cubic-bezier(0.2, 0.7, 0.3, 1)" });

/** @param {DOMRect} from @param {DOMRect} to */
const between = (from, to) =>
  `translate(${from.left - to.left}px, ${from.top - to.top}px) scale(${from.width / to.width}, ${
    from.height / to.height
  })`;

/** @param {number} a @param {number} b */
const near = (a, b) => Math.abs(a - b) < 1;
