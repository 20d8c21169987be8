// What the pages share: the player, the line, the language, and how things are said.

import { Refused, Unreachable } from "../../sdk/javascript/src/errors.js";
import { takeTyped } from "../boards/keys.js";
import { chosen, keepLanguage, loadAll, textOf } from "../text/index.js";
import { Line } from "./line.js";
import { Router } from "./router.js";
import { Session } from "./session.js";
import { storage } from "./storage.js";
import { Turns } from "./turns.js";

/** @typedef {import("../text/index.js").Text} Text */
/** @typedef {{ text: string, kind: "note" | "error", path?: string, label?: string }} Notice */

/** A notice goes by itself after so long, in milliseconds; one with a link later. */
const SHOWN = 9_000;
const LINKED = 20_000;

/** The parts of the page that are not to be seen; "change" is sent when one of them has changed. */
export class Shell extends EventTarget {
  kept = storage();
  line = new Line();
  router = new Router();
  session = new Session(service(), this.kept, this.line);
  turns = new Turns();
  /** Looks for somebody, once there was a page to ask for it. @type {import("./seeking.js").Seeking | undefined} */
  seeking;
  /** @type {Notice | undefined} */
  notice;
  /** What a screen reader says next, when it has the time, and at once. */
  polite = "";
  assertive = "";
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  text = textOf(chosen(this.kept));

  constructor() {
    super();
    for (const part of [this.line, this.router, this.session, this.turns]) {
      part.addEventListener("change", () => this.changed());
    }
    this.router.addEventListener("change", () => this.notice?.path === location.pathname && this.dismiss());
    this.line.addEventListener("change", () => {
      if (this.line.alive && this.notice?.text === this.text.line.refused) this.dismiss();
    });
    this.session.addEventListener("change", () => this.#follow());
    this.turns.addEventListener("change", (event) => this.#told(/** @type {CustomEvent} */ (event).detail));
    this.turns.addEventListener("revoked", () => this.#forgotten());
    this.sound = this.kept.getItem("croupier:sound") === "on";
    this.typing = this.kept.getItem("croupier:typing") !== "off";
    takeTyped(this.typing);
    this.notifying = false;
    if (this.kept.getItem("croupier:notify") === "on") this.notify(true);
    this.#began();
  }

  get me() {
    return this.session.me;
  }

  /** The player of this browser, who is made if there is none. */
  async player() {
    const { guest } = await loadAll(this.text.language);
    return await this.session.player(guest);
  }

  changed() {
    this.dispatchEvent(new Event("change"));
  }

  /** @param {string} language */
  async speak(language) {
    const text = await loadAll(language).catch(() => undefined);
    if (!text) return this.tell({ kind: "error", text: this.text.errors.unreachable });
    keepLanguage(this.kept, language);
    this.text = text;
    this.#languageSet();
    this.changed();
  }

  /** @param {boolean} sound */
  hear(sound) {
    this.sound = sound;
    this.kept.setItem("croupier:sound", sound ? "on" : "off");
    this.changed();
  }

  /** Take moves that are typed, or not. @param {boolean} typing */
  type(typing) {
    this.typing = typing;
    takeTyped(typing);
    this.kept.setItem("croupier:typing", typing ? "on" : "off");
    this.changed();
  }

  /** Have the browser tell when it is the player's turn, or not. @param {boolean} notifying */
  async notify(notifying) {
    this.notifying = notifying;
    this.kept.setItem("croupier:notify", notifying ? "on" : "off");
    this.changed();
    const notify = await import("./notify.js").catch(() => undefined); // without a line, the next page has it
    notify?.watch(this);
  }

  /** Show a notice, and say it. @param {Notice} notice */
  tell(notice) {
    this.notice = notice;
    this.say(notice.text);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.dismiss(), notice.path ? LINKED : SHOWN);
  }

  dismiss() {
    clearTimeout(this.#timer);
    this.notice = undefined;
    this.changed();
  }

  /** Say something as soon as nothing else is said. @param {string} words */
  say(words) {
    this.polite = words;
    this.changed();
  }

  /** Say something at once. @param {string} words */
  shout(words) {
    this.assertive = words;
    this.changed();
  }

  /** Tell of what went wrong, and what to do next. @param {unknown} error */
  failed(error) {
    if (error instanceof Refused && error.code === "unauthenticated") this.#forgotten();
    else this.tell({ kind: "error", text: this.wording(error) });
  }

  /** @param {unknown} error */
  wording(error) {
    const { errors, pageErrors } = this.text;
    if (error instanceof Refused) {
      const words = errors[error.code] ?? pageErrors?.[error.code] ?? errors.unknown;
      return error.rule ? `${words} ${error.rule}` : words;
    }
    if (error instanceof Unreachable) return errors.unreachable;
    console.error(error);
    return errors.unknown;
  }

  /** Why there is no line. */
  get outage() {
    return navigator.onLine ? this.text.line.lost : this.text.line.offline;
  }

  /** What stands in the place of something that has not come: that it comes, or why it does not. */
  get waiting() {
    return this.line.alive ? this.text.loading : this.outage;
  }

  /** Whether the service can be asked now; says so if not. */
  ready() {
    if (this.line.alive) return true;
    this.tell({ kind: "error", text: this.text.line.refused });
    return false;
  }

  /** Do something, and tell of what goes wrong. @template T @param {() => Promise<T>} action */
  async try(action) {
    if (!this.ready()) return undefined;
    try {
      return await action();
    } catch (error) {
      this.failed(error);
      return undefined;
    }
  }

  /** Take the player to another device, or to this one. */
  async pair() {
    await this.try(async () => (await import("./pairing.js")).openPairing(this));
  }

  async #began() {
    this.#languageSet();
    if (await this.session.check().catch(() => true)) this.#recall(true);
    else this.#forgotten();
    this.#follow();
    if (!this.kept.getItem("croupier:searches")) return;
    import("./seeking.js").then(({ cancelLeft }) => cancelLeft(this.me, this.kept)).catch(() => {}); // it expires
  }

  /** @type {string | undefined} */
  #followed = "";

  #follow() {
    const token = this.session.account?.token;
    if (token === this.#followed) return;
    this.#followed = token;
    this.turns.listen(token ? this.me : undefined);
  }

  #forgotten() {
    this.session.forget();
    this.tell({ kind: "error", text: this.text.errors.unauthenticated });
    this.#recall(false);
  }

  /** Ask from time to time whether the service knows an earlier player again. @param {boolean} now at once, too */
  #recall(now) {
    if (!this.session.earlier.length) return;
    import("./earlier.js").then(({ recall }) => recall(this, now)).catch(() => {}); // the next page asks
  }

  /** @param {import("../../sdk/javascript/types/api.js").Notice | undefined} notice */
  #told(notice) {
    const { route } = this.router;
    if (!notice || notice.event === "yourTurn" || (route.page === "match" && route.id === notice.matchId)) return;
    import("./noticing.js").then(({ noticed }) => noticed(this, notice)).catch(() => {}); // the lists tell it, too
  }

  /** Look for somebody by this from now on. @param {import("./seeking.js").Seeking} seeking */
  seekBy(seeking) {
    this.seeking = seeking;
    seeking.addEventListener("change", () => {
      this.changed();
      if (seeking.wish && seeking.keep) this.session.settle(); // the next page cannot see it
    });
    seeking.addEventListener("found", (event) => this.router.go(`/m/${/** @type {CustomEvent} */ (event).detail}`));
  }

  #languageSet() {
    document.documentElement.lang = this.text.language;
  }
}

/** The address of the service: that of the page, unless the page names another one. */
function service() {
  const meta = /** @type {HTMLMetaElement | null} */ (document.querySelector("meta[name=croupier-service]"));
  return meta?.content || location.origin;
}
