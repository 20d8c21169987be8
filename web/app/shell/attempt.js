// What is done also where the line counts as lost: it may be back, and nobody else may ask on this page whether it is.

import { Unreachable } from "../../../sdk/javascript/src/errors.js";

/** @typedef {import("./shell.js").Shell} Shell */

/**
 * Do something, and tell of what goes wrong. Without a line, it is said that there is none, and requests go on for some seconds.
 * @template T
 * @param {Pick<Shell, "line" | "outage" | "notice" | "text" | "tell" | "dismiss" | "failed">} shell
 * @param {() => Promise<T>} action
 * @returns {Promise<T | undefined>}
 */
export async function attempt(shell, action) {
  const { text: { errors } } = shell;
  /** @type {import("./shell.js").Notice | undefined} */
  const outage = shell.line.alive ? undefined : { kind: "note", text: shell.outage };
  if (outage) shell.tell(outage);
  try {
    const done = await action();
    if (outage && shell.notice === outage) shell.dismiss();
    return done;
  } catch (error) {
    // A module that has not come says so in words of the browser.
    if (shell.line.alive || error instanceof Unreachable) shell.failed(error);
    else shell.tell({ kind: "error", text: errors.unreachable });
    return undefined;
  }
}
