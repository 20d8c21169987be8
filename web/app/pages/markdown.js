// Markdown as templates: nothing of it is ever read as HTML, so there is nothing to clean.

import { html, nothing } from "../../vendor/lit.js";
import { Lexer } from "../../vendor/marked.js";

/** @typedef {import("../../vendor/marked.js").Token} Token */
/** @typedef {import("../../vendor/marked.js").Cell} Cell */

/** Draws a picture of a board by its name, with what it shows in words. @typedef {(name: string, caption: string) => unknown} Draw */

/** What a paragraph is that is nothing but a picture: `![what it shows](board:NAME)`. */
const PICTURE = /^board:([\w-]+)$/;

/** The text as a template. @param {string} markdown @param {Draw} [draw] without it, pictures are what they show in words */
export function drawn(markdown, draw) {
  return Lexer.lex(markdown).map((token) => picture(token, draw) ?? block(token));
}

/** @param {Token} token @param {Draw} [draw] */
function picture({ type, tokens = [] }, draw) {
  const [{ href = "", text = "" } = {}] = tokens;
  const [, name] = (type === "paragraph" && tokens.length === 1 && PICTURE.exec(href)) || [];
  return name && draw?.(name, text);
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
  image: ({ text }) => text,
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
