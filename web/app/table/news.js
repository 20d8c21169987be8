// What happens at a table is said and heard: each version as it comes, whose turn it is, and that a clock is short.

/** @typedef {import("./table-page.js").TablePage} TablePage */

/** What is said at a table. */
export class News {
  /** What the player was to decide in the version before. @type {number | null} */
  #decision = null;
  #page;

  /** @param {TablePage} page */
  constructor(page) {
    this.#page = page;
  }

  hostConnected() {
    this.#page.follow.addEventListener("version", this.#heard);
  }

  hostDisconnected() {
    this.#page.follow.removeEventListener("version", this.#heard);
  }

  #heard = (/** @type {Event} */ event) => this.tell(/** @type {CustomEvent} */ (event).detail);

  /** Tell what has happened. @param {string} event */
  tell(event) {
    const { shell, text, host, follow, seat, players } = this.#page;
    const match = follow.view ?? this.#page.match;
    if (event === "reset") shell.tell({ kind: "note", text: text.table.reset });
    const { events } = follow;
    if (host.words && events.length) {
      host.once(() => host.words?.game.told(events, { players, seat }) ?? "", (told) => shell.say(told));
    } else if (event === "change" && follow.match) tellOf(shell, follow.match, match.version);
    const decides = this.#decision !== match.yourDecision;
    if (decides) this.#page.decisions.forget();
    this.#decision = match.yourDecision;
    if (shell.preferences.sounds) host.once(() => host.guide.sounds?.(events) ?? [], play);
    const mine = seat !== null && match.toMove.includes(seat);
    if (!mine) shell.turns.done(match.id, match.version);
    shell.shout(mine ? text.table.yourTurn : "");
    // A result is not to be covered.
    if (match.outcome || follow.events.some((event) => "roundEnded" in event)) this.#page.panels.close();
    if (mine && decides && event === "change" && shell.preferences.sounds) chime("turn");
  }

  /** A clock is short. @param {Event} event */
  short({ target }) {
    const { shell, text: { table }, follow, match, players } = this.#page;
    const seat = Number(/** @type {HTMLElement} */ (target).dataset.seat);
    const left = Math.ceil(follow.match?.remaining(seat) ?? 0);
    const own = seat === match.yourSeat;
    shell.say(own ? table.yourShort(left) : table.short(players[seat], left));
    if (own && shell.preferences.sounds) chime("short");
  }
}

/** @type {typeof import("./undo-request.js").tellOf} */
async function tellOf(...what) {
  await import("./undo-request.js").then(({ tellOf }) => tellOf(...what), () => {}); // the line tells what is wrong
}

/** @param {"turn" | "short"} tune */
export async function chime(tune) {
  await import("../shell/sound.js").then((sound) => sound.chime(tune), () => {}); // none without a line
}

/** @param {readonly import("../../boards/guide.js").Sound[]} sounds */
async function play(sounds) {
  if (sounds.length) await import("../shell/sound.js").then((sound) => sound.play(sounds), () => {});
}
