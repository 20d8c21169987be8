// A match as its log makes it: what can follow what, who is dealt what, and how it ends.

import { Chance, matchKey, sealOf } from "./chance.js";
import { Clock, milliseconds, ms } from "./clock.js";
import { checkMove } from "./game.js";
import { must, same } from "./json.js";
import { hex } from "./sha256.js";
import { Undoing } from "./undo.js";

const MEMBERS = ["version", "kind", "seat", "move", "time", "prev", "hash"];
const PRINTABLE = /^[ -~]+$/;

export class Match {
  constructor(game, replay) {
    const { match, serverSeed, entropy } = replay;
    this.game = game;
    this.given = match;
    this.options = match.options;
    this.sealed = match.deal === "sealed";
    this.seed = serverSeed;
    this.entropy = entropy;
    this.reveal = milliseconds(match.fairness.reveal);
    const { goneAfter } = match;
    const isTime = goneAfter === null || (60_000 <= milliseconds(goneAfter) && milliseconds(goneAfter) <= 86_400_000);
    must(isTime, "goneAfter is 60 s to a day.");
    must(this.sealed || !this.reveal, "reveal is for sealed deals.");
    must(!this.sealed || (5000 <= this.reveal && this.reveal <= 86_400_000), "reveal is 5 s to a day.");
    this.seats = match.seats.map(() => ({ taken: false, resigned: false, seal: null, entropy: null }));
    this.clock = match.clock ? new Clock(match.clock, this.seats.length) : undefined;
    this.status = "waiting";
    this.state = null;
    this.events = [];
    const says = match.clock?.onTimeout !== "rules" || game.onTimeout;
    must(says, "the rules of this game do not say what a seat does that is late.");
    this.version = 0;
    this.late = [];
    this.undoing = new Undoing(this, replay);
  }

  follow(entry) {
    this.checkMembers(entry);
    must(this.seats[entry.seat], `there is no seat ${entry.seat}.`);
    must((entry.kind === "created") === (entry.version === 1), "the first entry, and no other, is created.");
    must(!this.time || entry.time >= this.time, "its time is before that of the entry before.");
    must(this.status !== "over", "the match has ended.");
    this.checkDeadlines(entry);
    this.checkForced(entry);
    const before = this.deciders();
    const phase = this.phase();
    this.passed = ms(entry.time) - ms(this.time ?? entry.time);
    const running = this.status === "active";
    this.version = entry.version;
    this.time = entry.time;
    this.events = [];
    this.told = false;
    this.forced = this.chance !== undefined;
    this.undoing.outlive(entry);
    this[entry.kind](entry);
    if (this.clock && running) this.clock.charge(entry, this.passed, before, this.deciders());
    if (this.clock) this.clock.enter(this.phase()?.full, this.goesOn(phase, entry), this.passed);
    if (this.clock && entry.kind === "undone") this.undoing.limit(this.clock);
    this.undoing.remember(entry);
  }

  checkMembers(entry) {
    const { kind } = entry;
    const seated = kind === "created" || kind === "joined";
    const more = [];
    if (this.sealed && seated) more.push("seal");
    if (kind === "revealed") more.push("entropy");
    if (kind === "aborted" && "withheld" in entry) more.push("withheld");
    if (kind === "aborted" && "note" in entry) more.push("note");
    if (kind === "timeout") more.push("late");
    if (kind === "claimed" || (kind === "aborted" && "gone" in entry)) more.push("gone");
    if (kind === "asked") more.push("needs");
    if (kind === "asked" || kind === "undone") more.push("to");
    if (kind === "undone" && "kept" in entry) more.push("kept");
    const due = [...MEMBERS, ...more].sort();
    must(same(Object.keys(entry).sort(), due), `it should have the members ${due.join(", ")}.`);
    must((entry.move !== null) === (kind === "move"), "moves, and no other entries, have a move.");
    must(!("note" in entry) || PRINTABLE.test(entry.note), "a note is printable ASCII.");
    must(!("withheld" in entry) || entry.withheld.length > 0, "somebody withheld.");
    const reasons = ["withheld", "note", "gone"].filter((name) => name in entry);
    must(reasons.length < 2, "a match is aborted for one reason.");
  }

  // The seats that are to move and have not resigned.
  deciders() {
    return this.toMove().filter((seat) => !this.seats[seat].resigned);
  }

  // The time that a phase has of its own, undefined without one, and who is to move in it.
  phase() {
    return { full: this.status === "active" ? this.game.phaseMs(this.state) ?? undefined : undefined, due: [...this.toMove()] };
  }

  // Whether it is still the phase before the entry: with another time, or one in which somebody is to move who was not, or who
  // has just moved, it is another one.
  goesOn({ full, due }, { kind, seat }) {
    const now = this.phase();
    if (now.full !== full || full === undefined) return now.full === full;
    return now.due.every((each) => due.includes(each) && !(kind === "move" && each === seat));
  }

  toMove() {
    return this.status === "active" ? this.game.toMove(this.state) : [];
  }

  checkDeadlines(entry) {
    const now = ms(entry.time);
    this.due = undefined;
    if (this.revealBy !== undefined) {
      must(now < this.revealBy || entry.withheld, "the time to reveal had passed.");
    } else if (this.late.length) {
      const follows = entry.kind === "move" && entry.time === this.time;
      must(follows, `seat ${this.late[0]} was late: a move for it must follow, at the same time.`);
    } else if (this.clock && this.time) {
      this.due = this.clock.due(this.deciders(), ms(this.time));
      const passed = this.due && now >= this.due.at;
      const inTime = !passed || entry.kind === "timeout" || this.tookNoTime(entry);
      must(inTime, "the deadline had passed, and there was no time-out.");
    }
  }

  // Whether the server added the entry by itself: at once, even if a bank is empty.
  tookNoTime({ kind, seat, time, note }) {
    const forced = kind === "move" && this.seats[seat].resigned;
    return time === this.time && (forced || note !== undefined);
  }

  checkForced(entry) {
    this.chance = undefined;
    if (this.status !== "active") return;
    const seat = this.toMove().find((each) => this.seats[each].resigned || this.late.includes(each));
    if (seat === undefined || (entry.kind === "aborted" && entry.note)) return;
    const follows = entry.kind === "move" && entry.seat === seat && entry.time === this.time;
    must(follows, `the server had to move for seat ${seat}, at the same time.`);
    this.chance = this.chanceOf(entry.version);
    if (!this.seats[seat].resigned && (this.clock.onTimeout === "rules" || this.clock.phase !== undefined)) {
      const said = this.game.onTimeout(this.state, seat);
      return must(same(entry.move, said), `the move of seat ${seat} is not the one that the rules say for it.`);
    }
    const moves = this.game.legalMoves(this.state, seat);
    const drawn = moves[this.chance.below(moves.length)];
    must(same(entry.move, drawn), `the move of seat ${seat} is not the one that was drawn for it.`);
  }

  chanceOf(version, start = this.start) {
    this.key ??= matchKey(this.seed, this.entropyOfSeats(), (this.given.dealOf ?? this.given).id);
    return new Chance(this.key, version - start);
  }

  entropyOfSeats() {
    return this.sealed ? this.seats.map((seat) => seat.entropy) : this.entropy;
  }

  mustWait() {
    must(this.status === "waiting", "the match has begun.");
  }

  mustNotReveal() {
    this.mustWait();
    must(this.revealBy === undefined, "the revealing has begun.");
  }

  created(entry) {
    must(entry.seat === 0, "the creator has seat 0.");
    this.joined(entry);
  }

  joined(entry) {
    this.mustNotReveal();
    const seat = this.seats[entry.seat];
    must(!seat.taken, `seat ${entry.seat} was taken.`);
    const seal = entry.seal ?? null;
    must(seal === null || this.seats.every((each) => each.seal !== seal), "another seat has the same seal.");
    seat.taken = true;
    seat.seal = seal;
    if (this.full() && this.given.start === "auto") this.begin();
  }

  left(entry) {
    this.mustNotReveal();
    must(this.seats[entry.seat].taken && entry.seat !== 0, "nobody can leave from there.");
    this.free(entry.seat);
  }

  free(seat) {
    this.seats[seat] = { taken: false, resigned: false, seal: null, entropy: null };
  }

  started(entry) {
    this.mustNotReveal();
    must(entry.seat === 0, "only the creator starts.");
    must(this.full(), "not every seat was taken.");
    this.begin();
  }

  full() {
    return this.seats.every((seat) => seat.taken);
  }

  begin() {
    if (this.sealed) this.revealBy = ms(this.time) + this.reveal;
    else this.deal();
  }

  revealed(entry) {
    must(this.revealBy !== undefined, "entropy was revealed before everybody was bound.");
    const seat = this.seats[entry.seat];
    must(seat.entropy === null, `seat ${entry.seat} had revealed.`);
    must(entry.entropy.length === 64, "entropy is 32 bytes.");
    must(hex(sealOf(entry.entropy)) === seat.seal, `the entropy of seat ${entry.seat} does not fit its seal.`);
    seat.entropy = entry.entropy;
    if (this.toReveal().length === 0) this.deal();
  }

  toReveal() {
    return this.seats.flatMap((seat, i) => (seat.entropy === null ? [i] : []));
  }

  deal() {
    this.revealBy = undefined;
    this.start = this.version;
    this.status = "active";
    const chance = this.chanceOf(this.version);
    [this.state, this.events] = this.game.newGame(this.options, this.seats.length, chance);
  }

  move(entry) {
    const { seat, move, version } = entry;
    must(this.status === "active", "the match was not running.");
    must(this.toMove().includes(seat), `seat ${seat} was not to move.`);
    checkMove(this.game, this.state, seat, move);
    const chance = this.chance ?? this.chanceOf(version);
    const phase = this.phase();
    this.events = this.game.apply(this.state, seat, move, chance);
    // Whether it can never be taken back.
    this.told = this.forced || chance.drawn > 0 || this.game.tells(this.events);
    this.seats[seat].moved = true;
    if (this.game.over(this.state)) this.finish("completed");
    const due = this.late.length && this.goesOn(phase, entry) ? this.toMove() : [];
    this.late = this.late.filter((each) => each !== seat && due.includes(each));
  }

  asked(entry) {
    this.undoing.asked(entry);
  }

  agreed(entry) {
    this.undoing.agreed(entry);
  }

  refused(entry) {
    this.undoing.refused(entry);
  }

  undone(entry) {
    this.undoing.undone(entry);
  }

  resigned({ seat }) {
    must(this.status === "active", "the match was not running.");
    must(!this.seats[seat].resigned, `seat ${seat} had resigned.`);
    this.withdraw([seat], "resigned");
  }

  timeout({ seat, time, late }) {
    const due = this.due;
    must(due, "nobody could be late.");
    must(same(late, due.late), `others than the seats ${late} were late.`);
    must(seat === late[0], `seat ${seat} was not the first that was late.`);
    must(ms(time) >= due.at, "the deadline had not passed.");
    if (this.clock.onTimeout !== "forfeit" || this.clock.phase !== undefined) this.late = late;
    else this.withdraw(late, "timeout");
  }

  claimed({ seat, gone }) {
    must(this.status === "active", "the match was not running.");
    this.mustBeGone(seat, gone);
    this.withdraw(gone, "claimed");
  }

  // Those for whom the match waited, for long enough. Who follows it is in no log.
  mustBeGone(seat, gone) {
    const { goneAfter } = this.given;
    must(goneAfter !== null, "nobody is ever gone in this match.");
    must(!this.seats[seat].resigned, `seat ${seat} had resigned.`);
    must(gone.length > 0, "nobody was gone.");
    must(gone.every((each, i) => i === 0 || gone[i - 1] < each), "who was gone is not in order.");
    const due = this.deciders().filter((each) => each !== seat);
    must(gone.every((each) => due.includes(each)), "not all who were gone were to move.");
    must(this.passed >= milliseconds(goneAfter), "not enough time had passed.");
  }

  staying() {
    return this.seats.flatMap((each, i) => (each.resigned ? [] : [i]));
  }

  // By a player of a running match, who has not moved, or whose opponents are all gone.
  calledOff({ seat, gone }) {
    must(!this.seats[seat].resigned, `seat ${seat} had resigned.`);
    if (!gone) return must(!this.seats[seat].moved, `seat ${seat} had moved.`);
    this.mustBeGone(seat, gone);
    must(same(gone, this.staying().filter((each) => each !== seat)), "others were still playing.");
  }

  withdraw(seats, reason) {
    const before = this.seats.flatMap((seat, i) => (seat.resigned ? [i] : []));
    for (const seat of seats) this.seats[seat].resigned = true;
    const left = this.staying().length;
    // With nobody left, the rules rank those who are gone together.
    if (left < 2) this.finish(reason, left ? [...before, ...seats] : before);
  }

  aborted(entry) {
    const { seat, note, withheld, gone, time } = entry;
    const byPlayer = this.status === "active" && !note && !withheld;
    must(seat === 0 || byPlayer, "an aborted match names seat 0.");
    must(!gone || byPlayer, "nobody is gone before the start.");
    if (byPlayer) {
      this.calledOff(entry);
    } else if (withheld) {
      must(this.revealBy !== undefined && ms(time) >= this.revealBy, "there was time to reveal.");
      must(same(withheld, this.toReveal()), "others had not revealed.");
    } else if (!note) {
      this.mustNotReveal();
      this.free(0);
    }
    const all = this.seats.map((_, i) => i);
    this.revealBy = undefined;
    this.status = "over";
    this.outcome = { reason: "aborted", ranking: [all], scores: all.map(() => 0), winners: [] };
  }

  finish(reason, out = this.seats.flatMap((seat, i) => (seat.resigned ? [i] : []))) {
    const gone = [...out].sort((a, b) => a - b);
    const stayed = this.game.ranking(this.state).map((rank) => rank.filter((seat) => !gone.includes(seat)));
    const ranking = [...stayed, gone].filter((rank) => rank.length);
    const lost = this.game.eliminated(this.state);
    this.status = "over";
    const winners = ranking[0].filter((seat) => !lost.includes(seat));
    this.outcome = { reason, ranking, scores: this.game.scores(this.state), winners };
  }
}
