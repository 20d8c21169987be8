export * from "../src/index.js";
export type * from "./api.js";
