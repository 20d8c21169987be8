// The id of the player of this browser, which the account that is kept does not have.

/** @type {Map<string, Promise<string>>} */
const known = new Map();

/** Return the id; "" of nobody, or if the service does not tell now. @param {import("../shell/shell.js").Shell} shell @returns {Promise<string>} */
export async function ownId({ session: { me, account } }) {
  if (!account) return "";
  const { token } = account;
  if (!known.has(token)) known.set(token, me.player().then(({ id }) => id));
  try {
    return await /** @type {Promise<string>} */ (known.get(token));
  } catch {
    known.delete(token);
    return "";
  }
}
