// The way to a table of a tournament, whose match may be there some seconds after its round was paired.

import { Refused } from "../../../sdk/javascript/src/errors.js";
import { sleep } from "../../../sdk/javascript/src/pause.js";
import { attempt } from "../shell/attempt.js";

/** It is asked for so often, with so many seconds between. */
const TRIES = 20;
const PAUSE = 0.5;

/** Go to a match as soon as it is there. @param {import("../shell/shell.js").Shell} shell @param {string} id */
export async function enter(shell, id) {
  await attempt(shell, async () => {
    for (let tries = 1; !await isThere(shell, id, tries); tries++) await sleep(PAUSE);
    shell.router.go(`/m/${id}`);
  });
}

/** @param {import("../shell/shell.js").Shell} shell @param {string} id @param {number} tries */
async function isThere({ me }, id, tries) {
  try {
    await me.matches.get(id);
    return true;
  } catch (error) {
    if (tries < TRIES && error instanceof Refused && error.status === 404) return false;
    throw error;
  }
}

/** What a link to a table does: it waits for the match, and is no way out of the page meanwhile. @param {import("../shell/shell.js").Shell} shell @param {string} id */
export const entering = (shell, id) => (/** @type {MouseEvent} */ event) => {
  if (event.button || event.metaKey || event.ctrlKey || event.shiftKey) return undefined;
  event.preventDefault();
  return enter(shell, id);
};
