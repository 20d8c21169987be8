// The names in the bars of the seats are buttons that tell of the players.

/** @typedef {import("./table-page.js").TablePage} TablePage */

const STYLE = new CSSStyleSheet();
STYLE.replaceSync(`
  .bar button.name { display: block; min-height: 26px; padding: 0; border: 0; border-radius: var(--radius-s); background: none; line-height: 26px; text-align: start; text-decoration: underline dotted; text-underline-offset: 3px; }
`);
document.adoptedStyleSheets.push(STYLE);

/** What tells of a seat's player. @param {TablePage} page @returns {(seat: number) => void} */
export const aboutPlayers = (page) => (seat) =>
  page.shell.try(async () => (await import("./player-card.js")).openPlayerCard(page.shell, page.match, seat));
