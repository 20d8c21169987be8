import type { Strength } from "./recipe.js";
/** What players see of a strength. */
export function rating(of: Strength): number;
