// The texts of the account: on which devices it is, how to sign out, and how to delete it.

/** @typedef {typeof en} AccountText */

const en = {
  title: "Account",
  /** @param {string} name */
  who: (name) => `You play as ${name} in this browser.`,
  nobody: "Nobody is signed in here. An account is made with your first table.",
  signIn: "Sign in",
  signOut: "Sign out",
  remove: "Delete the account",
  devices: "Devices with this account",
  /** Of the device on which the account was made. */
  first: "The first device",
  here: "this one",
  /** @param {string} date */
  since: (date) => `since ${date}`,
  watches: "watches only",
  end: "Sign out",
  /** @param {string} device */
  endLabel: (device) => `Sign out: ${device}`,
  endOthers: "End everything else",
  endsAll:
    "All other devices are signed out. No passkey, no recovery code and no code for another device opens the account any more.",
  /** @param {string} date */
  used: (date) => `last used ${date}`,
  /** @param {string} device */
  ended: (device) => `${device} is signed out.`,
  othersEnded: "Everything else has ended: this device alone has the account.",
  earlier: "An earlier account of this browser works again.",
  /** @param {string} name */
  become: (name) => `Be ${name} again`,
  /** @param {string} name */
  forget: (name) => `Forget ${name}`,
  signingOut: {
    title: "Sign out?",
    forgets:
      "This browser forgets the account with all that it has kept of it, such as proofs of matches. Language and look stay.",
    /** @param {string} names of earlier accounts */
    others: (names) => `It forgets ${names} as well.`,
    /** @param {number} count of the other devices */
    elsewhere: (count) =>
      count === 1 ? "You stay signed in on one other device." : `You stay signed in on ${count} other devices.`,
    kept: "What you have kept opens it again: a passkey, your recovery code or your account elsewhere.",
    lost: "No other device has this account: nobody can come back to it, not even you.",
    matches: "Its running matches go on, and are lost once their time is up.",
    certain: "I know that the account is lost",
    pair: "Take it to another device first",
    yes: "Sign out",
  },
  removing: {
    title: "Delete the account?",
    /** @param {number} count of running matches @param {boolean} more whether there are more */
    running: (count, more) =>
      count
        ? `You resign your ${more ? "more than " : ""}${count} running ${
          count === 1 ? "match" : "matches"
        }, by the rules of the game.`
        : "You have no running match.",
    waiting: "Tables of yours that still wait are closed, and you leave those of others. Searches end.",
    name: "Your name becomes “gone” in all matches. Their moves and results stay for those who played with you.",
    everywhere: "You are signed out on all devices, and nobody can undo this.",
    certain: "I want to delete it for good",
    yes: "Delete",
  },
  signedOut: "You are signed out.",
  removed: "The account is deleted.",
  /** When the service could not be told. */
  untold: "You are signed out here, but the service could not be told.",
};

/** @type {AccountText} */
const de = {
  title: "Konto",
  who: (name) => `In diesem Browser spielst du als ${name}.`,
  nobody: "Hier ist niemand angemeldet. Ein Konto entsteht mit deinem ersten Tisch.",
  signIn: "Anmelden",
  signOut: "Abmelden",
  remove: "Konto löschen",
  devices: "Geräte mit diesem Konto",
  first: "Das erste Gerät",
  here: "dieses",
  since: (date) => `seit ${date}`,
  watches: "sieht nur zu",
  end: "Abmelden",
  endLabel: (device) => `Abmelden: ${device}`,
  endOthers: "Alles andere beenden",
  endsAll:
    "Alle anderen Geräte werden abgemeldet. Kein Passkey, kein Notfallcode und kein Code für ein anderes Gerät öffnet das Konto mehr.",
  used: (date) => `zuletzt am ${date}`,
  ended: (device) => `${device} ist abgemeldet.`,
  othersEnded: "Alles andere ist beendet: Nur dieses Gerät hat das Konto.",
  earlier: "Ein früheres Konto dieses Browsers funktioniert wieder.",
  become: (name) => `Wieder ${name} sein`,
  forget: (name) => `${name} vergessen`,
  signingOut: {
    title: "Abmelden?",
    forgets:
      "Dieser Browser vergisst das Konto und alles, was er davon behalten hat, etwa Beweise zu Partien. Sprache und Aussehen bleiben.",
    others: (names) => `Auch ${names} vergisst er.`,
    elsewhere: (count) =>
      count === 1
        ? "Auf einem anderen Gerät bleibst du angemeldet."
        : `Auf ${count} anderen Geräten bleibst du angemeldet.`,
    kept: "Was du behalten hast, öffnet es wieder: ein Passkey, dein Notfallcode oder dein Konto anderswo.",
    lost: "Kein anderes Gerät hat dieses Konto: Niemand kann dorthin zurück, auch du nicht.",
    matches: "Laufende Partien gehen weiter und sind verloren, sobald ihre Zeit abläuft.",
    certain: "Ich weiß, dass das Konto verloren ist",
    pair: "Erst auf ein anderes Gerät mitnehmen",
    yes: "Abmelden",
  },
  removing: {
    title: "Konto löschen?",
    running: (count, more) =>
      count
        ? `Du gibst ${more ? "mehr als " : ""}${count} laufende ${
          count === 1 ? "Partie" : "Partien"
        } auf, nach den Regeln des Spiels.`
        : "Du hast keine laufende Partie.",
    waiting: "Deine wartenden Tische werden geschlossen, die Tische anderer verlässt du, und Suchen enden.",
    name: "Dein Name wird in allen Partien zu „gone“. Züge und Ergebnisse bleiben denen, die mit dir gespielt haben.",
    everywhere: "Du wirst auf allen Geräten abgemeldet, und niemand kann das rückgängig machen.",
    certain: "Ich will es endgültig löschen",
    yes: "Löschen",
  },
  signedOut: "Du bist abgemeldet.",
  removed: "Das Konto ist gelöscht.",
  untold: "Du bist hier abgemeldet, aber der Dienst hat es nicht erfahren.",
};

/** @type {Record<string, AccountText>} */
const ALL = { en, de };

/** @param {string} language */
export const accountText = (language) => ALL[language];
