// Markdown as templates: nothing of it is ever read as HTML, so there is nothing to clean.

import { html, nothing } from "../vendor/lit.js";
import { Lexer } from "../vendor/marked.js";

/** @typedef {import("../vendor/marked.js").Token} Token */
/** @typedef {import("../vendor/marked.js").Cell} Cell */

/** The text as a template. @param {string} markdown */
export function drawn(markdown) {
  return Lexer.lex(markdown).map(block);
}

/** @type {Record<string, (token: Token) => unknown>} */
const BLOCKS = {
  space: () => nothing,
  hr: () => html`<hr>`,
  heading,
  list,
  table,
  paragraph: (token) => html`<p>${inner(token)}</p>`,
  blockquote: ({ tokens = [] }) => html`<blockquote>${tokens.map(block)}</blockquote>`,
  code: ({ text }) => html`<pre tabindex="0"><code>${text}</code></pre>`,
};

/** @type {Record<string, (token: Token) => unknown>} */
const SPANS = {
  strong: (token) => html`<strong>${inner(token)}</strong>`,
  em: (token) => html`<em>${inner(token)}</em>`,
  codespan: ({ text }) => html`<code>${text}</code>`,
  br: () => html`<br>`,
  link,
  text: (token) => token.tokens ? inner(token) : token.text,
  escape: ({ text }) => text,
};

/** Anything else, such as HTML, is shown as it was written. @param {Token} token */
const block = (token) => (BLOCKS[token.type] ?? span)(token);

/** @param {Token} token */
const span = (token) => (SPANS[token.type] ?? (({ raw }) => raw))(token);

/** @param {{ tokens?: Token[] }} token */
const inner = ({ tokens = [] }) => tokens.map(span);

/** @param {Token} token */
function heading(token) {
  const words = inner(token);
  if (token.depth === 1) return html`<h1>${words}</h1>`;
  return token.depth === 2 ? html`<h2>${words}</h2>` : html`<h3>${words}</h3>`;
}

/** @param {Token} token */
function list({ ordered, start, items = [] }) {
  const all = items.map(({ tokens = [] }) => html`<li>${tokens.map(block)}</li>`);
  return ordered ? html`<ol start=${start || 1}>${all}</ol>` : html`<ul>${all}</ul>`;
}

/** @param {Token} token */
function table({ header = [], rows = [] }) {
  return html`
    <div class="scrolled" tabindex="0">
      <table>
        <thead>
          <tr>${header.map((cell) => html`<th scope="col">${inner(cell)}</th>`)}</tr>
        </thead>
        <tbody>${rows.map((row) => html`<tr>${row.map((cell) => html`<td>${inner(cell)}</td>`)}</tr>`)}</tbody>
      </table>
    </div>
  `;
}

/** Links lead to other sites, or to nothing: the pages beside the text are not here. @param {Token} token */
function link(token) {
  if (!token.href?.startsWith("https://")) return inner(token);
  return html`<a href=${token.href} rel="noopener noreferrer">${inner(token)}</a>`;
}
