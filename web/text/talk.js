// What seats can say, and how a player is taken to another device, in each language.

/** @typedef {typeof en} TalkText */

const en = {
  title: "Say something",
  mute: "Do not show what others say",
  unmute: "Show what others say",
  muted: "You do not see what others say.",
  /** @param {string} name @param {string} words */
  told: (name, words) => `${name}: ${words}`,
  /** @type {Record<string, string>} */
  emotes: {
    hello: "Hello!",
    thanks: "Thank you!",
    nice: "Nice move!",
    oops: "Oops!",
    thinking: "Let me think…",
    goodGame: "Good game!",
  },
  pairing: {
    title: "Another device",
    out: "Take this account there",
    outHint: "On the other device, choose “Sign in” on the first page, and type this code:",
    make: "Show a code",
    again: "Show a new code",
    /** @param {string} left */
    left: (left) => `Valid for ${left}, for one device.`,
    gone: "This code is no longer valid.",
    used: "It was used: the other device plays as you now.",
    in: "Play here with the account of another device",
    inHint: "Choose your name, then “Another device”, on the device that you come from.",
    /** @param {string} name */
    instead: (name) => `This browser then no longer plays as ${name}.`,
    code: "Code",
    use: "Use it",
    wrong: "This code is not valid: it was mistyped, used, or is older than five minutes.",
    /** @param {string} name */
    done: (name) => `You now play as ${name}.`,
  },
};

/** @type {TalkText} */
const de = {
  title: "Etwas sagen",
  mute: "Nicht zeigen, was andere sagen",
  unmute: "Zeigen, was andere sagen",
  muted: "Du siehst nicht, was andere sagen.",
  told: (name, words) => `${name}: ${words}`,
  emotes: {
    hello: "Hallo!",
    thanks: "Danke!",
    nice: "Schöner Zug!",
    oops: "Hoppla!",
    thinking: "Ich überlege …",
    goodGame: "Gutes Spiel!",
  },
  pairing: {
    title: "Anderes Gerät",
    out: "Dieses Konto mitnehmen",
    outHint: "Wähle auf dem anderen Gerät auf der Startseite „Anmelden“ und gib diesen Code ein:",
    make: "Code zeigen",
    again: "Neuen Code zeigen",
    left: (left) => `Gilt noch ${left}, für ein einziges Gerät.`,
    gone: "Dieser Code gilt nicht mehr.",
    used: "Er ist eingelöst: Auf dem anderen Gerät spielst jetzt auch du.",
    in: "Hier mit dem Konto eines anderen Geräts spielen",
    inHint: "Wähle auf dem Gerät, von dem du kommst, deinen Namen und dann „Anderes Gerät“.",
    instead: (name) => `Dieser Browser spielt dann nicht mehr als ${name}.`,
    code: "Code",
    use: "Einlösen",
    wrong: "Dieser Code gilt nicht: Er ist falsch getippt, schon benutzt oder älter als fünf Minuten.",
    done: (name) => `Du spielst jetzt als ${name}.`,
  },
};

/** @type {Record<string, TalkText>} */
const TEXTS = { en, de };

/** @param {string} language @returns {TalkText} */
export function talkText(language) {
  return TEXTS[language];
}
