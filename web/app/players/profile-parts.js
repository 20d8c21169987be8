// Parts of a profile: how it went in each game, the best matches, whom the player has met last, and the score between two.

import { isolated } from "../../boards/bidi.js";
import { nameOf } from "../../boards/games.js";
import { html, nothing, repeat } from "../../vendor/lit.js";
import { face } from "../shell/face.js";
import { once } from "../shell/once.js";
import { at } from "../shell/router.js";
import { challenge, picture } from "./challenge.js";
import { poolOf } from "../match/pools.js";
import { recordBar, shareOf } from "./record-bar.js";

/** @typedef {import("../session/standings.js").Profile} Profile */
/** @typedef {import("../session/standings.js").GameRecord} GameRecord */
/** @typedef {import("../session/standings.js").Score} Score */
/** @typedef {import("../session/standings.js").Met} Met */
/** @typedef {import("./spoken-page.js").PlayersText} PlayersText */
/** @typedef {{ shell: import("../shell/shell.js").Shell, text: import("../../text/index.js").Text, own: boolean }} Drawn the page */

/** So many of those who were met last are shown. */
const MET = 6;
/** A match with more points than so many is worth a look: with none or fewer, none was good. */
const NOTHING = 0;
/** From so many wins or losses in a row on they are told. */
const RUN = 2;

/** A few numbers that sum it up; none before the first match. @param {Drawn} drawn @param {Profile} profile @param {PlayersText} words */
export function sums({ text: { number } }, { statistics, ratings }, { sums: words, ratings: { deviation } }) {
  const all = statistics.reduce((sum, { won, drawn, lost }) => sum + won + drawn + lost, 0);
  if (!all) return nothing;
  const won = statistics.reduce((sum, each) => sum + each.won, 0);
  const [best] = ratings.toSorted((one, other) => other.points - one.points);
  const told = [
    ...(best
      ? [[
        html`${best.rating} <small>${deviation(best.deviation)}</small>`,
        words.best(nameOf(poolOf(best.pool)?.game ?? "")),
      ]]
      : []),
    [number(all), words.matches],
    [`${Math.round(100 * won / all)} %`, words.won],
    [number(Math.max(...statistics.map(({ longest }) => longest))), words.longest],
  ];
  return html`
    <dl class="sums">${told.map(([value, name]) =>
      html`
        <div class="panel">
          <dt>${name}</dt>
          <dd class="numbers">${value}</dd>
        </div>
      `
    )}</dl>
  `;
}

/** How it went in each game, against people and against bots. @param {Drawn} drawn @param {Profile} profile @param {PlayersText} words */
export function records({ text }, { statistics }, words) {
  const { record } = words;
  const ids = [...new Set(statistics.map(({ game }) => game))];
  return html`
    <section class="panel" aria-labelledby="records-title">
      <h2 id="records-title">${record.title}</h2>
      ${ids.length ? nothing : html`<p class="soft">${record.none}</p>`}
      ${statistics.some(({ access }) => access === "private")
        ? html`<p class="soft small">${record.private}</p>`
        : nothing}
      ${ids.map((id) =>
        html`
          <article class="record" aria-label=${nameOf(id)}>
            <h3>${picture(id)} ${nameOf(id)}</h3>
            ${statistics.filter(({ game }) => game === id).map((each) => oneRecord(each, words, text.number))}
          </article>
        `
      )}
    </section>
  `;
}

/** @param {GameRecord} record @param {PlayersText} words @param {(points: number) => string} number */
function oneRecord(record, { record: words }, number) {
  const { opponents, won, drawn, lost, scored, points, best, streak, longest } = record;
  const facts = [
    scored ? `${words.mean}: ${number(Math.round(points / scored))}` : "",
    Math.abs(streak) >= RUN ? words.streak(streak) : "",
    longest >= RUN ? words.longest(longest) : "",
  ].filter(Boolean);
  return html`
    <div class="one-record">
      <p><b>${words.against[opponents]}</b> <span class="soft numbers">${words.share(
        shareOf({ won, drawn, lost }),
      )}</span></p>
      ${recordBar({ won, drawn, lost }, words)}
      <p class="soft small numbers">${facts.join(" · ")}</p>
      ${best?.matchId && best.points > NOTHING
        ? html`<p class="small">${words.best}: <a href=${at(`/m/${best.matchId}/replay`)}>${
          words.points(number(best.points))
        }</a></p>`
        : nothing}
    </div>
  `;
}

/** The best match of each game, as something to look at. @param {Drawn} drawn @param {Profile} profile @param {PlayersText} words */
export function bestMatches({ text }, { statistics }, { best: words, record }) {
  /** @type {Map<string, { points: number, matchId: string }>} */
  const best = new Map();
  for (const { game, best: one } of statistics) {
    if (one?.matchId && one.points > (best.get(game)?.points ?? NOTHING)) best.set(game, one);
  }
  if (!best.size) return nothing;
  return html`
    <section class="panel" aria-labelledby="best-title">
      <h2 id="best-title">${words.title}</h2>
      <ul class="best-matches">${[...best].map(([game, { points, matchId }]) =>
        html`
          <li><a href=${at(`/m/${matchId}/replay`)}>
            ${picture(game)}<span><b class="numbers">${record.points(text.number(points))}</b>
              <span class="soft small">${nameOf(game)}</span><span class="unseen">: ${words
                .replay}</span></span></a></li>
        `
      )}</ul>
    </section>
  `;
}

/** Whom the player has met last. @param {Drawn} drawn @param {Profile} profile @param {PlayersText} words */
export function metLast({ shell, own, text }, { met }, { met: words, profile }) {
  if (!met.length) return nothing;
  return html`
    <section class="panel" aria-labelledby="met-title">
      <h2 id="met-title">${words.title}</h2>
      <ul class="rows">${repeat(
        met.slice(0, MET),
        ({ player }) => player.id,
        (each) => oneMet({ shell, own, text }, each, words, profile.unnamed),
      )}</ul>
    </section>
  `;
}

/** @param {Drawn} drawn @param {Met} met @param {PlayersText["met"]} words @param {string} unnamed */
function oneMet({ shell, own, text }, { player, won, lost, last }, words, unnamed) {
  const name = player.displayName ?? unnamed;
  const said = isolated(name);
  return html`
    <li>${face(name)}
      <div>${player.kind
        ? html`<a class="name" href=${at(`/p/${player.id}`)}>${name}</a>`
        : html`<span class="name">${name}</span>`}
        <span class="soft small">${last ? text.ago((shell.me.time - Date.parse(last.time)) / 1000) : ""}</span></div>
      <span class="numbers score" role="img" aria-label=${words.scoreLabel(said, won, lost)}>${words.score(
        `${won}`,
        `${lost}`,
      )}</span>
      ${own && last && player.kind
        ? html`<button aria-label=${words.againLabel(said)} @click=${(/** @type {Event} */ event) =>
          once(
            event,
            () =>
              shell.try(() =>
                again(shell, { id: player.id, displayName: name, kind: player.kind ?? "" }, last.matchId)
              ),
          )}>${words.again}</button>`
        : nothing}</li>
  `;
}

/** Play the game that was played last, with the same player. @param {import("../shell/shell.js").Shell} shell @param {import("./challenge.js").Somebody} player @param {string} match */
async function again(shell, player, match) {
  const { now: { game } } = await shell.me.matches.get(match);
  await challenge(shell, player, game);
}

/** How the viewer fared against this player. @param {Drawn} drawn @param {Profile} profile @param {Score | undefined} score @param {PlayersText} words */
export function scoreBetween({ shell }, { displayName }, score, words) {
  if (!score) return nothing;
  const { against, record } = words;
  const { won, drawn, lost, last } = score;
  return html`
    <section class="panel between" aria-labelledby="between-title">
      <h2 id="between-title">${against.title(isolated(displayName))}</h2>
      ${won + drawn + lost
        ? html`<p class="standing">${face(shell.session.name)}<b class="numbers">${won} : ${lost}</b>${
          face(displayName)
        }</p>
          ${recordBar(score, record)}
          ${last ? html`<p><a href=${at(`/m/${last.matchId}/replay`)}>${against.last}</a></p>` : nothing}`
        : html`<p class="soft">${against.none}</p>`}
    </section>
  `;
}
