// Keys of a board: one tab stop for each group (`data-group`), arrows inside and between groups, a focus that survives
// redraws, and what is typed anywhere on the table. A group with rows says how long they are (`data-columns`).

/** @param {Element | ShadowRoot} within @returns {HTMLElement[]} */
const items = (within) => [.../** @type {NodeListOf<HTMLElement>} */ (within.querySelectorAll("button[data-at]"))];

const STEPS = /** @type {Record<string, number>} */ ({ ArrowLeft: -1, ArrowRight: 1 });
const LEAPS = /** @type {Record<string, number>} */ ({ ArrowUp: -1, ArrowDown: 1 });

export class Roving {
  /** @param {ShadowRoot} root */
  constructor(root) {
    this.root = root;
    /** The item of each group that Tab goes to. @type {Map<string, string>} */
    this.stops = new Map();
    /** Where the focus was before the board was drawn anew. @type {{ group: string, index: number } | null} */
    this.focused = null;
    root.addEventListener("focusin", (event) => this.remember(/** @type {HTMLElement} */ (event.target)));
    root.addEventListener("keydown", (event) => this.key(/** @type {KeyboardEvent} */ (event)));
  }

  /** @returns {HTMLElement[]} */
  groups() {
    return [.../** @type {NodeListOf<HTMLElement>} */ (this.root.querySelectorAll("[data-group]"))];
  }

  /** @param {HTMLElement} item */
  remember(item) {
    const group = item.closest("[data-group]");
    if (!(group instanceof HTMLElement)) return;
    this.stops.set(group.dataset.group ?? "", item.dataset.at ?? "");
    this.tabs(group);
  }

  /** Gives one item of the group a tab stop. @param {HTMLElement} group */
  tabs(group) {
    const all = items(group);
    const stop = all.find((item) => item.dataset.at === this.stops.get(group.dataset.group ?? "")) ?? all[0];
    for (const item of all) item.tabIndex = item === stop ? 0 : -1;
  }

  /** Notes where the focus is: to be called before the board is drawn anew. */
  before() {
    const active = this.root.activeElement;
    const group = active?.closest("[data-group]");
    this.focused = active instanceof HTMLElement && group instanceof HTMLElement
      ? { group: group.dataset.group ?? "", index: items(group).indexOf(active) }
      : null;
  }

  /** Sets the tab stops, and the focus where it was: to be called after the board has been drawn. */
  after() {
    for (const group of this.groups()) this.tabs(group);
    if (!this.focused || this.root.activeElement) return;
    const all = items(this.group(this.focused.group) ?? this.root);
    all[Math.min(this.focused.index, all.length - 1)]?.focus();
  }

  /** @param {string} name @returns {HTMLElement | null} */
  group(name) {
    return this.root.querySelector(`[data-group="${name}"]`);
  }

  /** @param {string} name focuses the item that Tab would go to */
  enter(name) {
    const group = this.group(name);
    if (group) (items(group).find((item) => item.tabIndex === 0) ?? items(group)[0])?.focus();
  }

  /** @param {string} at focuses the item there */
  go(at) {
    items(this.root).find((item) => item.dataset.at === at)?.focus();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const item = /** @type {HTMLElement} */ (event.target);
    const group = item.closest("[data-group]");
    if (!(group instanceof HTMLElement)) return;
    const next = this.next(item, group, event.key);
    if (!next) return;
    event.preventDefault();
    next.focus();
  }

  /** @param {HTMLElement} item @param {HTMLElement} group @param {string} key @returns {HTMLElement | undefined} */
  next(item, group, key) {
    const all = items(group);
    if (key === "Home") return all[0];
    if (key === "End") return all.at(-1);
    if (key in STEPS) return all[all.indexOf(item) + STEPS[key]];
    const columns = Number(group.dataset.columns ?? Infinity);
    if (key in LEAPS) return all[all.indexOf(item) + LEAPS[key] * columns] ?? this.leap(item, group, LEAPS[key]);
  }

  /** The item above or below: one that is lit if there is one, else the nearest. @param {HTMLElement} item @param {HTMLElement} group @param {number} step */
  leap(item, group, step) {
    const groups = this.groups();
    const all = items(groups[groups.indexOf(group) + step] ?? group);
    const x = middle(item);
    return (
      all.find((one) => one.classList.contains("lit")) ??
        all.reduce((best, one) => (Math.abs(middle(one) - x) < Math.abs(middle(best) - x) ? one : best), all[0])
    );
  }
}

/** @param {Element} element */
const middle = (element) => {
  const { left, width } = element.getBoundingClientRect();
  return left + width / 2;
};

let taken = true;

/** Whether single characters are taken from now on; some people speak to their machine, or hit keys by accident. @param {boolean} on */
export function takeTyped(on) {
  taken = on;
}

export const takesTyped = () => taken;

const TEXT = "input, textarea, select, dialog, [contenteditable]";

/**
 * The character that was typed to the table: undefined for other keys, and where text is written.
 * @param {KeyboardEvent} event @returns {string | undefined}
 */
export function typed(event) {
  if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented || event.key.length !== 1) return;
  if (!taken) return;
  const [target] = event.composedPath();
  if (event.key === " " || (target instanceof Element && target.closest(TEXT))) return;
  return event.key;
}
