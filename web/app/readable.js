// Names that a link tells: shown only if the service would take them (services/gateway/contract/display_names.py).

const LONGEST = 40;

/** What a name must not have: invisible, styled, or more marks than any language needs. */
const REFUSED = [
  /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u,
  /[\u115f\u1160\u2800\u3164\uffa0\u{1d159}]/u, // letters and symbols without ink
  /[\u034f\u17b4\u17b5\u180b-\u180f\ufe00-\ufe0e\u{e0100}-\u{e01ef}]/u, // marks without ink
  /^ | $| {2}/,
  /(?:^| )\p{M}|\p{M}{4}/u,
  /[^\p{M}\p{So}\p{Sm}\p{Po}\p{Nd}]\p{M}*\ufe0f/u, // drawn as an emoji, which only symbols are
];

/** Scripts with letters that look the same. */
const ALIKE = ["Latin", "Cyrillic", "Greek", "Coptic", "Armenian", "Cherokee", "Lisu"]
  .map((script) => new RegExp(`(?=\\p{L})\\p{Script=${script}}`, "u"));

/**
 * The name in NFC; "" if a player could not have it.
 * @param {string} text
 */
export function readable(text) {
  const name = text.normalize("NFC");
  const chars = [...name];
  const refused = chars.length > LONGEST || REFUSED.some((pattern) => pattern.test(name)) || chars.some(isStyled) ||
    ALIKE.filter((script) => script.test(name)).length > 1;
  return refused ? "" : name;
}

/** Whether this is a letter or digit that is ASCII but for its style. @param {string} char */
function isStyled(char) {
  return char > "\x7f" && /[\p{L}\p{Nd}\p{Nl}]/u.test(char) && /^[0-9A-Za-z]+$/.test(char.normalize("NFKC"));
}
