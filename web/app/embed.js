// What other pages load as /croupier-table.js: the element, without keys that it would take from the page around it.

import { takeTyped } from "../boards/keys.js";

takeTyped(false);

export { CroupierTable } from "./board/croupier-table.js";
