// Acts: each asks for a reason first, and a dangerous one for the first letters of what it is done to.

import { Refused, post, slow } from "./api.js";
import { button, h } from "./dom.js";

const REASON = "[!-~]([ -~]{0,198}[!-~])?";
const READ_BY = {
  operators: "For the list of acts, which operators read.",
  audit: "For the account's audit, which operators read.",
  player: "The player is shown it.",
  players: "The players of the match read it once it has ended.",
  everybody: "Everybody may read it: it is in the ledger.",
  log: "Everybody may read it: it is in the tournament's log.",
};
let made = 0;

/**
 * Ask for what an act needs, and do it.
 *
 * @param {object} act
 * @param {string} act.title what is done, such as "Suspend Ann"; its first word is on the button
 * @param {string} act.words what follows from it
 * @param {string} act.path where it is done
 * @param {keyof READ_BY} [act.readBy] who reads the reason
 * @param {string} [act.confirm] an id of which the first four letters must be typed
 * @param {HTMLElement[]} [act.fields] inputs with names, for the body
 * @param {(body: object) => object} [act.body] makes the body of what was typed
 * @param {(line: object) => string} [act.line] for one that takes long: what a line says
 * @returns {Promise<object|null>} what it answered, null if it was not done
 */
export function perform(act) {
  const opener = document.activeElement;
  return new Promise((resolve) => {
    const dialog = dialogOf(act, (answer) => {
      dialog.remove();
      opener?.focus?.();
      resolve(answer);
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}

function dialogOf(act, ended) {
  const verb = act.title.split(" ")[0];
  const said = h("p", { class: "said", role: "alert" });
  const progress = h("pre", { class: "lines", hidden: true, tabindex: "0", role: "log", "aria-label": "What it tells" });
  const go = h("button", { type: "submit", class: `button ${act.confirm ? "danger" : "primary"}` }, verb);
  const cancel = button("Cancel", () => element.close(), "quiet");
  const form = h(
    "form",
    { onsubmit: submit, novalidate: true },
    h("h2", { id: "act-title" }, act.title),
    act.words && h("p", {}, act.words),
    act.fields,
    act.confirm && confirmation(act.confirm),
    reasonField(act.readBy ?? "operators"),
    progress,
    said,
    h("div", { class: "row end" }, cancel, go),
  );
  const element = h("dialog", { "aria-labelledby": "act-title", onclose: () => ended(answer) }, form);
  let answer = null;
  let running = false;
  element.addEventListener("cancel", (event) => running && event.preventDefault());

  async function submit(event) {
    event.preventDefault();
    said.textContent = "";
    const wrong = [...form.elements].find((each) => !each.checkValidity());
    if (wrong) {
      said.textContent = wrong.dataset.wrong ?? wrong.validationMessage;
      wrong.focus();
      return;
    }
    const typed = Object.fromEntries(new FormData(form));
    delete typed.confirm;
    const body = { ...(act.body?.(typed, form) ?? typed), reason: typed.reason };
    running = go.disabled = cancel.disabled = true;
    try {
      answer = act.line ? await slow(act.path, tell, body) : await post(act.path, body);
      element.close();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      said.textContent = error.message;
      if (error.status === 401) {
        element.close();
        dispatchEvent(new HashChangeEvent("hashchange")); // which lets one sign in
      }
    } finally {
      running = go.disabled = cancel.disabled = false;
    }
  }

  function tell(line) {
    progress.hidden = false;
    progress.append(`${act.line(line)}\n`);
    progress.scrollTop = progress.scrollHeight;
  }

  return element;
}

/** An input with its label; `more` are attributes of it. */
export function field(name, label, more = {}, hint = "") {
  const id = `f-${name}-${++made}`;
  const input = h(more.rows ? "textarea" : "input", { id, name, autocomplete: "off", "aria-describedby": hint ? `${id}-h` : null, ...more });
  if (more.value) input.value = more.value;
  return h("div", { class: more.type === "checkbox" ? "field check" : "field" }, h("label", { for: id }, label), input, hint && h("p", { class: "hint", id: `${id}-h` }, hint));
}

/** A choice of several; `options` are pairs of a value and a text. */
export function choice(name, label, options, chosen = "") {
  const id = `f-${name}-${++made}`;
  const select = h("select", { id, name }, options.map(([value, text]) => h("option", { value, selected: value === chosen }, text)));
  return h("div", { class: "field" }, h("label", { for: id }, label), select);
}

const reasonField = (readBy) =>
  field(
    "reason",
    "Reason",
    { required: true, maxlength: "200", pattern: REASON, "data-wrong": "Say why, in up to 200 letters without accents." },
    READ_BY[readBy],
  );

function confirmation(id) {
  const first = id.slice(0, 4);
  const pattern = [...first].map((each) => `[${each === "-" ? "\\-" : each}]`).join("");
  return field("confirm", `Type ${first}, as the id begins`, {
    required: true,
    pattern,
    spellcheck: "false",
    autocapitalize: "off",
    class: "mono",
    "data-wrong": `Type ${first}: this cannot be taken back.`,
  });
}
