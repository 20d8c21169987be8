// The types of what marked.js has, as far as the table uses it.

export interface Cell {
  align: "left" | "center" | "right" | null;
  tokens: Token[];
}
export interface Token {
  type: string;
  raw: string;
  text?: string;
  href?: string;
  depth?: number;
  ordered?: boolean;
  start?: number | "";
  tokens?: Token[];
  items?: Token[];
  header?: Cell[];
  rows?: Cell[][];
}
export class Lexer {
  static lex(source: string): Token[];
}
