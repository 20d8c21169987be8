// Which options of its rules a game asks for, and in which words: as its package says, or else as the service describes them.

import { dataOf, languageOf, webOf } from "../../boards/games.js";

/** @typedef {import("../shell/shell.js").Shell} Shell */
/**
 * An option: a switch if it has `on`, the value that it has then; one of some values if it has `of`. Else it is a number,
 * a list of as many numbers as `usual` has, or a number for each of its names; each from `least`, or 0, to `most`.
 * @typedef {{ usual: any, on?: any, of?: any[], least?: number, most?: number, told?: boolean, lengthens?: boolean }} Field `told`: also as usual; `lengthens`: a match takes longer in proportion to it
 */
/**
 * The words of a language: of each option, of values and names by option, and what else is to be said.
 * @typedef {{ labels: Record<string, string>, values?: Record<string, Record<string, string>>, note?: string }} Words
 */
/** @typedef {{ fields: Record<string, Field>, words: Words }} Form */

/** What is said of an option is cut, since it may be as long as whoever opened the table wants. */
const LONGEST = 120;

/** Those that are loaded, by game and language; null while one is on its way. @type {Map<string, Form | null>} */
const forms = new Map();

/**
 * The form of a game once it is loaded; then the shell has changed.
 * @param {Shell} shell
 * @param {string} game
 * @returns {Form | undefined}
 */
export function formOf(shell, game) {
  const { language } = shell.text;
  const key = `${game} ${language}`;
  if (!forms.has(key)) {
    forms.set(key, null);
    load(shell, game, language).then((form) => {
      forms.set(key, form);
      shell.changed();
    }, () => forms.delete(key)); // whatever is drawn next tries again
  }
  return forms.get(key) ?? undefined;
}

/** @param {Shell} shell @param {string} game @param {string} language @returns {Promise<Form>} */
async function load({ me }, game, language) {
  const own = webOf(game)?.options && await dataOf(game, "options.json");
  if (!own) {
    return described((await me.games()).find(({ id }) => id === game) ?? { options: { schema: {}, defaults: {} } });
  }
  const { fields, words } = await own.json();
  return { fields, words: words[languageOf(Object.keys(words), language)] };
}

/**
 * The form of a game that has none of its own: what is one of some values, or a number.
 * @param {{ options: { schema: any, defaults: any } }} game
 * @returns {Form}
 */
export function described({ options: { schema, defaults } }) {
  /** @type {Record<string, Field>} */
  const fields = {};
  for (const [name, { type, enum: of, minimum, maximum }] of Object.entries(schema.properties ?? {})) {
    const usual = defaults[name] ?? "";
    if (type === "boolean") fields[name] = { usual, on: true };
    else if (of) fields[name] = { usual, of: usual === "" ? ["", ...of] : of };
    else if (type === "integer") fields[name] = { usual, least: minimum, most: maximum };
  }
  const labels = Object.fromEntries(Object.keys(fields).map((name) => [name, spaced(name)]));
  return { fields, words: { labels } };
}

/** "startSeat" as "Start seat". @param {string} name */
function spaced(name) {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * What is to be said of a table's options before one sits down: those that are set otherwise than usual, and some always.
 * @param {Form["fields"]} fields
 * @param {Record<string, unknown>} options
 * @param {boolean} [always] whether those are told that always are
 * @returns {[string, unknown][]}
 */
export function toldOf(fields, options, always = true) {
  return Object.entries(fields)
    .map(([name, field]) => /** @type {const} */ ([field, name, name in options ? options[name] : field.usual]))
    .filter(([{ told, usual }, , value]) => (always && told) || !same(value, usual))
    .map(([, name, value]) => [name, value]);
}

/** Whether an option is as it usually is. @param {any} one @param {Field["usual"]} usual */
function same(one, usual) {
  if (typeof usual !== "object" || Array.isArray(usual)) return `${one}` === `${usual}`;
  return Object.entries(usual).every(([name, number]) => one[name] === number);
}

/**
 * An option in words; "" if there is no such one. The value is as whoever opened the table has it.
 * @param {Form} form
 * @param {string} name
 * @param {unknown} value
 */
export function worded({ fields, words: { labels, values = {} } }, name, value) {
  if (!Object.hasOwn(fields, name)) return "";
  const { on, usual } = fields[name];
  if (on !== undefined) return value === on ? labels[name] : "";
  const of = values[name] ?? {};
  if (typeof usual === "object" && !Array.isArray(usual)) {
    const all = Object.entries(value ?? {}).filter(([each]) => Object.hasOwn(usual, each));
    return `${labels[name]}: ${all.map(([each, number]) => `${of[each] ?? each} ${number}`).join(", ")}`.slice(
      0,
      LONGEST,
    );
  }
  const said = Array.isArray(value) ? value.join(", ") : Object.hasOwn(of, `${value}`) ? of[`${value}`] : `${value}`;
  return `${labels[name]}: ${said}`.slice(0, LONGEST);
}
