// The options of a table, behind a disclosure.

import { html, nothing } from "../vendor/lit.js";
import { CLOCKS, FLAGS, RULES } from "./opening.js";
import { Page } from "./page.js";

/** @typedef {import("./opening.js").Chosen} Chosen */

/** Asks for the options of a game; "chosen" is sent with all of them when one has changed. */
export class TableOptions extends Page {
  static properties = { ...Page.properties, game: {}, max: { type: Number }, chosen: { attribute: false } };

  constructor() {
    super();
    this.game = "";
    this.max = 2;
    /** @type {Chosen} */
    this.chosen;
  }

  render() {
    const { options, gameNames } = this.text;
    const name = gameNames[/** @type {keyof typeof gameNames} */ (this.game)] ?? this.game;
    return html`
      <details>
        <summary aria-label=${options.label(name)}>${options.title}</summary>
        <div class="options">
          ${this.max > 2 ? this.#choice(options.seats, "seats", this.#seats()) : nothing}
          ${this.game === "lost-cities" ? this.#lostCities() : nothing}
          ${this.#choice(
            options.clock,
            "clock",
            Object.keys(CLOCKS).map((each) => [each, options.clocks[/** @type {keyof typeof CLOCKS} */ (each)]]),
          )}
          ${Object.keys(FLAGS[this.game] ?? {}).map((flag) => this.#flag(flag))}
          ${Object.keys(RULES[this.game] ?? {}).map((name) => this.#rule(name))}
          ${this.game === "livingstone" ? html`<p class="soft small guess">${options.guesses}</p>` : nothing}
          <label class="check"><input type="checkbox" .checked=${this.chosen.open}
            @change=${(/** @type {any} */ event) => this.#change({ open: event.target.checked })}> ${options
              .public}</label>
        </div>
      </details>
    `;
  }

  #lostCities() {
    const { options } = this.text;
    const rounds = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((each) => /** @type {[number, string]} */ ([each, `${each}`]));
    return html`
      ${this.#choice(options.rounds, "rounds", rounds)}
      ${this.#choice(options.colors, "colors", [[5, options.colorsOf[5]], [6, options.colorsOf[6]]])}
    `;
  }

  /** @returns {[number, string][]} */
  #seats() {
    return Array.from({ length: this.max - 1 }, (_, index) => [index + 2, `${index + 2}`]);
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

  /** An option of the rules: one of some words, or numbers. @param {string} name */
  #rule(name) {
    const { rules, rulesOf } = this.text.options;
    const { usual, most, of } = RULES[this.game][name];
    const { own } = this.chosen;
    const now = own[name] ?? usual;
    if (typeof usual === "object" && !Array.isArray(usual)) return this.#counts(name, usual, most);
    if (of) {
      const change = (/** @type {any} */ { target }) => this.#own(name, of[target.selectedIndex]);
      return html`
        <label class="field"><span>${rules[name]}</span><select @change=${change}>
          ${of.map((each) => html`<option .selected=${now === each}>${rulesOf[each]}</option>`)}
        </select></label>
      `;
    }
    return html`
      <label class="field"><span>${rules[name]}</span><input inputmode="numeric" autocomplete="off"
        .value=${`${Array.isArray(now) ? now.join(" ") : now}`}
        @change=${(/** @type {any} */ { target }) =>
          this.#numbers(name, target, Array.isArray(usual) ? usual.length : 0, most)}></label>
    `;
  }

  /** A number for each of some cards. @param {string} name @param {Record<string, number>} usual @param {number} most */
  #counts(name, usual, most) {
    const { rules, cards } = this.text.options;
    const now = { ...usual, .../** @type {object} */ (this.chosen.own[name]) };
    return html`
      <fieldset class="counts"><legend class="small soft">${rules[name]}</legend>${Object.entries(now).map((
        [card, number],
      ) =>
        html`<label class="small"><input inputmode="numeric" autocomplete="off" .value=${`${number}`}
          @change=${(/** @type {any} */ { target }) =>
          this.#number(target, most, (read) => this.#own(name, { ...now, [card]: read }))}> ${cards[card]}</label>`
      )}</fieldset>
    `;
  }

  /** @param {HTMLInputElement} field @param {number} most @param {(number: number) => void} take */
  #number(field, most, take) {
    const number = /^\s*\d{1,9}\s*$/.test(field.value) ? Number(field.value) : Infinity;
    if (this.#told(field, number <= most, 1, most)) take(number);
  }

  /** Let a field say what it takes. @param {HTMLInputElement} field @param {boolean} good @param {number} count @param {number} most */
  #told(field, good, count, most) {
    field.setCustomValidity(good ? "" : this.text.options.numbers(count, most));
    field.reportValidity();
    field.setAttribute("aria-invalid", `${!good}`);
    return good;
  }

  /**
   * Take numbers as they were written; others are refused by the field.
   * @param {string} name
   * @param {HTMLInputElement} field
   * @param {number} count of a list; 0 for a single number
   * @param {number} most
   */
  #numbers(name, field, count, most) {
    const numbers = field.value.trim().split(/[\s,;]+/).map(Number);
    const good = numbers.length === (count || 1) &&
      numbers.every((each) => Number.isInteger(each) && each >= 0 && each <= most);
    if (this.#told(field, good, count || 1, most)) this.#own(name, count ? numbers : numbers[0]);
  }

  /** @param {string} name @param {unknown} value */
  #own(name, value) {
    this.#change({ own: { ...this.chosen.own, [name]: value } });
  }

  /** @param {string} flag */
  #flag(flag) {
    const { flags } = this.chosen;
    const change = (/** @type {any} */ { target }) =>
      this.#change({ flags: target.checked ? [...flags, flag] : flags.filter((each) => each !== flag) });
    return html`<label class="check"><input type="checkbox" .checked=${flags.includes(flag)} @change=${change}> ${
      this.text.options.flags[flag]
    }</label>`;
  }

  /** @param {Partial<Chosen>} part */
  #change(part) {
    this.chosen = { ...this.chosen, ...part };
    this.dispatchEvent(new CustomEvent("chosen", { detail: this.chosen }));
  }
}

customElements.define("table-options", TableOptions);
