// Playing again: people ask each other, and bots are invited anew.

/** @typedef {import("./shell.js").Shell} Shell */
/** @typedef {import("../../sdk/javascript/src/index.js").Match} Match */
/** @typedef {import("../../sdk/javascript/types/api.js").MatchView} MatchView */

/**
 * The id of the next match; null as long as others have not asked for it.
 * @param {Shell} shell
 * @param {Match} match one that has ended
 * @param {{ keepScore: boolean }} wish
 * @returns {Promise<string | null>}
 */
export async function again(shell, match, wish) {
  const rivals = match.now.seats.filter(({ index }) => index !== match.now.yourSeat);
  if (rivals.some(({ player }) => player?.kind !== "bot")) return (await match.rematch(wish)).matchId;
  const next = await shell.me.matches.create(/** @type {any} */ (sameAs(match.now, wish)));
  await Promise.all(rivals.map(({ player }) => next.invite(/** @type {{ id: string }} */ (player).id)));
  return next.id;
}

/**
 * The settings of a match like this one, in which the player sits at seat 0.
 * @param {MatchView} match
 * @param {{ keepScore: boolean }} wish
 */
export function sameAs({ game, options, seats, clock, yourSeat, outcome }, { keepScore }) {
  const { startSeat: _, carriedScores: __, ...rest } = /** @type {any} */ (options);
  const order = [yourSeat ?? 0, ...seats.map(({ index }) => index).filter((index) => index !== yourSeat)];
  const carried = keepScore && outcome ? { carriedScores: order.map((seat) => outcome.scores[seat]) } : {};
  const { perMove, bank, increment, onTimeout } = clock ?? {};
  const time = perMove ? { perMove, onTimeout } : { bank, increment, onTimeout };
  return {
    game,
    options: { ...rest, ...carried },
    seats: seats.length,
    access: "private",
    ...(clock ? { clock: time } : {}),
  };
}
