// The options of a table, in a dialog, so that nothing beside it moves.

import { html, nothing } from "../../vendor/lit.js";
import { nameOf } from "../../boards/games.js";
import { factsOf } from "./game-facts.js";
import { formOf, toldOf, worded } from "./option-fields.js";
import { CLOCKS } from "./new-table.js";
import { Page } from "../shell/page.js";

/** @typedef {import("./new-table.js").Chosen} Chosen */
/** @typedef {import("./option-fields.js").Form} Form */
/** @typedef {import("./option-fields.js").Field} Field */

/** Asks for the options of a game; "chosen" is sent with all of them when one has changed. */
export class TableOptions extends Page {
  static properties = {
    ...Page.properties,
    game: {},
    chosen: { attribute: false },
    rules: { type: Boolean },
    open: { state: true },
  };

  constructor() {
    super();
    this.game = "";
    /** Whether it asks for the rules alone: clock and places are chosen elsewhere. */
    this.rules = false;
    /** Whether it was opened, and so the form of the game is needed. */
    this.open = false;
    /** Whether it begins with its first field, which may come later than others. */
    this.begins = false;
    /** @type {Chosen} */
    this.chosen;
  }

  render() {
    const { options } = this.text;
    const title = `options-${this.game}`;
    return html`
      <button class="plain" aria-haspopup="dialog" aria-label=${options.label(nameOf(this.game))} @click=${() =>
        this.#show()}>${options.title}</button>
      ${this.#unusual()}
      <dialog aria-labelledby=${title} @close=${() => this.open = false}>
        <form method="dialog">
          <h2 id=${title}>${options.label(nameOf(this.game))}</h2>
          <p class="soft">${factsOf(this.shell, this.game, this.chosen.seats, this.chosen.own)}</p>
          ${this.open ? this.#choices() : nothing}
          <p class="row end"><button class="main">${options.done}</button></p>
        </form>
      </dialog>
    `;
  }

  /** What is set otherwise than usual. */
  #unusual() {
    const { options } = this.text;
    const { own, clock, open } = this.chosen;
    const form = Object.keys(own).length ? formOf(this.shell, this.game) : undefined;
    const rules = form ? toldOf(form.fields, own, false).map(([name, value]) => worded(form, name, value)) : [];
    const all = [...rules, clock === "usual" ? "" : options.clocks[clock], open ? options.public : ""].filter(Boolean);
    return html`<span class="told small" title=${all.join(" · ")}>${all.join(" · ")}</span>`;
  }

  updated() {
    if (!this.open || !this.begins || !formOf(this.shell, this.game)) return;
    this.begins = false;
    /** @type {HTMLElement | null} */ (this.querySelector(".options :is(select, input)"))?.focus();
  }

  async #show() {
    this.open = this.begins = true;
    await this.updateComplete;
    this.querySelector("dialog")?.showModal();
  }

  #choices() {
    const { options } = this.text;
    const form = formOf(this.shell, this.game);
    return html`
      <div class="options">
        ${form ? this.#own(form, true) : nothing} ${this.rules ? nothing : this.#table()}
        <details><summary>${options.rules}</summary>
          <div class="options">${form
            ? html`${this.#own(form, false)} ${
              form.words.note ? html`<p class="soft small guess">${form.words.note}</p>` : nothing
            }`
            : html`<p class="soft">${this.text.loading}</p>`}</div></details>
      </div>
    `;
  }

  /** Options of the table, and not of the rules. */
  #table() {
    const { options } = this.text;
    return html`
      ${this.#choice(
        options.clock,
        "clock",
        Object.keys(CLOCKS).map((each) => [each, options.clocks[/** @type {keyof typeof CLOCKS} */ (each)]]),
      )}
      <p class="soft small">${options.usually}</p>
      <label class="check"><input type="checkbox" .checked=${this.chosen.open}
        @change=${(/** @type {any} */ event) => this.#change({ open: event.target.checked })}> ${options.public}</label>
    `;
  }

  /** The options of the rules: those that are always told, or the others. @param {Form} form @param {boolean} first */
  #own(form, first) {
    return Object.entries(form.fields).filter(([, { told = false }]) => told === first)
      .map(([name, field]) => this.#field(form, name, field));
  }

  /**
   * @param {string} label
   * @param {keyof Chosen} member
   * @param {(string | number)[][]} values each with its words
   */
  #choice(label, member, values) {
    const change = (/** @type {any} */ { target }) => this.#change({ [member]: values[target.selectedIndex][0] });
    return html`
      <label class="field"><span>${label}</span><select @change=${change}>
        ${values.map(([value, words]) => html`<option .selected=${this.chosen[member] === value}>${words}</option>`)}
      </select></label>
    `;
  }

  /** An option of the rules. @param {Form} form @param {string} name @param {Field} field */
  #field(form, name, field) {
    const { usual, on, of, least = 0, most = 0 } = field;
    if (on !== undefined) return this.#flag(form, name, field);
    if (typeof usual === "object" && !Array.isArray(usual)) return this.#counts(form, name, field);
    const { labels, values: { [name]: words } = {} } = form.words;
    const now = this.chosen.own[name] ?? usual;
    if (of) {
      const change = (/** @type {any} */ { target }) => this.#set(name, of[target.selectedIndex]);
      return html`
        <label class="field"><span>${labels[name]}</span><select @change=${change}>
          ${of.map((each) => html`<option .selected=${now === each}>${words?.[each] ?? each}</option>`)}
        </select></label>
      `;
    }
    return html`
      <label class="field"><span>${labels[name]}</span><input inputmode="numeric" autocomplete="off"
        .value=${`${Array.isArray(now) ? now.join(" ") : now}`}
        @change=${(/** @type {any} */ { target }) =>
          this.#numbers(name, target, Array.isArray(usual) ? usual.length : 0, least, most)}></label>
    `;
  }

  /** A number for each of some names. @param {Form} form @param {string} name @param {Field} field */
  #counts(form, name, { usual, least = 0, most = 0 }) {
    const { labels, values: { [name]: words } = {} } = form.words;
    const now = { ...usual, .../** @type {object} */ (this.chosen.own[name]) };
    return html`
      <fieldset class="counts"><legend class="small soft">${labels[name]}</legend>${Object.entries(now).map((
        [each, number],
      ) =>
        html`<label class="small"><input inputmode="numeric" autocomplete="off" .value=${`${number}`}
          @change=${(/** @type {any} */ { target }) =>
          this.#number(target, least, most, (read) => this.#set(name, { ...now, [each]: read }))}> ${
          words?.[each] ??
            each
        }</label>`
      )}</fieldset>
    `;
  }

  /**
   * @param {HTMLInputElement} field
   * @param {number} least
   * @param {number} most
   * @param {(number: number) => void} take
   */
  #number(field, least, most, take) {
    const number = /^\s*\d{1,9}\s*$/.test(field.value) ? Number(field.value) : NaN;
    if (this.#told(field, number >= least && number <= most, 1, least, most)) take(number);
  }

  /**
   * Let a field say what it takes.
   * @param {HTMLInputElement} field
   * @param {boolean} good
   * @param {number} count
   * @param {number} least
   * @param {number} most
   */
  #told(field, good, count, least, most) {
    field.setCustomValidity(good ? "" : this.text.options.numbers(count, least, most));
    field.reportValidity();
    field.setAttribute("aria-invalid", `${!good}`);
    return good;
  }

  /**
   * Take numbers as they were written; others are refused by the field.
   * @param {string} name
   * @param {HTMLInputElement} field
   * @param {number} count of a list; 0 for a single number
   * @param {number} least
   * @param {number} most
   */
  #numbers(name, field, count, least, most) {
    const numbers = field.value.trim().split(/[\s,;]+/).map(Number);
    const good = numbers.length === (count || 1) &&
      numbers.every((each) => Number.isInteger(each) && each >= least && each <= most);
    if (this.#told(field, good, count || 1, least, most)) this.#set(name, count ? numbers : numbers[0]);
  }

  /** @param {string} name @param {unknown} value */
  #set(name, value) {
    this.#change({ own: { ...this.chosen.own, [name]: value } });
  }

  /** @param {Form} form @param {string} name @param {Field} field */
  #flag({ words }, name, { usual, on }) {
    const off = typeof on === "boolean" ? !on : usual;
    const change = (/** @type {any} */ { target }) => this.#set(name, target.checked ? on : off);
    return html`<label class="check"><input type="checkbox" .checked=${
      (this.chosen.own[name] ?? usual) === on
    } @change=${change}> ${words.labels[name]}</label>`;
  }

  /** @param {Partial<Chosen>} part */
  #change(part) {
    this.chosen = { ...this.chosen, ...part };
    this.dispatchEvent(new CustomEvent("chosen", { detail: this.chosen }));
  }
}

customElements.define("table-options", TableOptions);
