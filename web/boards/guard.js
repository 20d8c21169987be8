// Runs first in every realm of a frame with a foreign board: takes away what no policy forbids. It imports nothing, as it is
// the beginning of a classic script (services/gateway/web/bundle.py).

const GONE = [
  "RTCPeerConnection",
  "webkitRTCPeerConnection",
  "RTCDataChannel",
  "AudioContext",
  "webkitAudioContext",
  "OfflineAudioContext",
  "Audio",
  "SpeechSynthesisUtterance",
  "speechSynthesis",
  "Notification",
  "PaymentRequest",
  "WebTransport",
  "Worker",
  "SharedWorker",
  "open",
  "print",
  "alert",
  "confirm",
  "prompt",
  "navigation",
];
const GONE_OF_NAVIGATOR = [
  "vibrate",
  "clipboard",
  "sendBeacon",
  "serviceWorker",
  "share",
  "getGamepads",
  "keyboard",
  "wakeLock",
];

/** @param {any} of @param {string} name */
function take(of, name) {
  try {
    if (of && name in of) Object.defineProperty(of, name, { value: undefined, configurable: false, writable: false });
  } catch {
    // Not to be taken away here: the policy has to do.
  }
}

for (const name of GONE) take(globalThis, name);
for (const name of GONE_OF_NAVIGATOR) {
  take(Navigator.prototype, name);
  take(navigator, name);
}
for (const name of ["execCommand", "open", "write", "writeln"]) take(Document.prototype, name); // to open it takes listeners away
for (const name of ["pushState", "replaceState", "back", "forward", "go"]) take(History.prototype, name); // they are of the whole tab

// What is dragged out may be an address, and a browser goes to the one that is dropped on the page or beside it.
const { preventDefault } = Event.prototype;
const { apply } = Reflect;
addEventListener("dragstart", (event) => apply(preventDefault, event, []), true);
