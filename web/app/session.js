// Who plays: a guest, made when one is needed, whose token this browser keeps.

// Not from index.js, which has bots as well: the page needs none of them.
import { Croupier } from "../../sdk/javascript/src/client.js";
import { Refused } from "../../sdk/javascript/src/errors.js";
import { Notes } from "../../sdk/javascript/src/notes.js";
import { SILENCE } from "./line.js";
import { bounded } from "./storage.js";

/** @typedef {import("./storage.js").Kept} Kept */
/** @typedef {{ token: string, name: string }} Account */
/** @typedef {Account & { at: number, left?: boolean }} Earlier `left`: the player has been another one since */

const ACCOUNT = "croupier:account";
const EARLIER = "croupier:earlier";
/** So many earlier accounts are kept. */
const MOST = 5;
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
    this.account = this.#stored();
    /** Speaks to the service: for the player, or for nobody. */
    this.me = this.of(this.account?.token);
    // Other tabs of this browser are the same player.
    addEventListener("storage", (event) => [ACCOUNT, null].includes(event.key) && this.#becomes(this.#stored()));
  }

  /** The player's name, or the one that a guest would have. */
  get name() {
    return this.account?.name ?? "";
  }

  get known() {
    return this.account !== undefined;
  }

  /** Accounts that the service has refused, the newest first: app/earlier.js takes them back. @returns {Earlier[]} */
  get earlier() {
    return JSON.parse(this.#kept.getItem(EARLIER) ?? "[]");
  }

  set earlier(accounts) {
    this.#kept.setItem(EARLIER, JSON.stringify(accounts.slice(0, MOST)));
  }

  /**
   * The player, who is made if there is none.
   * @param {() => string} name for a new one
   */
  async player(name) {
    if (!this.known) this.#becomes(this.#stored());
    if (this.known) return this.me;
    this.#making ??= this.#made(name()).finally(() => this.#making = undefined);
    return await this.#making;
  }

  /** Look whether the service knows the player. @returns {Promise<boolean>} false if it has forgotten it */
  async check() {
    if (!this.known) return true;
    const { me } = this;
    try {
      const { displayName } = await me.player();
      if (me === this.me && displayName !== this.name) this.be({ token: me.token, name: displayName });
      return true;
    } catch (error) {
      if (me !== this.me || !(error instanceof Refused && error.code === "unauthenticated")) return true;
      this.forget();
      return false;
    }
  }

  /** @param {string} name */
  async rename(name) {
    const { displayName } = await this.me.rename(name);
    this.be({ token: this.me.token, name: displayName });
  }

  /** Be the player who has made this code. @param {string} code @param {string} device its name */
  async pair(code, device) {
    const me = await Croupier.paired(this.url, code, { ...this.#settings(), name: device });
    const { displayName } = await me.player();
    this.settle();
    this.be({ token: me.token, name: displayName });
  }

  /** Be nobody. The account is set aside: the token is all that there is of it, and a lost store may be restored. */
  forget() {
    const { account } = this;
    this.be(undefined);
    if (account) this.setAside(account);
  }

  /** @param {Account} account */
  setAside({ token, name }) {
    this.earlier = [{ token, name, at: Date.now() }, ...this.earlier.filter((each) => each.token !== token)];
  }

  /** Stay who one is: earlier accounts are there to be chosen, and come back no more by themselves. */
  settle() {
    this.earlier = this.earlier.map((each) => ({ ...each, left: true }));
  }

  /** @param {string} name */
  async #made(name) {
    const { token } = await Croupier.guest(this.url, name, this.#settings());
    const other = this.#stored(); // of a tab that was faster
    if (other) this.#becomes(other);
    else this.be({ token, name });
    return this.me;
  }

  /** @returns {Account | undefined} */
  #stored() {
    return JSON.parse(this.#kept.getItem(ACCOUNT) ?? "null") ?? undefined;
  }

  /** Be another player, or nobody; the account of another tab stays. @param {Account | undefined} account */
  be(account) {
    if (account) this.#kept.setItem(ACCOUNT, JSON.stringify(account));
    else if (this.#stored()?.token === this.account?.token) this.#kept.removeItem(ACCOUNT);
    this.#becomes(account);
  }

  /** @param {Account | undefined} account */
  #becomes(account) {
    const { account: former } = this;
    if (account?.token === former?.token && account?.name === former?.name) return;
    this.account = account;
    if (account?.token !== former?.token) this.me = this.of(account?.token);
    this.dispatchEvent(new Event("change"));
  }

  /** What speaks to the service with a token. @param {string} [token] */
  of(token = "") {
    return new Croupier(this.url, { ...this.#settings(), token });
  }

  #settings() {
    return { fetch: this.#line.fetch, notes: this.#notes, patience: PATIENCE, silence: SILENCE };
  }
}
