// Cards that move: Web Animations from the old rectangle to the new one, in the pace that the page has. Nothing flies where
// motion is not wanted, in a hidden page, or while something is flying still: then the board is behind, and shows how it is
// at once.

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
    /** How long a flight takes, times the usual. */
    this.pace = 1;
  }

  /** Notes where everything is, before the board is drawn anew; not if nothing may fly. */
  look() {
    this.places.clear();
    const behind = this.flying.size > 0;
    this.stop();
    this.pace = pace();
    if (!this.pace || calm.matches || document.hidden || behind) return;
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

  /** Lets the element come from where a place was. @param {Element | null} element @param {string} from @param {number} [time] */
  fly(element, from, time = TIME) {
    const old = this.places.get(from);
    if (!element || !old) return;
    const now = element.getBoundingClientRect();
    if (!now.width || (near(old.left, now.left) && near(old.top, now.top))) return;
    // Not among the keyframes: what animates more than `transform` and `opacity` is drawn by the page itself, frame by frame.
    const { style } = /** @type {HTMLElement} */ (element);
    style.zIndex = "5";
    const animation = element.animate([{ transform: between(old, now) }, { transform: "none" }], this.motion(time));
    this.keep(animation, () => style.zIndex = "");
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
    const way = [{ transform: "none" }, { transform: between(now, old), opacity: 0.6 }];
    const animation = ghost.animate(way, this.motion());
    this.keep(animation, () => ghost.remove());
  }

  /** @param {number} [time] @returns {KeyframeAnimationOptions} */
  motion(time = TIME) {
    return { duration: time * this.pace, easing: "cubic-bezier(0.2, 0.7, 0.3, 1)" };
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

/** That of the page: `--pace`; 0 for nothing that moves. */
const pace = () => Number(getComputedStyle(document.documentElement).getPropertyValue("--pace") || 1);

/**
 * The way from the middle of one place to that of another, as large as fits into the former: what moves keeps its shape.
 * @param {DOMRect} from @param {DOMRect} to
 */
const between = (from, to) => {
  const x = from.left + from.width / 2 - to.left - to.width / 2;
  const y = from.top + from.height / 2 - to.top - to.height / 2;
  return `translate(${x}px, ${y}px) scale(${Math.min(from.width / to.width, from.height / to.height)})`;
};

/** @param {number} a @param {number} b */
const near = (a, b) => Math.abs(a - b) < 1;
