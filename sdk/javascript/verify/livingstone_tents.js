// Livingstone: tents.

const TENTS = 11;
const COLUMNS = "abcdefghij";

export const supply = (state, seat) => TENTS - state.tents[seat].length;
export const originsOf = (state, seat) => (state.hands.length === 2 ? [...new Set(state.tents[seat])].sort() : []);

const target = (state, row) => `${COLUMNS[state.boat - 1]}${row}`;

function price(state, row, free) {
  const there = state.tents.flat().filter((field) => field === target(state, row)).length;
  return there + (free ? 0 : state.options.river[state.boat - 1]);
}

// With an `origin` of "", the places alone.
export function tentMoves(state, seat, origin) {
  const has = (card) => state.hands[seat].includes(card);
  const places = [];
  for (const anyRow of has("ANY_ROW_TENT") ? [false, true] : [false])
    for (const noCost of has("NO_COST_TENT") ? [false, true] : [false])
      for (const row of anyRow ? [1, 2, 3, 4, 5, 6] : [state.die])
        if (price(state, row, noCost) <= state.coins[seat]) places.push({ row, noCost, anyRow, fromField: "" });
  return (origin === "" ? places : withOrigins(state, seat, places)).map((placeTent) => ({ placeTent }));
}

export function scoredRowMoves(state, seat, origin) {
  const rows = state.scoredRows[seat].filter((row) => price(state, row, true) <= state.coins[seat]);
  const places = rows.map((row) => ({ row, fromField: "" }));
  return (origin === "" ? places : withOrigins(state, seat, places)).map((tent) => ({ playScoredRowTent: tent }));
}

function withOrigins(state, seat, places) {
  if (supply(state, seat)) return places;
  const named = new Set();
  const moves = [];
  for (const place of places) {
    for (const fromField of originsOf(state, seat)) {
      if (fromField === target(state, place.row) || (named.has(place) && named.has(fromField))) continue;
      named.add(place).add(fromField);
      moves.push({ ...place, fromField });
    }
  }
  return moves;
}

export function putTent(state, seat, { row, noCost, fromField }, cards) {
  const scored = cards.includes("SCORED_ROW_TENT");
  const paid = price(state, row, noCost || scored);
  const field = target(state, row);
  for (const fields of [state.tents[seat], state.unscored[seat]])
    if (fields.includes(fromField)) fields.splice(fields.indexOf(fromField), 1);
  state.coins[seat] -= paid;
  state.tents[seat].push(field);
  if (scored) state.unscored[seat].push(field);
  return [{ tentPlaced: { seat, field, paid, cards, fromField } }];
}
