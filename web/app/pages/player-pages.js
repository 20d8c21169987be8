// The pages about players, and those of tournaments and deals: a profile, a leaderboard, friends, the end of a sign-in elsewhere, tournaments. Each is loaded with the first
// address that leads to it. At all addresses that lead nowhere, it says so.

import { html } from "../../vendor/lit.js";
import { late, Page } from "../shell/page.js";

/** What is shown at the paths of this page. */
export class PlayerPages extends Page {
  render() {
    const { shell } = this;
    const { page, id } = placeOf(shell.router.path);
    if (page === "friends") {
      return late(this, "friends-page", () => import("./friends.js")) ??
        html`<friends-page .shell=${shell}></friends-page>`;
    }
    if (page === "profile") {
      return late(this, "profile-page", () => import("./profile.js")) ??
        html`<profile-page .shell=${shell} .player=${id}></profile-page>`;
    }
    if (page === "leaderboard") {
      return late(this, "leaderboard-page", () => import("./leaderboard.js")) ??
        html`<leaderboard-page .shell=${shell} .pool=${id}></leaderboard-page>`;
    }
    if (page === "signed-in") {
      return late(this, "signed-in", () => import("./signed-in.js")) ?? html`<signed-in .shell=${shell}></signed-in>`;
    }
    return this.#tournaments(page, id) ?? this.#deals(page, id) ?? this.absent(this.text.errors.no_page);
  }

  /** @param {string} page @param {string} id */
  #deals(page, id) {
    const { shell } = this;
    if (page === "deals") {
      return late(this, "deals-page", () => import("./deals.js")) ?? html`<deals-page .shell=${shell}></deals-page>`;
    }
    if (page !== "deal") return undefined;
    return late(this, "deal-page", () => import("./deal.js")) ??
      html`<deal-page .shell=${shell} .dealId=${id}></deal-page>`;
  }

  /** @param {string} page @param {string} id */
  #tournaments(page, id) {
    const { shell } = this;
    if (page === "tournaments") {
      return late(this, "tournaments-page", () => import("./tournaments.js")) ??
        html`<tournaments-page .shell=${shell}></tournaments-page>`;
    }
    if (page === "new-tournament") {
      return late(this, "new-tournament-page", () => import("./new-tournament.js")) ??
        html`<new-tournament-page .shell=${shell}></new-tournament-page>`;
    }
    if (page !== "tournament") return undefined;
    return late(this, "tournament-page", () => import("./tournament.js")) ??
      html`<tournament-page .shell=${shell} .tournamentId=${id}></tournament-page>`;
  }
}

/**
 * What a path leads to, and which player, pool, tournament or deal.
 * @param {string} path
 * @returns {{ page: "friends" | "profile" | "leaderboard" | "signed-in" | "tournaments" | "new-tournament" | "tournament" | "deals" | "deal" | "missing", id: string }}
 */
export function placeOf(path) {
  const name = path.replace(/[/]+$/, "");
  if (name === "/friends") return { page: "friends", id: "" };
  if (name === "/signed-in") return { page: "signed-in", id: "" };
  const player = /^[/]p[/]([\w-]{1,64})$/.exec(name)?.[1];
  if (player) return { page: "profile", id: player };
  if (name === "/tournaments") return { page: "tournaments", id: "" };
  if (name === "/tournaments/new") return { page: "new-tournament", id: "" };
  const tournament = /^[/]tournaments[/]([\w-]{1,64})$/.exec(name)?.[1];
  if (tournament) return { page: "tournament", id: tournament };
  if (name === "/deals") return { page: "deals", id: "" };
  const deal = /^[/]deals[/]([\w.-]{1,100})$/.exec(name)?.[1];
  if (deal) return { page: "deal", id: deal };
  const [board, pool = ""] = /^[/]leaderboards(?:[/]([\w.-]{1,80}))?$/.exec(name) ?? [];
  return { page: board ? "leaderboard" : "missing", id: pool };
}

customElements.define("player-pages", PlayerPages);
