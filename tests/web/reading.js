// What of a page cannot be read or pressed: text that is cut, text that lies on other text, a page that scrolls sideways,
// and controls that nobody gets to. `test_zoom.py` runs it; it returns a line for each fault.
() => {
  const SLACK = 1.5; // in pixels, by which letters may reach beyond what clips them, or into each other
  // Cards are drawings, whose figures test_phone.py looks at.
  const SHORT = ".name, .who, .news, [title]"; // the rest is told when it is asked for: names, news, what has a title

  /** The element that this one is drawn in: slots and shadow roots are on the way. */
  const above = (element) =>
    element.assignedSlot ?? element.parentElement ?? (element.parentNode instanceof ShadowRoot ? element.parentNode.host : null);
  const path = (element) => {
    const all = [];
    for (let one = element; one; one = above(one)) all.push(one);
    return all;
  };
  const all = (root) =>
    [...root.querySelectorAll("*")].flatMap((each) => each.shadowRoot ? [each, ...all(each.shadowRoot)] : [each]);
  const elements = all(document.body);
  const shown = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const named = (element) => `<${element.localName} class="${element.getAttribute("class") ?? ""}">`;
  const clips = (value) => value === "hidden" || value === "clip";

  /** What of the box is left by what clips it; what can be scrolled to is not cut, nor what an element shortens itself. */
  const seen = (ways, box) => {
    let { left, top, right, bottom } = box;
    let cut = "";
    let scrolled = { x: false, y: false };
    let fixed = false;
    ways.forEach((one, at) => {
      const style = getComputedStyle(one);
      if (style.display === "contents") return;
      if (fixed && style.position !== "fixed" && !one.matches("dialog, [popover]")) { /* a fixed box is clipped by none above */ }
      else {
        const { left: l, top: t, right: r, bottom: b } = one.getBoundingClientRect();
        const zoom = one.currentCSSZoom ?? 1;
        const [x, y] = [l + one.clientLeft * zoom, t + one.clientTop * zoom];
        const [right_, bottom_] = one.clientWidth ? [x + one.clientWidth * zoom, y + one.clientHeight * zoom] : [r, b];
        if (at && clips(style.overflowX) && !scrolled.x) {
          if (left < x - SLACK || right > right_ + SLACK) cut ||= `${named(one)} across`;
        }
        if (at && clips(style.overflowY) && !scrolled.y) {
          if (top < y - SLACK || bottom > bottom_ + SLACK) cut ||= `${named(one)} down`;
        }
        const scrolls = { x: /auto|scroll/.test(style.overflowX), y: /auto|scroll/.test(style.overflowY) };
        if (scrolls.x || clips(style.overflowX)) [left, right] = [Math.max(left, x), Math.min(right, right_)];
        if (scrolls.y || clips(style.overflowY)) [top, bottom] = [Math.max(top, y), Math.min(bottom, bottom_)];
        scrolled = { x: scrolled.x || scrolls.x, y: scrolled.y || scrolls.y };
      }
      fixed ||= style.position === "fixed";
    });
    return { cut, box: { left, top, right, bottom } };
  };

  /** A line of text is higher than its letters, and than its figures all the more. */
  const inked = ({ left, top, right, bottom }, text) => {
    const high = bottom - top;
    const figures = /^[\d\s.,:+−–×%-]+$/.test(text);
    return { left, right, top: top + 0.18 * high, bottom: bottom - (figures ? 0.2 : 0.05) * high };
  };

  const faults = [];
  const pieces = [];
  for (const element of elements) {
    if (element.closest("svg, noscript, script, style") || !shown(element)) continue;
    const ways = path(element);
    if (ways.some((one) => one.matches(".ghost, .skip, .card") || getComputedStyle(one).clipPath === "inset(50%)")) continue;
    for (const node of element.childNodes) {
      if (node.nodeType !== Node.TEXT_NODE || !node.data.trim()) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const text = node.data.trim().replace(/\s+/g, " ").slice(0, 40);
      for (const line of range.getClientRects()) {
        if (line.width < 1 || line.height < 1) continue;
        const box = inked(line, text);
        const { cut, box: left } = seen(ways, box);
        if (cut && !ways.some((one) => one.matches(SHORT))) faults.push(`cut: "${text}" by ${cut}`);
        if (left.right - left.left < 1 || left.bottom - left.top < 1) continue;
        pieces.push({ element, ways, text, box: left });
      }
    }
  }

  /** What lies over the rest, and is put away. */
  const OVER = "dialog, [popover], .notice, .line, .reckoning, .over, .result, .sum, .hint, .veil, .hints, .asked";
  /** What stays over what is scrolled below it. */
  const STUCK = ".tabs, .head";
  const layer = (ways, kinds = `${OVER}, ${STUCK}`) => ways.find((one) => {
    const { position } = getComputedStyle(one);
    return position === "sticky" || position === "fixed" || (one.matches(kinds) && position !== "static");
  });
  for (const [at, one] of pieces.entries()) {
    for (const other of pieces.slice(at + 1)) {
      if (one.element === other.element || layer(one.ways) !== layer(other.ways)) continue;
      const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
      const low = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
      if (across > SLACK && low > SLACK) {
        const inner = one.element.contains(other.element) || other.element.contains(one.element);
        if (!inner) faults.push(`overlap: "${one.text}" ${named(one.element)} and "${other.text}" ${named(other.element)}`);
      }
    }
  }

  const { scrollWidth } = document.scrollingElement;
  if (scrollWidth > innerWidth + 1) faults.push(`the page is ${scrollWidth} wide`);
  for (const element of elements) {
    const { overflowX } = getComputedStyle(element);
    if (!/auto|scroll/.test(overflowX) || element.scrollWidth <= element.clientWidth + 1 || !shown(element)) continue;
    // Tables of all against all, and brackets, mean something by both of their directions.
    if (!element.matches("[data-group=hand], pre, .drawn, .over, .cross-scroll, .bracket-scroll")) faults.push(`sideways: ${named(element)} ${element.scrollWidth} > ${element.clientWidth}`);
  }

  const modal = [...document.querySelectorAll("dialog:modal")].pop();
  for (const element of elements) {
    if (!element.matches("button, a[href], input, select, summary, [tabindex='0']") || !shown(element)) continue;
    const ways = path(element);
    if (ways.some((one) => one.inert || getComputedStyle(one).pointerEvents === "none")) continue;
    if (ways.some((one) => one.matches(".skip")) || (modal && !ways.includes(modal))) continue;
    element.scrollIntoView({ block: "nearest", inline: "nearest" });
    const box = element.getBoundingClientRect();
    if (!box.width || !box.height) continue;
    // Of what is larger than the window, as a bracket, the part that is seen.
    const part = (begin, end, room) => end - begin > room ? [Math.max(begin, 0), Math.min(end, room) - Math.max(begin, 0)] : [begin, end - begin];
    const [[left, width], [top, height]] = [part(box.left, box.right, innerWidth), part(box.top, box.bottom, innerHeight)];
    const hit = (x, y) => {
      let found = document.elementFromPoint(x, y);
      while (found?.shadowRoot?.elementFromPoint(x, y)) {
        const next = found.shadowRoot.elementFromPoint(x, y);
        if (next === found) break;
        found = next;
      }
      return found;
    };
    const points = [[.5, .5], [.2, .5], [.5, .2], [.5, .8], [.8, .5]];
    const free = points.some(([x, y]) => {
      const found = hit(left + width * x, top + height * y);
      return found && (path(found).includes(element) || element.contains(found) || found.control === element || path(found).some((one) => one.localName === "label" && one.control === element));
    });
    if (!free) {
      const cover = hit(left + width / 2, top + height / 2);
      const over = cover && layer(path(cover), OVER);
      if (over && over !== layer(ways, OVER)) continue;
      faults.push(`out of reach: ${named(element)} "${(element.ariaLabel ?? element.textContent).trim().slice(0, 40)}" behind ${cover ? named(cover) : "the edge"}`);
    }
  }
  scrollTo(0, 0);
  return [...new Set(faults)];
}
