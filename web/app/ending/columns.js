// The points of an ended match as columns, a group for each round or source and a bar for each seat: pure functions.

/** @typedef {{ seat: number, points: number, x: number, y: number, width: number, height: number }} Bar in parts of 1 */
/** @typedef {{ zero: number, groups: Bar[][] }} Columns `zero` is the height of the axis, from the top */

/** @typedef {import("../../boards/guide.js").Summary["parts"][number]} Part */

/** With more groups than this, their names are short. */
const FEW = 5;
/** How much of the width of a group is empty. */
const GAP = 0.24;

/**
 * Return where the bars are, in fractions of a picture's width and height.
 * @param {readonly { points: readonly number[] }[]} parts
 * @returns {Columns}
 */
export function columns(parts) {
  const all = parts.flatMap(({ points }) => points);
  const most = Math.max(0, ...all);
  const span = most - Math.min(0, ...all) || 1;
  return {
    zero: most / span,
    groups: parts.map(({ points }, at) =>
      points.map((each, seat) => {
        const width = (1 - GAP) / points.length / parts.length;
        const x = (at + GAP / 2) / parts.length + seat * width;
        return { seat, points: each, x, y: (most - Math.max(each, 0)) / span, width, height: Math.abs(each) / span };
      })
    ),
  };
}

/**
 * Return the sources of points that tell more than the sums do: without those of which nobody has any, and none if a row
 * has won, or if one is all.
 * @param {import("../../boards/guide.js").Summary | undefined} summary
 */
export function telling(summary) {
  const parts = summary?.parts.filter(({ points }) => points.some(Boolean)) ?? [];
  return parts.length > 1 && !summary?.row ? parts : [];
}

/** Return how a source of points is called. @param {Part} part @param {import("../../text/game.js").GameText | undefined} game */
export function partName(part, game) {
  const words = game?.parts?.[part.name];
  return typeof words === "function" ? words(part) : words ?? part.name;
}

/**
 * Return names for little room: "Round 7" is "7" where there are many rounds.
 * @param {readonly { name: string }[]} parts
 * @param {readonly string[]} names
 */
export function shortened(parts, names) {
  if (names.length <= FEW) return names;
  return names.map((name, at) => {
    const alike = names.filter((_, it) => it !== at && parts[it].name === parts[at].name);
    const start = name.slice(0, name.lastIndexOf(" ") + 1);
    return alike.length && alike.every((other) => other.startsWith(start)) ? name.slice(start.length) : name;
  });
}
