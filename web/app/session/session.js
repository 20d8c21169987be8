// Who plays: a guest, made when one is needed, whose token this browser keeps.

// Not from index.js, which has bots as well: the page needs none of them.
import { Croupier } from "../../../sdk/javascript/src/client.js";
import { Refused } from "../../../sdk/javascript/src/errors.js";
import { Notes } from "../../../sdk/javascript/src/notes.js";
import { SILENCE } from "./line.js";
import { bounded } from "./storage.js";

/** @typedef {import("./storage.js").Kept} Kept */
/** @typedef {{ token: string, name: string }} Account */
/** @typedef {Account & { at?: number, left?: boolean }} Earlier refused since `at`, or `left` to be another one */

const ACCOUNT = "croupier:account";
const EARLIER = "croupier:earlier";
/** So many earlier accounts are kept. */
const MOST = 5;
/** For so many seconds a request is repeated: people want to know earlier than programs. */
const PATIENCE = 12;

/** The player of this browser; "change" is sent when there is another one, or another name, and "left" once another page has signed out. */
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
    addEventListener("storage", ({ key }) => [ACCOUNT, null].includes(key) && this.#look());
    // A page that the Back button brings back as it was has missed what others have done meanwhile.
    addEventListener("pageshow", ({ persisted }) => persisted && this.#look());
  }

  /** The player's name, or the one that a guest would have. */
  get name() {
    return this.account?.name ?? "";
  }

  get known() {
    return this.account !== undefined;
  }

  /** Accounts that the service has refused or that were left, the newest first; see earlier-accounts.js. @returns {Earlier[]} */
  get earlier() {
    return JSON.parse(this.#kept.getItem(EARLIER) ?? "[]");
  }

  set earlier(accounts) {
    this.#kept.setItem(EARLIER, JSON.stringify(accounts));
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
    const me = await Croupier.paired(this.url, code, { ...this.settings(), name: device });
    const { displayName } = await me.player();
    this.settle();
    this.be({ token: me.token, name: displayName });
  }

  /**
   * Be nobody. The account is set aside: the token is all that there is of it, and a lost store may be restored. What another
   * page has signed out stays gone, also where the service's refusal is here before the storage has told of it.
   */
  forget() {
    const { account } = this;
    if (this.#signedOut) return void this.dispatchEvent(new Event("left"));
    try {
      if (account) this.earlier = [{ ...account, at: Date.now() }, ...this.#others(account)].slice(0, MOST);
    } catch { // the storage is full: the account stays in its place, and the next page asks for it
      return this.#becomes(undefined);
    }
    this.be(undefined);
  }

  /**
   * Be an earlier player; the present one, who may be of another tab, becomes an earlier one. Each is kept in its new place before
   * it leaves the old one, since a full storage keeps nothing more.
   * @param {Account} account
   */
  swap(account) {
    const present = this.#stored();
    if (present) this.earlier = [{ ...present, left: true }, ...this.#others(present)];
    this.be(account);
    this.earlier = this.#others(account);
  }

  /** Earlier accounts are there to be chosen, and come back no more by themselves. @param {(each: Earlier) => boolean} [which] */
  settle(which = () => true) {
    this.earlier = this.earlier.map((each) => which(each) ? { token: each.token, name: each.name, left: true } : each);
  }

  /** Be whom another page has left in the storage. */
  #look() {
    if (this.#signedOut) this.dispatchEvent(new Event("left"));
    else this.#becomes(this.#stored());
  }

  /** Whether another page has signed out: the account is kept nowhere any more. */
  get #signedOut() {
    const { account } = this;
    return account !== undefined && !this.#stored() && this.earlier.every(({ token }) => token !== account.token);
  }

  /** Forget an earlier account. @param {Account} account */
  drop(account) {
    this.earlier = this.#others(account);
  }

  /** The earlier accounts but this one. @param {Account} account */
  #others({ token }) {
    return this.earlier.filter((each) => each.token !== token);
  }

  /** @param {string} name */
  async #made(name) {
    const { token } = await Croupier.guest(this.url, name, this.settings());
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
    return new Croupier(this.url, { ...this.settings(), token });
  }

  settings() {
    return { fetch: this.#line.fetch, notes: this.#notes, patience: PATIENCE, silence: SILENCE };
  }
}
