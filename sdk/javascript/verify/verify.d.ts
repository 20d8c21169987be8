/** "" for a true replay, else the first thing that is wrong, in a sentence. */
export function verify(replay: unknown): string;
