// Asks for the match of this address at once, while the modules of the page are still on their way: `Line` takes the answer.

/** @typedef {{ url: string, authorization: string | null, answer: Promise<Response> }} Asked */

const [, id] = /^[/]m[/]([\w-]{1,64})[/]?$/.exec(location.pathname) ?? [];
if (id) {
  const service = document.querySelector("meta[name=croupier-service]")?.getAttribute("content");
  const url = `${service || location.origin}/v1/matches/${id}?include=legalMoves`;
  const authorization = token();
  const headers = { Accept: "application/json", ...(authorization && { Authorization: authorization }) };
  const answer = fetch(url, { headers, cache: "no-store" });
  answer.catch(() => {}); // whoever takes it minds
  Object.assign(globalThis, { asked: /** @type {Asked} */ ({ url, authorization, answer }) });
}

/** That of the player of this browser, if there is one. */
function token() {
  try {
    return `Bearer ${JSON.parse(localStorage.getItem("croupier:account") ?? "").token}`;
  } catch {
    return null;
  }
}
