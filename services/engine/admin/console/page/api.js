// The console's API: what it answers, and what it refuses.

const HEADERS = { "Content-Type": "application/json", "X-Console": "1" };
const UNATTENDED = { "X-Unattended": "1" };
const ATTENDED_MS = 60_000;
/** So long after a key or a click somebody is there; what a page asks by itself later keeps no session alive. */
let touched = performance.now();
for (const kind of ["click", "keydown", "pointerdown"]) addEventListener(kind, () => (touched = performance.now()), true);

/** A refusal, with a sentence; `status` is 0 if the console does not answer. */
export class Refused extends Error {
  constructor(status, detail) {
    super(detail);
    this.status = status;
  }

  /** Whether it may be otherwise soon. */
  get passes() {
    return this.status === 0 || this.status === 503;
  }
}

/** Read something. */
export const get = async (path) => (await ask(path)).json();

/** Do something, for the reason in the body. */
export const post = async (path, body) => (await ask(path, body)).json();

/**
 * Read something that takes long, or with a body do it. `line` is called with each thing that is told.
 * @returns what it ended with
 */
export async function slow(path, line, body, signal) {
  const answer = await ask(path, body, signal);
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) throw new Refused(0, "The console went away before this was done.");
    const lines = (rest + value).split("\n");
    rest = lines.pop();
    for (const told of lines.map((each) => JSON.parse(each))) {
      if (told.problem) throw new Refused(told.problem.code === "unavailable" ? 503 : 409, told.problem.detail);
      if (told.done) return told.done;
      line(told);
    }
  }
}

async function ask(path, body, signal) {
  const unattended = !body && performance.now() >= touched + ATTENDED_MS;
  const headers = unattended ? { ...HEADERS, ...UNATTENDED } : HEADERS;
  const options = { headers, signal, ...(body && { method: "POST", body: JSON.stringify(body) }) };
  let answer;
  try {
    answer = await fetch(`api/${path}`, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Refused(0, "The console does not answer. It may be starting again.");
  }
  if (answer.ok) return answer;
  const told = await answer.json().catch(() => ({ detail: "The console did not answer as it should." }));
  throw new Refused(answer.status, told.detail);
}

/** A query of what is given and not empty. */
export function query(members) {
  const given = Object.entries(members).filter(([, value]) => value);
  return given.length ? `?${new URLSearchParams(given)}` : "";
}
