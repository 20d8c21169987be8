// A frame of `croupier board`: one board in one position, which tells the page around it of moves, and of what is wrong.

import { load } from "../../text/index.js";
import { bar } from "../board/bar.js";
import { BoardHost } from "../board/board-host.js";
import { watchFaults } from "./board-faults.js";

const asked = new URLSearchParams(location.search);
const still = asked.get("still") === "yes";
const theme = asked.get("theme") ?? "light";

const sheet = new CSSStyleSheet();
sheet.replaceSync(
  `:root { color-scheme: ${
    theme === "dark" ? "dark" : "light"
  }; } body { margin: 0; display: block; } body > * { block-size: 100vh; }`,
);
document.adoptedStyleSheets.push(sheet);
document.documentElement.lang = asked.get("language") ?? "en";

const tell = (/** @type {{ move: string } | { fault: string } | { checked: string[] }} */ told) =>
  parent.postMessage(told, location.origin);
const [{ id: game, web }] = JSON.parse(
  document.querySelector("meta[name=croupier-games]")?.getAttribute("content") || "[{}]",
);
watchFaults(web?.files ?? "", (fault) => tell({ fault }));

const position = await (await fetch(`/positions/${asked.get("position")}`)).json();
const eye = position.eyes.find((/** @type {{ seat: number | null }} */ { seat }) =>
  `${seat ?? "watch"}` === asked.get("eyes")
);

const host = new BoardHost({ isConnected: true, requestUpdate: () => {} });
const text = await load(asked.get("language") === "de" ? "de" : "en");
await host.load(text, game);
const { board } = host;
document.body.replaceChildren(board);
board.addEventListener("move", (/** @type {CustomEvent} */ { detail }) => {
  tell({ move: detail.notation ?? JSON.stringify(detail) });
  show(true);
  setTimeout(() => show(false)); // as after a refusal: the board takes back what was laid
});
show(false);
await host.draw(0, () => Promise.resolve(eye.table));
if (asked.get("check") === "yes") {
  const { findings } = await import("./findings.js");
  tell({ checked: await findings(asked.get("size")) });
}

/** @param {boolean} busy */
function show(busy) {
  const { players, options, toMove, over } = position;
  const { view: state, seat, events } = eye;
  const moves = still ? [] : eye.moves;
  const seats = players.map((/** @type {string} */ displayName) => ({ player: { displayName, kind: "human" } }));
  const yourDecision = moves.length ? 1 : null;
  const match = /** @type {any} */ ({
    state,
    options,
    toMove,
    seats,
    yourDecision,
    legalMoves: { choose: still ? [] : eye.choose },
  });
  const given = {
    players,
    seat,
    below: seat ?? 0,
    moves,
    events: [],
    last: events,
    marked: [],
    busy,
    still: still || over,
  };
  host.show(
    match,
    given,
    seats.map((/** @type {unknown} */ _, /** @type {number} */ at) =>
      bar(text, match, at, { own: at === seat, face: false })
    ),
  );
}
