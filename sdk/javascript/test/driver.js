// The driver of the JavaScript SDK for the list of faults in tests/sdk, whose README has the protocol.

import { createInterface } from "node:readline";
import process from "node:process";
import { Bot, Croupier, NotProven, Refused, Unreachable } from "../src/index.js";

const input = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const say = (/** @type {unknown[]} */ ...words) => process.stdout.write(`${words.join(" ")}\n`);

// Bots log their matches, but the standard output is for what this driver sees: what they have played in all.
console.log = (text) => {
  const [, played] = `${text}`.split(" has played ");
  if (played) say(played);
  else console.error(text);
};

/** A bot that answers requests for undo by default, and plays the match that there is. */
class Percy extends Bot {
  games = ["lost-cities", "livingstone", "just4fun"];
  offers = false;
  seeks = false;

  choose({ moves }) {
    return moves[0];
  }
}

/** A bot that says at which versions it is to move, and how its matches end. */
class Told extends Percy {
  look = 0.1;

  constructor({ offers = false, waits }, settings) {
    super("Percy", settings);
    this.offers = offers;
    this.waits = waits;
  }

  async choose({ version, moves }) {
    say("turn", version);
    if (this.waits.includes(version)) {
      say("waits");
      await input.next();
    }
    return moves[0];
  }

  over({ now: { status, version } }) {
    say("over", status, version);
  }
}

/** A bot that says when it is asked, and answers as it was told to. */
class Asked extends Percy {
  constructor(agrees, settings) {
    super("Percy", settings);
    this.agrees = agrees;
  }

  onUndo({ now }) {
    say("asked", now.undo.toVersion);
    return this.agrees;
  }
}

/** A scenario in the hands of a client. */
class Driver {
  #held;

  /** @param {Croupier} me @param {string} id @param {string} url @param {{ patience: number, silence: number }} settings */
  constructor(me, id, url, settings) {
    this.settings = settings;
    this.me = me;
    this.id = id;
    this.url = url;
  }

  async match() {
    return this.#held ??= await this.me.matches.get(this.id);
  }

  async read() {
    say("read", (await (await this.match()).read()).version);
  }

  async wait() {
    say("waits");
    await input.next();
  }

  async first() {
    return (await (await this.match()).moves()).moves[0];
  }

  async move({ notation }) {
    const match = await this.match();
    const expectedVersion = match.now.version;
    const played = await match.move(notation ?? await this.first(), { expectedVersion });
    say("moved", played.version, ...(played.replayed ? ["again"] : []));
  }

  async open({ match }) {
    this.#seated(await this.me.matches.get(match ?? this.id));
  }

  async create({ game }) {
    this.#seated(await this.me.matches.create({ game }));
  }

  async join() {
    this.#seated(await this.me.matches.join(this.id));
  }

  async seek({ game }) {
    this.#seated(await this.me.seek({ game }));
  }

  async batch({ moves }) {
    const expectedVersion = (await this.match()).now.version;
    const move = await this.first();
    const results = await this.me.matches.play(moves.map(() => ({ matchId: this.id, move, expectedVersion })));
    say("results", ...results.map((each) => each instanceof Refused ? each.code : "moved"));
  }

  async reveal() {
    const { status, version, legalMoves } = await (await this.match()).reveal();
    say("match", status, version, ...(legalMoves?.moves.length ? ["with moves"] : []));
  }

  async turn() {
    const match = await this.match();
    const { legalMoves } = match.now.legalMoves ? match.now : await nextTurn(match);
    say("moved", (await match.move(legalMoves.moves[0])).version);
  }

  async undo({ to }) {
    const { undo, version } = await (await this.match()).undo(to);
    say(undo ? "asked" : "undone", version);
  }

  async refuse() {
    say("kept", (await (await this.match()).refuseUndo()).version);
  }

  async bot({ agrees, until, matches, ...step }) {
    const { token } = this.me;
    if (matches) return await new Told(step, { ...this.settings, token }).run(this.url, { matches });
    const percy = agrees === undefined ? new Percy("Percy", { token }) : new Asked(agrees, { token });
    const end = new AbortController();
    const playing = percy.run(this.url, { signal: end.signal });
    const match = await new Croupier(this.url, { token }).matches.get(this.id);
    for await (const { version, match: now } of match.follow({ after: until[0] - 1 })) {
      if (until.includes(version)) say("reached", version, "seat", ...now.toMove);
      if (version === until.at(-1)) break;
    }
    end.abort();
    await playing;
  }

  async allow({ research }) {
    say(await this.me.allowResearch(research) ? "allowed" : "not allowed");
  }

  async allows() {
    say(await this.me.allowsResearch() ? "allows" : "does not allow");
  }

  async follow({ after, until }) {
    await told(await this.match(), { after }, until);
  }

  async watch() {
    const line = this.me.socket();
    try {
      await told(await line.matches.get(this.id));
    } finally {
      line.close();
    }
  }

  async notices({ until }) {
    for await (const { event, version } of this.me.follow()) {
      say(event, version);
      if (event === until) return;
    }
  }

  async play() {
    const match = await this.match();
    const seen = [];
    for await (const { match: now } of match.follow({ after: 0, include: "legalMoves" })) {
      seen.push(now.version);
      const [move] = now.legalMoves?.moves ?? [];
      if (match.myTurn && move) await match.move(move).catch(late);
    }
    say(seen.every((version, i) => version === i + 1) ? "played" : "gap");
  }

  async proof() {
    const { notMine } = await (await this.match()).proof();
    say(notMine.length ? "not all mine" : "proven");
  }

  #seated(match) {
    this.#held = match;
    say("match", match.now.status, match.now.version);
  }
}

/** Say each version, up to the last one or to this one. */
async function told(match, following, until) {
  for await (const { event, version } of match.follow(following)) {
    say(event === "reset" ? event : "change", version);
    if (version === until) return;
  }
  say("finished");
}

/** The match at the player's next turn behind the version that is known. */
async function nextTurn(match) {
  for await (const { match: now } of match.follow({ after: match.now.version, include: "legalMoves" })) {
    if (now.legalMoves?.moves.length) return now;
  }
}

function late(error) {
  if (!["version_mismatch", "match_not_active"].includes(error.code)) throw error;
}

/** What the protocol calls an error. */
function named(error) {
  if (error instanceof NotProven) return ["not", "proven"];
  if (error instanceof Unreachable) return ["unreachable"];
  if (!(error instanceof Refused)) return ["broken:", error];
  return ["refused", error.code, error.version, error.rule && "rule"].filter((each) => each !== undefined);
}

for (let line; !(line = await input.next()).done;) {
  const { url, token, match, patience, silence, do: steps } = JSON.parse(line.value);
  const me = new Croupier(url, { token, patience, silence });
  const driver = new Driver(me, match, url, { patience, silence });
  try {
    for (const step of steps) await driver[step.do](step);
  } catch (error) {
    say(...named(error));
  }
  say("done");
}
