// The page of `croupier board`: frames in a grid, and which of them are wanted. It begins anew when a file of the game was saved.

import { css, html, nothing, render, repeat } from "../../vendor/lit.js";
import { addressOf as addressWith, movingEyes } from "./frames.js";

/**
 * @typedef {import("./frames.js").Position} Position
 * @typedef {import("./frames.js").Told} Told
 * @typedef {import("./frames.js").Frame} Frame
 * @typedef {{ name: string, value: string, of: [value: string, name: string][] }} Choice
 */

/** What is wanted, until another thing is chosen; the address keeps it. @type {Record<string, string>} */
const USUAL = { players: "all", eyes: "moving", size: "all", theme: "all", still: "no", language: "", scale: "50" };

/** @type {Told} */
const told = await (await fetch("/positions")).json();
const languages = told.texts.length ? told.texts : ["en"];
const language = languages.includes("en") ? "en" : languages[0];
/** @type {Record<string, string>} */
const wanted = { ...USUAL, language, ...Object.fromEntries(new URLSearchParams(location.hash.slice(1))) };
/** What is wrong with the board, each said once. @type {Set<string>} */
const faults = new Set([told.fault, ...told.missing].filter(Boolean));
/** The last move of each frame, in writing, by the frame's address. @type {Map<string, string>} */
const moves = new Map();

// deno-fmt-ignore
const styles = css`
  body { margin: 0; padding: 16px; display: block; overflow: auto; }
  .bench { display: flex; flex-wrap: wrap; gap: 8px 16px; align-items: center; }
  .bench select { font: inherit; padding: 4px; }
  .wrong { margin: 8px 0; padding: 8px 12px; border: 2px solid var(--bad, #b00020); white-space: pre-wrap; font: 0.875rem / 1.4 monospace; }
  .boards { display: flex; flex-wrap: wrap; gap: 24px 16px; align-items: flex-start; }
  .boards h2 { flex: 0 0 100%; margin: 16px 0 0; font-size: 1rem; }
  .boards figure { margin: 0; }
  .boards figcaption { font-size: 0.8125rem; min-height: 2.5em; }
  .pane { overflow: hidden; border: 1px solid var(--line-strong); inline-size: calc(var(--width) * var(--scale)); block-size: calc(var(--height) * var(--scale)); }
  .pane iframe { border: 0; inline-size: var(--width); block-size: var(--height); transform: scale(var(--scale)); transform-origin: 0 0; }
  .pane.phone { --width: 390px; --height: 744px; }
  .pane.desktop { --width: 944px; --height: 748px; }
  .at-50 { --scale: 0.5; }
  .at-75 { --scale: 0.75; }
  .at-100 { --scale: 1; }
`;
if (styles.styleSheet) document.adoptedStyleSheets.push(styles.styleSheet);

/** @returns {Choice[]} */
function choices() {
  const counts = [...new Set(told.positions.map(({ seats }) => seats))].sort((one, other) => one - other);
  const most = Math.max(0, ...counts);
  return [
    { name: "players", of: [["all", "all"], ...counts.map(named)] },
    {
      name: "eyes",
      of: [["moving", "who is to move"], ["all", "all"], ...[...Array(most).keys()].map(named), [
        "watch",
        "a spectator",
      ]],
    },
    { name: "size", of: [["all", "both"], ["phone", "phone"], ["desktop", "desktop"]] },
    { name: "theme", of: [["all", "both"], ["light", "light"], ["dark", "dark"]] },
    { name: "still", of: [["no", "to play on"], ["yes", "as in a replay"]] },
    { name: "language", of: languages.map((each) => [each, each]) },
    { name: "scale", of: [["50", "50 %"], ["75", "75 %"], ["100", "100 %"]] },
  ].map((each) => /** @type {Choice} */ ({ ...each, value: wanted[each.name] }));
}

/** @param {number} number @returns {[string, string]} */
const named = (number) => [`${number}`, `${number}`];

/** Through whose eyes a position is looked at. @param {Position} position @returns {(number | null)[]} */
function eyesOf(position) {
  if (wanted.eyes === "all") return position.eyes;
  if (wanted.eyes === "moving") return [movingEyes(position)];
  return position.eyes.filter((each) => `${each ?? "watch"}` === wanted.eyes);
}

/** @param {Position} position @param {number} at @returns {Frame[]} */
const framesOf = (position, at) =>
  eyesOf(position).flatMap((eyes) =>
    /** @type {const} */ (["phone", "desktop"]).flatMap((size) =>
      /** @type {const} */ (["light", "dark"]).map((theme) => ({ at, eyes, size, theme }))
    )
  ).filter(({ size, theme }) => [size, "all"].includes(wanted.size) && [theme, "all"].includes(wanted.theme));

/** @param {Frame} frame */
const addressOf = (frame) => addressWith(frame, { still: wanted.still, language: wanted.language });

/** @param {Position} position @param {Frame} frame */
function captionOf({ players, toMove }, { eyes, size, theme }) {
  const whose = eyes === null
    ? "a spectator"
    : `seat ${eyes}, ${players[eyes]}${toMove.includes(eyes) ? ", to move" : ""}`;
  return `${whose}; ${size}, ${theme}`;
}

/** @param {Position} position @param {Frame} frame */
function figure(position, frame) {
  const address = addressOf(frame);
  const caption = captionOf(position, frame);
  return html`
    <figure data-frame=${address}>
      <figcaption>${caption}<br><output>${moves.get(address) ?? nothing}</output></figcaption>
      <div class="pane ${frame.size} at-${wanted.scale}">
        <iframe loading="lazy" title=${caption} src=${address}></iframe>
      </div>
    </figure>
  `;
}

function draw() {
  const shown = told.positions.map((position, at) => ({ position, at, frames: framesOf(position, at) }))
    .filter(({ position, frames }) => ["all", `${position.seats}`].includes(wanted.players) && frames.length);
  render(
    html`
      <form class="bench" @change=${choose}><b>${told.game}</b>
        ${choices().map(({ name, value, of }) =>
          html`
            <label>${name} <select name=${name}>
              ${of.map(([each, text]) => html`<option value=${each} ?selected=${each === value}>${text}</option>`)}
            </select></label>
          `
        )}
      </form>
      <div role="alert">${[...faults].map((each) => html`<p class="wrong">${each}</p>`)}</div>
      <main class="boards">
        ${repeat(shown, ({ at }) => at, ({ position, at, frames }) =>
          html`
            <h2>${at + 1}. ${position.seats} players, ${position.title}</h2>
            ${repeat(frames, addressOf, (each) => figure(position, each))}
          `)}
      </main>
    `,
    document.body,
  );
}

/** @param {Event} event */
function choose({ target }) {
  const { name, value } = /** @type {HTMLSelectElement} */ (target);
  wanted[name] = value;
  const others = Object.entries(wanted).filter(([each, of]) => USUAL[each] !== of);
  history.replaceState(null, "", `#${new URLSearchParams(others)}`);
  draw();
}

/** A frame tells of a move, or of what is wrong. @param {MessageEvent} event */
function hear({ data, origin, source }) {
  if (origin !== location.origin) return;
  const frame = [...document.querySelectorAll("iframe")].find(({ contentWindow }) => contentWindow === source);
  const address = frame?.closest("figure")?.dataset.frame;
  if (!address) return;
  if (data.move) moves.set(address, `Chosen: ${data.move}`);
  if (data.fault) faults.add(data.fault);
  draw();
}

async function follow() {
  for (let number = told.number; number === told.number;) {
    ({ number } = await (await fetch(`/changes?after=${told.number}`)).json());
  }
  location.reload();
}

/** Ask again once `croupier board` is there again. */
const persist = () => follow().catch(() => setTimeout(persist, 1000));

addEventListener("message", hear);
document.title = told.game || "Board";
draw();
persist();
