// The sentences that a game has for the ranking of ended matches. Reads { game, matches } and writes what is said of each, by
// language, after the number of questions that the game does not answer.

import { questionsOf, summed } from "../../web/app/match/reasons.js";
import { story } from "../../web/app/match/result.js";
import { endingText } from "../../web/text/ending.js";

const { board, matches } = JSON.parse(await new Response(Deno.stdin.readable).text());
const { default: guide } = await import(`${board}/guide.js`);

const said = [];
for (const match of matches) {
  const summary = summed(guide, match);
  const open = questionsOf(match).filter(({ behind }, at) => !summary.reasons[at] && !(behind.length && summary.why));
  said.push([open.length]);
  for (const language of ["en", "de"]) {
    const { default: game } = await import(`${board}/${language}.js`);
    said.at(-1).push(story(match, endingText(language), { number: String, game, summary }));
  }
}
console.log(JSON.stringify(said));
