import { Refused } from "../../../sdk/javascript/src/errors.js";
import { attempt } from "./attempt.js";

/** What is done and told of an action, with a line or without. @param {boolean} alive @param {() => Promise<unknown>} action */
async function told(alive, action) {
  /** @type {unknown[]} */
  const said = [];
  const shell = /** @type {any} */ ({
    line: { alive },
    outage: "lost",
    text: { errors: { unreachable: "unreachable" } },
    failed: (/** @type {Error} */ { message }) => said.push(message),
    tell: (/** @type {{ text: string }} */ notice) => said.push((shell.notice = notice).text),
    dismiss: () => said.push("dismissed"),
  });
  return [await attempt(shell, action), ...said];
}

/** @param {unknown} one @param {unknown} other */
function same(one, other) {
  if (JSON.stringify(one) !== JSON.stringify(other)) {
    throw new Error(`${JSON.stringify(one)} is not ${JSON.stringify(other)}`);
  }
}

Deno.test("it is tried also where the line counts as lost, which is said", async () => {
  same(await told(true, () => Promise.resolve(7)), [7]);
  same(await told(false, () => Promise.resolve(7)), [7, "lost", "dismissed"]);
});

Deno.test("what goes wrong is told, and without a line that there is none", async () => {
  const module = () => Promise.reject(new TypeError("no module"));
  same(await told(true, module), [undefined, "no module"]);
  same(await told(false, module), [undefined, "lost", "unreachable"]);
  const { message } = new Refused(409, {});
  same(await told(true, () => Promise.reject(new Refused(409, {}))), [undefined, message]);
});
