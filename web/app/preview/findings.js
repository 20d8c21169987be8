// What makes a board hard to use: what axe calls serious, and what is too small for a finger.

import "../../vendor/axe.js";

/** What a control measures at least on a phone, in pixels, both ways. */
const LEAST = 44;
const CONTROLS =
  "button, input, select, textarea, summary, [role=button], [role=checkbox], [role=option], [role=radio]";
const GRAVE = ["serious", "critical"];
/** What is drawn, such as a card, has figures that its name says in words: no mismatch. */
const OPTIONS = {
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
  resultTypes: ["violations"],
  rules: { "label-content-name-mismatch": { enabled: false } },
  preload: false,
};
/** Of the elements with one fault, how many are told, and how much of each. */
const MOST = 3;
const SHOWN = 160;

/** @param {string | null} size "phone" or "desktop" @returns {Promise<string[]>} */
export async function findings(size) {
  await atRest();
  const { violations } = await axe.run(document, OPTIONS);
  const grave = violations.filter(({ impact }) => GRAVE.includes(impact));
  const found = grave.flatMap(({ id, help, nodes }) =>
    nodes.slice(0, MOST).map(({ html }) => `${help} (${id}): ${begun(html)}`)
  );
  return size === "phone" ? [...found, ...smallOnes(document).slice(0, MOST)] : found;
}

/** What flies or fades has less contrast on its way. */
async function atRest() {
  for (let frames = 2; frames; frames--) await new Promise(requestAnimationFrame);
  for (const each of document.getAnimations()) {
    if (each.effect?.getComputedTiming().endTime === Infinity) each.cancel();
    else each.finish();
  }
}

/** @param {ParentNode} root @returns {string[]} */
function smallOnes(root) {
  const within = [...root.querySelectorAll("*")].flatMap(({ shadowRoot }) => shadowRoot ? smallOnes(shadowRoot) : []);
  const own = [...root.querySelectorAll(CONTROLS)].filter((each) => each.checkVisibility({ visibilityProperty: true }))
    .filter((each) => {
      const { width, height } = (each.closest("label") ?? each).getBoundingClientRect();
      return Math.min(width, height) < LEAST - 0.1;
    });
  return [...own.map(({ outerHTML }) => `Less than ${LEAST} px wide or high: ${begun(outerHTML)}`), ...within];
}

/** An element without what Lit leaves in it. @param {string} html */
const begun = (html) => html.replace(/<!--.*?-->/g, "").replace(/\s+/g, " ").slice(0, SHOWN);
