// What web/vendor/lit.js has: Lit, and the directives that the web table uses.
export * from "npm:lit@3.3.3";
export { classMap } from "npm:lit@3.3.3/directives/class-map.js";
export { live } from "npm:lit@3.3.3/directives/live.js";
export { createRef, ref } from "npm:lit@3.3.3/directives/ref.js";
export { repeat } from "npm:lit@3.3.3/directives/repeat.js";
