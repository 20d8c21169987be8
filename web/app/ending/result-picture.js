// The picture of a result, 1200 x 630 as networks show it: the board as it stood at the end, who has won, the points, the
// game, and where it is played.

import { fileOf, nameOf, webOf } from "../../boards/games.js";
import { letters, OUTLINES } from "../../boards/seat-mark.js";
import { boardImage, faceImage } from "./canvas-images.js";
import { playersOf } from "../match/players.js";
import { places, resultOf, story } from "../match/result.js";

/** @typedef {import("../../../sdk/javascript/types/api.js").MatchView} MatchView */
/** @typedef {{ x: number, y: number, width: number, height: number }} Box */
/**
 * @typedef {object} What
 * @property {MatchView} match
 * @property {import("../../text/index.js").Text} text
 * @property {import("../../text/ending.js").EndingText} words
 * @property {import("../../text/game.js").GameText} [game]
 * @property {import("../match/reasons.js").Summed} [summary]
 */
/** @typedef {{ size: number, weight?: number, title?: boolean, colour?: string, align?: CanvasTextAlign }} How */

/** How much smaller than usual a line may be written; what is longer still is drawn together. */
const SMALLEST = 0.6;
const WIDTH = 1200;
const HEIGHT = 630;
const EDGE = 24;
/** The square of the board. */
const BOARD = { x: EDGE, y: EDGE, width: HEIGHT - 2 * EDGE, height: HEIGHT - 2 * EDGE };
/** What is written stands beside it. */
const LEFT = BOARD.x + BOARD.width + 36;
const SIDE = { x: LEFT, width: WIDTH - LEFT - 44 };
const SIDES = { ...SIDE, y: 218, height: 256 };
const HIGHEST = 110;
/** The letters of the cards whose colours the seats have. */
const SEATS = "rbygp";
/** The box of the outlines of seats. */
const MARK = { width: 28, height: 25.4 };

/** Draw it. @param {HTMLCanvasElement} canvas @param {What} what */
export async function drawn(canvas, what) {
  const { match, text } = what;
  const [board, faces] = await Promise.all([
    boardImage(match, text).catch(() => tileOf(match.game)),
    Promise.all(playersOf(match).map((name) => faceImage(name).catch(() => null))),
  ]);
  const pen = new Pen(/** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d")));
  pen.ground();
  pen.board(board);
  pen.title(what);
  pen.sides(what, faces);
  pen.foot(what);
}

/** The tile of a game, where its board cannot be drawn; null if it has none, or if it does not come. @param {string} game */
async function tileOf(game) {
  if (!webOf(game)?.tile) return null;
  const image = Object.assign(new Image(200, 200), { src: fileOf(game, "tile.svg") });
  return await image.decode().then(() => image, () => null);
}

/** Draws in the colours and letters of the page. */
class Pen {
  #style = getComputedStyle(document.documentElement);
  #to;

  /** @param {CanvasRenderingContext2D} to */
  constructor(to) {
    this.#to = to;
  }

  /** The colour of a custom property in the theme of the page: a canvas knows no `light-dark()`. @param {string} name */
  #colour(name) {
    const probe = document.body.appendChild(document.createElement("i"));
    probe.style.color = `var(${name})`;
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  }

  /** @param {How} how @param {number} [size] */
  #font({ size: usual, weight = 400, title = false }, size = usual) {
    this.#to.font = `${weight} ${size}px ${this.#style.getPropertyValue(title ? "--font-title" : "--font")}`;
  }

  /**
   * Write, smaller where there is no room.
   * @param {string} words
   * @param {Pick<Box, "x" | "y" | "width">} line by its middle
   * @param {How} how
   */
  write(words, { x, y, width }, how) {
    const to = this.#to;
    const { size, colour = "--ink", align = "left" } = how;
    to.fillStyle = this.#colour(colour);
    to.textAlign = align;
    to.textBaseline = "middle";
    this.#font(how);
    this.#font(how, size * Math.min(1, Math.max(SMALLEST, width / to.measureText(words).width)));
    to.fillText(words, align === "center" ? x + width / 2 : align === "right" ? x + width : x, y, width);
  }

  /**
   * Write in so many lines at most, in letters that are as small as that needs; return where the next line would be.
   * @param {string} words @param {Pick<Box, "x" | "y" | "width">} line @param {How} how @param {number} most
   */
  lines(words, { x, y, width }, how, most) {
    let { size } = how;
    let all = this.#broken(words, width, how, size);
    while (all.length > most && size > SMALLEST * how.size) all = this.#broken(words, width, how, size -= 2);
    const high = size * 1.22;
    all.slice(0, most).forEach((each, at) => {
      const rest = at === most - 1 ? all.slice(at).join(" ") : each;
      this.write(rest, { x, y: y + high * (at + .5), width }, { ...how, size });
    });
    return y + high * Math.min(all.length, most);
  }

  /** @param {string} words @param {number} width @param {How} how @param {number} size @returns {string[]} */
  #broken(words, width, how, size) {
    this.#font(how, size);
    return words.split(" ").reduce((/** @type {string[]} */ all, word) => {
      const longer = all.length ? `${all.at(-1)} ${word}` : word;
      return this.#to.measureText(longer).width <= width ? [...all.slice(0, -1), longer] : [...all, word];
    }, []);
  }

  /** @param {Box} box @param {string} colour @param {number} [radius] */
  box({ x, y, width, height }, colour, radius = 0) {
    const to = this.#to;
    to.fillStyle = this.#colour(colour);
    to.beginPath();
    to.roundRect(x, y, width, height, radius);
    to.fill();
  }

  ground() {
    this.box({ x: 0, y: 0, width: WIDTH, height: HEIGHT }, "--surface");
    this.box({ x: WIDTH - 12, y: 0, width: 12, height: HEIGHT }, "--accent");
  }

  /** @param {HTMLImageElement | null} image */
  board(image) {
    const to = this.#to;
    this.box(BOARD, "--felt", 24);
    if (!image) return;
    to.save();
    to.beginPath();
    to.roundRect(BOARD.x, BOARD.y, BOARD.width, BOARD.height, 24);
    to.clip();
    to.drawImage(image, BOARD.x, BOARD.y, BOARD.width, BOARD.height);
    to.restore();
  }

  /** @param {What} what */
  title({ match, words }) {
    const game = nameOf(match.game);
    this.write(game, { ...SIDE, y: 62 }, { size: 30, weight: 600, colour: "--accent" });
    const how = { size: 48, weight: 700, title: true };
    this.lines(resultOf({ ...match, yourSeat: null }, words), { ...SIDE, y: 88 }, how, 2);
  }

  /** The players, best first. @param {What} what @param {(HTMLImageElement | null)[]} faces */
  sides({ match, text, summary }, faces) {
    const { x, y, width, height } = SIDES;
    const all = places(match);
    const players = playersOf(match);
    const high = Math.min(height / all.length, HIGHEST);
    const counts = match.outcome?.reason === "completed";
    all.forEach(({ seat, points }, at) => {
      const middle = y + (height - high * all.length) / 2 + high * (at + .5);
      const size = high * .82;
      const colour = match.outcome?.winners.includes(seat) ? "--ink" : "--ink-soft";
      const face = faces[seat];
      if (face) this.#to.drawImage(face, x, middle - size / 2, size, size);
      this.#mark(seat, letters(players)[seat], x + size * .66, middle + size * .1, size * .44);
      const line = { x: x + size * 1.25, y: middle, width: width - size * 1.25 - (counts ? 130 : 0) };
      this.write(players[seat], line, { size: Math.min(high * .38, 36), weight: 600, colour });
      if (!counts) return;
      const how = { size: Math.min(high * .6, 60), weight: 700, title: true, align: /** @type {const} */ ("right") };
      this.write(text.number(points), { x: x + width - 120, y: middle, width: 120 }, { ...how, colour });
      if (!summary?.out?.includes(seat)) return;
      const wide = Math.min(120, this.#to.measureText(text.number(points)).width);
      this.box({ x: x + width - wide, y: middle - 2, width: wide, height: 4 }, "--danger");
    });
  }

  /** @param {number} seat @param {string} initials @param {number} x @param {number} y @param {number} size */
  #mark(seat, initials, x, y, size) {
    const to = this.#to;
    const scale = size / MARK.width;
    to.save();
    to.translate(x, y);
    to.scale(scale, scale);
    const outline = new Path2D(OUTLINES[seat]);
    to.lineWidth = 3;
    to.strokeStyle = "#fff";
    to.fillStyle = this.#colour(`--card-${SEATS[seat]}`);
    to.stroke(outline);
    to.fill(outline);
    const line = { x: 0, y: MARK.height / 2 + .8, width: MARK.width };
    const colour = `--card-${SEATS[seat]}-ink`;
    this.write(initials, line, { size: initials.length > 1 ? 11 : 14, weight: 800, colour, align: "center" });
    to.restore();
  }

  /** @param {What} what */
  foot({ match, text, words, game, summary }) {
    const told = story(match, words, { number: text.number, game, summary });
    const best = summary?.best && game?.best?.[summary.best.name]?.(summary.best, playersOf(match));
    const line = { ...SIDE, y: SIDES.y + SIDES.height + 10 };
    this.lines(told || (best ? `★ ${best}` : ""), line, { size: 23, colour: "--ink-soft" }, 2);
    const y = HEIGHT - 52;
    this.write("Croupier", { ...SIDE, y }, { size: 32, weight: 700, title: true, colour: "--accent" });
    const how = { size: 22, colour: "--ink-soft", align: /** @type {const} */ ("right") };
    this.write(location.host, { x: SIDE.x + 170, y: y + 3, width: SIDE.width - 170 }, how);
  }
}
