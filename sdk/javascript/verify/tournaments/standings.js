// The standings: a row for each player, [player, stage, points, cut 1, Buchholz, direct encounter, wins, Sonneborn-Berger], in 48ths
// but for stage and wins. What comes earlier counts first, and more is better; last comes the lot.

import { canonical } from "../json.js";
import { hex, sha256, text } from "../sha256.js";
import { lotsOf } from "./lots.js";
import { DREW, POINT, WON, against, byePoints, tablePoints } from "./points.js";

const [STAGE, CUT, BUCHHOLZ, DIRECT, WINS, BERGER] = [1, 3, 4, 5, 6, 7];

export const digest = (rows) => hex(sha256(text(canonical(rows))));

export function standings(it, key) {
  const out = annulled(it);
  const sheets = sheetsOf(it, out);
  const lotOf = lotsOf(key, it.entropies);
  const behind = (id) => out.has(id) || (sheets.get(id).missed > 0 && !sheets.get(id).met.length);
  const rows = [...sheets.keys()].map((id) => row(it, id, sheets));
  for (const group of equalOnes(rows)) encounter(group, sheets);
  const places = rows.map((each) => ({ each, behind: Number(behind(each[0])), lot: lotOf(each[0]) }));
  places.sort((one, other) => one.behind - other.behind || falling(one.each, other.each, BERGER) || (one.lot < other.lot ? -1 : 1));
  return places.map(({ each }) => each);
}

// Who comes first by the numbers up to the last one that counts.
function falling(one, other, last) {
  for (let at = STAGE; at <= last; at++) if (one[at] !== other[at]) return other[at] - one[at];
  return 0;
}

function equalOnes(rows) {
  const groups = new Map();
  for (const each of rows) {
    const name = each.slice(STAGE, BUCHHOLZ + 1).join(" ");
    if (!groups.has(name)) groups.set(name, []);
    groups.get(name).push(each);
  }
  return groups.values();
}

// What those of a group won of each other, if all of them have met.
function encounter(group, sheets) {
  const players = new Set(group.map(([id]) => id));
  const among = ([id]) => sheets.get(id).met.filter(([other]) => players.has(other));
  const allMet = group.length > 1 && group.every((each) => new Set(among(each).map(([other]) => other)).size === group.length - 1);
  if (!allMet) return;
  for (const each of group) each[DIRECT] = among(each).reduce((sum, [, halves]) => sum + halves, 0) * (POINT / 2);
}

function row(it, id, sheets) {
  const { points, met: played, wins } = sheets.get(id);
  const of = [id, stage(it, it.players.get(id)), points, 0, 0, 0, 0, 0];
  of[WINS] = wins;
  if (it.isArena) return of;
  const met = played.map(([other, halves]) => [sheets.get(other).points, halves]);
  for (let i = unplayed(it, played.length); i > 0; i--) met.push([points, DREW]);
  of[BUCHHOLZ] = met.reduce((sum, [theirs]) => sum + theirs, 0);
  of[CUT] = of[BUCHHOLZ] - (met.length ? met.reduce((least, [theirs]) => Math.min(least, theirs), Infinity) : 0);
  of[BERGER] = met.reduce((sum, [theirs, halves]) => sum + (theirs * halves) / 2, 0);
  return of;
}

const stage = (it, { lostIn }) => (it.settings.system === "knockout" ? lostIn || it.rounds.length + 1 : 0);

// What was not played counts in a Swiss as a tie with somebody of the own points.
function unplayed(it, played) {
  const { system, legs, seats } = it.settings;
  return system === "swiss" ? it.rounds.length * legs * (seats - 1) - played : 0;
}

// What each player who took part has done in all rounds.
function sheetsOf(it, out) {
  const tookPart = [...it.players.values()].filter(({ presence }) => presence === "playing" || presence === "withdrawn");
  const sheets = new Map(tookPart.map(({ id }) => [id, { points: 0, wins: 0, met: [], missed: 0 }]));
  for (const { byes, tables } of it.rounds) {
    for (const id of byes) sheets.get(id).points += byePoints(it.settings);
    for (const table of tables) if (!table.players.some((id) => out.has(id))) add(sheets, table, it.settings.legs);
  }
  return sheets;
}

function add(sheets, table, legs) {
  const by = tablePoints(table, legs);
  for (const [i, { ranks, absent }] of table.results.entries()) {
    for (const [seat, id] of table.players.entries()) {
      const sheet = sheets.get(id);
      sheet.points += by[i][seat];
      if (absent.length) {
        sheet.missed += absent.includes(seat) ? 1 : 0;
        continue;
      }
      const fared = table.players.map((other, at) => [other, against(ranks, seat, at)]).filter(([other]) => other !== id);
      sheet.met.push(...fared);
      sheet.wins += fared.every(([, halves]) => halves === WON) ? 1 : 0;
    }
  }
}

// Those of a round robin who left before they had played half of their matches.
function annulled(it) {
  if (it.settings.system !== "roundRobin") return new Set();
  const matches = it.settings.legs * (it.order.length - 1);
  const gone = [...it.players.values()].filter(({ presence }) => presence === "withdrawn");
  const played = new Map(gone.map(({ id }) => [id, 0]));
  for (const table of it.rounds.flatMap(({ tables }) => tables)) {
    const count = table.results.filter(({ absent }) => !absent.length).length;
    for (const id of table.players) if (played.has(id)) played.set(id, played.get(id) + count);
  }
  return new Set([...played].filter(([, count]) => 2 * count < matches).map(([id]) => id));
}
