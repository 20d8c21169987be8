// What `croupier board --check` opens: a sample of positions, one after the other, each as phones and desktops have it, in both themes.
// It sends what is wrong with them to the server.

import { css } from "../../vendor/lit.js";
import { addressOf, movingEyes } from "./frames.js";

/** @typedef {import("./frames.js").Frame} Frame */

/** Of all positions, how many are looked at, from the deal to what the spec constructs. */
const SAMPLE = 6;
/** How long a board may take, which is far more than it needs. */
const PATIENCE_MS = 20_000;
const SLOW = `The board is not drawn after ${PATIENCE_MS / 1000} s.`;

// deno-fmt-ignore
const styles = css`
  body { margin: 0; display: block; }
  iframe { border: 0; display: block; }
  .phone { inline-size: 390px; block-size: 744px; }
  .desktop { inline-size: 944px; block-size: 748px; }
`;
if (styles.styleSheet) document.adoptedStyleSheets.push(styles.styleSheet);

/** @type {import("./frames.js").Told} */
const { positions, texts } = await (await fetch("/positions")).json();
/** Each thing that is wrong, and where it was seen first. @type {Map<string, string>} */
const found = new Map();
const sample = sampled(positions.length);
for (const [number, at] of sample.entries()) {
  const eyes = movingEyes(positions[at]);
  const language = texts.length ? texts[number % texts.length] : "en";
  const [one, other] = number % 2 ? /** @type {const} */ (["dark", "light"]) : /** @type {const} */ (["light", "dark"]);
  const drawn = await look({ at, eyes, size: "phone", theme: one }, language) &&
    await look({ at, eyes, size: "desktop", theme: other }, language);
  if (!drawn) break; // or each would take as long
}
const told = [...found].map(([what, where]) => `${what}\n  ${where}`);
await fetch("/checked", { method: "POST", body: JSON.stringify({ looked: sample.length, found: told }) });

/** Numbers from 0 to below `all`, evenly, with the first and the last. @param {number} all */
function sampled(all) {
  const most = Math.min(SAMPLE, all);
  return [...Array(most).keys()].map((each) => Math.round((each * (all - 1)) / Math.max(1, most - 1)));
}

/** Show a frame until it has told all; whether it has. @param {Frame} frame @param {string} language */
async function look(frame, language) {
  const { seats, title } = positions[frame.at];
  const where = `${frame.at + 1}. ${seats} players, ${title}; ${frame.size}, ${frame.theme}, ${language}`;
  const pane = document.createElement("iframe");
  const ended = new AbortController();
  const checked = new Promise((resolve) => {
    addEventListener("message", ({ data, source }) => {
      if (source !== pane.contentWindow) return;
      const wrong = data.checked ?? [data.fault].filter(Boolean);
      for (const each of wrong) if (!found.has(each)) found.set(each, where);
      if (data.checked) resolve(true);
    }, { signal: ended.signal });
    setTimeout(resolve, PATIENCE_MS, false);
  });
  Object.assign(pane, { className: frame.size, src: addressOf(frame, { language, still: "no", check: "yes" }) });
  document.body.replaceChildren(pane);
  const drawn = await checked;
  if (!drawn && !found.size) found.set(SLOW, where);
  ended.abort();
  return drawn;
}
