// The texts of passkeys and printed codes: how an account is kept, and how one is back at it.

/** @typedef {typeof en} WaysInText */

const en = {
  title: "Keep this account",
  why:
    "This browser alone has the account. A passkey opens it again, here and elsewhere: by a finger, a face or a PIN.",
  keep: "Keep my account",
  another: "Add this device",
  kept: "Your account is kept: this device opens it.",
  later: "Not now",
  keys: "Passkeys",
  /** @param {string} date */
  since: (date) => `since ${date}`,
  /** @param {string} date */
  used: (date) => `last used ${date}`,
  synced: "on your other devices, too",
  /** @param {string} date */
  copied: (date) => `A copy of this key was used on ${date}.`,
  rename: "Rename",
  /** @param {string} name */
  renameLabel: (name) => `Rename: ${name}`,
  newName: "Name of the passkey",
  save: "Save",
  remove: "Remove",
  /** @param {string} name */
  removeLabel: (name) => `Remove: ${name}`,
  /** @param {string} name */
  removed: (name) => `${name} opens this account no more.`,
  code: "Recovery code",
  codeWhy: "For the day on which all devices are gone: print it or write it down. It is good once.",
  makeCode: "Make a code",
  makeAnother: "Make another code",
  /** @param {string} date */
  codeSince: (date) => `There is a code of ${date}. Another one ends it.`,
  codeOnce: "It is shown this once.",
  print: "Print",
  /** @param {string} name */
  printed: (name) => `Recovery code of ${name}`,
  /** @param {string} issuer */
  elsewhere: (issuer) => `Sign in with ${issuer}`,
  /** @param {string} issuer */
  addElsewhere: (issuer) => `Add ${issuer}`,
  /** @param {string} issuer */
  elsewhereAdded: (issuer) => `Your account at ${issuer} opens this account, too.`,
  /** @param {string} issuer */
  elsewhereAway: (issuer) => `${issuer} cannot be reached. Try it again in a while.`,
  elsewhereNo: "Nothing was signed in: that was refused there.",
  elsewhereWrong: "Nothing was signed in: something went wrong there.",
  elsewhereUnasked: "This tab has not begun to sign in. Begin here once more.",
  elsewhereTaken: "That opens another account already. Two accounts are never made one.",
  accounts: "Accounts elsewhere",
  signIn: "Sign in",
  signInKept: "An account that you have kept",
  signInWhy: "With a passkey of yours, or with a code that you have printed.",
  byKey: "Sign in with a passkey",
  byCode: "Recovery code",
  useCode: "Sign in with the code",
  /** @param {string} name */
  done: (name) => `You now play as ${name}.`,
  /** @param {string} name @param {string} guest */
  stays: (name, guest) =>
    `You now play as ${name}. The matches of ${guest} stay with ${guest}, whom this browser keeps.`,
  nothing: "Nothing was signed in. Use another device's code or your recovery code.",
  notKept: "Nothing was kept. Your device has asked, and got no yes.",
  hasOne: "This device has a key already.",
  /** @param {string} address */
  open: (address) => `Open ${address} for that.`,
  unknown: "This key opens no account here (any more).",
  badCode: "This code opens no account here (any more).",
  late: "That took too long; once more.",
  refused: "This device's key cannot be used here.",
  /** What has happened to the account. @type {Record<string, (date: string, name: string) => string>} */
  events: {
    passkeyAdded: (date, name) => `A passkey was added on ${date}: ${name}.`,
    passkeyCopied: (date, name) => `A copy of your key was used on ${date}: ${name}.`,
    identityAdded: (date, name) => `An account at ${name} was added on ${date}.`,
    recoveryCodeMade: (date) => `A recovery code was made on ${date}.`,
    recovered: (date) => `Somebody signed in with the recovery code on ${date}.`,
    operatorCodeMade: (date, reason) => `The operator made a recovery code on ${date}: ${reason}.`,
  },
  notYou: "If that was not you, end everything else in the settings.",
};

/** @type {WaysInText} */
const de = {
  title: "Dieses Konto behalten",
  why:
    "Nur dieser Browser hat das Konto. Ein Passkey öffnet es wieder, hier und anderswo: mit Finger, Gesicht oder PIN.",
  keep: "Mein Konto behalten",
  another: "Dieses Gerät hinzufügen",
  kept: "Dein Konto ist gesichert: Dieses Gerät öffnet es.",
  later: "Jetzt nicht",
  keys: "Passkeys",
  since: (date) => `seit ${date}`,
  used: (date) => `zuletzt am ${date}`,
  synced: "auch auf deinen anderen Geräten",
  copied: (date) => `Am ${date} wurde eine Kopie dieses Schlüssels benutzt.`,
  rename: "Umbenennen",
  renameLabel: (name) => `Umbenennen: ${name}`,
  newName: "Name des Passkeys",
  save: "Speichern",
  remove: "Entfernen",
  removeLabel: (name) => `Entfernen: ${name}`,
  removed: (name) => `${name} öffnet dieses Konto nicht mehr.`,
  code: "Notfallcode",
  codeWhy: "Für den Tag, an dem alle Geräte weg sind: Druck ihn aus oder schreib ihn auf. Er gilt einmal.",
  makeCode: "Code erstellen",
  makeAnother: "Neuen Code erstellen",
  codeSince: (date) => `Es gibt einen Code vom ${date}. Ein neuer ersetzt ihn.`,
  codeOnce: "Er wird nur dieses eine Mal gezeigt.",
  print: "Drucken",
  printed: (name) => `Notfallcode von ${name}`,
  elsewhere: (issuer) => `Mit ${issuer} anmelden`,
  addElsewhere: (issuer) => `${issuer} hinzufügen`,
  elsewhereAdded: (issuer) => `Auch dein Konto bei ${issuer} öffnet dieses Konto.`,
  elsewhereAway: (issuer) => `${issuer} ist nicht zu erreichen. Versuch es später noch einmal.`,
  elsewhereNo: "Niemand wurde angemeldet: Dort wurde es abgelehnt.",
  elsewhereWrong: "Niemand wurde angemeldet: Dort ging etwas schief.",
  elsewhereUnasked: "Dieser Tab hat keine Anmeldung begonnen. Fang hier noch einmal an.",
  elsewhereTaken: "Das öffnet schon ein anderes Konto. Zwei Konten werden nie eines.",
  accounts: "Konten anderswo",
  signIn: "Anmelden",
  signInKept: "Ein Konto, das du behalten hast",
  signInWhy: "Mit einem Passkey von dir oder mit einem Code, den du ausgedruckt hast.",
  byKey: "Mit Passkey anmelden",
  byCode: "Notfallcode",
  useCode: "Mit dem Code anmelden",
  done: (name) => `Du spielst jetzt als ${name}.`,
  stays: (name, guest) =>
    `Du spielst jetzt als ${name}. Die Partien von ${guest} bleiben bei ${guest}; dieser Browser behält das Konto.`,
  nothing: "Niemand wurde angemeldet. Nimm den Code eines anderen Geräts oder deinen Notfallcode.",
  notKept: "Nichts wurde gesichert. Dein Gerät hat gefragt und kein Ja bekommen.",
  hasOne: "Dieses Gerät hat schon einen Schlüssel.",
  open: (address) => `Öffne dafür ${address}.`,
  unknown: "Dieser Schlüssel öffnet hier kein Konto (mehr).",
  badCode: "Dieser Code öffnet hier kein Konto (mehr).",
  late: "Das hat zu lange gedauert; bitte noch einmal.",
  refused: "Der Schlüssel dieses Geräts ist hier nicht zu gebrauchen.",
  events: {
    passkeyAdded: (date, name) => `Am ${date} kam ein Passkey hinzu: ${name}.`,
    passkeyCopied: (date, name) => `Am ${date} wurde eine Kopie deines Schlüssels benutzt: ${name}.`,
    identityAdded: (date, name) => `Am ${date} kam ein Konto bei ${name} hinzu.`,
    recoveryCodeMade: (date) => `Am ${date} wurde ein Notfallcode erstellt.`,
    recovered: (date) => `Am ${date} hat sich jemand mit dem Notfallcode angemeldet.`,
    operatorCodeMade: (date, reason) => `Am ${date} hat der Betreiber einen Notfallcode erstellt: ${reason}.`,
  },
  notYou: "Wenn du das nicht warst, beende in den Einstellungen alles andere.",
};

/** @type {Record<string, WaysInText>} */
const ALL = { en, de };

/** @param {string} language */
export const waysInText = (language) => ALL[language];
