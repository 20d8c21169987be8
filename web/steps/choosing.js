// From descriptions of moves, "choose three of these", to what can be chosen one by one.

import { chosen } from "../../sdk/javascript/src/choosing.js";

/** @typedef {import("../../sdk/javascript/types/api.js").ChooseMoves} ChooseMoves */
/** One of the things; of equal ones, each has a key. @typedef {{ key: string, value: unknown, text: string }} Thing */
/**
 * The moves that differ in what they choose only: one description, or several, as of sets that are each of one rank.
 * @typedef {{ name: string, things: Thing[], forms: ChooseMoves[] }} Kind
 */

/** The kinds of moves that are described. @param {readonly ChooseMoves[]} choose @returns {Kind[]} */
export function kindsOf(choose) {
  /** @type {Map<string, ChooseMoves[]>} */
  const kinds = new Map();
  for (const each of choose) {
    const kind = JSON.stringify([each.move, each.member]);
    kinds.set(kind, [...(kinds.get(kind) ?? []), each]);
  }
  /** @type {Kind[]} */
  const all = [];
  for (const forms of kinds.values()) all.push({ name: nameOf(forms[0], all), things: thingsOf(forms), forms });
  return all;
}

/** What the moves are called, and none of the others. @param {ChooseMoves} form @param {Kind[]} others */
function nameOf({ member }, others) {
  const [word] = member.split(".");
  const alike = others.filter(({ name }) => name.split(" ")[0] === word).length;
  return alike ? `${word} ${alike + 1}` : word;
}

/** @param {ChooseMoves[]} forms @returns {Thing[]} */
function thingsOf(forms) {
  /** @type {Map<string, Thing>} */
  const things = new Map();
  for (const { value, text, count } of forms.flatMap(({ of }) => of)) {
    for (let number = 0; number < count; number++) {
      const key = `${JSON.stringify(value)} ${number}`;
      things.set(key, { key, value, text });
    }
  }
  return [...things.values()];
}

/**
 * The moves that no description makes.
 * @template {{ move: unknown }} M
 * @param {readonly M[]} moves
 * @param {readonly ChooseMoves[]} choose
 */
export function othersOf(moves, choose) {
  return moves.filter(({ move }) => !choose.some((form) => isOf(move, form.move, form.member.split("."))));
}

/**
 * Whether a move is the described one but for its member.
 * @param {any} move
 * @param {any} described
 * @param {string[]} path
 * @returns {boolean}
 */
function isOf(move, described, [name, ...path]) {
  const names = (/** @type {any} */ each) => Object.keys(each ?? {}).sort().join();
  if (names(move) !== names(described)) return false;
  const rest = (/** @type {any} */ each) => JSON.stringify({ ...each, [name]: null });
  return rest(move) === rest(described) && (!path.length || isOf(move[name], described[name], path));
}

/** Whether one of the things may be chosen beside those that are. @param {Kind} kind @param {readonly Thing[]} picked @param {Thing} thing */
export function mayChoose({ forms }, picked, thing) {
  return forms.some((form) => picked.length < form.most && fits(form, [...picked, thing]));
}

/** The description of which this is a whole choice. @param {Kind} kind @param {readonly Thing[]} picked */
export function whole({ forms }, picked) {
  return forms.find((form) => picked.length >= form.least && picked.length <= form.most && fits(form, picked));
}

/** The least and the most that can be chosen. @param {Kind} kind */
export function amount({ forms }) {
  return { least: Math.min(...forms.map(({ least }) => least)), most: Math.max(...forms.map(({ most }) => most)) };
}

/** The move of a whole choice. @param {ChooseMoves} form @param {readonly Thing[]} picked */
export function moveOf(form, picked) {
  const notation = picked.map(({ text }) => text).join(", ");
  return { move: chosen(form, picked.map(({ value }) => value)), notation };
}

/** Whether all that is picked is there in a description. @param {ChooseMoves} form @param {readonly Thing[]} picked */
function fits({ of }, picked) {
  return picked.every(({ value }) => {
    const times = picked.filter((other) => same(other.value, value)).length;
    return of.some((each) => same(each.value, value) && each.count >= times);
  });
}

/** @param {unknown} one @param {unknown} other */
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
