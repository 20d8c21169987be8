// What may be taken back, and what comes back then: docs/fairness.md, "Taking back".

import { ms } from "./clock.js";
import { isLegal } from "./game.js";
import { must, same } from "./json.js";

const QUIET = ["asked", "agreed", "refused"];
const KINDS = [...QUIET, "undone"];
const MOST_ASKED = 3;
const MOST_VERSIONS = 200;
const LEAST_MS = 5000;

export class Undoing {
  constructor(match, replay) {
    this.match = match;
    this.allowed = replay.match.undoMode === "consent";
    // Copies of the table are made only where they may be needed.
    this.past = replay.log.some((entry) => KINDS.includes(entry.kind)) ? new Map() : undefined;
    this.asks = [];
    this.request = undefined;
  }

  // Before an entry of another kind: it ends a request, and a move leaves only its own seat's to count.
  outlive({ kind, seat }) {
    if (KINDS.includes(kind)) return;
    this.request = undefined;
    if (kind === "move") this.asks = this.asks.filter((each) => each === seat);
  }

  // After each entry.
  remember(entry) {
    if (!this.past) return;
    const { clock, start, events, told, forced } = this.match;
    const left = clock ? [...clock.left] : [];
    const state = structuredClone(this.match.state);
    this.past.set(entry.version, { entry, told, forced, events, start, left, phase: clock?.phase, state });
    this.past.delete(entry.version - MOST_VERSIONS - 1);
  }

  asked(entry) {
    must(!this.request, "another request was open.");
    must(!this.check(entry), "only its own choice is taken back, and nobody has to agree.");
    must(entry.needs.length && same(entry.needs, this.needs(entry)), "others have to agree.");
    this.request = { seat: entry.seat, to: entry.to, needs: entry.needs, all: entry.needs };
    this.asks.push(entry.seat);
    this.match.start += 1;
  }

  agreed({ seat }) {
    const { needs } = this.open();
    must(needs.includes(seat), `seat ${seat} did not have to agree.`);
    must(needs.length > 1, "with the last to agree, the table is restored.");
    this.request.needs = needs.filter((each) => each !== seat);
    this.match.start += 1;
  }

  refused({ seat }) {
    const { seat: asker, all } = this.open();
    must(seat === asker || all.includes(seat), `seat ${seat} could not refuse.`);
    this.request = undefined;
    this.match.start += 1;
  }

  undone(entry) {
    const { request } = this;
    let own;
    if (request) {
      must(entry.to === request.to, "another version was asked for.");
      must(same(request.needs, [entry.seat]), "not all have agreed that had to.");
    } else {
      own = this.check(entry);
      must(own || !this.needs(entry).length, "others have to agree.");
      this.asks.push(entry.seat);
    }
    this.request = undefined;
    const past = this.past.get(entry.to);
    const kept = own ? own.kept : [];
    must(same(entry.kept ?? [], kept) && !("kept" in entry && !kept.length), "other moves stay.");
    const left = this.match.clock ? [...this.match.clock.left] : [];
    this.match.state = own ? own.state : structuredClone(past.state);
    this.match.start = past.start + entry.version - entry.to - (own ? own.steps : 0);
    this.most = past.left.map((rest, seat) => (own && seat !== entry.seat ? left[seat] : rest - this.spent(past, seat)));
    this.mostOfPhase = past.phase === undefined ? Infinity : past.phase - this.spent(past);
  }

  // The table if only the seat's own choice is taken back, and what others have chosen at the same time stays, as if the seat
  // had not chosen; undefined if that makes a difference to anybody.
  without({ version, seat, to }) {
    const { game } = this.match;
    const state = structuredClone(this.past.get(to).state);
    const kept = [];
    let drew = false;
    for (const each of this.moves({ version, to })) {
      if (each.seat === seat) continue;
      const before = this.past.get(each.version - 1);
      if (this.past.get(each.version).forced || !this.alike(before.state, state, each.seat)) return undefined;
      if (!isLegal(game, state, each.seat, each.move)) return undefined;
      const chance = this.match.chanceOf(each.version, before.start);
      const events = game.apply(state, each.seat, each.move, chance);
      if (game.over(state) || !this.tellsTheSame(events, this.past.get(each.version).events)) return undefined;
      drew ||= chance.drawn > 0;
      kept.push(each.version);
    }
    const others = this.match.toMove().filter((each) => each !== seat);
    if (!kept.length && !others.length) return undefined;
    if (!others.every((each) => this.alike(this.match.state, state, each))) return undefined;
    if (!game.toMove(state).includes(seat)) return undefined;
    return { state, kept, steps: drew ? this.moves({ version, to }).length : kept.length };
  }

  // Whether a seat that is to move in one state decides by the same in another.
  alike(one, other, seat) {
    const decided = this.decidedBy(other, seat);
    return decided !== undefined && same(this.decidedBy(one, seat), decided);
  }

  tellsTheSame(events, others) {
    const { game, seats } = this.match;
    const shown = (all, viewer) => all.map((event) => game.eventView(event, viewer));
    return [...seats.keys(), null].every((viewer) => same(shown(events, viewer), shown(others, viewer)));
  }

  // What a seat decides by; undefined unless it is to move.
  decidedBy(state, seat) {
    const { game } = this.match;
    if (!game.toMove(state).includes(seat)) return undefined;
    return [game.legalMoves(state, seat), game.decisionView(game.view(state, seat))];
  }

  // After the clock has been charged: nobody gains time.
  limit(clock) {
    clock.left = clock.left.map((left, seat) => Math.min(left, this.most[seat]));
    if (clock.phase !== undefined) clock.phase = Math.min(clock.phase, clock.before ?? Infinity, this.mostOfPhase);
  }

  // What the seat that moved then had thought; in a phase with a time of its own, nobody's time but that of the phase is spent.
  spent(past, seat) {
    const first = this.past.get(past.entry.version + 1).entry;
    const own = past.phase === undefined ? first.seat === seat : seat === undefined;
    return own ? ms(first.time) - ms(past.entry.time) : 0;
  }

  open() {
    must(this.match.status === "active", "the match was not running.");
    must(this.request, "nobody had asked to take anything back.");
    return this.request;
  }

  check({ version, seat, to }) {
    must(this.match.status === "active", "the match was not running.");
    must(this.allowed, "in this match, nothing is taken back.");
    must(!this.match.seats[seat].resigned, `seat ${seat} had resigned.`);
    must(this.asks.filter((each) => each === seat).length < MOST_ASKED, `seat ${seat} had asked too often.`);
    must(0 < to && to < version - 1 && version - 1 - to <= MOST_VERSIONS, "there is no such version to return to.");
    must(this.past.get(to).state !== null, "the match had not begun.");
    const taken = this.since(version, to);
    const { entry } = taken[0];
    must(entry.kind === "move" && entry.seat === seat, "the move after that version is another's.");
    must(taken.every(({ entry: { kind } }) => kind === "move" || QUIET.includes(kind)), "only moves are taken back.");
    const movers = this.moves({ version, to }).map((each) => each.seat);
    const other = movers.findIndex((each) => each !== seat);
    must(other < 0 || !movers.slice(other).includes(seat), "only the last turn is taken back.");
    const past = this.past.get(to);
    const left = past.left[seat] - this.spent(past, seat);
    must(!this.match.clock || left >= LEAST_MS, "the asker would have nearly no time left.");
    const own = this.without({ version, seat, to });
    // What others have chosen meanwhile is not asked: it stays.
    const asked = own ? taken.filter((each) => each.entry.seat === seat) : taken;
    must(!asked.some(({ told }) => told), "what was hidden has been seen since, or chance was asked.");
    return own;
  }

  needs({ version, seat, to }) {
    const moved = this.moves({ version, to }).some((each) => each.seat !== seat);
    const passed = this.match.clock && !this.match.toMove().includes(seat);
    return moved || passed ? this.match.seats.flatMap((each, i) => (i === seat || each.resigned ? [] : [i])) : [];
  }

  moves({ version, to }) {
    return this.since(version, to).flatMap(({ entry }) => (entry.kind === "move" ? [entry] : []));
  }

  since(version, to) {
    return Array.from({ length: version - 1 - to }, (_, i) => this.past.get(to + 1 + i));
  }
}
