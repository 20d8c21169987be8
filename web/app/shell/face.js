// A small drawn face for a name: the house bots are people, everybody else is an animal. The same name has the same face
// everywhere. The colours are those of the cards, in light and dark alike, as a picture keeps its colours.

import { bare } from "../../boards/bidi.js";
import { html, render, svg } from "../../vendor/lit.js";

/** @typedef {ReturnType<typeof svg>} Drawn */
/** @typedef {{ coat: string, pale: string, above?: Drawn, marks?: Drawn, below?: Drawn, eyes?: Drawn }} Beast */

/** Grounds with their edges: the cards' red, yellow, blue, green and purple, and their back. */
const GROUNDS = {
  r: ["#b3312a", "#7f1e19"],
  y: ["#edbf3c", "#a87f0c"],
  b: ["#28609f", "#163e6d"],
  g: ["#2c7442", "#174a27"],
  p: ["#6f4399", "#47266a"],
  t: ["#17625b", "#0d413c"],
};
/** @typedef {keyof typeof GROUNDS} Ground */
const INK = "#2b2620";

/** The lower part of the round picture: where shoulders are. @param {string} colour */
const shoulders = (colour) =>
  svg`
    <path fill=${colour} d="M6.6 40.4C10 34.6 17 33.6 24 33.6S38 34.6 41.4 40.4A23.9 23.9 0 0 1 6.6 40.4Z" />
  `;
const EYES = svg`
  <g fill=${INK}>
    <circle cx="19.4" cy="23" r="1.6" />
    <circle cx="28.6" cy="23" r="1.6" />
  </g>
`;
/** @param {string} d @param {string} colour @param {number} [width] */
const line = (d, colour, width = 1.6) =>
  svg`
    <path d=${d} fill="none" stroke=${colour} stroke-width=${width} stroke-linecap="round"
      stroke-linejoin="round" />
  `;
/** @param {string} d @param {string} colour */
const shape = (d, colour) => svg`<path d=${d} fill=${colour}/>`;
/** A head with its neck. @param {string} skin @param {string} shade */
const head = (skin, shade) =>
  svg`
    <path d="M20 29h8v7a4 4 0 0 1-8 0z" fill=${shade}/>
      <path d="M14.2 20.5C14.2 13 18.6 10 24 10s9.8 3 9.8 10.5S29.6 34 24 34s-9.8-6-9.8-13.5Z" fill=${skin}/>
  `;

/** The bots of the house. @type {Record<string, { ground: Ground, drawn: Drawn }>} */
const HOUSE = {
  // Hair in a bun with a flower, and a broad smile: she leaves it to luck.
  Rosa: {
    ground: "r",
    drawn: svg`
      <circle cx="24" cy="7.6" r="5" fill="#3b2419" />${shoulders("#f3d9d3")}
            ${shape("M12 25C10 12 16 6.4 24 6.4S38 12 36 25l-3 5H15Z", "#3b2419")}${head("#d99a6c", "#bd7f54")}
            ${shape(
              "M13.8 21.5C13.6 12 19 9 24 9s10.4 3 10.2 12.5C32 19 29.6 15 29 13c-3 3.6-10.6 4.4-15.2 8.5Z",
              "#3b2419",
            )}
            <g fill="#edbf3c">
        <circle cx="33.6" cy="10.6" r="2" />
        <circle cx="36.4" cy="12.6" r="2" />
        <circle cx="35.3" cy="15.8" r="2" />
        <circle cx="32" cy="15.8" r="2" />
        <circle cx="31" cy="12.6" r="2" />
      </g><circle cx="33.7" cy="13.5" r="1.7" fill="#fbf9f3" />
            ${EYES}<g fill="#c96a55" fill-opacity=".7">
        <circle cx="17.2" cy="26.6" r="1.9" />
        <circle cx="30.8" cy="26.6" r="1.9" />
      </g>
            ${shape("M19.6 27.4h8.8c-.4 3-2.2 4.2-4.4 4.2s-4-1.2-4.4-4.2Z", "#fbf9f3")}
    `,
  },
  // An explorer with hat and beard: he looks ahead.
  Hugo: {
    ground: "b",
    drawn: svg`${shoulders("#d8c39a")}${shape("M20.5 34.5 24 40l3.5-5.5z", "#b3312a")}${head("#f0c9a0", "#d3a67c")}
      ${
      shape(
        "M13.8 21.5c.8 2.6 2 4 4.2 4.6 2.4-1.6 9.6-1.6 12 0 2.2-.6 3.4-2 4.2-4.6C35 30 31 36.6 24 36.6S13 30 13.8 21.5Z",
        "#6b3f22",
      )
    }
      ${line("M21.2 29.6c1.8 1.1 3.8 1.1 5.6 0", "#f0c9a0")}${EYES}${
      line("M17.4 20c1.2-.9 2.6-.9 3.8-.2M30.6 20c-1.2-.9-2.6-.9-3.8-.2", "#6b3f22")
    }
      ${shape("M15 15.2C15 7.5 18.4 4.6 24 4.6s9 2.9 9 10.6Z", "#e6d2a4")}
      ${shape("M14.8 12.6h18.4l.6 3.4H14.2Z", "#6b3f22")}${
      shape("M7.6 17.6C13 14.2 35 14.2 40.4 17.6 35 19.4 13 19.4 7.6 17.6Z", "#d8c08a")
    }`,
  },
  // Plaits and freckles.
  Lotte: {
    ground: "y",
    drawn: svg`
      ${shoulders("#28609f")}
            ${shape("M12.6 24C10.6 12 16.4 6.6 24 6.6S37.4 12 35.4 24l-1 3H13.6Z", "#a8431c")}
            <g fill="#a8431c">
        <circle cx="11.6" cy="26.4" r="3.2" />
        <circle cx="10.8" cy="31" r="2.9" />
        <circle cx="36.4" cy="26.4" r="3.2" />
        <circle cx="37.2" cy="31" r="2.9" />
      </g><g fill="#b3312a">
        <circle cx="10.8" cy="34.4" r="1.8" />
        <circle cx="37.2" cy="34.4" r="1.8" />
      </g>
            ${head("#f7d7b5", "#dfb68f")}${shape(
              "M13.9 20.4C14 11.8 19 9 24 9s10 2.8 10.1 11.4C31 19 25.6 16 24 11.6 22.4 16 17 19 13.9 20.4Z",
              "#a8431c",
            )}
            ${EYES}<g fill="#c07a4a">
        <circle cx="17.4" cy="26.2" r=".7" />
        <circle cx="19.6" cy="27" r=".7" />
        <circle cx="28.4" cy="27" r=".7" />
        <circle cx="30.6" cy="26.2" r=".7" />
      </g>${line("M20.8 29c1.8 2 4.6 2 6.4 0", "#a3241c")}
    `,
  },
  // Round glasses and a moustache.
  Otto: {
    ground: "g",
    drawn: svg`
      ${shoulders("#3a352d")}${shape("M20.6 34 24 39l3.4-5z", "#fbf9f3")}${shape(
        "M20 36.4l4 2.2 4-2.2v4.4l-4-2.2-4 2.2z",
        "#edbf3c",
      )}
            <g fill="#cfc8ba">
        <circle cx="14" cy="21" r="3.4" />
        <circle cx="34" cy="21" r="3.4" />
      </g>${head("#e9b98f", "#cb976c")}
            ${line(
              "M19 13.4c2-1.6 4-2 6-1.8",
              "#f6d9ba",
              1.8,
            )}<g fill="#fbf9f3" fill-opacity=".55" stroke=${INK} stroke-width="1.4">
        <circle cx="19.2" cy="22.6" r="4" />
        <circle cx="28.8" cy="22.6" r="4" />
      </g>${line("M23.2 22.4c.5-.5 1.1-.5 1.6 0", INK, 1.4)}${EYES}
            ${shape(
              "M24 27.4c2.6-1.6 6.4-.4 7.6 2.4-2.6.6-5.6.6-7.6-.8-2 1.4-5 1.4-7.6.8 1.2-2.8 5-4 7.6-2.4Z",
              "#cfc8ba",
            )}
    `,
  },
  // Silver hair and a steady look: she takes her time.
  Ida: {
    ground: "p",
    drawn: svg`
      ${shoulders("#2b2620")}${shape(
        "M11.4 31C9 13 15 6.4 24 6.4S39 13 36.6 31c-1.2 1.6-3.4 2-5 1.6V20H16.4v12.6c-1.6.4-3.8 0-5-1.6Z",
        "#e4e0d8",
      )}
            ${head("#8a5a3c", "#70452c")}${shape(
              "M13.8 20.6C13.8 12 19 8.8 24 8.8s10.2 3.2 10.2 11.8C31.6 16 26 14.2 19.6 14.4c-2.4 1-4.4 3-5.8 6.2Z",
              "#f6f3ec",
            )}
            ${EYES}${line("M17.2 19.8h4M26.8 19.8h4", "#4d2f1d", 1.3)}${line("M21.4 29.4h5.2", "#f3d9d3")}
            <g fill="#edbf3c">
        <circle cx="14.4" cy="27.6" r="1.5" />
        <circle cx="33.6" cy="27.6" r="1.5" />
      </g>
    `,
  },
  // A high forehead, a goatee and a scarf: he has seen it coming.
  Emil: {
    ground: "t",
    drawn: svg`
      ${shoulders("#edbf3c")}${shape("M17 33.4c4.4 2.6 9.6 2.6 14 0l1.6 4.2c-5.4 3-11.8 3-17.2 0Z", "#b3312a")}
            <g fill="#4a3a2e">
        <circle cx="13.8" cy="20" r="3" />
        <circle cx="34.2" cy="20" r="3" />
      </g>${head("#c98f65", "#a8724c")}${shape(
        "M20.4 27.6h7.2c1 0 1.6.8 1.4 2-.6 3.4-2.6 6.2-5 6.2s-4.4-2.8-5-6.2c-.2-1.2.4-2 1.4-2Z",
        "#4a3a2e",
      )}${line("M22 30h4", "#f3d9d3")}${line("M20.6 14.6c2-.8 4.8-.8 6.8 0", "#a8724c", 1.2)}
            ${EYES}${line("M16.8 19.4c1.2-1 3-1.2 4.4-.4M31.2 19.4c-1.2-1-3-1.2-4.4-.4", "#4a3a2e")}
    `,
  },
};

const LONG_BEAK = svg`${shape("M21.4 24.6 24 40.6l2.6-16c-1.4-1.2-3.8-1.2-5.2 0Z", "#edbf3c")}`;
/** A muzzle with a nose. @param {string} pale @param {string} [nose] */
const muzzle = (pale, nose = INK) =>
  svg`<ellipse cx="24" cy="29.4" rx="6.4" ry="5" fill=${pale}/>${shape("M21.6 26.6h4.8L24 29.4Z", nose)}
    ${line("M24 29v1.6M21 31.4c1.4.9 2.4.4 3-.8.6 1.2 1.6 1.7 3 .8", INK, 1.2)}`;
/** Two ears, the right one mirrored. @param {string} d @param {string} colour @param {string} inner @param {string} within */
const ears = (d, colour, inner, within) =>
  svg`
    <g>${shape(d, colour)}${shape(inner, within)}</g>
    <g transform="matrix(-1 0 0 1 48 0)">${shape(d, colour)}${shape(inner, within)}</g>
  `;
/** @param {string} colour @param {string} within */
const round = (colour, within) => ears("M10.4 15a4.8 4.8 0 1 1 7 4Z", colour, "M12.6 15a2.6 2.6 0 1 1 4 2.2Z", within);
/** @param {string} colour @param {string} within */
const pointed = (colour, within) => ears("M12.4 19 12 7.4 21 12Z", colour, "M13.8 15.6 13.7 10.4 17.6 12.6Z", within);
const WIDE_EYES = svg`
  <g fill="#edbf3c" stroke="#fbf9f3" stroke-width="1.6">
    <circle cx="18.4" cy="22" r="4.4" />
    <circle cx="29.6" cy="22" r="4.4" />
  </g>
  <g fill=${INK}>
    <circle cx="18.4" cy="22" r="2.1" />
    <circle cx="29.6" cy="22" r="2.1" />
  </g>
`;

/** The animals after which guests are called, in the order of the names in the texts. @type {Beast[]} */
const BEASTS = [
  // Kingfisher
  {
    coat: "#2c8fb0",
    pale: "#e8873a",
    above: shape("M22 11C21 6 24 4 27.6 4.6 26.4 6.6 26.6 8.6 28 11Z", "#2c8fb0"),
    marks: shape(
      "M12.4 26c3.6-3 6.6-2.4 8.4-.6l-2 8C15.4 32.4 13 30 12.4 26Zm23.2 0c-3.6-3-6.6-2.4-8.4-.6l2 8c3.4-1 5.8-3.4 6.4-7.4Z",
      "#e8873a",
    ),
    below: LONG_BEAK,
  },
  // Lynx
  {
    coat: "#d6a163",
    pale: "#f7ecd8",
    above: svg`${line("M12.6 9 11.8 5.4M35.4 9l.8-3.6", INK, 1.8)}${pointed("#d6a163", "#7a5229")}`,
    marks: svg`${line("M20 13.4v3M24 12.6v3.4M28 13.4v3", "#7a5229")}${
      shape("M12.4 27 8.6 32.6l7.4-.4Zm23.2 0 3.8 5.6-7.4-.4Z", "#f7ecd8")
    }`,
    below: muzzle("#f7ecd8", "#9a4a3a"),
  },
  // Heron
  {
    coat: "#b9c3cb",
    pale: "#e9edf0",
    above: line("M22 10.6C17 5.4 12 6 8.6 9.4M23 10C19.6 4.4 14.6 3.8 11 6", INK, 1.8),
    marks: shape("M13 19.6C17 14 31 14 35 19.6l-3.4.4c-4-3.4-11.2-3.4-15.2 0Z", INK),
    below: LONG_BEAK,
  },
  // Otter
  {
    coat: "#7d5636",
    pale: "#d9b98f",
    above: round("#7d5636", "#5b3b22"),
    below: svg`${muzzle("#d9b98f")}
    ${line("M15.6 29.6l-5 .6M15.8 31.6l-4.4 2M32.4 29.6l5 .6M32.2 31.6l4.4 2", "#f0dcbf", 1)}`,
  },
  // Badger
  {
    coat: "#f3efe6",
    pale: "#f3efe6",
    above: round("#4b4842", "#f3efe6"),
    marks: shape(
      "M15.4 13.6c2.4-2.4 4.4-3 5.6-3 1 5-.2 12-1.6 17.6-3 .6-5.4-.6-6.4-3.2.2-4.6.8-8.2 2.4-11.4Zm17.2 0c-2.4-2.4-4.4-3-5.6-3-1 5 .2 12 1.6 17.6 3 .6 5.4-.6 6.4-3.2-.2-4.6-.8-8.2-2.4-11.4Z",
      "#4b4842",
    ),
    eyes: svg`
      <g fill="#fbf9f3">
        <circle cx="18.4" cy="22.6" r="1.6" />
        <circle cx="29.6" cy="22.6" r="1.6" />
      </g>
    `,
    below: muzzle("#f3efe6"),
  },
  // Owl
  {
    coat: "#a27a4e",
    pale: "#e8d3ac",
    above: pointed("#a27a4e", "#7d5a35"),
    marks: shape("M24 14.6c6-3.6 12 1 11 7.6-.8 5-6 8.4-11 8.4s-10.2-3.4-11-8.4c-1-6.6 5-11.2 11-7.6Z", "#e8d3ac"),
    eyes: WIDE_EYES,
    below: shape("M22 24.6h4L24 29.6Z", "#c98a1c"),
  },
  // Hare
  {
    coat: "#b98d62",
    pale: "#f2e2c8",
    above: ears(
      "M15.2 15C11.6 9 12 3.4 14.8 3c3.2-.2 5.6 4.6 6 9.6Z",
      "#b98d62",
      "M16 12.6C13.8 8.6 14 5.4 15.2 5.2c1.6 0 2.8 3.2 3.2 6.4Z",
      "#e7b9a2",
    ),
    below: svg`${muzzle("#f2e2c8", "#9a4a3a")}${shape("M22.6 32.6h2.8v2.6h-2.8z", "#fbf9f3")}`,
  },
  // Falcon
  {
    coat: "#5d6b7a",
    pale: "#efe6d2",
    marks: svg`${shape("M13.6 26.6C16 22.6 32 22.6 34.4 26.6 33 32.4 28.8 34.6 24 34.6s-9-2.2-10.4-8Z", "#efe6d2")}${
      shape(
        "M16.6 23h3.4c.4 3-.2 5.6-1.6 7.6-1.6-1.6-2.2-4.4-1.8-7.6Zm14.8 0H28c-.4 3 .2 5.6 1.6 7.6 1.6-1.6 2.2-4.4 1.8-7.6Z",
        "#333d48",
      )
    }`,
    eyes: svg`
      <g fill=${INK} stroke="#edbf3c" stroke-width="1.1">
        <circle cx="18.6" cy="21" r="2.4" />
        <circle cx="29.4" cy="21" r="2.4" />
      </g>
    `,
    below: shape("M21 24.4c2-1.4 4-1.4 6 0 .6 2.6-.8 5-3.4 6.6.6-1.8.2-3-.8-3.8-1-.6-1.8-1.4-1.8-2.8Z", "#edbf3c"),
  },
  // Marten
  {
    coat: "#5f4129",
    pale: "#f0d9a8",
    above: round("#5f4129", "#e2c391"),
    marks: shape("M17 35.4C19 32.6 29 32.6 31 35.4c-1.6 3.4-4 5-7 5s-5.4-1.6-7-5Z", "#f0d9a8"),
    below: muzzle("#cfa877"),
  },
  // Swift
  {
    coat: "#3d3a44",
    pale: "#d9d3c8",
    above: shape(
      "M13.4 19C8.4 17 6.6 13 7 9.6c3.6.4 7.6 2 10 4.8Zm21.2 0c5-2 6.8-6 6.4-9.4-3.6.4-7.6 2-10 4.8Z",
      "#3d3a44",
    ),
    marks: shape("M19 27.6c2-1.6 8-1.6 10 0 .6 4-2 6.6-5 6.6s-5.6-2.6-5-6.6Z", "#d9d3c8"),
    eyes: svg`
      <g fill=${INK} stroke="#d9d3c8" stroke-width="1.1">
        <circle cx="18.8" cy="22" r="2" />
        <circle cx="29.2" cy="22" r="2" />
      </g>
    `,
    below: shape("M21.4 25.6h5.2L24 29.4Z", "#edbf3c"),
  },
  // Ibex
  {
    coat: "#a48463",
    pale: "#dcc6a4",
    above: svg`${line("M19.4 13C18.6 7 14.4 4.4 9.6 6.4M28.6 13c.8-6 5-8.6 9.8-6.6", "#4d3b2a", 3.4)}${
      line("M17.6 8.4l-1 2M14.6 6.6l-.8 2M30.4 8.4l1 2M33.4 6.6l.8 2", "#8a7458", 1.1)
    }${
      ears(
        "M14.4 19.6C9.6 20.4 8 18.4 7.6 16.4c3-.8 5.6 0 7.6 1.4Z",
        "#a48463",
        "M13 18.8c-2 .2-3-.4-3.6-1.4 1.4-.2 2.8.2 3.8.8Z",
        "#dba88c",
      )
    }`,
    below: svg`${shape("M22.2 33.6h3.6L24 40.6Z", "#6d5238")}${muzzle("#dcc6a4")}`,
  },
  // Crane
  {
    coat: "#e6e4de",
    pale: "#e6e4de",
    marks: svg`${shape("M14.6 16.4C17 8.2 31 8.2 33.4 16.4 29 13.6 19 13.6 14.6 16.4Z", "#d0453b")}${
      shape(
        "M13.8 23c1.6 6.4 5.4 11.4 10.2 11.4S32.6 29.4 34.2 23c-2.6 2.2-6.2 3.2-10.2 3.2S16.4 25.2 13.8 23Z",
        "#4a4d52",
      )
    }`,
    below: LONG_BEAK,
  },
];

/** Which animal a name begins with, in both languages. */
const CALLED = [
  /^(kingfisher|eisvogel)/i,
  /^(lynx|luchs)/i,
  /^(heron|reiher)/i,
  /^otter/i,
  /^(badger|dachs)/i,
  /^(owl|waldkauz)/i,
  /^(hare|feldhase)/i,
  /^(falcon|falke)/i,
  /^(marten|marder)/i,
  /^(swift|segler)/i,
  /^(ibex|steinbock)/i,
  /^(crane|kranich)/i,
];

/** A number out of a name, the same on every machine. @param {string} name */
function hash(name) {
  let number = 2166136261;
  for (const letter of name) number = Math.imul(number ^ (letter.codePointAt(0) ?? 0), 16777619);
  return (number ^ (number >>> 15)) >>> 0;
}

/** @param {Beast} beast */
function drawn({ coat, pale, above = svg``, marks = svg``, below = svg``, eyes = EYES }) {
  return svg`
    ${shoulders(coat)}${shape("M17.4 40c1.8-4 11.4-4 13.2 0-1.4 5-11.8 5-13.2 0Z", pale)}${above}
        <path d="M12.4 23c0-8.4 5-13 11.6-13s11.6 4.6 11.6 13S30.8 36 24 36s-11.6-4.6-11.6-13Z"
      fill=${coat}/>${marks}${eyes}${below}
  `;
}

/**
 * The face of a player, as SVG for the page or a board. It is decoration: the name stands beside it.
 * @param {string} name
 */
export function face(name) {
  const own = bare(name);
  const house = Object.hasOwn(HOUSE, own) ? HOUSE[own] : undefined;
  const number = hash(own);
  const grounds = /** @type {Ground[]} */ (Object.keys(GROUNDS));
  const [ground, edge] = GROUNDS[house?.ground ?? grounds[number % grounds.length]];
  const called = CALLED.findIndex((each) => each.test(own));
  const beast = BEASTS[called < 0 ? (number >>> 8) % BEASTS.length : called];
  return html`
    <svg class="portrait" part="portrait" viewBox="0 0 48 48" width="40" height="40" aria-hidden="true"
      focusable="false">
      <circle cx="24" cy="24" r="24" fill=${ground}/>${house?.drawn ?? drawn(beast)}
        <circle cx="24" cy="24" r="23" fill="none" stroke=${edge} stroke-width="2"/>
        <circle cx="24" cy="24" r="21.2" fill="none" stroke="#fff" stroke-opacity=".28" stroke-width="1.4"/></svg>
  `;
}

/** `<player-face name="...">`: a place for a face, which is drawn there once this module is loaded. */
class PlayerFace extends HTMLElement {
  static observedAttributes = ["name"];

  attributeChangedCallback() {
    render(face(this.getAttribute("name") ?? ""), this);
  }
}

customElements.define("player-face", PlayerFace);
