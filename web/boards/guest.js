// Inside the frame of a board that is a guest: takes what the page sends, gives it to the board as properties, and sends back what
// the board says. It runs beside the board, which may have changed anything in here: the page believes nothing that it sends.

import * as anyGame from "../text/any-game.js";
import { html, nothing, render } from "../vendor/lit.js";
import { clockText } from "./clock-text.js";
import { takeTyped, typed } from "./keys.js";
import { KEYS, LONGEST, MOST_MOVES, VERSION } from "./messages.js";
import { markOf } from "./seat-mark.js";

// What the board imports of the page is this module, so that both have the same Lit: services/gateway/web/bundle.py.
export * from "../board.js";

/** @typedef {{ game: string, language: string, load: (name: string) => Promise<any> }} Loads `load` runs "board.js" or "guide.js"
 *   of the game; "text" are the game's texts, "page" those of the page; undefined if the game has none */

/** Between two looks at the clocks, in milliseconds. */
const TICK = 100;
/** Nobody looks at a clock with so many seconds. */
const HOUR = 3600;
/** After these, a board that is no element of Lit may have begun a move. */
const ACTS = ["click", "pointerup", "keyup"];

/** The board, and what the page and it say to each other. */
class Guest {
  /** @type {any[]} */
  #moves = [];
  /** The number of what is shown. */
  #n = 0;
  /** What takes a half of a move back. @type {(() => void)[]} */
  #halves = [];
  /** What the page was told last. @type {Record<string, boolean>} */
  #said = { half: false, open: false };
  #ending = false;
  /** @type {any[]} */
  #bars = [];
  #since = 0;
  #port;
  #parts;

  /** @param {MessagePort} port @param {{ board: any, page: any, words: any, guide: any }} parts */
  constructor(port, parts) {
    this.#port = port;
    this.#parts = parts;
    const { board, page, words } = parts;
    board.text = { ...page, game: words };
    board.addEventListener("move", (/** @type {CustomEvent} */ { detail }) => this.#move(detail));
    board.addEventListener("intend", (/** @type {CustomEvent} */ { detail }) => this.#intend(detail));
    board.addEventListener("toggle", () => this.#tell());
    board.addController?.({ hostUpdated: () => this.#tell() });
    for (const act of ACTS) addEventListener(act, () => setTimeout(() => this.#tell()));
    addEventListener("keydown", (event) => this.#key(event));
    setInterval(() => this.#bars.some(({ running }) => running) && this.#drawBars(), TICK);
  }

  /** @param {string} kind @param {Record<string, unknown>} [members] */
  send(kind, members = {}) {
    this.#port.postMessage({ kind, ...members });
  }

  /** Do what the page says. @param {any} message */
  async take(message) {
    const { kind } = message;
    if (kind === "show") await this.#show(message);
    else if (kind === "bars") {
      this.#bars = message.bars;
      this.#since = performance.now();
      this.#drawBars();
    } else if (kind === "look") look(message.look);
    else if (kind === "back") this.#halves[message.half]?.();
    else if (kind === "close") this.#parts.board.open = "";
    else if (kind === "ask") this.send("answer", { id: message.id, told: this.#answer(message) });
  }

  /** @param {{ n: number, props: any }} message */
  async #show({ n, props }) {
    const { board, page, words } = this.#parts;
    const { moves, eyes, ...rest } = props;
    if (typeof board.choose === "function") delete rest.choose; // its own method: it knows nothing of what is described
    this.#n = n;
    if (moves) this.#moves = moves;
    if ("eyes" in props) board.text = { ...page, game: { ...words, ...(eyes && words.eyes?.(eyes)) } };
    Object.assign(board, rest, moves && { moves });
    if (!board.isConnected) document.body.append(board);
    if (rest.players) this.#drawBars();
    await board.updateComplete;
    this.#tell();
    this.send("shown", { n });
  }

  /** @param {any} move an entry of the list, or what was written */
  #move(move) {
    const n = this.#n;
    const at = this.#moves.indexOf(move);
    if (at >= 0) this.send("move", { n, at });
    else this.send("move", { n, notation: String(move?.notation ?? "").slice(0, LONGEST) });
  }

  /** @param {{ moves: any[], back: () => void }} half */
  #intend({ moves, back }) {
    const at = moves.map((each) => this.#moves.indexOf(each)).filter((each) => each >= 0).slice(0, MOST_MOVES);
    this.send("intend", { n: this.#n, half: this.#halves.push(back) - 1, at });
  }

  /** Tell the page what has changed of the board by itself. */
  #tell() {
    const { board } = this.#parts;
    for (const [kind, on] of Object.entries({ half: Boolean(board.half), open: Boolean(board.open) })) {
      if (this.#said[kind] === on) continue;
      this.#said[kind] = on;
      this.send(kind, { on });
    }
    if (!board.ended || this.#ending) return;
    this.#ending = true;
    this.send("ending");
    Promise.resolve(board.ended).finally(() => this.send("ended"));
  }

  /** @param {KeyboardEvent} event that the board has not taken */
  #key(event) {
    const key = typed(event) ?? "";
    if (KEYS.includes(key)) this.send("key", { key });
  }

  #drawBars() {
    const { board } = this.#parts;
    const gone = (performance.now() - this.#since) / 1000;
    const names = this.#bars.map(({ name }) => name);
    render(this.#bars.map((bar, seat) => drawn(bar, seat, names, bar.running ? gone : 0)), board);
  }

  /** What the texts or the guide of the game say; undefined if they throw. @param {{ what: string, of: any[] }} question */
  #answer({ what, of }) {
    try {
      return ANSWERS[what]({ ...this.#parts, players: this.#parts.board.players ?? [] }, ...of);
    } catch (error) {
      console.error(`The texts or the guide of the game are wrong about ${what}:`, error);
    }
  }
}

/** @typedef {{ words: any, guide: any, players: readonly string[] }} Told */

/** @param {any} words @param {any[]} of */
const said = (words, ...of) => typeof words === "function" ? words(...of) : words;

/** The answers to what the page asks, in words. @type {Record<string, (told: Told, ...of: any[]) => any>} */
const ANSWERS = {
  told: ({ words }, events, who) => words.told(events, who),
  early: ({ words }, scores) => words.early?.(scores),
  keys: ({ words: { keys, signs } }) => ({ keys, signs }),
  hints: ({ words, guide }, position) =>
    guide.hints?.(position)?.map((/** @type {string} */ name) => [name, said(words.hints?.[name], position)]),
  warning: ({ words, guide }, position, entry) => {
    const named = guide.warning?.(position, entry);
    return named && said(words.warnings?.[named.name], named);
  },
  sounds: ({ guide }, events) => guide.sounds?.(events),
  points: ({ guide }, view) => guide.points?.(view),
  reason: ({ words, guide, players }, ...of) => {
    const named = guide.reason?.(...of);
    return named && said(words.why?.[named.name], named, players);
  },
  summary: ({ words, guide, players }, ...of) => {
    const { parts = [], best, why, out, row } = guide.summary?.(...of) ?? {};
    return {
      parts: parts.map((/** @type {any} */ part) => ({
        said: said(words.parts?.[part.name], part),
        points: part.points,
      })),
      best: best && { said: said(words.best?.[best.name], best, players), seat: best.seat },
      why: why && said(words.why?.[why.name], why, players),
      out,
      row,
    };
  },
};

/** The bar of a seat, as the page draws it. @param {any} bar @param {number} seat @param {readonly string[]} names @param {number} gone in seconds */
function drawn({ name, bot, status, kind, turn, mine, said, left, running, warning }, seat, names, gone) {
  const rest = Number(left) - gone;
  return html`
    <div slot=${`seat-${seat}`} class="bar ${turn ? "turn" : ""} ${mine ? "mine" : ""}">
      ${markOf(seat, names)}<b class="name">${name}</b> ${bot ? html`<small>${bot}</small>` : nothing}
      ${status ? html`<small class=${kind}>${status}</small>` : nothing}
      ${typeof left === "number"
        ? html`
          <seat-clock class="numbers ${running && rest <= warning ? "short" : ""} ${rest >= HOUR ? "long" : ""}"><time
            role="timer">${clockText(rest)}</time></seat-clock>
        `
        : nothing} ${said ? html`<span class="bubble" aria-hidden="true">${said}</span>` : nothing}
    </div>
  `;
}

/** Look as the page does. @param {{ scheme: string, direction: string, print: string, pace: string, typing: boolean }} look */
function look({ scheme, direction, print, pace, typing }) {
  const { documentElement: root } = document;
  root.dir = direction;
  root.style.colorScheme = scheme;
  root.style.setProperty("--print", print);
  root.style.setProperty("--pace", pace);
  takeTyped(typing);
}

/** The port that the page sends, once it has heard that somebody is here. @returns {Promise<MessagePort>} */
function connected() {
  return new Promise((resolve) => {
    addEventListener("message", ({ source, ports: [port] }) => source === parent && port && resolve(port));
    parent.postMessage({ kind: "ready", version: VERSION }, "*");
  });
}

/** @param {string} game @param {Loads["load"]} load */
async function partsOf(game, load) {
  const [page, text = anyGame, guide] = await Promise.all(["page", "text", "guide.js"].map(load));
  await load("board.js");
  const tag = `${game}-board`;
  if (!customElements.get(tag)) throw new Error(`board.js does not define ${tag}`);
  return { board: document.createElement(tag), page: page.default, words: text.default, guide: guide?.default ?? {} };
}

/** @param {Loads} loads */
export default async function begin({ game, load }) {
  const parts = partsOf(game, load);
  parts.catch(() => {}); // it is told once there is a port
  const port = await connected();
  /** @type {any[]} */
  const waiting = [];
  /** @type {() => void} */
  let more = () => {};
  port.onmessage = ({ data }) => {
    if (data.kind === "alive") return port.postMessage(data); // whatever the board is doing
    waiting.push(data);
    more();
  };
  try {
    const guest = new Guest(port, await parts);
    guest.send("begun", { table: "table" in (await parts).board });
    for (;;) {
      while (waiting.length) await guest.take(waiting.shift());
      await new Promise((resolve) => more = () => resolve(undefined));
    }
  } catch (error) {
    console.error(error);
    port.postMessage({ kind: "fault", text: `${error}`.slice(0, LONGEST) });
  }
}
