import { chosen, load } from "../text/index.js";
import { App } from "./app.js";
import { sleep } from "../../sdk/javascript/src/pause.js";
import { storage } from "./storage.js";

/** What has not been loaded is tried again after so many seconds. */
const RETRY = 3;

const language = chosen(storage());
while (!await load(language).catch(() => sleep(RETRY)));
customElements.define("croupier-app", App);
