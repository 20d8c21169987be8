// The names at a table.

import { isolated } from "../../boards/bidi.js";

/** @typedef {import("../../../sdk/javascript/types/api.js").MatchView} MatchView */

/** The names at a table, by seat; "" where nobody sits. @param {Pick<MatchView, "seats">} match */
export const playersOf = ({ seats }) => seats.map(({ player }) => isolated(player?.displayName ?? ""));
