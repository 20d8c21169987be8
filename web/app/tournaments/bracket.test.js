import { bracketOf, inSlot } from "./bracket.js";

/** @param {unknown} one @param {unknown} other */
function same(one, other) {
  if (JSON.stringify(one) !== JSON.stringify(other)) {
    throw new Error(`${JSON.stringify(one)} is not ${JSON.stringify(other)}`);
  }
}

const entrant = (/** @type {number} */ number) => ({
  id: `${number}`,
  displayName: `P${number}`,
  kind: /** @type {const} */ ("human"),
});
/** A round by the starting numbers of its tables and byes. @param {number[][]} tables @param {number[]} [byes] @returns {any} */
const round = (tables, byes = []) => ({
  tables: tables.map((players, index) => ({
    table: index + 1,
    players: players.map(entrant),
    matchId: null,
    results: [],
    repeat: false,
  })),
  byes: byes.map(entrant),
});
/** Who is where, round by round. @param {ReturnType<typeof bracketOf>} columns */
const ids = (columns) => columns.map((slots) => slots.map((slot) => inSlot(slot).map(({ id }) => id).join("-")));

Deno.test("the two best of eight can meet in the last round only", () => {
  const first = round([[0, 7], [3, 4], [1, 6], [2, 5]]);
  same(ids(bracketOf([first])), [["0-7", "3-4", "1-6", "2-5"], ["", ""], [""]]);
  const second = round([[4, 0], [1, 2]]);
  same(ids(bracketOf([first, second])), [["0-7", "3-4", "1-6", "2-5"], ["4-0", "1-2"], [""]]);
  same(ids(bracketOf([first, second, round([[1, 0]])]))[2], ["1-0"]);
});

Deno.test("byes are the best players', each in the own place", () => {
  const first = round([[3, 4]], [0, 1, 2]);
  same(ids(bracketOf([first]))[0], ["0", "3-4", "1", "2"]);
  same(ids(bracketOf([first, round([[2, 1], [0, 4]])]))[1], ["0-4", "2-1"]);
});

Deno.test("who goes on because the other has left has a place in the next round", () => {
  const first = round([[0, 3], [1, 2]]);
  same(ids(bracketOf([first, round([], [2])])), [["0-3", "1-2"], ["2"]]);
});
