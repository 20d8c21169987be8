// A board as a picture: its element is drawn out of sight, and what it consists of becomes one SVG, which a canvas can draw.

import { render } from "../../vendor/lit.js";
import { stillBoard } from "../board/still-board.js";
import { nameBar } from "../board/board-picture.js";
import { face } from "../shell/face.js";
import { playersOf } from "../match/players.js";

/** @typedef {import("../../../sdk/javascript/types/api.js").MatchView} MatchView */

/** @type {never[]} */
const NONE = [];
/** The sides of the square, in pixels: the smallest in which the board has room, since there it is written largest. */
const SIDES = [500, 560, 620];
const MOST = 700;
const XHTML = "http://www.w3.org/1999/xhtml";
const SVG = "http://www.w3.org/2000/svg";

/**
 * The table of a match as who watches it sees it, in a square.
 * @param {MatchView} match @param {import("../../text/index.js").Text} text
 * @returns {Promise<HTMLImageElement>}
 */
export async function boardImage(match, text) {
  const players = playersOf(match);
  const { state: view, options, lastEvents: last } = match;
  const given = { view, seat: null, below: match.yourSeat ?? 0, players, options, last, moves: NONE, toMove: NONE };
  const board = await stillBoard(text, match.game, given, players.map(nameBar));
  const stage = document.createElement("div");
  stage.inert = true;
  stage.append(board);
  document.body.append(stage);
  try {
    await board.updateComplete;
    const side = SIDES.find((each) => fits(stage, board, each)) ?? MOST;
    return readable(await imageOf(flattened(stage, side)));
  } finally {
    stage.remove();
  }
}

/** An image, unless no canvas with it could be read again: some browsers forbid that where it has parts of a page. @param {HTMLImageElement} image */
function readable(image) {
  const to = /** @type {OffscreenCanvasRenderingContext2D} */ (new OffscreenCanvas(1, 1).getContext("2d"));
  to.drawImage(image, 0, 0, 1, 1);
  to.getImageData(0, 0, 1, 1);
  return image;
}

/** Whether a board has room in such a square. @param {HTMLElement} stage @param {HTMLElement} board @param {number} side */
function fits(stage, board, side) {
  stage.style.cssText = `position:fixed;left:-9999px;top:0;width:${side}px;height:${side}px;display:grid`;
  const all = [board, ...board.shadowRoot?.querySelectorAll("*") ?? []];
  return !all.some((each) => getComputedStyle(each).overflowY === "auto" && each.scrollHeight > each.clientHeight);
}

/** @param {string} name @returns {Promise<HTMLImageElement>} */
export async function faceImage(name) {
  const place = document.createElement("div");
  render(face(name), place);
  const svg = /** @type {SVGSVGElement} */ (place.querySelector("svg"));
  for (const side of ["width", "height"]) svg.setAttribute(side, "200");
  return await imageOf(new XMLSerializer().serializeToString(svg));
}

/** @param {string} svg @returns {Promise<HTMLImageElement>} */
async function imageOf(svg) {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await image.decode();
  return image;
}

/**
 * What is drawn, in one SVG. It is written as text, since the policy of the page would be asked about the styles of elements.
 * @param {HTMLElement} stage @param {number} side
 */
function flattened(stage, side) {
  const page = getComputedStyle(document.documentElement);
  const rules = ["*{scrollbar-width:none}"];
  const inside = [...stage.childNodes].map((node) => flat(node, rules, XHTML)).join("");
  const style = `display:grid;width:${side}px;height:${side}px;color-scheme:${
    scheme(page)
  };font:${page.font};color:${page.color};${properties(page)}`;
  return `<svg xmlns="${SVG}" width="${side}" height="${side}"><foreignObject width="100%" height="100%"><div xmlns="${XHTML}"
    style="${escaped(style)}"><style>${escaped(rules.join("\n"))}</style>${inside}</div></foreignObject></svg>`;
}

/** Whether the page is light or dark now. @param {CSSStyleDeclaration} page */
function scheme({ colorScheme }) {
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  return colorScheme.includes("light dark") ? (dark ? "dark" : "light") : colorScheme;
}

/** The custom properties of the page, such as its colours. @param {CSSStyleDeclaration} page */
function properties(page) {
  const names = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).flatMap((rule) =>
    rule instanceof CSSStyleRule && rule.selectorText === ":root" ? [...rule.style] : []
  );
  return names.filter((name) => name.startsWith("--")).map((name) => `${name}:${page.getPropertyValue(name)}`).join(
    ";",
  );
}

/**
 * A node without shadows: what an element shows instead of what it has. The styles of what is of the document itself go
 * along as they are computed.
 * @param {Node} node @param {string[]} rules of all shadows @param {string | null} namespace around it @param {boolean} [light]
 * @returns {string}
 */
function flat(node, rules, namespace, light = false) {
  if (node instanceof Text) return escaped(node.data);
  if (!(node instanceof Element)) return "";
  const { localName, namespaceURI, shadowRoot } = node;
  const own = [...node.attributes].filter(({ name }) => name !== "style").map(({ name, value }) => [name, value]);
  const style = light ? computed(node) : node.getAttribute("style");
  const host = `h${rules.length}`;
  rules.push(...stylesOf(node).map((each) => outside(each, host)));
  const given = node instanceof HTMLSlotElement ? node.assignedNodes() : [];
  const inside = given.length ? given : [...(shadowRoot ?? node).childNodes];
  const attributes = [
    ...own,
    ...(style ? [["style", style]] : []),
    ...(shadowRoot ? [["data-host", host]] : []),
    ...(namespaceURI === namespace ? [] : [["xmlns", namespaceURI ?? ""]]),
  ].map(([name, value]) => ` ${name}="${escaped(value)}"`);
  const within = inside.map((each) => flat(each, rules, namespaceURI, light || given.length > 0));
  return `<${localName}${attributes.join("")}>${within.join("")}</${localName}>`;
}

/** How the inside of an element looks, as it was written: browsers leave things out where they write it. @param {Element} element */
function stylesOf({ constructor }) {
  const { elementStyles = [] } =
    /** @type {{ elementStyles?: { cssText: string }[] }} */ (/** @type {unknown} */ (constructor));
  return elementStyles.map(({ cssText }) => cssText);
}

/** @param {string} text */
const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

/** A rule of a shadow as one of a document. @param {string} rule @param {string} host */
const outside = (rule, host) =>
  rule.replaceAll(/:host\(([^)]*)\)/g, `[data-host="${host}"]:is($1)`).replaceAll(":host", `[data-host="${host}"]`)
    .replaceAll(/::slotted\(([^)]*)\)/g, "slot > :is($1)");

/** @param {Element} element */
function computed(element) {
  const style = getComputedStyle(element);
  return [...style].map((name) => `${name}:${style.getPropertyValue(name)}`).join(";");
}
