/** The terms of a match, in hex, from its settings as the service shows them. */
export function termsOf(match: unknown): string;
