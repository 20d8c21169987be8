/** So many are looked at for those that are wanted: the rest is for another day. */
const LOOKED_AT = 200;

/**
 * The first of many that are wanted, without asking for all of them.
 * @template T
 * @param {AsyncIterable<T>} all
 * @param {number} most
 * @param {(each: T) => boolean} [wanted]
 * @returns {Promise<T[]>}
 */
export async function first(all, most, wanted = () => true) {
  const found = [];
  let seen = 0;
  for await (const each of all) {
    if (wanted(each)) found.push(each);
    if (found.length >= most || ++seen >= LOOKED_AT) break;
  }
  return found;
}
