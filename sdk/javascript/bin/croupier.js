#!/usr/bin/env node
// `npx croupier types URL > games.d.ts`: the types of all games of a service. URL is its address, or that of its document.

import { readFileSync } from "node:fs";
import process from "node:process";
import { typesOf } from "./types.js";

async function read(where) {
  if (!where.includes("://")) return JSON.parse(readFileSync(where, "utf8"));
  const answer = await fetch(where.endsWith(".json") ? where : `${where.replace(/\/+$/, "")}/openapi.json`);
  if (!answer.ok) throw new Error(`it answers ${answer.status}`);
  return await answer.json();
}

const [command, where, builtIn] = process.argv.slice(2);
if (command !== "types" || !where) {
  console.error("Use: npx croupier types URL > games.d.ts");
  process.exit(2);
}
try {
  process.stdout.write(typesOf(await read(where), builtIn === "--built-in"));
} catch (error) {
  console.error(`${where} has no document of a Croupier: ${error.message}`);
  process.exitCode = 1;
}
