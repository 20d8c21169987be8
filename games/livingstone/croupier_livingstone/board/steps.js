// From the list of legal moves of Livingstone to what a player can do step by step, and why something cannot be done.
// Of amounts the list has the least and the most, and of tents to move not every pair: what lies between is legal, too.

/**
 * @typedef {import("../../../sdk/javascript/types/api.d.ts").StateOf<"livingstone">} View
 * @typedef {import("../../../sdk/javascript/types/api.d.ts").LegalMove<"livingstone">} Entry
 * @typedef {View["sides"][number]} Side
 * @typedef {View["hand"][number]} Card
 * @typedef {"clear" | "blue" | "red"} Kind
 * @typedef {Record<Kind, number>} Gems
 * @typedef {"sell" | "market"} Trade
 * @typedef {"card" | "coins" | "dig" | "end" | "pass"} Plain moves that need no further choice, by their notation
 * @typedef {{ kind: "tent" | "scored", free: boolean, any: boolean }} Plan how a tent is put: for a die, with these
 *   cards, or by SCORED_ROW_TENT
 * @typedef {Entry | { notation: string }} Decided a listed move, or one that is legal all the same
 * @typedef {{ code: string, [member: string]: any }} Reason why something cannot be done: the text has a sentence for
 *   each code
 */

export const COLUMNS = [..."abcdefghij"];
/** From the farthest to the one next to the river. */
export const ROWS = [6, 5, 4, 3, 2, 1];
/** @type {Kind[]} */
export const KINDS = ["clear", "blue", "red"];
/** What gems bring: coins, and with MARKET as many points. @type {Record<Trade, Gems>} */
export const PRICES = { sell: { clear: 1, blue: 3, red: 5 }, market: { clear: 1, blue: 2, red: 3 } };
/** @type {Card[]} */
export const CARDS = [
  "NO_COST_TENT",
  "ANY_ROW_TENT",
  "SCORED_ROW_TENT",
  "TWO_DICE",
  "MARKET",
  "THREE_STONES",
  "FOUR_COINS",
  "VP2",
  "VP3",
  "VP4",
  "BOAT_BACK",
  "MINE_CRASH",
];
const BONUS = [12, 10, 8, 6, 4, 2];
/** So many tents each player begins with. */
export const TENTS = 11;

// --- The table.

/** The field of the row where the boat is. @param {View} view @param {number} row */
export const fieldAt = (view, row) => `${COLUMNS[view.boat - 1]}${row}`;

/** What stands on a field. @param {View} view @param {string} name */
export const onField = (view, name) => view.board.find(({ field }) => field === name);

/** @param {readonly number[]} all */
const sum = (all) => all.reduce((one, other) => one + other, 0);

/** What a tent in the row costs: the river's price, and a coin for each tent there. @param {View} view @param {number} row @param {boolean} free */
export const priceOf = (view, row, free) =>
  (free ? 0 : view.river[view.boat - 1]) + sum(onField(view, fieldAt(view, row))?.tents ?? []);

/** What most tents in a row earn at the end. @param {number} row @param {readonly number[]} [bonus] those of the options */
export const bonusOf = (row, bonus = BONUS) => bonus[row - 1];

/** The seats with most tents in the row; none if it has no tents. @param {View} view @param {number} row */
export function mostIn(view, row) {
  const counts = view.sides.map(({ seat }) => tentsIn(view, row, seat));
  const most = Math.max(...counts);
  return most ? counts.flatMap((count, seat) => (count === most ? [seat] : [])) : [];
}

/** How many tents a seat has in a row. @param {View} view @param {number} row @param {number} seat */
export const tentsIn = (view, row, seat) =>
  sum(view.board.filter((one) => one.row === row).map(({ tents }) => tents[seat]));

/**
 * What a seat would have if the match ended now: the points that it has, and what the end would add; of the cards in
 * the hand only the viewer's own are known.
 * @param {View} view @param {number} seat @param {boolean} own @param {readonly number[]} [bonus] those of the options
 */
export function prospects(view, seat, own, bonus) {
  const { score, gems } = view.sides[seat];
  const rows = ROWS.map((row) => {
    const most = mostIn(view, row);
    return most.includes(seat) ? Math.floor(bonusOf(row, bonus) / most.length) : 0;
  });
  const cards = own ? view.hand.map((card) => Number(/^VP(\d)$/.exec(card)?.[1] ?? 0)) : [];
  return { score, rows: sum(rows), gems: sum(KINDS.map((kind) => gems[kind])), cards: sum(cards) };
}

/** From this round on it matters what was given. */
const LATE = 6;
/**
 * A gift that is an even bet at the end: of two, four dice show more in 44 of 100 cases. Of more, in 600 matches of three to
 * five house bots the least gift was 33 in the middle, mostly 27 to 39, and one of 35 was more than another in half of them.
 */
const EVEN = { two: 14, more: 35 };

/**
 * The viewer's gift, and what it must exceed so that it is not the least whatever others give now: the smallest of what
 * each of them can have given. Of two, each is measured by four dice: the chance that they show more, in percent.
 * @param {View} view @param {number} seat @param {number} [more] what is about to be given besides
 */
export function gift(view, seat, more = 0) {
  const others = view.sides.filter((side) => side.seat !== seat)
    .map(({ seat, chest, wealth }) => ({ seat, most: chest ?? wealth }));
  const given = (view.sides[seat].chest ?? 0) + more;
  const least = others.reduce((one, other) => (other.most < one.most ? other : one));
  const chance = view.sides.length === 2 ? moreThan(given) : null;
  const safe = chance === null ? given > least.most : chance === 0;
  const even = chance === null ? EVEN.more : EVEN.two;
  const late = view.round >= LATE;
  return {
    given,
    least,
    chance,
    safe,
    even,
    risk: late && !safe && given < even,
    done: chance === 0 || (late && safe),
  };
}

/** So many dice are thrown for the gift at the end of a match of two, and show at least as much. */
export const DICE = 4;

/** They never show more. */
export const MOST_OF_DICE = 6 * DICE;

/** The chance that they show more, as a whole percentage that is 0 only if they cannot. @param {number} given */
function moreThan(given) {
  /** How many ways there are to each sum. */
  let ways = [1];
  for (let dice = 0; dice < DICE; dice++) {
    const next = Array(ways.length + 6).fill(0);
    ways.forEach((count, at) => [1, 2, 3, 4, 5, 6].forEach((pips) => next[at + pips] += count));
    ways = next;
  }
  return Math.ceil((100 * sum(ways.slice(given + 1))) / 6 ** DICE);
}

/** How many stones are in a bag, or aside. @param {View["bag"]} stones */
export const stonesIn = ({ black, clear, blue, red, white }) => black + clear + blue + red + white;

/** The white stone is among so many stones once in how many digs, about. @param {View} view @param {number} stones */
export function whiteOdds({ bag }, stones) {
  const all = stonesIn(bag);
  return stones < all ? Math.max(2, Math.round(all / stones)) : 1;
}

// --- Moves that are listed.

/** The listed move with this notation. @param {readonly Entry[]} moves @param {string} notation */
export const listed = (moves, notation) => moves.find((entry) => entry.notation === notation);

/** Those moves that have a member. @param {readonly Entry[]} moves @param {string} member @returns {any[]} */
const having = (moves, member) =>
  moves.map(({ move }) => /** @type {any} */ (move)[member]).filter((each) => each !== undefined);

// --- Dice.

/**
 * Why the die cannot be taken now, or null if it can.
 * @param {View} view @param {number} seat @param {readonly Entry[]} moves @param {number} value @returns {Reason | null}
 */
export function dieReason(view, seat, moves, value) {
  if (listed(moves, `die ${value}`)) return null;
  const { lastDie, passed } = view.sides[seat];
  if (passed) return { code: "passed" };
  if (value <= lastDie) return { code: "low", last: lastDie };
  if (!moves.length) return { code: "turn" };
  if (view.die) return { code: "inHand", die: view.die };
  if (!view.diceToTake) return { code: "taken" };
  return { code: "chain", dice: view.diceToTake };
}

// --- What the die in hand can do, and the end of the turn.

/**
 * Why a move without choices cannot be made, or null if it can.
 * @param {View} view @param {readonly Entry[]} moves @param {Plain} word @returns {Reason | null}
 */
export function plainReason(view, moves, word) {
  if (listed(moves, word)) return null;
  if (!moves.length) return { code: "turn" };
  if (word === "end") return view.die ? { code: "unused", die: view.die } : { code: "noDieYet" };
  if (word === "pass") return { code: "noPass" };
  if (!view.die) return noDie(view);
  return { code: "noCards" };
}

/** @param {View} view @returns {Reason} */
const noDie = ({ diceToTake }) => ({ code: diceToTake ? "dieFirst" : "taken" });

// --- Tents.

/** @typedef {{ row: number, noCost?: boolean, anyRow?: boolean, fromField: string }} Tent */

/** The listed tents of a plan. @param {readonly Entry[]} moves @param {Plan} plan @returns {Tent[]} */
const tentsOf = (moves, { kind, free, any }) =>
  kind === "scored"
    ? having(moves, "playScoredRowTent")
    : having(moves, "placeTent").filter(({ noCost, anyRow }) => noCost === free && anyRow === any);

/** The notation of a tent. @param {Plan} plan @param {number} row @param {string} from "" when none is moved */
export const tentNotation = ({ kind, free, any }, row, from) =>
  [
    kind === "scored" ? `play SCORED_ROW_TENT ${row}` : `tent ${row}`,
    free && kind === "tent" ? "free" : "",
    any && kind === "tent" ? "any" : "",
    from && `from ${from}`,
  ].filter(Boolean).join(" ");

/** The rows where the tent may go. @param {readonly Entry[]} moves @param {Plan} plan */
export const rowsFor = (moves, plan) => ROWS.filter((row) => tentsOf(moves, plan).some((tent) => tent.row === row));

/**
 * The fields from which a tent may be moved to the row; none when one comes from the supply.
 * @param {View} view @param {readonly Entry[]} moves @param {Plan} plan @param {number} row @returns {string[]}
 */
export function originsFor(view, moves, plan, row) {
  if (!rowsFor(moves, plan).includes(row)) return [];
  const origins = having(moves, plan.kind === "scored" ? "playScoredRowTent" : "placeTent");
  const fields = new Set(/** @type {string[]} */ (origins.map(({ fromField }) => fromField).filter(Boolean)));
  return [...fields].filter((field) => field !== fieldAt(view, row)).sort();
}

/**
 * The move that puts a tent into the row, moved from a field or "" from the supply; null if there is none.
 * @param {View} view @param {readonly Entry[]} moves @param {Plan} plan @param {number} row @param {string} from
 * @returns {Decided | null}
 */
export function tentMove(view, moves, plan, row, from) {
  const notation = tentNotation(plan, row, from);
  const entry = listed(moves, notation);
  if (entry) return entry;
  return from && originsFor(view, moves, plan, row).includes(from) ? { notation } : null;
}

/**
 * Why no tent can be put into the row, or null if one can.
 * @param {View} view @param {number} seat @param {readonly Entry[]} moves @param {Plan} plan @param {number} row
 * @returns {Reason | null}
 */
export function tentReason(view, seat, moves, plan, row) {
  if (rowsFor(moves, plan).includes(row)) return null;
  const { scoredRows, coins, tents } = view.sides[seat];
  if (!moves.length) return { code: "turn" };
  if (plan.kind === "tent" && !view.die) return noDie(view);
  if (plan.kind === "tent" && !plan.any && row !== view.die) return { code: "otherRow", die: view.die };
  if (plan.kind === "scored" && !scoredRows.includes(row)) return { code: "unscoredRow", row };
  if (!tents && view.sides.length > 2) return { code: "noTents" };
  const price = priceOf(view, row, plan.free || plan.kind === "scored");
  return price > (coins ?? 0) ? { code: "tooDear", price, coins } : { code: "onlyHere" };
}

// --- Cards.

/** How a tent is put with this card, if it is one for tents. @param {Card} card @returns {Plan | null} */
export function planOf(card) {
  if (card === "SCORED_ROW_TENT") return { kind: "scored", free: false, any: false };
  if (card !== "NO_COST_TENT" && card !== "ANY_ROW_TENT") return null;
  return { kind: "tent", free: card === "NO_COST_TENT", any: card === "ANY_ROW_TENT" };
}

/**
 * Why a card of the hand cannot be used now, or null if it can.
 * @param {View} view @param {number} seat @param {readonly Entry[]} moves @param {Card} card @returns {Reason | null}
 */
export function cardReason(view, seat, moves, card) {
  if (!moves.length) return { code: "turn" };
  const plan = planOf(card);
  if (plan) return planReason(view, seat, moves, plan);
  if (card === "MARKET") return sum(Object.values(mostGems(moves, "market"))) ? null : { code: "noGems" };
  if (listed(moves, `play ${card}`)) return null;
  return { code: card === "BOAT_BACK" ? "firstColumn" : "fewDice" };
}

/** @param {View} view @param {number} seat @param {readonly Entry[]} moves @param {Plan} plan @returns {Reason | null} */
function planReason(view, seat, moves, plan) {
  if (plansWith(view.hand, plan).some((each) => rowsFor(moves, each).length)) return null;
  if (plan.kind === "tent") return tentReason(view, seat, moves, plan, view.die);
  const { scoredRows } = view.sides[seat];
  if (!scoredRows.length) return { code: "noScoredRow" };
  return tentReason(view, seat, moves, plan, cheapest(view, scoredRows));
}

/** Of these rows the one where a tent costs least. @param {View} view @param {readonly number[]} rows */
const cheapest = (view, rows) =>
  rows.reduce((best, row) => (priceOf(view, row, true) < priceOf(view, best, true) ? row : best));

/** A plan, and the one with the other card of the hand besides. @param {readonly Card[]} hand @param {Plan} plan @returns {Plan[]} */
function plansWith(hand, plan) {
  if (plan.kind === "scored") return [plan];
  const free = hand.includes("NO_COST_TENT"), any = hand.includes("ANY_ROW_TENT");
  return free && any ? [plan, { ...plan, free, any }] : [plan];
}

// --- Amounts.

/** @type {Record<Trade, string>} */
const MEMBERS = { sell: "sellGems", market: "playMarket" };

/** Of each kind the most that may be sold. @param {readonly Entry[]} moves @param {Trade} trade @returns {Gems} */
export function mostGems(moves, trade) {
  const sales = having(moves, MEMBERS[trade]);
  const most = (/** @type {Kind} */ kind) => Math.max(0, ...sales.map((gems) => gems[kind] ?? 0));
  return { clear: most("clear"), blue: most("blue"), red: most("red") };
}

/** The most that may be donated; 0 if nothing can. @param {readonly Entry[]} moves */
export const mostCoins = (moves) => Math.max(0, ...having(moves, "donate").map(({ amount }) => amount));

/** What gems bring. @param {Trade} trade @param {Gems} gems */
export const worth = (trade, gems) => sum(KINDS.map((kind) => gems[kind] * PRICES[trade][kind]));

/** The move that sells these gems; null if it is not legal. @param {readonly Entry[]} moves @param {Trade} trade @param {Gems} gems @returns {Decided | null} */
export function sale(moves, trade, gems) {
  const most = mostGems(moves, trade);
  const counts = KINDS.filter((kind) => gems[kind]).map((kind) => `${gems[kind]}${kind[0]}`);
  if (!counts.length || KINDS.some((kind) => gems[kind] > most[kind])) return null;
  return decided(moves, [trade === "sell" ? "sell" : "play MARKET", ...counts].join(" "));
}

/** The move that donates so many coins; null if it is not legal. @param {readonly Entry[]} moves @param {number} amount @returns {Decided | null} */
export const donation = (moves, amount) =>
  amount >= 1 && amount <= mostCoins(moves) ? decided(moves, `donate ${amount}`) : null;

/** @param {readonly Entry[]} moves @param {string} notation @returns {Decided} */
const decided = (moves, notation) => listed(moves, notation) ?? { notation };

// --- In writing.

const WORDS = /^(sell|play MARKET|donate|tent|play SCORED_ROW_TENT)((?: \w+)+)$/;

/**
 * The move that was written, in any case and with any spaces; a number alone is a die. Null if it is not legal now.
 * @param {View} view @param {readonly Entry[]} moves @param {string} text @returns {Decided | null}
 */
export function written(view, moves, text) {
  const notation = normal(text);
  const entry = listed(moves, notation);
  if (entry) return entry;
  const [, word, rest] = WORDS.exec(notation) ?? [];
  if (word === "donate") return donation(moves, Number(rest));
  if (word === "sell") return writtenSale(moves, "sell", rest);
  if (word === "play MARKET") return writtenSale(moves, "market", rest);
  return word ? writtenTent(view, moves, word === "tent" ? "tent" : "scored", rest) : null;
}

/** @param {string} text */
function normal(text) {
  const words = text.trim().toLowerCase().split(/\s+/);
  if (/^[1-6]$/.test(words[0])) words.unshift("die");
  if (words[0] === "play" && words[1]) words[1] = words[1].toUpperCase();
  return words.join(" ");
}

/** @param {readonly Entry[]} moves @param {Trade} trade @param {string} rest */
function writtenSale(moves, trade, rest) {
  const [, ...counts] = /^(?: (\d+)c)?(?: (\d+)b)?(?: (\d+)r)?$/.exec(rest) ?? [];
  const [clear, blue, red] = counts.map((count) => Number(count ?? 0));
  return counts.length ? sale(moves, trade, { clear, blue, red }) : null;
}

/** @param {View} view @param {readonly Entry[]} moves @param {Plan["kind"]} kind @param {string} rest */
function writtenTent(view, moves, kind, rest) {
  const [all, row, free, any, from] = /^ ([1-6])( free)?( any)?(?: from ([a-j][1-6]))?$/.exec(rest) ?? [];
  return all ? tentMove(view, moves, { kind, free: Boolean(free), any: Boolean(any) }, Number(row), from ?? "") : null;
}
