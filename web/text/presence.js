// What is said of players who are away, and of what others may do then, in each language.

/** @typedef {typeof en} PresenceText */

const ENGLISH = new Intl.ListFormat("en", { type: "conjunction" });
const GERMAN = new Intl.ListFormat("de", { type: "conjunction" });

/** For how long somebody has been away, in any language: hours from the second on, and "" for less than a minute. @param {number} minutes */
export function timeAway(minutes) {
  if (minutes >= 120) return `${Math.floor(minutes / 60)} h`;
  return minutes ? `${minutes} min` : "";
}

const en = {
  /** Beside a name. @param {string} time as `timeAway` writes it */
  away: (time) => time ? `away for ${time}` : "away",
  /** @param {string} name */
  left: (name) => `${name} is away.`,
  /** @param {string} name */
  back: (name) => `${name} is back.`,
  title: "What you can do while others are away",
  /** @param {string[]} names @param {string} time */
  since: (names, time) => {
    const [is, has] = names.length === 1 ? ["is", "has"] : ["are", "have"];
    return `${ENGLISH.format(names)} ${time ? `${has} been away for ${time}` : `${is} away`}.`;
  },
  over: "claim the match or call it off",
  off: "call it off",
  /** @param {string[]} names */
  on: (names) => `go on without ${ENGLISH.format(names)}`,
  /** Before the time has come: the time of the day, how long that is, and what then. @param {string} at @param {unknown} left @param {string} what */
  from: (at, left, what) => [`From ${at} on (in `, left, `) you may ${what}. The match waits for you until then.`],
  /** @param {string} what */
  now: (what) => `You may ${what}.`,
  win: "Claim the win",
  abort: "Call it off",
  /** @param {string[]} names */
  goOn: (names) => `Go on without ${ENGLISH.format(names)}`,
  wait: "Wait",
  /** A claim was refused: the page did not know it yet. */
  early: "That is not possible yet: somebody was here in the meantime. The table shows from when on it is.",
  /** @param {string[]} names */
  winSure: (names) => `You win this match, and ${ENGLISH.format(names)} ${names.length === 1 ? "loses" : "lose"} it.`,
  winYes: "Yes, I win",
  abortSure: "The match ends for all, and nobody wins or loses.",
  abortYes: "Yes, call it off",
  /** @param {string[]} names */
  goOnSure: (names) =>
    `From now on the table moves for ${ENGLISH.format(names)}, who ${
      names.length === 1 ? "comes" : "come"
    } last in the result.`,
  goOnYes: "Yes, go on",
};

/** @type {PresenceText} */
const de = {
  away: (time) => time ? `weg seit ${time}` : "weg",
  left: (name) => `${name} ist gerade nicht da.`,
  back: (name) => `${name} ist wieder da.`,
  title: "Was du tun kannst, solange andere weg sind",
  since: (names, time) =>
    `${GERMAN.format(names)} ${names.length === 1 ? "ist" : "sind"} ${time ? `seit ${time} weg` : "gerade nicht da"}.`,
  over: "die Partie für dich werten lassen oder sie abbrechen",
  off: "die Partie abbrechen",
  on: (names) => `ohne ${GERMAN.format(names)} weiterspielen`,
  from: (at, left, what) => [`Ab ${at} Uhr (in `, left, `) kannst du ${what}. Bis dahin wartet die Partie auf dich.`],
  now: (what) => `Du kannst jetzt ${what}.`,
  win: "Als Sieg werten",
  abort: "Abbrechen",
  goOn: (names) => `Ohne ${GERMAN.format(names)} weiter`,
  wait: "Warten",
  early: "Das geht noch nicht: In der Zwischenzeit war jemand da. Der Tisch zeigt, ab wann es geht.",
  winSure: (names) =>
    `Du gewinnst diese Partie, und ${GERMAN.format(names)} ${names.length === 1 ? "verliert" : "verlieren"}.`,
  winYes: "Ja, ich gewinne",
  abortSure: "Die Partie endet für alle, und niemand gewinnt oder verliert.",
  abortYes: "Ja, abbrechen",
  goOnSure: (names) =>
    `Von jetzt an zieht der Tisch für ${GERMAN.format(names)}, und im Ergebnis ${
      names.length === 1 ? "ist das der letzte Platz" : "sind das die letzten Plätze"
    }.`,
  goOnYes: "Ja, weiter",
};

/** @type {Record<string, PresenceText>} */
const TEXTS = { en, de };

/** @param {string} language */
export const presenceText = (language) => TEXTS[language];
