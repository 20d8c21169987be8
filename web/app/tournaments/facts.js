// What a tournament is, in a few words each: its system, its clock, who may join.

import { html } from "../../vendor/lit.js";
import { fileOf, nameOf, webOf } from "../../boards/games.js";
import { timesOf } from "../lobby/game-facts.js";
import { formOf, toldOf, worded } from "../lobby/option-fields.js";
import { face } from "../shell/face.js";
import { whenOf } from "./when.js";

/** @typedef {import("./service.js").Tournament} Tournament */
/** @typedef {import("./service.js").Listed} Listed */
/** @typedef {import("./service.js").Entrant} Entrant */
/** @typedef {import("./tournament-part.js").TournamentsText} TournamentsText */
/** @typedef {import("../shell/shell.js").Shell} Shell */

/** The picture of a game. @param {string} game @param {string} [name] of its class */
export function picture(game, name = "thumb") {
  if (!webOf(game)?.tile) return html`<span class=${name} aria-hidden="true"></span>`;
  return html`<img class=${name} alt="" src=${fileOf(game, "tile.svg")} width="320" height="200">`;
}

/** The name of somebody who takes part. @param {Entrant} entrant @param {TournamentsText} words */
export const nameIn = ({ displayName }, words) => displayName === "gone" ? words.gone : displayName ?? "…";

/** Somebody with the face. @param {Entrant} entrant @param {TournamentsText} words @param {boolean} [own] */
export function person(entrant, words, own = false) {
  const name = nameIn(entrant, words);
  return html`<span class="person">${face(name)}<bdi class="name">${name}</bdi>${
    own ? html`<small class="you-mark">${words.you}</small>` : ""
  }</span>`;
}

/** How it is played. @param {Listed | Tournament} tournament @param {TournamentsText} words */
export function lengthOf({ system, rounds, minutes }, words) {
  const length = system === "arena" ? minutes && words.minutes(minutes) : rounds && words.length(rounds);
  return [words.systems[system], length].filter(Boolean).join(", ");
}

/** All that is agreed. @param {Shell} shell @param {Tournament} tournament @param {TournamentsText} words @returns {string[]} */
export function factsOf(shell, tournament, words) {
  const { game, options, clock, matchesPerPairing, allAtOnce, rated, access, seats, houseBots } = tournament;
  const form = formOf(shell, game);
  const rules = form ? toldOf(form.fields, /** @type {any} */ (options)) : [];
  const told = rules.map(([name, value]) => form ? worded(form, name, value) : "").filter(Boolean);
  return [
    lengthOf(tournament, words),
    seats > 2 && words.seats(seats),
    matchesPerPairing > 1 && words.twoLegs,
    allAtOnce && words.allAtOnce,
    ...timesOf(shell.text.lobby, { clock }),
    told.length > 0 && `${nameOf(game)}: ${told.join(", ")}`,
    rated && words.rated,
    houseBots && words.houseBots(houseBots),
    ...conditionsOf(tournament, words),
    access === "private" && words.private,
  ].filter((each) => typeof each === "string" && each !== "").map(String);
}

/** @param {Tournament} tournament @param {TournamentsText} words */
function conditionsOf({ conditions }, { conditions: words }) {
  const { minRating, maxRating, minMatches, minReliability, kinds } = conditions ?? {};
  return [
    minRating && words.minRating(minRating),
    maxRating && words.maxRating(maxRating),
    minMatches && words.minMatches(minMatches),
    minReliability && words.minReliability(minReliability),
    kinds?.length === 1 && (kinds[0] === "human" ? words.humans : words.bots),
  ];
}

/** How far it is: when it begins, in which round it is, who has won. @param {Shell} shell @param {Listed} tournament @param {TournamentsText} words */
export function progressOf({ me, text }, tournament, words) {
  const { status, startTime, round, rounds, winner } = tournament;
  const { list } = words;
  if (status === "open") return startTime ? whenOf(Date.parse(startTime), me.time, text.language) : list.whenFull;
  if (status === "checkIn") return list.checkIn;
  if (status === "running") return round ? list.at(round, rounds) : list.status.running;
  return winner ? list.won(nameIn(winner, words)) : list.status[status];
}
