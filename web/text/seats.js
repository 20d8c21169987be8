// What is said of the seats of a table before its start, and of invitations to it, in each language.

/** @typedef {typeof en} SeatsText */

const en = {
  title: "Waiting for players",
  /** @param {number} free */
  missing: (free) => free === 1 ? "One seat is free." : `${free} seats are free.`,
  full: "All seats are taken. The match is about to begin.",
  /** Said to whoever has made a table for friends. @param {number} free */
  friends: (free) => free === 1 ? "Waiting for your friend" : `Waiting for your friends: ${free} seats are free`,
  /** @param {string} names @param {number} count of them */
  coming: (names, count) => `${names} ${count === 1 ? "is" : "are"} on the way to the table …`,
  /** Of people, who are not on their way before they say so. @param {string} names @param {number} count of them */
  invites: (names, count) => `${names} ${count === 1 ? "is" : "are"} invited.`,
  invitesHint: "The invitation is good for a day. You can leave this page: you are told when the match begins.",
  /** @param {string} names */
  reveals: (names) =>
    `Shuffling: waiting for ${names}. Each player’s device adds to it, so nobody can choose the deal.`,
  public: "This table is in the lobby: anybody may join.",
  seats: "Seats",
  /** @param {number} seat */
  seat: (seat) => `Seat ${seat}`,
  free: "free",
  you: "you",
  onTheWay: "on the way …",
  asked: "invited",
  /** @param {string} name */
  takeBack: (name) => `Take the invitation of ${name} back`,
  /** @param {string} name of a bot */
  takeAway: (name) => `Take ${name} away from the table`,
  bot: "Bot",
  /** @param {number} seat */
  addBot: (seat) => `Bot: add one at seat ${seat}`,
  bots: "Bots that can come",
  noBots: "No bot can come right now.",
  /** @param {string} name */
  silent: (name) => `${name} has not answered.`,
  /** @param {string} names */
  declined: (names) => `${names} cannot come. You can invite somebody else.`,
  /** @param {string} name @param {number} tables that run with that bot */
  busy: (name, tables) =>
    tables
      ? `${name} does not come: you have ${tables} running ${
        tables === 1 ? "match" : "matches"
      } with ${name} already, and places are kept free for others.`
      : `${name} does not come: the places that are left are kept free for others right now.`,
  /** @param {string} name */
  other: (name) => `Ask ${name} instead`,
  join: "Take a seat",
  decline: "Decline",
  declineAll: "Decline all from this player",
  leave: "Leave the table",
  callOff: "Call it off",
  invitation: {
    hint: "Whoever opens this link, or types the code, can sit down with one click.",
    code: "Code",
    link: "Link to the table",
    qr: "QR code of the link",
    copy: "Copy the link",
    copied: "The link is copied.",
    share: "Share …",
  },
  guest: {
    title: "You are invited",
    /** @param {string} host @param {string} game */
    what: (host, game) => `“${host}” invites you to ${game}.`,
    there: "At the table",
    name: "Your name",
    join: "Take the seat",
    later: "Not now",
    unknown: {
      title: "There is no invitation with this code",
      why:
        "Check that you have typed it as you got it. If so, the match has begun or was called off: ask for a new link.",
    },
    taken: {
      title: "This invitation is no longer valid",
      why: "All seats are taken, or the match has begun or was called off. Ask for a new link.",
    },
    typeTitle: "Which code have you got?",
    code: "Code of the invitation",
    open: "Open",
    meanwhile: "To the games",
  },
};

/** @type {SeatsText} */
const de = {
  title: "Warten auf Mitspieler",
  missing: (free) => free === 1 ? "Ein Platz ist frei." : `${free} Plätze sind frei.`,
  full: "Alle Plätze sind besetzt. Gleich geht es los.",
  friends: (free) => free === 1 ? "Warten auf deinen Gast" : `Warten auf deine Gäste: ${free} Plätze sind frei`,
  coming: (names, count) => `${names} ${count === 1 ? "kommt" : "kommen"} gleich an den Tisch …`,
  invites: (names, count) => `${names} ${count === 1 ? "ist" : "sind"} eingeladen.`,
  invitesHint: "Die Einladung gilt einen Tag. Du musst hier nicht warten: Du erfährst, wenn die Partie beginnt.",
  reveals: (names) =>
    `Es wird gemischt: Warten auf ${names}. Alle Geräte mischen mit, damit niemand bestimmen kann, wer was bekommt.`,
  public: "Dieser Tisch steht in der Lobby: Alle dürfen dazukommen.",
  seats: "Plätze",
  seat: (seat) => `Platz ${seat}`,
  free: "frei",
  you: "du",
  onTheWay: "unterwegs …",
  asked: "eingeladen",
  takeBack: (name) => `Die Einladung an ${name} zurücknehmen`,
  takeAway: (name) => `${name} vom Tisch nehmen`,
  bot: "Bot",
  addBot: (seat) => `Bot auf Platz ${seat} setzen`,
  bots: "Bots, die kommen können",
  noBots: "Gerade kann kein Bot kommen.",
  silent: (name) => `${name} hat nicht geantwortet.`,
  declined: (names) => `${names} kann nicht kommen. Du kannst jemand anderen einladen.`,
  busy: (name, tables) =>
    tables
      ? `${name} kommt nicht: Du hast mit ${name} schon ${tables} ${
        tables === 1 ? "laufende Partie" : "laufende Partien"
      }, und Plätze für andere bleiben frei.`
      : `${name} kommt nicht: Die übrigen Plätze bleiben gerade für andere frei.`,
  other: (name) => `Stattdessen ${name} fragen`,
  join: "Platz nehmen",
  decline: "Ablehnen",
  declineAll: "Alle von dieser Person ablehnen",
  leave: "Tisch verlassen",
  callOff: "Tisch auflösen",
  invitation: {
    hint: "Wer diesen Link öffnet oder den Code eintippt, setzt sich mit einem Klick dazu.",
    code: "Code",
    link: "Link zum Tisch",
    qr: "QR-Code des Links",
    copy: "Link kopieren",
    copied: "Der Link ist kopiert.",
    share: "Teilen …",
  },
  guest: {
    title: "Du bist eingeladen",
    what: (host, game) => `„${host}“ lädt dich ein: ${game}.`,
    there: "Am Tisch",
    name: "Dein Name",
    join: "Platz nehmen",
    later: "Nicht jetzt",
    unknown: {
      title: "Zu diesem Code gibt es keine Einladung",
      why:
        "Prüfe, ob du ihn richtig abgetippt hast. Wenn ja, hat die Partie begonnen oder wurde abgesagt: Bitte um einen neuen Link.",
    },
    taken: {
      title: "Diese Einladung gilt nicht mehr",
      why: "Alle Plätze sind besetzt, oder die Partie hat begonnen oder wurde abgesagt. Bitte um einen neuen Link.",
    },
    typeTitle: "Welchen Code hast du?",
    code: "Code der Einladung",
    open: "Öffnen",
    meanwhile: "Zu den Spielen",
  },
};

/** @type {Record<string, SeatsText>} */
const TEXTS = { en, de };

/** @param {string} language @returns {SeatsText} */
export function seatsText(language) {
  return TEXTS[language];
}
