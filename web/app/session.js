// Who plays: a guest, made when one is needed, whose token this browser keeps.

// Not from index.js, which has bots as well: the page needs none of them.
import { Croupier } from "../../sdk/javascript/src/client.js";
import { Refused } from "../../sdk/javascript/src/errors.js";
import { Notes } from "../../sdk/javascript/src/notes.js";
import { SILENCE } from "./line.js";
import { bounded } from "./storage.js";

/** @typedef {import("./storage.js").Kept} Kept */
/** @typedef {{ token: string, name: string }} Account */

const ACCOUNT = "croupier:account";
/** For so many seconds a request is repeated: people want to know earlier than programs. */
const PATIENCE = 12;

/** The player of this browser; "change" is sent when there is another one, or another name. */
export class Session extends EventTarget {
  /** @type {Promise<Croupier> | undefined} */
  #making;
  #kept;
  #line;
  #notes;

  /**
   * @param {string} url of the service
   * @param {Kept} kept
   * @param {import("./line.js").Line} line
   */
  constructor(url, kept, line) {
    super();
    this.url = url;
    this.#kept = kept;
    this.#line = line;
    this.#notes = new Notes(bounded(kept));
    /** @type {Account | undefined} */
    this.account = JSON.parse(kept.getItem(ACCOUNT) ?? "null") ?? undefined;
    /** Speaks to the service: for the player, or for nobody. */
    this.me = this.#client();
  }

  /** The player's name, or the one that a guest would have. */
  get name() {
    return this.account?.name ?? "";
  }

  get known() {
    return this.account !== undefined;
  }

  /**
   * The player, who is made if there is none.
   * @param {() => string} name for a new one
   */
  async player(name) {
    if (this.known) return this.me;
    this.#making ??= this.#made(name()).finally(() => this.#making = undefined);
    return await this.#making;
  }

  /** Look whether the service knows the player. @returns {Promise<boolean>} false if it has forgotten it */
  async check() {
    if (!this.known) return true;
    try {
      const { displayName } = await this.me.player();
      if (displayName !== this.name) this.#is({ token: this.me.token, name: displayName });
      return true;
    } catch (error) {
      if (!(error instanceof Refused && error.code === "unauthenticated")) return true;
      this.forget();
      return false;
    }
  }

  /** @param {string} name */
  async rename(name) {
    const { displayName } = await this.me.rename(name);
    this.#is({ token: this.me.token, name: displayName });
  }

  /** Be nobody. */
  forget() {
    this.#is(undefined);
  }

  /** @param {string} name */
  async #made(name) {
    const { token } = await Croupier.guest(this.url, name, this.#settings());
    this.#is({ token, name });
    return this.me;
  }

  /** @param {Account | undefined} account */
  #is(account) {
    const other = account?.token !== this.account?.token;
    this.account = account;
    if (account) this.#kept.setItem(ACCOUNT, JSON.stringify(account));
    else this.#kept.removeItem(ACCOUNT);
    if (other) this.me = this.#client();
    this.dispatchEvent(new Event("change"));
  }

  #client() {
    return new Croupier(this.url, { ...this.#settings(), token: this.account?.token ?? "" });
  }

  #settings() {
    return { fetch: this.#line.fetch, notes: this.#notes, patience: PATIENCE, silence: SILENCE };
  }
}
