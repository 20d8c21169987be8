// From a list of moves in writing to choices word by word, for games that have no board of their own.

/** @typedef {{ notation: string }} Move */
/**
 * A choice: `word` is what is written on it. With `move` it is a whole move, else `rest` are the choices that follow.
 * @template {Move} M
 * @typedef {{ word: string, move?: M, rest?: Step<M>[] }} Step
 */

/** Up to so many moves are shown at once, without asking for their first word. */
const FEW = 16;
/** Words, and the parts of a sum. */
const WORD = /[^ +]+/g;
const NUMBERS = new Intl.Collator("en", { numeric: true });

/**
 * The choices that lead to each of the moves, in order. Words that all of a group share are one choice.
 * @template {Move} M
 * @param {readonly M[]} moves
 * @returns {Step<M>[]}
 */
export function stepsOf(moves) {
  if (moves.length <= FEW) return sorted(moves.map((move) => ({ word: move.notation, move })));
  return grouped(moves, "");
}

/**
 * @template {Move} M
 * @param {readonly M[]} moves all of which begin with `prefix`
 * @param {string} prefix
 * @returns {Step<M>[]}
 */
function grouped(moves, prefix) {
  /** @type {Map<string, M[]>} */
  const groups = new Map();
  for (const move of moves) {
    const next = nextWord(move.notation, prefix);
    groups.set(next, [...(groups.get(next) ?? []), move]);
  }
  return sorted([...groups].map(([word, group]) => stepOf(word, group)));
}

/**
 * @template {Move} M
 * @param {string} word
 * @param {M[]} group the moves that begin with it
 * @returns {Step<M>}
 */
function stepOf(word, group) {
  if (group.length === 1) return { word: group[0].notation, move: group[0] };
  const whole = group.find(({ notation }) => notation === word);
  const longer = group.filter((move) => move !== whole);
  const rest = longer.length <= FEW
    ? sorted(longer.map((move) => ({ word: move.notation, move })))
    : grouped(longer, word);
  return { word, rest: whole ? [{ word, move: whole }, ...rest] : rest };
}

/** The prefix with one word more. @param {string} notation @param {string} prefix */
function nextWord(notation, prefix) {
  WORD.lastIndex = prefix.length;
  WORD.exec(notation);
  return notation.slice(0, WORD.lastIndex || notation.length);
}

/** @template {Move} M @param {Step<M>[]} steps @returns {Step<M>[]} */
function sorted(steps) {
  return steps.sort((one, other) => NUMBERS.compare(one.word, other.word));
}

/**
 * The choices behind those that were made, as far as they still exist; and those that still do.
 * @template {Move} M
 * @param {Step<M>[]} steps
 * @param {readonly string[]} path the words that were chosen
 * @returns {{ steps: Step<M>[], path: string[] }}
 */
export function behind(steps, path) {
  const [word, ...further] = path;
  const chosen = steps.find((step) => step.word === word && step.rest);
  if (!chosen?.rest) return { steps, path: [] };
  const next = behind(chosen.rest, further);
  return { steps: next.steps, path: [chosen.word, ...next.path] };
}

/**
 * What is written on a choice: its words as a game shows them.
 * @param {string} notation
 * @param {Record<string, string>} words by what the notation has
 */
export function shownAs(notation, words) {
  const exact = words[notation];
  if (exact) return exact;
  return notation.split(" ").map((word) => words[word] ?? word).join(" ");
}
