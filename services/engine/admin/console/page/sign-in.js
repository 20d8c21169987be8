// Signing in: at an issuer, by the code flow with PKCE, or by a link that signs in once.

const BEGUN = "croupier-console:signing-in";
/** What this tab has begun at an issuer, until it is back. */
const SECRET = /^#([\w-]{43})$/;
const HEADERS = { "Content-Type": "application/json", "X-Console": "1" };
const CLIENT_IS_WRONG = ["invalid_request", "unauthorized_client", "unsupported_response_type", "invalid_scope", "invalid_client"];

/** A sentence for whoever cannot be signed in. */
class NotSignedIn extends Error {}

/**
 * Let somebody sign in, and resolve with who it is, as audits will say.
 * @param {HTMLElement} place where the page for it is shown, if it is needed
 * @param {string} [words] what is said there first, such as why a session has ended
 * @returns {Promise<string>}
 */
export async function enter(place, words = "") {
  try {
    const by = (await arrived()) ?? (await known());
    if (by) return by;
  } catch (error) {
    words = sentence(error);
  }
  return show(place, words);
}

/** Sign out here. Who goes on must sign in again. */
export async function signOut() {
  await fetch("api/session", { method: "DELETE", headers: HEADERS });
}

/** Who is signed in; "" for nobody. */
async function known() {
  const answer = await fetch("api/session", { headers: HEADERS });
  if (answer.status === 401) return "";
  return (await read(answer)).by;
}

/** Who has come with a link, or back from an issuer; null if somebody has just opened the page. */
async function arrived() {
  const secret = SECRET.exec(location.hash)?.[1];
  const told = new URLSearchParams(location.search);
  if (secret) {
    history.replaceState(null, "", location.pathname);
    return begin({ secret });
  }
  if (!told.has("code") && !told.has("error")) return null;
  const begun = JSON.parse(sessionStorage.getItem(BEGUN) ?? "null");
  sessionStorage.removeItem(BEGUN);
  history.replaceState(null, "", location.pathname + (begun?.hash ?? "")); // a code is no address to keep
  const isOurs = begun && told.get("state") === begun.state && (told.get("iss") ?? begun.issuer) === begun.issuer;
  if (!isOurs) throw new NotSignedIn("This sign-in was not begun in this tab. Begin again here.");
  if (told.has("error")) throw new NotSignedIn(refusal(begun, told.get("error"), told.get("error_description")));
  return begin({ idToken: await exchange(begun, told.get("code")), nonce: begun.nonce });
}

/** Begin a session. */
async function begin(shown) {
  const answer = await fetch("api/session", { method: "POST", headers: HEADERS, body: JSON.stringify(shown) });
  return (await read(answer)).by;
}

/** Show how one signs in here, and resolve with who has. */
async function show(place, words) {
  const heading = made("h1", "Sign in");
  const said = made("p", words);
  said.setAttribute("role", "alert");
  const way = made("div");
  place.replaceChildren(heading, said, way);
  document.title = "Sign in – Croupier console";
  try {
    const { link, issuers } = await read(await fetch("api/sign-in"));
    if (link) way.append(...explained());
    for (const issuer of issuers) {
      const button = made("button", `Sign in with ${issuer.name}`);
      button.type = "button";
      button.addEventListener("click", async () => {
        said.textContent = "";
        said.textContent = await leave(issuer);
      });
      way.append(button);
    }
  } catch (error) {
    said.textContent = sentence(error);
    const again = made("button", "Try again");
    again.type = "button";
    way.append(again);
    await new Promise((resolve) => again.addEventListener("click", resolve, { once: true }));
    return enter(place);
  }
  return opened();
}

/** Resolve with who has signed in by a link that was pasted into this tab. */
async function opened() {
  for (;;) {
    await new Promise((resolve) => addEventListener("hashchange", resolve, { once: true }));
    if (SECRET.test(location.hash)) location.reload();
  }
}

/** How one signs in by a link. */
function explained() {
  const told = made("p", "Open a link that signs you in, once. Where the console runs, this prints one:");
  const command = made("pre");
  command.append(made("code", "croupierctl --by YOUR-NAME console --link"));
  return [told, command];
}

/** Go to an issuer; return what is wrong, if that cannot be done. */
async function leave(issuer) {
  try {
    const { authorization_endpoint: endpoint } = await configuration(issuer);
    const hash = location.hash.startsWith("#/") ? location.hash : "";
    const begun = { ...issuer, hash, verifier: random(), state: random(), nonce: random() };
    sessionStorage.setItem(BEGUN, JSON.stringify(begun));
    const address = new URL(endpoint);
    for (const [name, value] of Object.entries(await asked(begun))) address.searchParams.set(name, value);
    location.assign(address);
    return `Going to ${issuer.name} ...`;
  } catch (error) {
    return sentence(error);
  }
}

/** Where an issuer is asked what. */
async function configuration({ issuer, name }) {
  const found = await issuerAnswers(name, `${issuer.replace(/[/]$/, "")}/.well-known/openid-configuration`);
  if (found.told.issuer !== issuer || !/^https:/.test(found.told.authorization_endpoint ?? "")) {
    throw new NotSignedIn(`${name} is not at ${issuer}, or is no provider of OpenID Connect.`);
  }
  return found.told;
}

/** What is asked of an issuer. */
async function asked({ clientId, verifier, state, nonce }) {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
  return {
    client_id: clientId,
    redirect_uri: home(),
    response_type: "code",
    scope: "openid profile",
    code_challenge: base64url(new Uint8Array(hash)),
    code_challenge_method: "S256",
    state,
    nonce,
  };
}

/** The ID token for a code. */
async function exchange(begun, code) {
  const { token_endpoint: endpoint } = await configuration(begun);
  const body = new URLSearchParams({
    grant_type: "authorization_code",
    code,
    redirect_uri: home(),
    client_id: begun.clientId,
    code_verifier: begun.verifier,
  });
  const { ok, told } = await issuerAnswers(begun.name, endpoint, { method: "POST", body });
  if (!ok) throw new NotSignedIn(refusal(begun, told.error, told.error_description));
  if (typeof told.id_token !== "string") throw new NotSignedIn(refusal(begun, "invalid_scope", "it gave no ID token"));
  return told.id_token;
}

/** What an issuer answers, as an object. */
async function issuerAnswers(name, url, options = {}) {
  try {
    const answer = await fetch(url, options);
    return { ok: answer.ok, told: Object(await answer.json()) };
  } catch {
    throw new NotSignedIn(
      `${name} does not answer this page. If it is up, it must let ${location.origin} ask it (CORS), at its own host.`,
    );
  }
}

/** Why an issuer has signed nobody in. */
function refusal({ name, clientId }, error, description) {
  const more = description ? ` It says: ${String(description).slice(0, 200)}` : "";
  if (error === "access_denied") return `${name} did not let you in: you said no there, or may not use this application.${more}`;
  if (error === "invalid_grant") return `The sign-in at ${name} took too long, or was used already. Begin again.${more}`;
  if (CLIENT_IS_WRONG.includes(error)) {
    return `${name} takes no sign-in from this page. Its client ${clientId} must be public, with the code flow, PKCE, the scopes openid and profile, and the redirect address ${home()}.${more}`;
  }
  return `${name} cannot sign anybody in now (${String(error).slice(0, 40)}). Try again in a minute.${more}`;
}

/** What our own API answers; its refusals are thrown. */
async function read(answer) {
  const told = await answer.json();
  if (answer.ok) return told;
  const wait = Number(answer.headers.get("Retry-After"));
  throw new NotSignedIn(wait > 1 ? `${told.detail} Try again in ${wait} seconds.` : told.detail);
}

const sentence = (error) =>
  error instanceof NotSignedIn ? error.message : "The console does not answer. It may be starting again.";

const home = () => `${location.origin}/console/`;

function made(name, text = "") {
  const element = document.createElement(name);
  element.textContent = text;
  return element;
}

const random = () => base64url(crypto.getRandomValues(new Uint8Array(32)));

const base64url = (bytes) =>
  btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
