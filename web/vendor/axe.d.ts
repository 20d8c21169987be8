// The types of what axe.js puts into its page, as far as the check of boards uses it.

export interface Violation {
  id: string;
  help: string;
  impact: "minor" | "moderate" | "serious" | "critical";
  /** `html` is the beginning of an element. */
  nodes: { html: string }[];
}

declare global {
  const axe: { run(context: Document, options: object): Promise<{ violations: Violation[] }> };
}
