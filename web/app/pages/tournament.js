// One tournament: what it is, what comes next with the one button for it, and how it stands.

import { html, nothing } from "../../vendor/lit.js";
import { Refused } from "../../../sdk/javascript/src/errors.js";
import { isolated } from "../../boards/bidi.js";
import { nameOf } from "../../boards/games.js";
import { ask } from "../account/question.js";
import { ownId } from "../players/own-id.js";
import { attempt } from "../shell/attempt.js";
import { once } from "../shell/once.js";
import { late } from "../shell/page.js";
import { at, home } from "../shell/router.js";
import "../tournaments/countdown.js";
import { entering } from "../tournaments/enter.js";
import { factsOf, nameIn, picture } from "../tournaments/facts.js";
import { written } from "../tournaments/points.js";
import { canCheckIn, tournaments } from "../tournaments/service.js";
import { stepOf, untilOf } from "../tournaments/step.js";
import { TournamentFollow } from "../tournaments/tournament-follow.js";
import { TournamentPart } from "../tournaments/tournament-part.js";
import { whenOf } from "../tournaments/when.js";
import "../tournaments/people-view.js";
import "../tournaments/rounds-view.js";
import "../tournaments/standings-view.js";
import "../tournaments/tournaments-look.js";

/** @typedef {import("../tournaments/service.js").Tournament} Tournament */
/** @typedef {import("../tournaments/service.js").Row} Row */
/** @typedef {import("../tournaments/step.js").Step} Step */
/** @typedef {import("../tournaments/tournament-part.js").TournamentsText} TournamentsText */
/** @typedef {"standings" | "rounds" | "bracket" | "cross" | "players"} View */

/** Steps at which one may leave. */
const MAY_LEAVE = ["joined", "again", "here", "isHere", "elsewhere", "table", "bye", "wait", "arena"];
/** What a code of an address looks like. */
const CODE = /^#code=([\w%-]{1,64})$/;

/** The page under `/tournaments/{id}`; the code of an invitation is in the fragment. */
export class TournamentPage extends TournamentPart {
  static properties = {
    ...TournamentPart.properties,
    tournamentId: {},
    view: { state: true },
    own: { state: true },
    place: { state: true },
    inviting: { state: true },
  };

  constructor() {
    super();
    this.tournamentId = "";
    /** What is chosen to be shown; "" for what matters most. @type {View | ""} */
    this.view = "";
    /** The id of the viewer. */
    this.own = "";
    /** The viewer's line of the standings, once it is over. @type {{ row: Row, size: number } | undefined} */
    this.place = undefined;
    this.inviting = false;
    /** Whether it was decided if the invitation is open from the start. */
    this.greeted = false;
    /** @type {TournamentFollow | undefined} */
    this.follow = undefined;
    this.followed = "";
    /** What was said last. */
    this.said = "";
    this.changed = () => this.#changed();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.follow?.stop();
    this.followed = "";
  }

  /** Another tournament, or another player, is followed anew. */
  willUpdate() {
    if (!this.isConnected) return;
    const key = `${this.tournamentId} ${this.shell.session.account?.token ?? ""}`;
    if (key === this.followed) return;
    this.followed = key;
    this.follow?.stop();
    this.follow = new TournamentFollow(this.shell, this.tournamentId);
    this.follow.addEventListener("change", this.changed);
    this.place = undefined;
    this.#meet();
  }

  /** Learn who looks. */
  async #meet() {
    this.own = await ownId(this.shell);
    this.#greet();
  }

  /** Whoever has just made it first invites others. */
  #greet() {
    const now = this.follow?.now;
    if (this.greeted || !now || !this.own) return;
    this.greeted = true;
    this.inviting = now.players === 0 && this.#directs(now);
  }

  updated() {
    document.title = `${this.follow?.now?.name ?? this.worded?.title ?? ""} – ${this.text.title}`;
  }

  /** The step of the viewer. */
  get step() {
    const now = this.follow?.now;
    return now && stepOf(now, canCheckIn(this.shell, now), this.shell.me.time);
  }

  /** Say what has become of it, and draw it. */
  #changed() {
    const { worded: words, step, follow } = this;
    if (this.own) this.#greet();
    else this.#meet(); // the service may not have told it before
    const said = words && step && follow?.now ? this.#news(step, follow.now, words) : "";
    if (said && this.said && said !== this.said) this.shell.say(said);
    this.said = said;
    if (follow?.now?.status === "finished" && follow.now.you) this.#placed(follow.now.id);
    this.requestUpdate();
  }

  /** What is said aloud of a step: not with each table that is done. @param {Step} step @param {Tournament} now @param {TournamentsText} words */
  #news(step, now, words) {
    const counted = this.#open(now, words.step);
    return this.#told(step, now, words).filter((line) => line !== counted).join(" ");
  }

  /** @param {string} id */
  async #placed(id) {
    const { you, size } = await tournaments(this.shell.me).standingsPage(id, { pageSize: 1 }).catch(() => ({
      you: null,
      size: 0,
    }));
    if (you) this.place = { row: you, size };
  }

  /** @override @param {TournamentsText} words */
  spoken(words) {
    const { follow } = this;
    if (follow?.status === "missing") return this.absent(words.missing);
    if (!follow?.now) return html`<p class="empty soft">${this.shell.waiting}</p>`;
    const { now } = follow;
    return html`
      ${this.#hero(now, words)} ${this.#invite(now, words)} ${this.#director(now)}
      ${this.#offer()}
      <section class="panel shown">
        ${this.#views(now, words)} ${this.#shown(now, words)}
        ${this.#check(words)}
      </section>
    `;
  }

  /** @param {Tournament} now @param {TournamentsText} words */
  #hero(now, words) {
    const { step = "watch" } = this;
    return html`
      <header class="panel hero ${now.status}">
        ${picture(now.game, "art")}
        <div class="about">
          <p><a href=${at("/tournaments")}>${words.title}</a></p>
          <h1><bdi>${now.name}</bdi></h1>
          <p class="soft"><a href=${at(`/rules/${now.game}`)}>${nameOf(now.game)}</a> · ${words.by(
            isolated(nameIn(now.maker, words)),
          )} · ${now.maxPlayers < 1000 && now.status === "open"
            ? words.of(now.players, now.maxPlayers)
            : words.players(now.players)}</p>
          <ul class="chips">${factsOf(this.shell, now, words).map((each) => html`<li>${each}</li>`)}</ul>
        </div>
        <div class="step ${step}">${this.#until(now, words)} ${this.#step(step, now, words)}</div>
      </header>
    `;
  }

  /** @param {Tournament} now @param {TournamentsText} words */
  #until(now, { until: text }) {
    const until = untilOf(now);
    if (until) {
      return html`<p class="until"><span>${text[until.what]}</span>
        <count-down .shell=${this.shell} .at=${until.at} .soon=${text.soon} @due=${() =>
        this.#due()}></count-down></p>`;
    }
    if (now.status !== "open") return nothing;
    return html`<p class="until"><span>${text.full}</span> <b>${text.missing(now.maxPlayers - now.players)}</b></p>`;
  }

  /** A moment has come: what it brings is told by the service, and looked for if the line is silent. */
  #due() {
    setTimeout(() => this.isConnected && this.follow?.look().catch(() => {}), 1500);
  }

  /** What is said of a step, in lines. @param {Step} step @param {Tournament} now @param {TournamentsText} words @returns {string[]} */
  #told(step, now, words) {
    const { step: text } = words;
    const { you } = now;
    const names = (you?.tables[0]?.opponents ?? []).map((each) => isolated(nameIn(each, words)));
    const halted = now.held ? text.held : now.paused ? text.paused : "";
    /** @type {Partial<Record<Step, string[]>>} */
    const told = {
      join: [text.joinHint],
      joinLate: [text.joinLateHint],
      full: [text.full],
      closed: [text.closed],
      joined: [text.joined, this.#whenBack(now, text)],
      again: [text.joined, text.againHint],
      here: [text.hereHint],
      elsewhere: [text.elsewhere],
      isHere: [text.isHere],
      table: [
        ...(names.length ? [text.against(names)] : []),
        now.matchesPerPairing > 1 ? text.leg(you?.tables[0]?.leg ?? 1) : "",
      ],
      bye: [now.system === "swiss" ? text.bye : text.byeNone, this.#open(now, text)],
      wait: now.round ? [now.tablesOpen ? text.wait : "", this.#open(now, text)] : [],
      arena: [text.arena],
      back: [text.withdrawn],
      withdrawn: [text.removed],
      withheld: [text.withheld],
      watch: [text.watch],
      finished: this.#ended(now, words),
      aborted: [text.aborted, now.reason === "too few players" ? text.tooFew : now.reason ?? ""],
    };
    return [...(told[step] ?? []), halted].filter(Boolean);
  }

  /** @param {Tournament} now @param {TournamentsText["step"]} text */
  #open({ tablesOpen }, text) {
    return tablesOpen ? text.open(tablesOpen) : "";
  }

  /** @param {Tournament} now @param {TournamentsText["step"]} text */
  #whenBack({ checkInTime }, text) {
    if (!checkInTime) return text.joinedFull;
    return text.joinedHint(whenOf(Date.parse(checkInTime), this.shell.me.time, this.text.language));
  }

  /** @param {Tournament} now @param {TournamentsText} words */
  #ended({ winner }, words) {
    const { step: text } = words;
    const { place } = this;
    const won = winner && winner.id === this.own;
    const first = won ? text.won : winner ? text.winner(isolated(nameIn(winner, words))) : text.over;
    return [first, place && !won ? text.rank(place.row.rank, place.size) : ""];
  }

  /** The one button, and what is said beside it. @param {Step} step @param {Tournament} now @param {TournamentsText} words */
  #step(step, now, words) {
    const { step: text } = words;
    const button = this.#button(step, now, words);
    const [first, ...others] = this.#told(step, now, words);
    const leads = ["finished", "aborted", "joined", "again", "isHere"].includes(step);
    return html`
      ${leads && first ? html`<p class="lead">${first}</p>` : nothing}
      ${button}
      <div class="soft">${(leads ? others : [first, ...others]).filter(Boolean).map((line) =>
        html`<p>${line}</p>`
      )}</div>
      ${step === "table" ? this.#others(now, words) : nothing}
      ${this.place && step === "finished"
        ? html`<p class="numbers soft">${words.standings.points}: ${
          written(this.place.row.points, this.text.language)
        }</p>`
        : nothing}
      ${MAY_LEAVE.includes(step)
        ? html`<p><button class="plain small" @click=${() => this.#leave(now, words)}>${text.leave}</button></p>`
        : nothing}
    `;
  }

  /** @param {Step} step @param {Tournament} now @param {TournamentsText} words */
  #button(step, now, words) {
    const { step: text } = words;
    if (step === "table") {
      const [table] = now.you?.tables ?? [];
      return html`<a class="button main go" href=${at(`/m/${table?.matchId}`)} @click=${
        entering(this.shell, table?.matchId ?? "")
      }>${text.table}</a>`;
    }
    if (step === "join" || step === "joinLate" || step === "back") return this.#joining(step, now, words);
    if (step !== "here" && step !== "again") return nothing;
    return html`<button class="main go" @click=${(/** @type {Event} */ event) =>
      once(event, () => step === "here" ? this.#here(now) : this.#again(now))}>${text[step]}</button>`;
  }

  /** The other tables of the viewer, where all rounds are open at once. @param {Tournament} now @param {TournamentsText} words */
  #others({ you }, words) {
    const [, ...others] = you?.tables ?? [];
    return others.map(({ matchId, opponents }) =>
      html`<p><a class="button" href=${at(`/m/${matchId}`)} @click=${entering(this.shell, matchId)}>${
        words.step.against(opponents.map((each) => isolated(nameIn(each, words))))
      }</a></p>`
    );
  }

  /** @param {"join" | "joinLate" | "back"} step @param {Tournament} now @param {TournamentsText} words */
  #joining(step, now, { step: text }) {
    const asks = now.access === "private" && !this.#code(now) && step !== "back";
    return html`
      <form class="joining" @submit=${(/** @type {SubmitEvent} */ event) => this.#join(event, now)}>
        ${asks
          ? html`<label class="field"><span>${text.code}</span>
            <input name="code" required maxlength="64" autocomplete="off" autocapitalize="characters" spellcheck="false"
              aria-describedby="code-hint"></label><p class="soft small" id="code-hint">${text.codeHint}</p>`
          : nothing}
        <button class="main go">${text[step]}</button>
      </form>
    `;
  }

  /** The code of a private one: that of the address, or what its maker and its players are told. @param {Tournament} now */
  #code({ inviteCode }) {
    const [, code = ""] = CODE.exec(location.hash) ?? [];
    return inviteCode || decoded(code);
  }

  /** @param {SubmitEvent} event @param {Tournament} now */
  async #join(event, now) {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    const typed = /** @type {HTMLInputElement | null} */ (form.elements.namedItem("code"))?.value.trim();
    const button = form.querySelector("button");
    if (!button || button.ariaDisabled === "true") return;
    button.ariaDisabled = "true";
    await this.#act(async () => {
      const me = await this.shell.player();
      await tournaments(me).join(now.id, { inviteCode: typed ?? this.#code(now) });
    });
    button.ariaDisabled = null;
  }

  /** @param {Tournament} now */
  #here({ id }) {
    return this.#act(() => tournaments(this.shell.me).checkIn(id));
  }

  /** Join anew, with a secret that this device keeps. @param {Tournament} now */
  #again({ id, inviteCode }) {
    const asked = tournaments(this.shell.me);
    return this.#act(async () => {
      await asked.leave(id);
      await asked.join(id, { inviteCode });
    });
  }

  /** Do something, and show what has come of it. @param {() => Promise<unknown>} action */
  async #act(action) {
    await attempt(this.shell, () => action().catch((error) => this.#refused(error)));
    await this.follow?.look().catch(() => {}); // the stream tells it, too
  }

  /** Say why, where that is said of tournaments alone. @param {unknown} error */
  #refused(error) {
    const text = error instanceof Refused && this.worded?.errors[error.code];
    if (!text) throw error;
    this.shell.tell({ kind: "error", text });
  }

  /** @param {Tournament} now @param {TournamentsText} words */
  async #leave(now, { step: text }) {
    const lines = [
      now.status === "running" ? text.leaveRunning : now.status === "open" ? text.leaveOpen : text.withheld,
    ];
    if (await ask(this.shell, { title: text.leaveSure, lines, yes: text.leave })) {
      await this.#act(() => tournaments(this.shell.me).leave(now.id));
    }
  }

  /** @param {Tournament} now @param {TournamentsText} words */
  #invite(now, { invite: text }) {
    const open = now.status === "open" || this.step === "joinLate";
    if (!open || now.access === "private" && !this.#code(now)) return nothing;
    const code = now.access === "private" ? this.#code(now) : "";
    const link = `${home()}/tournaments/${now.id}${code ? `#code=${encodeURIComponent(code)}` : ""}`;
    return html`
      <details class="panel inviting" ?open=${this.inviting} @toggle=${(/** @type {any} */ { target }) =>
        this.inviting = target.open}>
        <summary>${text.title}</summary>
        ${this.inviting
          ? late(this, "invite-panel", () => import("../lobby/invite-panel.js"), false) ?? html`
            <invite-panel .shell=${this.shell} .code=${code} .link=${link} .hint=${text.hint}></invite-panel>
          `
          : nothing}
      </details>
    `;
  }

  /** The offer to tell the player when it goes on, once there is something to wait for. */
  #offer() {
    const { step, shell } = this;
    if (step !== "joined" && step !== "isHere" || shell.kept.getItem("croupier:offered")) return nothing;
    if (late(this, "notice-offer", () => import("../table/notice-offer.js"), false)) return nothing;
    return html`<notice-offer .shell=${shell}></notice-offer>`;
  }

  /** Whether the viewer has made it, and it is not over. @param {Tournament} now */
  #directs({ maker, status }) {
    return maker.id === this.own && this.own !== "" && status !== "finished" && status !== "aborted";
  }

  /** @param {Tournament} now */
  #director(now) {
    if (!this.#directs(now)) return nothing;
    return late(this, "director-panel", () => import("../tournaments/director.js"), false) ?? html`
      <director-panel class="panel" .shell=${this.shell} .tournament=${now} @direct=${(
        /** @type {CustomEvent} */ { detail },
      ) => this.#act(detail)}></director-panel>
    `;
  }

  /** What can be shown, and what is shown if nothing was chosen. @param {Tournament} now @returns {View[]} */
  #choices({ system, round }) {
    if (!round) return ["players"];
    if (system === "knockout") return ["bracket", "standings", "rounds", "players"];
    return system === "roundRobin" ? ["standings", "cross", "rounds", "players"] : ["standings", "rounds", "players"];
  }

  /** @param {Tournament} now @param {TournamentsText} words */
  #views(now, { views: text }) {
    const choices = this.#choices(now);
    const shown = this.#view(now);
    if (choices.length < 2) return html`<h2>${text.players}</h2>`;
    return html`
      <fieldset class="segments views"><legend class="unseen">${text.label}</legend>${choices.map((view) =>
        html`<label><input type="radio" name="view" .checked=${view === shown} @change=${() =>
          this.view = view}><span>${text[view]}</span></label>`
      )}</fieldset>
    `;
  }

  /** @param {Tournament} now @returns {View} */
  #view(now) {
    const choices = this.#choices(now);
    return this.view && choices.includes(this.view) ? this.view : choices[0];
  }

  /** @param {Tournament} now @param {TournamentsText} words */
  #shown(now, words) {
    const { shell, own } = this;
    const { version } = now;
    const view = this.#view(now);
    if (view === "standings") {
      return html`<standings-view .shell=${shell} .tournament=${now} .version=${version} .own=${own}></standings-view>`;
    }
    if (view === "rounds") {
      return html`<rounds-view .shell=${shell} .tournament=${now} .version=${version} .own=${own}></rounds-view>`;
    }
    if (view === "players") {
      return html`
        <people-view .shell=${shell} .tournament=${now} .version=${version} .own=${own}
          .directs=${this.#directs(now)} @remove=${(/** @type {CustomEvent} */ { detail }) =>
            this.#remove(detail, now, words)}></people-view>
      `;
    }
    return late(this, "whole-view", () => import("../tournaments/whole-view.js"), false) ??
      html`<whole-view .shell=${shell} .tournament=${now} .version=${version} .own=${own}></whole-view>`;
  }

  /** @param {import("../tournaments/service.js").Entrant} player @param {Tournament} now @param {TournamentsText} words */
  async #remove(player, now, words) {
    const { director: text } = words;
    const title = text.removeSure(isolated(nameIn(player, words)));
    if (await ask(this.shell, { title, lines: [text.removeLine], yes: text.remove })) {
      await this.#act(() => tournaments(this.shell.me).remove(now.id, player.id));
    }
  }

  /** @param {TournamentsText} words */
  #check({ check, checkHint }) {
    return html`
      <p class="row recompute"><button @click=${(/** @type {Event} */ event) =>
        once(event, () => this.#prove())}>${check}</button>
        <span class="soft small">${checkHint}</span></p>
    `;
  }

  async #prove() {
    await attempt(this.shell, async () => {
      const { checkPairings } = await import("../proof/pairings-dialog.js");
      checkPairings(this.shell, this.tournamentId);
    });
  }
}

/** A code as it was before an address had it. @param {string} code */
function decoded(code) {
  try {
    return decodeURIComponent(code);
  } catch {
    return code;
  }
}

customElements.define("tournament-page", TournamentPage);
