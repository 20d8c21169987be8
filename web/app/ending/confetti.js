// A handful of paper in the colours of the cards, for who has won: a second and a half, by the compositor alone.

const PIECES = 44;
const LASTS = 1500;
const COLOURS = 5;
const STILL = matchMedia("(prefers-reduced-motion: reduce)");

const STYLE = new CSSStyleSheet();
STYLE.replaceSync(`
  .confetti { position: absolute; inset: 0; overflow: hidden; pointer-events: none; contain: strict; }
  .confetti i { position: absolute; top: 38%; left: 50%; width: 9px; height: 14px; border-radius: 2px; background: var(--seat); opacity: 0; will-change: transform, opacity; }
  .confetti i:nth-child(3n) { width: 10px; height: 10px; border-radius: 50%; }
`);
document.adoptedStyleSheets.push(STYLE);

/** Throw it over an element, and sweep it up; nothing for who wants no motion. @param {Element} over */
export function celebrate(over) {
  if (STILL.matches) return;
  const paper = Object.assign(document.createElement("div"), { className: "confetti", ariaHidden: "true" });
  const flying = Array.from({ length: PIECES }, (_, at) => fly(paper, at));
  over.append(paper);
  Promise.allSettled(flying.map((piece) => piece().finished)).then(() => paper.remove());
}

/** Put a piece there; what is returned lets it fly. @param {Element} paper @param {number} at */
function fly(paper, at) {
  const piece = Object.assign(document.createElement("i"), { className: `seat-${at % COLOURS}` });
  paper.append(piece);
  const angle = (at / PIECES) * 2 * Math.PI;
  const far = 120 + 190 * Math.random();
  const x = 1.5 * far * Math.cos(angle), y = far * Math.sin(angle) - 90;
  const turn = 360 * (Math.random() - .5);
  return () =>
    piece.animate([
      { transform: "translate(0, 0) rotate(0)", opacity: 1 },
      { transform: `translate(${x}px, ${y}px) rotate(${turn}deg)`, opacity: 1, offset: .45, easing: "ease-in" },
      { transform: `translate(${1.1 * x}px, ${y + 330}px) rotate(${3 * turn}deg)`, opacity: 0 },
    ], { duration: LASTS * (.8 + .2 * Math.random()), easing: "cubic-bezier(.1, .8, .4, 1)", fill: "both" });
}
