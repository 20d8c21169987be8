// Dragging by mouse, finger and pen: pointer events, and a transform on what is dragged. Rectangles are read once, when a
// drag begins, so a move of the finger costs no layout.

/**
 * @typedef {object} Drop a place where something may be dropped
 * @property {string} name
 * @property {DOMRect} area
 * @property {Element} element gets the class "over" while the finger is above it
 *
 * @typedef {object} Dragging what the board does with a drag
 * @property {(item: HTMLElement) => Drop[] | null} start says where the item may go; null if it may not be dragged
 * @property {(item: HTMLElement, from: DOMRect, name?: string) => void} end where the item was let go, and over which
 *   place; without a place also if the system has taken the drag away
 *
 * @typedef {object} Drag
 * @property {HTMLElement} item
 * @property {number} id
 * @property {number} x
 * @property {number} y
 * @property {Drop[] | null} drops null until the finger has moved far enough
 * @property {Drop | undefined} over
 */

const FAR_ENOUGH = 6; // CSS pixels: less is a tap

/**
 * Lets children of the root that match the selector be dragged. A click that ends a drag is swallowed.
 * @param {ShadowRoot} root @param {string} selector @param {Dragging} board @returns {() => void} ends it
 */
export function draggable(root, selector, board) {
  /** @type {Drag | null} */
  let drag = null;
  let swallow = false;

  /** @param {PointerEvent} event */
  const down = (event) => {
    swallow = false;
    const item = event.target instanceof Element ? event.target.closest(selector) : null;
    if (drag || event.button !== 0 || !(item instanceof HTMLElement)) return;
    drag = { item, id: event.pointerId, x: event.clientX, y: event.clientY, drops: null, over: undefined };
  };

  /** @param {PointerEvent} event */
  const move = (event) => {
    if (event.pointerId !== drag?.id) return;
    const x = event.clientX - drag.x;
    const y = event.clientY - drag.y;
    if (!drag.drops && !(Math.hypot(x, y) > FAR_ENOUGH && begin(drag))) return;
    drag.item.style.translate = `${x}px ${y}px`;
    hover(drag, over(drag, event));
  };

  /** Whether the drag has begun. @param {Drag} now */
  const begin = (now) => {
    now.drops = board.start(now.item);
    if (!now.drops) {
      drag = null;
      return false;
    }
    now.item.setPointerCapture(now.id);
    now.item.classList.add("dragged");
    return true;
  };

  /** @param {PointerEvent} event */
  const up = (event) => {
    if (event.pointerId !== drag?.id) return;
    swallow = drag.drops !== null;
    setTimeout(() => (swallow = false)); // the click follows at once or not at all
    finish(drag, drag.over?.name);
  };

  /** @param {PointerEvent} event */
  const lost = (event) => {
    if (event.pointerId === drag?.id) finish(drag);
  };

  /** @param {Drag} now @param {string} [name] */
  const finish = (now, name) => {
    drag = null;
    if (!now.drops) return;
    const from = now.item.getBoundingClientRect();
    hover(now, undefined);
    now.item.classList.remove("dragged");
    now.item.style.translate = "";
    board.end(now.item, from, name);
  };

  /** @param {MouseEvent} event */
  const click = (event) => {
    if (!swallow) return;
    swallow = false;
    event.stopPropagation();
    event.preventDefault();
  };

  /** Keeps the browser from taking the drag for a fling, which would swallow the next tap. @param {Event} event */
  const touch = (event) => {
    if (drag?.drops) event.preventDefault();
  };

  /** @type {[string, (event: any) => void][]} */
  const listeners = [
    ["pointerdown", down],
    ["pointermove", move],
    ["pointerup", up],
    ["pointercancel", lost],
    ["click", click],
    ["touchmove", touch],
  ];
  for (const [name, listener] of listeners) root.addEventListener(name, listener, { capture: true, passive: false });
  return () => {
    for (const [name, listener] of listeners) root.removeEventListener(name, listener, true);
    if (drag) finish(drag);
  };
}

/** @param {Drag} drag @param {PointerEvent} event */
const over = ({ drops }, { clientX: x, clientY: y }) =>
  drops?.find(({ area }) => x >= area.left && x <= area.right && y >= area.top && y <= area.bottom);

/** @param {Drag} drag @param {Drop | undefined} drop */
function hover(drag, drop) {
  if (drag.over === drop) return;
  drag.over?.element.classList.remove("over");
  drop?.element.classList.add("over");
  drag.over = drop;
}
