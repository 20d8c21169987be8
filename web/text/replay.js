// The texts of replays, which are loaded with the first of them.

/** @typedef {import("./replay.en.js").ReplayText} ReplayText */

/** @type {Record<string, () => Promise<{ default: ReplayText }>>} */
const TEXTS = { en: () => import("./replay.en.js"), de: () => import("./replay.de.js") };

/** @param {string} language @returns {Promise<ReplayText>} */
export async function replayText(language) {
  return (await TEXTS[language]()).default;
}
