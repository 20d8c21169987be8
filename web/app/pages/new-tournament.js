// A new tournament: one of those that people make often, which is made by one more press; all of it can be changed before.

import { html, nothing } from "../../vendor/lit.js";
import { games, isOwn, nameOf } from "../../boards/games.js";
import { defaults } from "../lobby/new-table.js";
import { attempt } from "../shell/attempt.js";
import { once } from "../shell/once.js";
import { late } from "../shell/page.js";
import { at } from "../shell/router.js";
import { picture } from "../tournaments/facts.js";
import { bounds, changed, clocksOf, draftOf, earliest, laterStart, PRESETS, wishOf } from "../tournaments/presets.js";
import { tournaments } from "../tournaments/service.js";
import { TournamentPart } from "../tournaments/tournament-part.js";
import "../tournaments/tournaments-look.js";

/** @typedef {import("../tournaments/presets.js").Draft} Draft */
/** @typedef {import("../tournaments/presets.js").Preset} Preset */
/** @typedef {import("../tournaments/presets.js").System} System */
/** @typedef {import("../tournaments/tournament-part.js").TournamentsText} TournamentsText */
/** @typedef {import("../lobby/new-table.js").Chosen} Chosen */
/** @typedef {import("../tournaments/presets.js").Amount} Amount */

/** The page under `/tournaments/new`. */
export class NewTournamentPage extends TournamentPart {
  static properties = {
    ...TournamentPart.properties,
    game: { state: true },
    preset: { state: true },
    draft: { state: true },
    name: { state: true },
    chosen: { state: true },
  };

  constructor() {
    super();
    this.game = games()[0]?.id ?? "";
    /** @type {Preset | undefined} */
    this.preset = undefined;
    /** @type {Draft | undefined} */
    this.draft = undefined;
    /** As it was typed; undefined for the one that is offered. @type {string | undefined} */
    this.name = undefined;
    /** The options of the rules. @type {Chosen} */
    this.chosen = defaults(2);
  }

  updated() {
    document.title = `${this.worded?.make.title ?? ""} – ${this.text.title}`;
  }

  /** @override @param {TournamentsText} words */
  spoken(words) {
    const { make: text } = words;
    return html`
      <header class="welcome">
        <p><a href=${at("/tournaments")}>${words.title}</a></p>
        <h1>${text.title}</h1>
      </header>
      <fieldset class="game-choice"><legend class="unseen">${text.game}</legend>${games().map(({ id, name }) =>
        html`<label>${picture(id)}<input type="radio" name="game" .checked=${id === this.game} @change=${() =>
          this.#plays(id)}><span>${name}</span></label>`
      )}</fieldset>
      <h2 id="which">${text.which}</h2>
      <ul class="presets" aria-labelledby="which">${/** @type {Preset[]} */ (Object.keys(PRESETS)).map((each) =>
        html`<li><button aria-pressed=${each === this.preset} @click=${() => this.#choose(each)}><b>${
          text.presets[each].name
        }</b> <span class="soft">${text.presets[each].line}</span></button></li>`
      )}</ul>
      ${this.draft ? this.#form(this.draft, words) : nothing}
    `;
  }

  /** @param {string} game */
  #plays(game) {
    this.game = game;
    this.chosen = defaults(2);
    if (this.draft && !isOwn(game)) this.#set({ rated: false });
  }

  /** @param {Preset} preset */
  async #choose(preset) {
    this.preset = preset;
    this.draft = draftOf(preset, this.shell.me.time);
    this.name = undefined;
    await this.updateComplete;
    this.querySelector("form")?.scrollIntoView({ block: "nearest", behavior: "smooth" });
    /** @type {HTMLElement | null} */ (this.querySelector("form .create"))?.focus({ preventScroll: true });
  }

  /** @param {Partial<Draft>} part */
  #set(part) {
    if (this.draft) this.draft = changed(this.draft, part);
  }

  /** The name that is offered. @param {TournamentsText["make"]} text */
  #offered(text) {
    return `${this.preset ? text.presets[this.preset].name : ""}, ${nameOf(this.game)}`;
  }

  /** @param {Draft} draft @param {TournamentsText} words */
  #form(draft, words) {
    const { make: text } = words;
    return html`
      <form class="panel making" @submit=${(/** @type {SubmitEvent} */ event) => this.#submit(event, text)}>
        <label class="field name"><span>${text.name}</span><input name="name" maxlength="60" required autocomplete="off"
          .value=${this.name ?? this.#offered(text)} @input=${(/** @type {any} */ { target }) =>
            this.name = target.value}></label>
        ${this.#when(draft, text)}
        <fieldset class="who"><legend>${text.who}</legend><div class="segments">
          ${[false, true].map((open) =>
            html`<label><input type="radio" name="access" .checked=${draft.open === open} @change=${() =>
              this.#set({ open })}><span>${open ? text.public : text.private}</span></label>`
          )}</div></fieldset>
        <p class="soft sum">${this.#sum(draft, words)}</p>
        <p class="row end"><button class="main go create">${text.create}</button></p>
        <details><summary>${text.more}</summary>${this.#more(draft, words)}</details>
      </form>
    `;
  }

  /** In one line what was not asked. @param {Draft} draft @param {TournamentsText} words */
  #sum(draft, words) {
    const { system, rounds, minutes, clock, most } = draft;
    const length = system === "swiss" ? words.length(rounds) : system === "arena" ? words.minutes(minutes) : "";
    return [words.systems[system], length, this.text.options.clocks[clock], words.players(most)].filter(Boolean).join(
      " · ",
    );
  }

  /** When it starts: at a time, or as soon as it is full. @param {Draft} draft @param {TournamentsText["make"]} text */
  #when(draft, text) {
    const { start } = draft;
    const { time } = this.shell.me;
    return html`
      <div class="when">
        ${start === null
          ? nothing
          : html`<label class="field"><span>${text.when}</span><input type="datetime-local" required
          .value=${local(start)} .min=${local(earliest(draft, time))} @change=${(/** @type {any} */ { target }) =>
            this.#set({ start: Date.parse(target.value) || start })}></label>`}
        <label class="check"><input type="checkbox" .checked=${start === null} @change=${(
          /** @type {any} */ { target },
        ) => this.#set({ start: target.checked ? null : laterStart(draft, time) })}> ${text.whenFull}</label>
      </div>
    `;
  }

  /** @param {Draft} draft @param {TournamentsText} words */
  #more(draft, words) {
    const { make: text, systems, systemHints } = words;
    const { system } = draft;
    const { options } = this.text;
    return html`
      <div class="options">
        ${this.#choice(
          text.system,
          /** @type {System[]} */ (Object.keys(systems)),
          system,
          systems,
          (value) => this.#set({ system: value }),
        )}
        <p class="soft small">${systemHints[system]}</p>
        <div class="amounts">
          ${system === "swiss" ? this.#amount(draft, "rounds", text) : nothing}
          ${system === "arena" ? this.#amount(draft, "minutes", text) : nothing}
          ${this.#amount(draft, "most", text)} ${this.#amount(draft, "checkIn", text)}
          ${system === "arena" || system === "roundRobin" && draft.allAtOnce
            ? nothing
            : this.#amount(draft, "pause", text)}
          ${draft.rated || !draft.open ? nothing : this.#amount(draft, "bots", text)}
        </div>
        ${this.#choice(text.clock, clocksOf(draft), draft.clock, options.clocks, (clock) => this.#set({ clock }))}
        ${this.#rules()}
        ${system === "arena"
          ? nothing
          : this.#flag(draft.legs === 2, text.legs, (two) => this.#set({ legs: two ? 2 : 1 }))}
        ${system === "roundRobin"
          ? this.#flag(draft.allAtOnce, text.allAtOnce, (allAtOnce) => this.#set({ allAtOnce }))
          : nothing}
        ${isOwn(this.game)
          ? this.#flag(draft.rated, `${text.rated}: ${text.ratedHint}`, (rated) => this.#set({ rated }))
          : nothing}
              </div>
    `;
  }

  /** The options of the rules, by the part of the home page that asks for them: it is in that file. */
  #rules() {
    return late(this, "table-options", () => import("./home.js"), false) ?? html`
      <table-options rules .shell=${this.shell} .game=${this.game} .chosen=${this.chosen}
        @chosen=${(/** @type {CustomEvent<Chosen>} */ { detail }) => this.chosen = detail}></table-options>
    `;
  }

  /**
   * @template {string} T
   * @param {string} label @param {T[]} values @param {T} now @param {Record<T, string>} words @param {(value: T) => void} take
   */
  #choice(label, values, now, words, take) {
    return html`
      <label class="field"><span>${label}</span><select @change=${(/** @type {any} */ { target }) =>
        take(values[target.selectedIndex])}>${values.map((each) =>
          html`<option .selected=${each === now}>${words[each]}</option>`
        )}</select></label>
    `;
  }

  /** @param {boolean} now @param {string} label @param {(on: boolean) => void} take */
  #flag(now, label, take) {
    return html`<label class="check"><input type="checkbox" .checked=${now} @change=${(/** @type {any} */ { target }) =>
      take(target.checked)}> ${label}</label>`;
  }

  /** @param {Draft} draft @param {Amount} name @param {TournamentsText["make"]} text */
  #amount(draft, name, text) {
    const [least, most] = bounds(draft)[name];
    return html`
      <label
        class="field"><span>${text[
          name
        ]}</span><input type="number" required inputmode="numeric" min=${least} max=${most}
        .value=${`${draft[name]}`} @change=${(/** @type {any} */ { target }) =>
          target.validity.valid && this.#set({ [name]: Number(target.value) })}></label>
    `;
  }

  /** @param {SubmitEvent} event @param {TournamentsText["make"]} text */
  #submit(event, text) {
    event.preventDefault();
    const { draft, game } = this;
    const button = /** @type {HTMLElement} */ (this.querySelector("form .create"));
    if (!draft) return;
    const options = Object.fromEntries(Object.entries(this.chosen.own).filter(([, value]) => value !== ""));
    const wish = wishOf(draft, { name: (this.name ?? this.#offered(text)).trim(), game, options });
    return once(/** @type {any} */ ({ currentTarget: button }), () =>
      attempt(this.shell, async () => {
        const me = await this.shell.player();
        const { id } = await tournaments(me).create(wish);
        this.shell.router.go(`/tournaments/${id}`);
      }));
  }
}

/** A moment as a field for date and time has it: of this place, to the minute. @param {number} time in milliseconds since 1970 */
function local(time) {
  const date = new Date(time);
  return new Date(time - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

customElements.define("new-tournament-page", NewTournamentPage);
