// A text as a QR code. It is loaded when somebody wants to see one.

import { html } from "../../vendor/lit.js";
import { generate } from "../../vendor/leanqr.js";

/** The margin that readers need around a code, in modules. */
const QUIET = 4;

/**
 * The code of a text, as large as its place: dark on light in any theme, as readers want it.
 * @param {string} text such as an address
 * @param {string} [name] what it is, for those who hear the page
 */
export function qr(text, name = "") {
  const code = generate(text);
  const side = code.size + 2 * QUIET;
  return html`
    <svg class="qr" viewBox=${`0 0 ${side} ${side}`} shape-rendering="crispEdges" role="img" aria-label=${name}
      aria-hidden=${name ? "false" : "true"}>
      <rect width=${side} height=${side} fill="#fff"></rect>
      <path d=${outline(code)} fill="#000"></path>
    </svg>
  `;
}

/** The dark modules, each row of them as few bars as it has. @param {import("../../vendor/leanqr.js").Code} code */
function outline({ size, get }) {
  const bars = [];
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const begin = x;
      while (x < size && get(x, y)) x++;
      if (x > begin) bars.push(`M${begin + QUIET} ${y + QUIET}h${x - begin}v1h${begin - x}z`);
    }
  }
  return bars.join("");
}
