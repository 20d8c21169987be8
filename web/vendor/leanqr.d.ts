// The types of what leanqr.js has, as far as the table uses it.

export interface Code {
  /** How many modules it is wide and high, without a margin. */
  size: number;
  /** Whether a module is dark. */
  get(x: number, y: number): boolean;
}
export function generate(text: string): Code;
