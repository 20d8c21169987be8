// One match as this browser follows it: each version, and the moves that are made here.

import { Refused, Unreachable } from "../../../sdk/javascript/src/errors.js";
import { Pause, sleep } from "../../../sdk/javascript/src/pause.js";
import { AGAIN } from "../../../sdk/javascript/src/session.js";

/** @typedef {import("../../../sdk/javascript/src/index.js").Match} Match */
/** @typedef {import("../../../sdk/javascript/types/api.js").MatchView} MatchView */
/** @typedef {import("../../../sdk/javascript/types/api.js").LegalMove} LegalMove */
/** @typedef {import("../../../sdk/javascript/types/api.js").Change} Change */
/** @typedef {Pick<import("../../../sdk/javascript/src/client.js").Croupier, "matches">} Asked */
/** @typedef {{ me: Asked, ready: () => boolean, failed: (error: unknown) => void, turns?: Turns }} Shell what it needs of that of the page */
/** @typedef {import("../session/my-turns.js").Turns} Turns */
/** @typedef {import("./presence.js").SeatPresence} SeatPresence */
/** @typedef {NonNullable<MatchView["ratings"]>} Ratings */
/** @typedef {LegalMove | { move?: undefined, notation: string }} Decided a listed move, or one that was written */

/** A tab that nobody sees keeps its line for so long, in milliseconds: without TLS, a browser has six for all tabs. */
const UNSEEN = 5_000;

/**
 * A match by its id. "change" is sent when something has changed, "version" for each version, "emote", and "presence".
 */
export class Follow extends EventTarget {
  /** @type {"loading" | "missing" | "gone" | "shown"} */
  status = "loading";
  /** @type {Match | undefined} */
  match;
  /** The latest version that was shown. @type {MatchView | undefined} */
  view;
  /** What led to it. @type {Change["events"]} */
  events = [];
  /** @type {LegalMove[]} */
  moves = [];
  /** Who is here, and who is away; nothing for who watches. @type {readonly SeatPresence[]} */
  presence = [];
  /** What a rated match has changed, once it was told here. @type {Ratings | undefined} */
  ratings;
  /** Whether a move is on its way. */
  busy = false;
  /** The decision for which it is. @type {number | null} */
  #deciding = null;
  #abort = new AbortController();
  #shell;

  /** @param {Shell} shell @param {string} id @param {Match} [match] as it has just been made */
  constructor(shell, id, match) {
    super();
    this.#shell = shell;
    this.id = id;
    this.#run(match);
  }

  /** Follow it no more. */
  stop() {
    this.#abort.abort();
  }

  /**
   * Make a move, for the decision that is shown.
   * @param {Decided} move
   * @returns {Promise<boolean>} whether it was made, as far as is known
   */
  async move(move) {
    if (this.busy || !this.match || !this.view) return false;
    if (!this.#shell.ready()) return this.#bounced();
    this.#busy(true);
    this.#deciding = this.view.yourDecision;
    try {
      const expectedDecision = this.#deciding ?? undefined;
      const { version } = await this.match.move(listed(move), { expectedDecision, view: "none" });
      if (this.view.version >= version) this.#busy(false);
      return true;
    } catch (error) {
      this.#shell.failed(error);
      this.#busy(false);
      return false;
    }
  }

  /** Let the board take back what it shows of a move. */
  #bounced() {
    this.#busy(true);
    setTimeout(() => this.#busy(false));
    return false;
  }

  /** @param {Match} [made] */
  async #run(made) {
    const { signal } = this.#abort;
    const pause = new Pause();
    while (!signal.aborted) {
      try {
        this.match = made ?? await this.#shell.me.matches.get(this.id, { include: "legalMoves" });
        made = undefined;
        if (signal.aborted) return;
        this.#show({ event: "snapshot", version: this.match.now.version, events: [], match: this.match.now });
        return await this.#follow(this.match, signal);
      } catch (error) {
        if (signal.aborted) return;
        if (!passes(error)) return this.#failed(error);
        await sleep(pause.after(error instanceof Refused ? error.retryAfter : undefined), signal);
      }
    }
  }

  /** @param {Match} match @param {AbortSignal} signal */
  async #follow(match, signal) {
    const onEmote = (/** @type {import("../../../sdk/javascript/types/api.js").Said} */ detail) =>
      this.dispatchEvent(new CustomEvent("emote", { detail }));
    const onPresence = (/** @type {{ seats: SeatPresence[] }} */ { seats }) => {
      this.presence = seats;
      this.dispatchEvent(new Event("presence"));
      this.dispatchEvent(new Event("change"));
    };
    const onRatings = (/** @type {{ ratings: Ratings }} */ { ratings }) => {
      this.ratings = ratings;
      this.dispatchEvent(new Event("change"));
    };
    let { version: after } = match.now;
    while (!signal.aborted) {
      await this.#wanted(signal);
      const line = whileSeen(signal);
      try {
        for await (
          const change of match.follow({
            include: "legalMoves",
            signal: line.signal,
            onEmote,
            onPresence,
            onRatings,
            after,
          })
        ) {
          after = change.version;
          this.#show(change);
          await drawn();
          if (signal.aborted) return;
        }
        return;
      } catch (error) {
        if (signal.aborted || !line.signal.aborted) throw error;
      } finally {
        line.abort();
      }
    }
  }

  /** Until somebody sees the page, or it is the player's turn here. @param {AbortSignal} signal */
  #wanted(signal) {
    return new Promise((resolve) => {
      if (!unseen() || signal.aborted) return resolve(undefined);
      const over = new AbortController();
      const { signal: listening } = over;
      const go = () => {
        over.abort();
        resolve(undefined);
      };
      document.addEventListener("visibilitychange", () => unseen() || go(), { signal: listening });
      signal.addEventListener("abort", go, { signal: listening });
      this.#shell.turns?.addEventListener("change", (event) => {
        // What calls to the table of a tournament has no version, or is for who sees it: whoever follows it reveals.
        const { detail } = /** @type {CustomEvent} */ (event);
        if (detail?.matchId === this.id && detail.version && detail.event !== "entropyNeeded") go();
      }, { signal: listening });
    });
  }

  /** @param {Change} change */
  #show({ event, events, match }) {
    const jumped = event !== "change";
    this.status = "shown";
    this.view = match;
    this.events = jumped ? [] : events;
    this.moves = /** @type {LegalMove[]} */ (match.legalMoves?.moves ?? []);
    // What another seat has chosen meanwhile says nothing of the own move.
    this.busy = this.busy && !jumped && match.yourDecision !== null && match.yourDecision === this.#deciding;
    this.dispatchEvent(new CustomEvent("version", { detail: event }));
    this.dispatchEvent(new Event("change"));
  }

  /** @param {unknown} error */
  #failed(error) {
    const missing = error instanceof Refused && error.status === 404;
    this.status = missing ? this.status === "shown" ? "gone" : "missing" : this.status;
    if (!missing) this.#shell.failed(error);
    this.dispatchEvent(new Event("change"));
  }

  /** @param {boolean} busy */
  #busy(busy) {
    this.busy = busy;
    this.dispatchEvent(new Event("change"));
  }
}

/** Whether it may go well later: the service has been asked for seconds, and the line says so. @param {unknown} error */
export function passes(error) {
  return error instanceof Unreachable || (error instanceof Refused && (AGAIN.has(error.status) || error.status >= 500));
}

/** @param {Decided} move @returns {LegalMove | string} */
function listed(move) {
  return move.move === undefined ? move.notation : move;
}

/** Whether nobody sees this page. */
function unseen() {
  return globalThis.document?.visibilityState === "hidden";
}

/** What is aborted once nobody has seen the page for a while, or by the signal. @param {AbortSignal} signal */
export function whileSeen(signal) {
  const line = new AbortController();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const look = () => {
    clearTimeout(timer);
    if (unseen()) timer = setTimeout(() => line.abort(), UNSEEN);
  };
  globalThis.document?.addEventListener("visibilitychange", look, { signal: line.signal });
  signal.addEventListener("abort", () => line.abort(), { signal: line.signal });
  line.signal.addEventListener("abort", () => clearTimeout(timer));
  look();
  return line;
}

/** Until what was changed is drawn, so that versions that come at once are seen one by one. */
function drawn() {
  return new Promise((resolve) => {
    requestAnimationFrame(resolve);
    setTimeout(resolve, 60); // a page that nobody looks at has no frames
  });
}
