// What the pages share: the player, the line, the language, and how things are said.

import { Refused, Unreachable } from "../../../sdk/javascript/src/errors.js";
import { takeTyped } from "../../boards/keys.js";
import { chosen, keepLanguage, loadAll, textOf } from "../../text/index.js";
import { Line } from "../session/line.js";
import { prefer, preferencesOf } from "./preferences.js";
import { at, home, Router } from "./router.js";
import { Session } from "../session/session.js";
import { saidBefore, storage } from "../session/storage.js";
import { Turns } from "../session/my-turns.js";

/** @typedef {import("../../text/index.js").Text} Text */
/**
 * What lies above the shell, and is loaded by it or by what lies between.
 * @typedef {{ match: () => Promise<unknown>, pairing: () => Promise<{ openPairing: (shell: Shell) => void }> }} Above
 */
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
  /** Looks for somebody, once there was a page to ask for it. @type {import("../session/search.js").Search | undefined} */
  search;
  /** What follows the match to which the page goes next, if it was made here. @type {import("../match/follow.js").Follow | undefined} */
  ahead;
  /** @type {Notice | undefined} */
  notice;
  /** What a screen reader says next, when it has the time, and at once. */
  polite = "";
  assertive = "";
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  preferences = preferencesOf(this.kept);
  text = textOf(chosen(this.kept));

  /** @param {Above} above */
  constructor(above) {
    super();
    this.above = above;
    for (const part of [this.line, this.router, this.session, this.turns]) {
      part.addEventListener("change", () => this.changed());
    }
    this.router.addEventListener("change", () => {
      const { kind, path } = this.notice ?? {}; // a note is for the page where it was done, or leads to another one
      if (path ? path === this.router.path : kind === "note") this.dismiss();
    });
    this.line.addEventListener("change", () => {
      if (this.line.alive && this.notice?.text === this.text.line.refused) this.dismiss();
    });
    this.session.addEventListener("change", () => this.#follow());
    this.session.addEventListener("left", () => location.replace(at("/")));
    this.turns.addEventListener("change", (event) => this.#told(/** @type {CustomEvent} */ (event).detail));
    this.turns.addEventListener("revoked", () => this.#forgotten());
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

  /** Prefer something else from now on. @param {Partial<import("./preferences.js").Preferences>} preferences */
  prefer(preferences) {
    this.preferences = { ...this.preferences, ...preferences };
    prefer(this.kept, this.preferences);
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
    const notify = await import("./browser-notification.js").catch(() => undefined); // without a line, the next page has it
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
    else this.#explain(error);
  }

  /** Most words for what the service refuses come when they are needed first. @param {unknown} error */
  async #explain(error) {
    if (error instanceof Refused && !this.text.errors[error.code]) await loadAll(this.text.language).catch(() => {});
    this.tell({ kind: "error", text: this.wording(error) });
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
    if (!this.line.alive) return this.outage;
    return this.line.busy ? this.text.errors.unavailable : this.text.loading;
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
    await this.try(async () => (await this.above.pairing()).openPairing(this));
  }

  async #began() {
    this.#languageSet();
    const said = saidBefore();
    if (said) this.tell({ kind: "note", text: said });
    if (await this.session.check().catch(() => true)) this.#recall(true);
    else this.#forgotten();
    this.#follow();
    if (this.kept.getItem("croupier:push")) import("./web-push.js").then((push) => push.begin(this)).catch(() => {}); // the next page
    if (!this.kept.getItem("croupier:searches")) return;
    import("../session/search.js").then(({ cancelLeft }) => cancelLeft(this.me, this.kept)).catch(() => {}); // it expires
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
    import("../session/earlier-accounts.js").then(({ recall }) => recall(this, now)).catch(() => {}); // the next page asks
  }

  /** @param {import("../../../sdk/javascript/types/api.js").Notice | undefined} notice */
  #told(notice) {
    const { route } = this.router;
    if (!notice || notice.event === "yourTurn" || (route.page === "match" && route.id === notice.matchId)) return;
    import("./other-tables.js").then(({ noticed }) => noticed(this, notice)).catch(() => {}); // the lists tell it, too
  }

  /** Look for somebody by this from now on. @param {import("../session/search.js").Search} search */
  searchBy(search) {
    this.search = search;
    search.addEventListener("change", () => {
      this.changed();
      if (search.wish && search.keep) this.session.settle(); // the next page cannot see it
    });
    search.addEventListener("found", (event) => this.#found(/** @type {CustomEvent} */ (event).detail));
  }

  /** Go to the table with somebody who was found, and say so to whoever plays at another one meanwhile. @param {string} id */
  #found(id) {
    const { route, path } = this.router;
    this.router.go(`/m/${id}`);
    if (route.page !== "match") return;
    const { found, back } = this.text.seek;
    this.tell({ kind: "note", text: found, path, label: back });
  }

  #languageSet() {
    document.documentElement.lang = this.text.language;
  }
}

/** The address of the service: that of the page, unless the page names another one. */
export function service() {
  const meta = /** @type {HTMLMetaElement | null} */ (document.querySelector("meta[name=croupier-service]"));
  return meta?.content || home();
}
