// The texts of notices: which ones come, and why none do.

/** @typedef {typeof en} NoticesText */

const en = {
  offer: {
    title: "Shall we tell you?",
    why:
      "Your opponents may take their time. This device can tell you when it is your turn again, when somebody invites you and when a match is over, also while this page is closed. It never says what you hold.",
    yes: "Tell me",
    no: "Not now",
    done: "This device tells you from now on. The settings say of what.",
  },
  notify: "Notifications",
  open: "when it is your turn and you do not see this page, as long as it is open",
  closed: "on this device, also while this page is closed; none come while you see it, on whichever device",
  which: "Tell me",
  /** What can be told, and by which types. @type {[string[], string][]} */
  types: [
    [["yourTurn", "entropyNeeded"], "when it is my turn"],
    [["invited"], "when somebody invites me"],
    [["rematchOffered"], "when somebody asks me for a rematch"],
    [["matchStarted"], "when a match of mine begins"],
    [["matchFinished"], "when a match of mine is over"],
    [["checkInOpened", "roundPaired"], "when a tournament of mine waits for me"],
    [["tournamentFinished"], "when a tournament of mine is over"],
  ],
  others: "Your other devices that are told",
  unnamed: "A device",
  first: "The first device",
  /** @param {string} date */
  since: (date) => `since ${date}`,
  stop: "Stop",
  /** @param {string} name */
  stopLabel: (name) => `Stop telling ${name}`,
  /** @param {string} name */
  stopped: (name) => `${name} is told nothing more.`,
  blocked: "This browser does not let the page notify you. Allow it in the browser's settings of this page.",
  homeScreen:
    "On an iPhone or iPad, notices come to the home screen only: choose “Share”, then “Add to Home Screen”, open Croupier there and switch them on.",
  no: "This browser cannot be told while the page is closed.",
  nobody: "This service tells nobody while the page is closed.",
  unreachable: "This browser has reached no push service, so it tells you only while the page is open.",
};

/** @type {NoticesText} */
const de = {
  offer: {
    title: "Sollen wir dir Bescheid geben?",
    why:
      "Die anderen lassen sich vielleicht Zeit. Dieses Gerät kann dir sagen, wenn du wieder dran bist, wenn dich jemand einlädt und wenn eine Partie vorbei ist, auch wenn diese Seite zu ist. Was du auf der Hand hast, sagt es nie.",
    yes: "Bescheid geben",
    no: "Jetzt nicht",
    done: "Dieses Gerät gibt dir ab jetzt Bescheid. Worüber, steht in den Einstellungen.",
  },
  notify: "Mitteilungen",
  open: "wenn du dran bist und diese Seite nicht siehst, solange sie offen ist",
  closed: "auf diesem Gerät, auch wenn diese Seite zu ist; keine, solange du sie siehst, auf welchem Gerät auch immer",
  which: "Bescheid geben",
  types: [
    [["yourTurn", "entropyNeeded"], "wenn ich dran bin"],
    [["invited"], "wenn mich jemand einlädt"],
    [["rematchOffered"], "wenn jemand noch einmal mit mir spielen will"],
    [["matchStarted"], "wenn eine Partie von mir beginnt"],
    [["matchFinished"], "wenn eine Partie von mir vorbei ist"],
    [["checkInOpened", "roundPaired"], "wenn ein Turnier auf mich wartet"],
    [["tournamentFinished"], "wenn ein Turnier von mir vorbei ist"],
  ],
  others: "Deine anderen Geräte, die Bescheid geben",
  unnamed: "Ein Gerät",
  first: "Das erste Gerät",
  since: (date) => `seit ${date}`,
  stop: "Beenden",
  stopLabel: (name) => `Mitteilungen beenden: ${name}`,
  stopped: (name) => `${name} gibt keinen Bescheid mehr.`,
  blocked: "Dieser Browser erlaubt der Seite keine Mitteilungen. Du kannst sie in seinen Einstellungen erlauben.",
  homeScreen:
    "Auf iPhone und iPad kommen Mitteilungen nur auf den Home-Bildschirm: Wähle „Teilen“, dann „Zum Home-Bildschirm“, öffne Croupier dort und schalte sie ein.",
  no: "Dieser Browser kann keinen Bescheid geben, wenn die Seite zu ist.",
  nobody: "Dieser Dienst gibt niemandem Bescheid, wenn die Seite zu ist.",
  unreachable: "Dieser Browser hat keinen Push-Dienst erreicht und gibt nur Bescheid, solange die Seite offen ist.",
};

/** @type {Record<string, NoticesText>} */
const ALL = { en, de };

/** @param {string} language */
export const noticesText = (language) => ALL[language];
