// The texts of the settings about others: who sees what, and who may send what.

/** @typedef {typeof en} PrivacyText */

const en = {
  title: "You and others",
  listed: "On leaderboards",
  listedHint: "without it, you cannot play rated matches; matches that run go on",
  presence: "Friends see that I am here",
  presenceHint: "and at which public table",
  emotes: "Emotes at the table come from",
  emotesFrom: /** @type {[string, string][]} */ ([["all", "All"], ["friends", "Friends"], ["none", "Nobody"]]),
  blocked: "Blocked players",
  blockedNone: "Nobody is blocked.",
  unblock: "Unblock",
  /** @param {string} name */
  unblockLabel: (name) => `Unblock ${name}`,
  /** @param {string} name */
  unblocked: (name) => `${name} is not blocked any more.`,
  gone: "a deleted account",
  data: "Download my data",
  dataHint: "all that this service keeps about you, as one file",
  file: "my-data",
};

/** @type {PrivacyText} */
const de = {
  title: "Du und andere",
  listed: "Auf Bestenlisten",
  listedHint: "ohne das kannst du nicht gewertet spielen; laufende Partien gehen weiter",
  presence: "Freunde sehen, dass ich hier bin",
  presenceHint: "und an welchem öffentlichen Tisch",
  emotes: "Zurufe am Tisch kommen von",
  emotesFrom: [["all", "Allen"], ["friends", "Freunden"], ["none", "Niemand"]],
  blocked: "Blockierte Spieler",
  blockedNone: "Niemand ist blockiert.",
  unblock: "Freigeben",
  unblockLabel: (name) => `${name} nicht mehr blockieren`,
  unblocked: (name) => `${name} ist nicht mehr blockiert.`,
  gone: "ein gelöschtes Konto",
  data: "Meine Daten herunterladen",
  dataHint: "alles, was dieser Dienst über dich behält, als eine Datei",
  file: "meine-daten",
};

/** @type {Record<string, PrivacyText>} */
const ALL = { en, de };

/** @param {string} language */
export const privacyText = (language) => ALL[language];
