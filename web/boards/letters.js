// How players are told apart by letters.

import { bare } from "./bidi.js";

/** How a name is made short: each way tells more names apart than the one before. @type {((name: string) => string)[]} */
const WAYS = [
  (name) => [...name].slice(0, 1).join(""),
  (name) => [...name].slice(0, 2).join(""),
  (name) => [name, name.split(/\s+/).at(-1) ?? ""].flatMap((word) => [...word].slice(0, 1)).join(""),
];

/**
 * Return a letter for each player: the initial, or a second one where two players have the same.
 * @param {readonly string[]} names
 */
export function letters(names) {
  const players = names.map(bare);
  return players.map((name, seat) => {
    const alike = players.filter((other) => WAYS[0](other) === WAYS[0](name));
    const way = WAYS.find((short) => new Set(alike.map(short)).size === alike.length);
    return (way?.(name) || `${WAYS[0](name)}${seat + 1}`).toLocaleUpperCase();
  });
}
