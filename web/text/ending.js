// What is written at the end of a match, in each language.

/** @typedef {typeof en} EndingText */

const ENGLISH = new Intl.ListFormat("en", { type: "conjunction" });
const GERMAN = new Intl.ListFormat("de", { type: "conjunction" });

const en = {
  title: "The match is over",
  youWon: "You have won!",
  /** @param {string} name */
  won: (name) => `${name} has won.`,
  /** @param {string[]} names */
  shared: (names) => `${ENGLISH.format(names)} share the win.`,
  /** @param {string[]} others */
  youShare: (others) => `${ENGLISH.format(["You", ...others])} share the win.`,
  nobody: "Nobody has won.",
  aborted: "The match was called off.",
  /** @param {string} name */
  resigned: (name) => `${name} has resigned.`,
  youResigned: "You have resigned.",
  /** @param {string} name */
  timeout: (name) => `${name} has run out of time.`,
  youTimeout: "You have run out of time.",
  /** @param {string} name */
  claimed: (name) => `${name} was away for too long.`,
  youClaimed: "You were away for too long, so the match was claimed.",
  /** Those who gave up, were too late or away. @param {string[]} names */
  out: (names) => `${ENGLISH.format(names)} are out.`,
  /** Who did not play to the end. @param {string[]} names */
  gaveUp: (names) =>
    `${ENGLISH.format(names)} did not play to the end, and ${
      names.length > 1 ? "share the last place" : "comes last"
    }, whatever the points.`,
  /** Who had more points than somebody before them. @param {string[]} names */
  notByPoints: (names) => `${ENGLISH.format(names)} had more points, but by the rules they do not decide here.`,
  /** @param {string[]} names @param {string[]} behind who has as many points */
  before: (names, behind) =>
    `With equal points, the rules put ${ENGLISH.format(names)} before ${ENGLISH.format(behind)}.`,
  /** Who shares a place with equal points. @param {string[]} names @param {number} place */
  equal: (names, place) => `${ENGLISH.format(names)} have equal points and share place ${place}.`,
  /** Who shares a place though the points differ. @param {string[]} names @param {number} place */
  together: (names, place) => `By the rules, ${ENGLISH.format(names)} share place ${place}, whatever their points.`,
  /** @param {string} scores as they were when somebody gave up */
  early: (scores) => `Points so far – ${scores}.`,
  /** Where more than two play. */
  last: "Whoever gives up, runs out of time or stays away comes last.",
  /** @param {number} place @param {string} name @param {string} points */
  place: (place, name, points) => `Place ${place}: ${name}, ${points}`,
  points: "The sources of the points",
  player: "Player",
  total: "Total",
  rematch: "Rematch",
  /** @param {string} name of a bot that has not played */
  play: (name) => `Play ${name}`,
  stronger: "stronger",
  easier: "easier",
  next: "To the rematch",
  carry: "Rematch, add up points",
  /** @param {string} scores */
  carried: (scores) => `begins at ${scores}`,
  /** @param {string} name of the only other one, or "" */
  asked: (name) => `You have asked for a rematch. Waiting for ${name || "the others"} …`,
  /** @param {string[]} names */
  offered: (names) => `${ENGLISH.format(names)} would like a rematch.`,
  withdraw: "Withdraw",
  others: "Play somebody else",
  accept: "Play again",
  decline: "No, thanks",
  /** @param {string} name */
  declined: (name) => `${name} does not want to play again now.`,
  /** @param {string} name */
  withdrawn: (name) => `${name} does not ask for a rematch any more.`,
  /** Of who is asked, or asks. @param {string[]} names */
  away: (names) => `${ENGLISH.format(names)} ${names.length === 1 ? "is" : "are"} away.`,
  review: "Review",
  reviewLabel: "Review: the replay of this match",
  share: "Share",
  home: "Home",
  show: "Show the table",
  result: "Result",

  sharing: {
    title: "Share the result",
    /** @param {string} game @param {string} result */
    picture: (game, result) => `Picture of the result: ${game}. ${result}`,
    send: "Share …",
    download: "Download the picture",
    copy: "Copy the link",
    copied: "Link copied ✓",
    private:
      "The match is private: only its players can open the link. The picture can be seen by all to whom you send it.",
    failed: "The picture could not be made. You can copy the link.",
    /** @param {string} game */
    subject: (game) => `A match of ${game}`,
  },
};

/** @type {EndingText} */
const de = {
  title: "Die Partie ist zu Ende",
  youWon: "Du hast gewonnen!",
  won: (name) => `${name} hat gewonnen.`,
  shared: (names) => `${GERMAN.format(names)} teilen sich den Sieg.`,
  youShare: (others) => `${GERMAN.format(["Du", ...others])} teilt euch den Sieg.`,
  nobody: "Niemand hat gewonnen.",
  aborted: "Die Partie wurde abgebrochen.",
  resigned: (name) => `${name} hat aufgegeben.`,
  youResigned: "Du hast aufgegeben.",
  timeout: (name) => `Die Zeit von ${name} ist abgelaufen.`,
  youTimeout: "Deine Zeit ist abgelaufen.",
  claimed: (name) => `${name} war zu lange weg.`,
  youClaimed: "Du warst zu lange weg, darum wurde die Partie gewertet.",
  out: (names) => `${GERMAN.format(names)} sind ausgeschieden.`,
  gaveUp: (names) =>
    `${GERMAN.format(names)} ${
      names.length > 1
        ? "haben nicht zu Ende gespielt und teilen sich den letzten Platz"
        : "hat nicht zu Ende gespielt und kommt auf den letzten Platz"
    }, egal mit wie vielen Punkten.`,
  notByPoints: (names) =>
    `${GERMAN.format(names)} ${
      names.length === 1 ? "hatte" : "hatten"
    } mehr Punkte, aber nach den Regeln zählen hier nicht die Punkte.`,
  before: (names, behind) =>
    `Die Punkte sind gleich; nach den Regeln ${names.length === 1 ? "liegt" : "liegen"} ${GERMAN.format(names)} vor ${
      GERMAN.format(behind)
    }.`,
  equal: (names, place) => `${GERMAN.format(names)} haben gleich viele Punkte und teilen sich Platz ${place}.`,
  together: (names, place) =>
    `${GERMAN.format(names)} teilen sich nach den Regeln Platz ${place}, egal mit wie vielen Punkten.`,
  early: (scores) => `Punkte bis hierher – ${scores}.`,
  last: "Wer aufgibt, keine Zeit mehr hat oder wegbleibt, wird Letzter.",
  place: (place, name, points) => `Platz ${place}: ${name}, ${points}`,
  points: "Woher die Punkte kommen",
  player: "Spieler",
  total: "Summe",
  rematch: "Noch einmal",
  play: (name) => `Gegen ${name}`,
  stronger: "stärker",
  easier: "leichter",
  next: "Zur neuen Partie",
  carry: "Noch einmal, Punkte addieren",
  carried: (scores) => `beginnt bei ${scores}`,
  asked: (name) => `Du möchtest noch einmal spielen. Warten auf ${name || "die anderen"} …`,
  offered: (names) => `${GERMAN.format(names)} ${names.length === 1 ? "möchte" : "möchten"} noch einmal spielen.`,
  withdraw: "Doch nicht",
  others: "Mit jemand anderem spielen",
  accept: "Noch einmal",
  decline: "Nein, danke",
  declined: (name) => `${name} möchte jetzt nicht noch einmal spielen.`,
  withdrawn: (name) => `${name} fragt nicht mehr nach einer neuen Partie.`,
  away: (names) => `${GERMAN.format(names)} ${names.length === 1 ? "ist" : "sind"} gerade nicht da.`,
  review: "Ansehen",
  reviewLabel: "Ansehen: die Wiederholung dieser Partie",
  share: "Teilen",
  home: "Startseite",
  show: "Tisch zeigen",
  result: "Ergebnis",

  sharing: {
    title: "Ergebnis teilen",
    picture: (game, result) => `Bild des Ergebnisses: ${game}. ${result}`,
    send: "Teilen …",
    download: "Bild herunterladen",
    copy: "Link kopieren",
    copied: "Link kopiert ✓",
    private:
      "Die Partie ist privat: Den Link können nur ihre Spieler öffnen. Das Bild sehen alle, denen du es schickst.",
    failed: "Das Bild konnte nicht gezeichnet werden. Du kannst den Link kopieren.",
    subject: (game) => `Eine Partie ${game}`,
  },
};

/** @type {Record<string, EndingText>} */
const TEXTS = { en, de };

/** @param {string} language */
export const endingText = (language) => TEXTS[language];
