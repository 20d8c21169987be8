import { deepEqual, throws } from "node:assert/strict";
import { test } from "node:test";
import { chosen } from "../src/index.js";

const BID = {
  move: { bid: { to: "LEFT", paid: [] } },
  member: "bid.paid",
  of: [{ value: "WOOD", text: "wood", count: 2 }, { value: "ORE", text: "ore", count: 1 }],
  least: 1,
  most: 3,
  conditions: [],
};

test("a move has what is chosen in order", () => {
  deepEqual(chosen(BID, ["ORE", "WOOD", "WOOD"]), { bid: { to: "LEFT", paid: ["WOOD", "WOOD", "ORE"] } });
  deepEqual(BID.move, { bid: { to: "LEFT", paid: [] } });
  for (const wrong of [["ORE", "ORE"], ["GOLD"]]) throws(() => chosen(BID, wrong), /cannot be chosen of wood, ore/);
});
