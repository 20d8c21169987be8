// The verifier of a tournament's log, by docs/pairings.md: `verifyTournament(lines)` computes lots, pairings, results and standings
// anew, and names the first thing that does not follow, by entry and rule.

import { same } from "../json.js";
import { read } from "../lines.js";
import { Refused, dueAfter } from "./decide.js";
import { wrongForm } from "./form.js";
import { follows } from "./lots.js";
import { Tournament } from "./tournament.js";

export { standings } from "./standings.js";

const OF_MEMBERS = {
  ...{ withheld: "withheld", rounds: "rounds", round: "round", tables: "pairing", byes: "bye", repeats: "repeats", endsBy: "endsBy" },
  ...{ startsAt: "startsAt", match: "match", first: "standings", digest: "standings", commitment: "key" },
};
const OF_KINDS = { result: "result", ended: "end" };
const NOTHING_DUE = { result: "table", revealed: "twice" };

export function verifyTournament(lines, head = "") {
  const following = new Following();
  for (const line of lines) following.take(line);
  return following.report(head);
}

// The same line by line, for those who show how far it is. Nothing is read after a finding.
export class Following {
  tournament = null;
  lines = 0;
  finding = null;

  take(line) {
    if (this.finding) return;
    this.lines += 1;
    const { shown, ...wrong } = read(line);
    const found = shown ? wrongForm(shown) ?? this.#follow(shown, line) : wrong;
    if (found) this.finding = { line: this.lines, ...found };
  }

  report(head = "") {
    if (!this.lines) this.finding = { line: 1, rule: "base", says: "the file is empty." };
    if (!this.finding && head && this.tournament.head !== head) {
      const says = `the last line has the hash ${this.tournament.head}, and not the one that was shown.`;
      this.finding = { line: this.lines, rule: "head", says };
    }
    const { tournament, lines: entries, finding } = this;
    return { tournament, entries, finding };
  }

  // What does not hold of the next entry; undefined if it was followed.
  #follow(entry, line) {
    if (!this.tournament && entry.kind !== "created") return { rule: "base", says: "the first entry has to be that of the creation." };
    this.tournament ??= new Tournament(entry);
    const found = wrongChain(this.tournament, entry) ?? wrongEntry(this.tournament, entry);
    if (!found) this.tournament.evolve(entry, line);
    return found;
  }
}

function wrongChain(it, { version, prev, at }) {
  if (version !== it.version + 1) return { rule: "version", says: `entry ${it.version + 1} has to come here.` };
  if (prev !== it.head) return { rule: "link", says: "prev is not the SHA-256 of the line before." };
  if (at < it.at) return { rule: "time", says: "it is earlier than the entry before." };
}

function wrongEntry(it, entry) {
  if (entry.key && !follows(entry.key, it.key)) return { rule: "key", says: "the key is not the next one of those that were bound." };
  try {
    const due = dueAfter(it, entry);
    if (!due) return { rule: NOTHING_DUE[entry.kind] ?? "early", says: "nothing of that kind is due now." };
    if (due.kind !== entry.kind) return { rule: "due", says: `an entry of the kind ${due.kind} has to come here.` };
    return difference(entry, due);
  } catch (error) {
    if (error instanceof Refused) return { rule: error.rule, says: error.message };
    throw error;
  }
}

// The first member that is another one than is due.
function difference(entry, due) {
  const name = Object.keys(due).find((each) => !same(entry[each], due[each]));
  if (!name) return undefined;
  return { rule: OF_MEMBERS[name] ?? OF_KINDS[entry.kind] ?? "due", says: sentence(entry, due, name) };
}

function sentence(entry, due, name) {
  if (entry.kind === "standings") return `${name} of the standings is not what follows from the results.`;
  if (name !== "tables") return `${name} is ${JSON.stringify(entry[name])}, and has to be ${JSON.stringify(due[name])}.`;
  const at = due.tables.findIndex((table, i) => !same(table, entry.tables[i] ?? null));
  if (at < 0 || !entry.tables[at]) return `round ${entry.round} has ${entry.tables.length} tables, and must have ${due.tables.length}.`;
  return `table ${at + 1} of round ${entry.round} is ${entry.tables[at].join(" - ")}, and has to be ${due.tables[at].join(" - ")}.`;
}
