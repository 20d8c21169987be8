// What other pages load as /croupier-table.js: the element, without keys that it would take from the page around it.

import { tablesAre } from "../boards/games.js";
import { takeTyped } from "../boards/keys.js";

takeTyped(false);
tablesAre(() => true);

export { CroupierTable } from "./board/croupier-table.js";
