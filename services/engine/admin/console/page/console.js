import { enter } from "./sign-in.js";

const main = document.getElementById("main");
main.textContent = await enter(main);
