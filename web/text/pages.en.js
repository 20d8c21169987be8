// What is written on other pages than a table, in English. pages.de.js has the same keys.

/** @typedef {typeof import("./pages.en.js").default} Pages */

const LIST = new Intl.ListFormat("en", { type: "conjunction" });
const OR = new Intl.ListFormat("en", { type: "disjunction" });
const PLURAL = new Intl.PluralRules("en");
const NUMBER = new Intl.NumberFormat("en");
const AGO = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

const ANIMALS = [
  "Kingfisher",
  "Lynx",
  "Heron",
  "Otter",
  "Badger",
  "Owl",
  "Hare",
  "Falcon",
  "Marten",
  "Swift",
  "Ibex",
  "Crane",
];

/** @param {number} number @param {string} one @param {string} other */
function count(number, one, other) {
  return `${NUMBER.format(number)} ${PLURAL.select(number) === "one" ? one : other}`;
}

/** @param {number} seconds */
function duration(seconds) {
  if (seconds >= 86400) return count(seconds / 86400, "day", "days");
  if (seconds >= 3600) return count(seconds / 3600, "hour", "hours");
  if (seconds >= 60) return count(seconds / 60, "minute", "minutes");
  return count(seconds, "second", "seconds");
}

/** @param {number} points */
function signed(points) {
  return NUMBER.format(points).replace("-", "−");
}

export default {
  guest: () => `${ANIMALS[Math.floor(Math.random() * ANIMALS.length)]} ${10 + Math.floor(Math.random() * 90)}`,
  duration,
  /** @param {number} seconds in the past */
  ago: (seconds) => {
    if (seconds < 60) return "just now";
    if (seconds < 3600) return AGO.format(-Math.round(seconds / 60), "minute");
    if (seconds < 86400) return AGO.format(-Math.round(seconds / 3600), "hour");
    return AGO.format(-Math.round(seconds / 86400), "day");
  },
  cancel: "Cancel",
  /** @type {Record<string, string>} */
  gameLines: {
    "lost-cities": "Five expeditions, one hand of cards, and the nerve to begin.",
    "livingstone": "Up the river by boat: tents, gems, and a gift for the Queen.",
    "just4fun": "Add up your cards, take the field with the sum, and get four in a row.",
  },

  name: {
    title: "Your name",
    hint: "Others at the table see it. It need not be unique.",
    keep: "Save",
    wrong: "1 to 40 letters or digits, with single spaces between words.",
    later: "Tables at which you sit keep the old name.",
    pair: "Another device",
  },

  /** Refusals that are met elsewhere than at a table. @type {Record<string, string>} */
  pageErrors: {
    internal: "The service has made a mistake. Try again; the match is safe.",
    malformed: "The service did not understand that. Check what you have entered.",
    match_full: "All seats are taken. You can watch, or look for another table.",
    invalid_options: "The service does not take these options. Choose others.",
    forbidden: "That is not yours to do.",
  },

  /** What has happened at which table, or at one of them if that is "". @type {Record<string, (table: string) => string>} */
  notices: {
    matchStarted: (table) => `${table || "A match of yours"}: it has begun.`,
    matchFinished: (table) => `${table || "A match of yours"}: it has ended.`,
    rematchOffered: (table) => `${table || "A match of yours"}: you are asked for a rematch.`,
    invited: (table) => `${table || "A table"}: you are invited.`,
  },

  home: {
    title: "Play now",
    play: "Play",
    /** @param {string} game @param {string} name */
    playLabel: (game, name) => name ? `Play ${game} against ${name}` : `Play ${game}`,
    against: "Your opponent",
    noBots: "No bot is here right now. Find somebody, or invite a friend.",
    bots: {
      Hugo: "looks ahead",
      Rosa: "leaves it to luck",
      Otto: "looks ahead",
      Lotte: "leaves it to luck",
    },
    find: "Find somebody",
    /** @param {string} game */
    findLabel: (game) => `Find somebody for ${game}`,
    invite: "Invite",
    /** @param {string} game */
    inviteLabel: (game) => `Invite a friend to ${game}`,
    /** @param {number} min @param {number} max */
    seats: (min, max) => min === max ? `${min} players` : `${min} to ${max} players`,
  },

  options: {
    title: "Options",
    /** @param {string} game */
    label: (game) => `Options of ${game}`,
    seats: "Players",
    clock: "Clock",
    clocks: {
      usual: "1 day a move with bots, else none",
      none: "no clock",
      quick: "5 minutes each, 3 seconds more a move",
      calm: "15 minutes each, 10 seconds more a move",
      move: "1 minute a move",
      day: "1 day a move",
    },
    rounds: "Rounds",
    colors: "Colours",
    colorsOf: { 5: "five", 6: "six, with purple" },
    /** @type {Record<string, string>} */
    flags: {
      allowPass: "Players may sit out the rest of a round",
      coinsPublic: "Everybody sees all coins",
      random: "The fields of the board are shuffled",
      closed: "Nobody puts more stones on a field that is locked",
    },
    /** @type {Record<string, string>} */
    rules: {
      maxTurnsWithoutDeckDraw: "A round ends after so many turns without the deck (0: never)",
      river: "Prices of the river, a to j",
      rowBonus: "Points for most tents in rows 1 to 6",
      mineCrashDraw: "After a mine crash, another card is drawn by",
      startSeat: "The first turn",
      cardCounts: "Cards in the game",
    },
    /** @type {Record<string, string>} */
    cards: {
      noCostTent: "Free tent",
      anyRowTent: "Tent in any row",
      scoredRowTent: "Tent in a scored row",
      twoDice: "Two dice",
      market: "Market",
      threeStones: "Three stones",
      fourCoins: "Four coins",
      vp2: "2 points",
      vp3: "3 points",
      vp4: "4 points",
      boatBack: "Boat back",
      mineCrash: "Mine crash",
    },
    /** @type {Record<string, string>} */
    rulesOf: {
      ALL: "everybody",
      DRAWER: "whoever drew it",
      LOSERS: "whoever lost a gem",
      "": "drawn by lot",
      0: "whoever opens the table",
      1: "the next at the table",
    },
    guesses: "Prices, points and numbers of cards are our guesses. Set them as they are in your box.",
    /** @param {number} count @param {number} most */
    numbers: (count, most) => `${count === 1 ? "A number" : `${count} numbers`} from 0 to ${most}`,
    public: "Others may join from the lobby",
  },

  seek: {
    /** @param {string} game */
    title: (game) => `Looking for somebody who plays ${game} …`,
    hint: "The table opens as soon as somebody is found. Everybody can watch it.",
    same: "whoever has chosen the same finds you.",
    keep: "Go on searching when I leave this page",
    stop: "Stop searching",
  },

  lobby: {
    title: "Lobby",
    waiting: "Waiting for players",
    nobody: "Nobody waits right now.",
    running: "Running matches",
    nothing: "No public match is running.",
    join: "Join",
    /** @param {string} game @param {string} names */
    joinLabel: (game, names) => `Join ${game} with ${names}`,
    watch: "Watch",
    /** @param {string} game @param {string} names */
    watchLabel: (game, names) => `Watch ${game}, ${names}`,
    /** @param {number} taken @param {number} seats */
    taken: (taken, seats) => `${taken} of ${seats} seats taken`,
    noClock: "no clock",
    /** @param {string | null} perMove @param {string | null} bank @param {string | null} increment */
    clock: (perMove, bank, increment) => {
      if (perMove) return `${duration(parseFloat(perMove))} a move`;
      if (!bank) return "no clock";
      const more = parseFloat(increment ?? "0");
      return `${duration(parseFloat(bank))} each${more ? `, ${NUMBER.format(more)} s more a move` : ""}`;
    },
    all: "The whole lobby",
  },

  yours: {
    title: "Your tables",
    none: "You sit at no table yet.",
    pair: "Code from another device",
    yourTurn: "Your turn",
    /** @param {string[]} names */
    turnOf: (names) => `${OR.format(names)} to move`,
    waiting: "waits for players",
    won: "won",
    lost: "lost",
    drawn: "shared",
    over: "over",
    aborted: "called off",
    /** @param {string} game @param {string} names @param {string} status */
    label: (game, names, status) => `${game}, ${names}: ${status}`,
    with: (/** @type {string[]} */ names) => names.length ? `with ${LIST.format(names)}` : "nobody else yet",
  },

  wait: {
    title: "Waiting for players",
    /** @param {string} name */
    forBot: (name) => `${name} is on the way to the table …`,
    /** @param {string} names */
    declined: (names) => `${names} cannot come. You can send the link to a friend, or call the table off.`,
    /** @param {string} names */
    silent: (names) => `${names} has not answered.`,
    /** @param {string} name @param {number} tables that run with that bot */
    busy: (name, tables) =>
      tables
        ? `${name} does not come: you have ${
          count(tables, "running match", "running matches")
        } with ${name} already, and places are kept free for others.`
        : `${name} does not come: the places that are left are kept free for others right now.`,
    /** @param {string} name */
    other: (name) => `Invite ${name}`,
    invited: "Send this link to a friend. Whoever opens it can sit down with one click.",
    link: "Link to the table",
    copy: "Copy the link",
    copied: "The link is copied.",
    share: "Share …",
    seats: "Seats",
    /** @param {number} seat */
    seat: (seat) => `Seat ${seat}`,
    free: "free",
    you: "you",
    public: "This table is in the lobby: anybody may join.",
    leave: "Leave the table",
    callOff: "Call it off",
    start: "Start",
    join: "Take a seat",
    decline: "Decline",
    declineAll: "Decline all from this player",
    full: "All seats are taken. The match is about to begin.",
    /** @param {string} names */
    reveals: (names) =>
      `The cards are dealt once the browser of ${names} has opened its seal: so nobody can choose the deal.`,
  },

  invitation: {
    title: "You are invited",
    /** @param {string} game @param {string} from either may be empty */
    what: (game, from) =>
      from ? `“${from}” invites you to ${game || "a table"}.` : game ? `To a table of ${game}.` : "To a private table.",
    hint: "Take the seat as long as it is free.",
    takenTitle: "There is no seat for you here",
    taken: "All seats are taken, or the match has begun, or was called off. Ask for a new link.",
    join: "Take the seat",
    name: "Your name",
    later: "Not now",
  },

  end: {
    title: "The match is over",
    youWon: "You have won!",
    /** @param {string} name */
    won: (name) => `${name} has won.`,
    /** @param {string[]} names */
    shared: (names) => `${LIST.format(names)} share the win.`,
    nobody: "Nobody has won.",
    /** @type {Record<string, string>} */
    reasons: {
      completed: "Played to the end.",
      resigned: "By resignation.",
      timeout: "The time has run out.",
      aborted: "The match was called off.",
    },
    /** @param {{ name: string, score: number }[]} scores */
    scores: (scores) => scores.map(({ name, score }) => `${name}: ${signed(score)}`).join(", "),
    /** @param {string} scores of rounds that were played to their end */
    rounds: (scores) => `Only finished rounds count. ${scores}.`,
    /** @param {string} scores as they were when somebody gave up */
    early: (scores) => `Points so far – ${scores}. Who gives up or runs out of time comes last, whatever they are.`,
    rematch: "Rematch",
    carry: "Keep the points",
    carryLabel: "Rematch, keep the points",
    asked: "You have asked for a rematch. Waiting for the others …",
    /** @param {string} name */
    offered: (name) => `${name} would like a rematch.`,
    home: "Home",
  },

  /** Of an element in another page, which has no link that was sent to anybody. */
  embedded: { missing: "There is no such match, or it is private." },

  actions: {
    watching: "You are watching",
    turnBoard: "Turn the board",
    takeBack: "Take back my last move",
    gone: "You are out of this match: the table makes the moves of your seat until the end.",
    resign: "Resign",
    resignSure: "Resign this match?",
    resignYes: "Yes, resign",
    resignNo: "Play on",
    link: "Copy a link for spectators",
    linkPrivate: "This table is private: only its players see it.",
    copied: "The link is copied.",
    soundOn: "Turn the sound on",
    soundOff: "Turn the sound off",
    rules: "Rules",
  },

  replay: {
    prove: "Check the deal",
    open: "Replay",
    /** @param {string} game @param {string} names */
    label: (game, names) => `Replay of ${game}, ${names}`,
  },
};
