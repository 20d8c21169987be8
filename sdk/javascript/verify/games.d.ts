import type { Recomputed } from "./verify.js";

/** The game of a replay; undefined for one that this package cannot recompute. */
export function gameOf(replay: unknown): Promise<Recomputed | undefined>;
