// The colours of states as people see them who do not see all colours: each stands out from what it lies on. Seats have
// shapes besides, since no four colours are told apart by everybody.

const CSS = Deno.readTextFileSync(new URL("./app.css", import.meta.url));
const STATES = ["turn", "danger", "good", "mark", "accent"];
const GROUNDS = ["felt", "surface"];
/** Colours that are as far from each other, in CIE Lab, are told apart side by side. */
const FAR = 20;

/** Machado, Oliveira and Fernandes (2009), in linear light; and none at all. */
const EYES = {
  protanopia: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
  deuteranopia: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
  tritanopia: [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
  achromatopsia: [[0.2126, 0.7152, 0.0722], [0.2126, 0.7152, 0.0722], [0.2126, 0.7152, 0.0722]],
};
const XYZ = [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]];
const WHITE = [0.9505, 1, 1.089];

/** @param {number[][]} matrix @param {number[]} of */
const times = (matrix, of) => matrix.map((row) => row.reduce((sum, each, at) => sum + each * of[at], 0));

/** @param {string} name @param {number} dark 0 or 1 @returns {number[]} linear red, green and blue */
function colour(name, dark) {
  const found = new RegExp(`--${name}: (?:light-dark\\((#\\w{6}), (#\\w{6})\\)|(#\\w{6}))`).exec(CSS) ?? [];
  const hex = found[3] ?? found[dark + 1];
  return [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((each) => each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4);
}

/** @param {number[]} rgb linear */
function lab(rgb) {
  const [x, y, z] = times(XYZ, rgb.map((each) => Math.min(1, Math.max(0, each)))).map((each, at) => each / WHITE[at])
    .map((each) => each > 0.008856 ? Math.cbrt(each) : 7.787 * each + 16 / 116);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/** @param {number[][]} eyes @param {string} one @param {string} other @param {number} dark */
function distance(eyes, one, other, dark) {
  const [a, b] = [one, other].map((name) => lab(times(eyes, colour(name, dark))));
  return Math.hypot(...a.map((each, at) => each - b[at]));
}

for (const [name, eyes] of Object.entries(EYES)) {
  Deno.test(`states stand out: ${name}`, () => {
    const near = [0, 1].flatMap((dark) =>
      STATES.flatMap((state) => GROUNDS.map((ground) => ({ state, ground, far: distance(eyes, state, ground, dark) })))
    ).filter(({ far }) => far < FAR);
    if (near.length) throw new Error(JSON.stringify(near));
  });
}

Deno.test("the mark of each seat has an outline and a colour of its own", () => {
  const marks = Deno.readTextFileSync(new URL("./boards/seat-mark.js", import.meta.url));
  const outlines = new Set([...marks.matchAll(/^ {2}"M[^"]+",$/gm)].map(([outline]) => outline));
  const colours = [...marks.matchAll(/\.seat-(\d) \{ --seat: var\(--card-(\w)/g)].map(([, seat, of]) => seat + of);
  if (outlines.size < 5 || colours.join() !== "0r,1b,2y,3g,4p") throw new Error(`${outlines.size} ${colours}`);
});
