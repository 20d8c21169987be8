import en from "../../text/en.js";
import { wayOut } from "./way-out.js";

Deno.test("the reason of an end is that of a seat only if no other one is out", () => {
  const told = (/** @type {string | undefined} */ reason, out = 1) => {
    const seats = [0, 1, 2].map((index) => ({ resigned: index < out }));
    return wayOut(en.table, /** @type {any} */ ({ seats, outcome: reason && { reason } }));
  };
  const found = [told("claimed"), told("timeout"), told("completed"), told("resigned", 2), told(undefined)].join(", ");
  if (found !== "was away too long, has run out of time, is out, is out, played by the table") throw new Error(found);
});
