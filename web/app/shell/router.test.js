import { routeOf } from "./router.js";

/** @param {unknown} one @param {unknown} other */
function same(one, other) {
  if (JSON.stringify(one) !== JSON.stringify(other)) {
    throw new Error(`${JSON.stringify(one)} is not ${JSON.stringify(other)}`);
  }
}

Deno.test("addresses are routes, with the code of an invitation from the fragment", () => {
  same(routeOf({ pathname: "/", hash: "" }), { page: "home" });
  same(routeOf({ pathname: "/lobby/", hash: "" }), { page: "lobby" });
  same(routeOf({ pathname: "/j", hash: "#K7QF2-M9PTX" }), { page: "invitation", code: "K7QF2-M9PTX" });
  same(routeOf({ pathname: "/m/d5LFDyEcnLoO6VlhyUnknQ", hash: "" }), { page: "match", id: "d5LFDyEcnLoO6VlhyUnknQ" });
  same(routeOf({ pathname: "/p/me", hash: "" }), { page: "players" });
  same(routeOf({ pathname: "/leaderboards/", hash: "" }), { page: "players" });
  same(routeOf({ pathname: "/tournaments/new", hash: "" }), { page: "players" });
  same(routeOf({ pathname: "/friendsof", hash: "" }), { page: "missing" });
  same(routeOf({ pathname: "/m/../x", hash: "" }), { page: "missing" });
});
