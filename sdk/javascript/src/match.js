import { remaining } from "./clock.js";
import { NotProven } from "./errors.js";
import { encoded } from "./move.js";
import { forgetSince, mustReveal, note, noteHead } from "./notes.js";
import { checkedId } from "./session.js";
import { heard, versions } from "./stream.js";

/** @typedef {import("../types/api.js").Game} Game */
/** @typedef {import("../types/api.js").MatchView} MatchView */
/** @typedef {import("../types/api.js").Following} Following */
/** @typedef {import("./session.js").Session} Session */

/**
 * A match as its player holds it.
 * @template {Game} [G=Game]
 */
export class Match {
  #session;
  /** @type {Promise<string> | undefined} */
  #seal;
  /** What the moves that were listed last are for. @type {{ version: number, decision: number | null }} */
  #listed = { version: 0, decision: null };
  /** The decision for which this client has moved last. @type {number | undefined} */
  #decided;
  /** Whether the caller has revealed, though a version of before may still come. */
  #revealed = false;

  /**
   * @param {Session} session
   * @param {import("../types/api.js").ViewOf<G>} view
   */
  constructor(session, view) {
    this.#session = session;
    this.id = view.id;
    /** The latest that this client has seen of it. */
    this.now = view;
    this.#saw(view);
  }

  /**
   * Whether the caller's seat must decide in `now`, and has not done so by this client: where others choose at the same
   * time, their versions may be told after one's own move.
   */
  get myTurn() {
    const { yourSeat, yourDecision, toMove } = this.now;
    return yourSeat !== null && toMove.includes(yourSeat) && yourDecision !== this.#decided;
  }

  /** Whether it has ended. */
  get over() {
    return this.now.status === "finished" || this.now.status === "aborted";
  }

  /** Whether the caller has won it. */
  get won() {
    const { outcome, yourSeat } = this.now;
    return Boolean(outcome && yourSeat !== null && outcome.winners.includes(yourSeat));
  }

  /**
   * The seconds that a seat has left, by the server's clock; null without a limit.
   * @param {number} seat
   */
  remaining(seat) {
    return remaining(this.now, seat, this.#session.clock.now());
  }

  /** The match as it is now, with the caller's legal moves. */
  async read() {
    this.#revealed = false; // the service may have gone back to before that
    this.#decided = undefined;
    return await this.#withMoves(await this.#see(await this.#get("", { include: "legalMoves" })));
  }

  /**
   * The match as the caller could see it at an earlier version; once it has ended, also as others could.
   * @param {number} version
   * @param {import("../types/api.js").Eyes} [as]
   * @returns {Promise<import("../types/api.js").ViewOf<G>>}
   */
  at(version, as) {
    return this.#get("", { atVersion: version, as });
  }

  /**
   * The table drawn for people: as it is now, or as `at` shows it.
   * @param {number} [version]
   * @param {import("../types/api.js").Eyes} [as]
   * @returns {Promise<string>}
   */
  text(version, as) {
    const query = { atVersion: version, as };
    return this.#session.call("GET", this.#path(), { query, accept: "text/plain" });
  }

  /**
   * What the caller's seat may do now.
   * @returns {Promise<import("../types/api.js").LegalMovesOf<G>>}
   */
  async moves() {
    const legal = await this.#session.legalMoves(this.id);
    this.#listed = legal;
    return legal;
  }

  /**
   * Make a move for `expectedDecision`: if nothing is expected, for that of the latest version that was seen.
   * @param {import("../types/api.js").Move<G>} move
   * @param {import("../types/api.js").Moving} [moving]
   * @returns {Promise<import("../types/api.js").Played<G>>}
   * @throws {import("./errors.js").Refused}
   */
  async move(move, { view, include, ...expected } = {}) {
    const { expectedVersion, expectedDecision } = this.#expected(expected);
    const body = { ...encoded(move), expectedVersion, expectedDecision };
    const played = await this.#session.play(this.id, body, { view, include });
    this.#session.notes.of(this.id).moves[played.version] = body.move ?? null;
    this.#decided = expectedDecision;
    if (played.match && played.version > this.now.version) this.#saw(played.match);
    return played;
  }

  /**
   * Each version once and in order, until the match has ended: cuts, silence and goodbyes are made
   * good. In a sealed deal, it reveals, unless only the past is looked at. It begins with the version
   * `after` itself if the legal moves are asked for, and those of `now` are not known.
   * @template {Following} [F={}]
   * @param {F} [following]
   * @returns {AsyncGenerator<F extends { view: "none" } ? import("../types/api.js").Brief<G>
   *   : import("../types/api.js").Change<G>, void>}
   * @throws {import("./errors.js").Refused} if the token is revoked, or the match cannot be seen any more
   */
  async *follow(following) {
    const { include, view, as, signal, after, past, onEmote, onPresence, onRatings } = following ?? {};
    const open = (/** @type {number | undefined} */ known) =>
      heard(this.#session.events(this.id, { after: known, include, view, as }, signal), {
        emote: onEmote,
        presence: onPresence,
        ratings: onRatings,
      });
    const plays = as === undefined && !past;
    if (plays) this.#session.reveals.add(this.id);
    try {
      const known = plays ? await this.#known(after, include) : after;
      for await (const change of versions(open, { after: known, signal })) {
        if (plays) await this.#told(change);
        if (plays && include) await this.#addMoves(change.match);
        yield change;
      }
    } finally {
      if (plays) this.#session.reveals.delete(this.id);
    }
  }

  /**
   * Invite a player, before the start: it can see the match from now on, and join it without a code.
   * @param {string} playerId
   * @returns {Promise<import("../types/api.js").Invitation>}
   */
  invite(playerId) {
    return this.#session.call("POST", this.#path("/invitations"), { body: { playerId } });
  }

  /**
   * The invitations to the match, as one who sits there.
   * @returns {Promise<import("../types/api.js").Invitation[]>}
   */
  async invitations() {
    return (await this.#get("/invitations")).invitations;
  }

  /**
   * Take an invitation back; or decline it, as the one who is invited.
   * @param {string} invitationId
   * @param {{ allOfSender?: boolean }} [options] whether to decline all that its sender has sent, and for a day what else comes
   * @returns {Promise<void>}
   */
  async withdraw(invitationId, { allOfSender } = {}) {
    const query = { allOfSender: allOfSender ? "true" : undefined };
    await this.#session.call("DELETE", this.#path(`/invitations/${checkedId(invitationId)}`), { query });
  }

  /**
   * Say one of a few things to all who follow the match now: one in three seconds.
   * @param {import("../types/api.js").Emote} emote
   * @returns {Promise<void>}
   */
  async emote(emote) {
    await this.#session.call("POST", this.#path("/emotes"), { body: { emote } });
  }

  /**
   * Which players of the match are here, as one of them.
   * @returns {Promise<import("../types/api.js").TablePresence>}
   */
  presence() {
    return this.#get("/presence");
  }

  /** Free the seat, before the start; or leave a match in which one has not moved, without a loss for anybody. */
  leave() {
    return this.#act("/leave");
  }

  /**
   * Take a bot away from its seat, before the start, as the creator of the match.
   * @param {number} seat
   */
  async takeAway(seat) {
    return this.#saw(await this.#session.call("DELETE", this.#path(`/seats/${seat}`)));
  }

  /**
   * Claim that those for whom the match waits are gone.
   * @param {{ callOff?: boolean }} [wish] whether to call the match off, so that nobody has lost it
   */
  claim({ callOff = false } = {}) {
    return this.#act("/claim", { result: callOff ? "abort" : "win" });
  }

  /** Start the match, as its creator. */
  start() {
    return this.#act("/start");
  }

  /** Give up. */
  resign() {
    return this.#act("/resign");
  }

  /**
   * Ask to return to a version, or agree to that if another seat has asked.
   * @param {number} toVersion
   */
  undo(toVersion) {
    return this.#act("/undo", { toVersion });
  }

  /** Refuse to take moves back, or withdraw the own request for it. */
  async refuseUndo() {
    return this.#saw(await this.#session.call("DELETE", this.#path("/undo")));
  }

  /**
   * Reveal the entropy of a sealed deal, if it is due; `follow` does so by itself.
   * @returns {Promise<import("../types/api.js").ViewOf<G>>} the match; if the caller begins, with its legal moves
   */
  async reveal() {
    this.#revealed = false;
    return await this.#withMoves(await this.#see(this.now));
  }

  /**
   * Ask to play again; ask again to learn the id of the new match, once all have asked.
   * @param {{ keepScore?: boolean }} [wish] whether to carry the standings on
   * @returns {Promise<import("../types/api.js").Rematch>}
   */
  async rematch({ keepScore = false } = {}) {
    if (this.now.deal === "sealed") {
      this.#seal ??= this.#session.notes.seal().catch((error) => {
        this.#seal = undefined; // what it needs may be loaded the next time
        throw error;
      });
    }
    return await this.#session.call("POST", this.#path("/rematch"), { body: { keepScore, seal: await this.#seal } });
  }

  /**
   * Who asks to play again, and the id of the new match once all do.
   * @returns {Promise<import("../types/api.js").Rematch>}
   */
  rematchRequests() {
    return this.#get("/rematch");
  }

  /**
   * Withdraw the own request to play again; without one, decline: then nobody asks any more.
   * @returns {Promise<void>}
   */
  async endRematch() {
    await this.#session.call("DELETE", this.#path("/rematch"));
  }

  /**
   * An entry per version, as the caller could see it then; once the match has ended, also as others could.
   * @param {number} [after]
   * @param {import("../types/api.js").Eyes} [as]
   * @returns {AsyncGenerator<import("../types/api.js").HistoryEntry<G>, void>}
   */
  async *history(after = 0, as) {
    let next = after;
    do {
      const { moves, nextAfter } = await this.#get("/moves", { after: next, as });
      yield* moves;
      next = nextAfter;
    } while (next !== null);
  }

  /**
   * The replay of a match that has ended.
   * @returns {Promise<import("../types/api.js").Replay>}
   */
  async replay() {
    const accept = "application/x-ndjson";
    const [first, ...log] = await this.#session.call("GET", this.#path("/replay"), { accept });
    return { ...first, log };
  }

  /**
   * What the moves of your match were worth, once it has ended, as far as they have been judged.
   * @param {boolean} [ask] whether to have it found out
   * @returns {Promise<import("../types/api.js").Analysis>}
   */
  analysis(ask = false) {
    return this.#session.call(ask ? "POST" : "GET", this.#path("/analysis"), ask ? { body: {} } : {});
  }

  /**
   * Take back that you have asked for it; what has been judged stays.
   * @returns {Promise<void>}
   */
  async cancelAnalysis() {
    await this.#session.call("DELETE", this.#path("/analysis"));
  }

  /** What this client has noted of it, for a proof. */
  get note() {
    return this.#session.notes.of(this.id);
  }

  /**
   * Recompute the match from its replay, and compare it with what this client has seen.
   * @param {import("../verify/verify.js").Recomputed} [game] the module `verify.js` of the package of its game
   * @returns {Promise<import("../types/api.js").Proof>}
   * @throws {NotProven} for the first thing that is wrong
   */
  async proof(game) {
    const [{ differences, notMine }, replay] = await Promise.all([import("./proof.js"), this.replay()]);
    const note = this.#session.notes.of(this.id);
    const [wrong] = await differences(replay, note, game);
    if (wrong) throw new NotProven(wrong);
    return { replay, notMine: notMine(replay, note) };
  }

  /**
   * What a move is for, if the caller does not say: a decision, if there is one.
   * @param {import("../types/api.js").Expected} said
   * @returns {import("../types/api.js").Expected}
   */
  #expected(said) {
    if (said.expectedVersion !== undefined || said.expectedDecision !== undefined) return said;
    const { now: { version, yourDecision } } = this;
    const { version: expectedVersion, decision } = this.#listed.version > version
      ? this.#listed
      : { version, decision: yourDecision };
    return typeof decision === "number" ? { expectedDecision: decision } : { expectedVersion };
  }

  /** @param {string} [rest] */
  #path(rest = "") {
    return `/v1/matches/${this.id}${rest}`;
  }

  /**
   * @param {string} rest
   * @param {import("./session.js").Query} [query]
   */
  #get(rest, query) {
    return this.#session.call("GET", this.#path(rest), { query });
  }

  /**
   * @param {string} rest
   * @param {Record<string, unknown>} [body]
   * @returns {Promise<import("../types/api.js").ViewOf<G>>}
   */
  async #act(rest, body) {
    return this.#saw(await this.#session.call("POST", this.#path(rest), { body }));
  }

  /**
   * The version behind which a stream begins, if the caller knows `after`. What that version asks for is revealed.
   * @param {number | undefined} after
   * @param {string | undefined} include
   */
  async #known(after, include) {
    if (after === undefined || after !== this.now.version) return after;
    await this.#told({ match: this.now });
    return include && lacksMoves(this.now) ? after - 1 : after; // an answer has replaced what had them
  }

  /** @param {any} change with `view: "none"`, without its match */
  async #told({ event, match, version, status, logHead }) {
    if (event === "reset") this.#lost(version);
    if (match) {
      await this.#see(match);
      this.now = match; // not what came of revealing, which is not told yet
    } else if (status === "waiting") await this.read(); // it may have to reveal
    else if (logHead) noteHead(this.#session, this.id, version, logHead);
  }

  /**
   * Ask for the legal moves, if a version has come without them.
   * @param {import("../types/api.js").ViewOf<G> | undefined} match
   */
  async #addMoves(match) {
    if (!match || !lacksMoves(match)) return;
    const legal = await this.moves();
    if (legal.version === match.version) match.legalMoves = legal;
  }

  /**
   * The match with the caller's legal moves: what comes of revealing is without them.
   * @param {import("../types/api.js").ViewOf<G>} match
   */
  async #withMoves(match) {
    return lacksMoves(match) ? this.#saw(await this.#get("", { include: "legalMoves" })) : match;
  }

  /** @param {number} version the one that the service has gone back to */
  #lost(version) {
    forgetSince(this.#session, this.id, version);
    this.#revealed = false;
    this.#decided = undefined;
  }

  /** @param {import("../types/api.js").ViewOf<G>} view */
  #saw(view) {
    this.now = view;
    note(this.#session, view);
    return view;
  }

  /**
   * Note what was seen, and reveal if it is time.
   * @param {import("../types/api.js").ViewOf<G>} view
   * @returns {Promise<import("../types/api.js").ViewOf<G>>} the latest
   */
  async #see(view) {
    this.#saw(view);
    if (this.#revealed || !mustReveal(view)) return view;
    const { tooLate, toReveal } = await import("./proof.js");
    try {
      const revealed = await this.#act("/entropy", { entropy: toReveal(this.#session, view) });
      this.#revealed = true;
      return revealed;
    } catch (error) {
      if (!tooLate(error)) throw error;
      return this.#saw(await this.#get(""));
    }
  }
}

/** Whether it is the turn of the caller's seat, and its legal moves are not known. @param {MatchView} view */
function lacksMoves({ yourSeat, toMove, legalMoves }) {
  return yourSeat !== null && toMove.includes(yourSeat) && !legalMoves;
}
