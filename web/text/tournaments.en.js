// What is written on the pages of tournaments, in English. tournaments.de.js has the same keys.

/** @typedef {typeof import("./tournaments.en.js").default} TournamentsText */

const PLURAL = new Intl.PluralRules("en");
const ORDINAL = new Intl.PluralRules("en", { type: "ordinal" });
const LIST = new Intl.ListFormat("en");
const NUMBER = new Intl.NumberFormat("en");
/** @type {Record<string, string>} */
const ENDINGS = { one: "st", two: "nd", few: "rd", other: "th" };

/** @param {number} number @param {string} one @param {string} other */
function count(number, one, other) {
  return `${NUMBER.format(number)} ${PLURAL.select(number) === "one" ? one : other}`;
}

/** @param {number} rank */
const place = (rank) => `${NUMBER.format(rank)}${ENDINGS[ORDINAL.select(rank)]}`;

export default {
  title: "Tournaments",
  /** @param {number} players */
  players: (players) => count(players, "player", "players"),
  /** @param {number} players @param {number} most */
  of: (players, most) => `${NUMBER.format(players)} of ${count(most, "player", "players")}`,
  /** @param {string} name */
  by: (name) => `by ${name}`,
  gone: "gone",
  you: "you",
  bot: "bot",

  systems: { swiss: "Swiss", roundRobin: "round robin", knockout: "knockout", arena: "arena" },
  systemHints: {
    swiss: "Everybody plays every round, against somebody with about as many points. Nobody meets twice.",
    roundRobin: "Everybody meets everybody.",
    knockout: "Who loses is out. A tie is played again once, then the lot decides.",
    arena: "Who is free is paired at once, again and again, until the time is over.",
  },
  /** @param {number} rounds */
  length: (rounds) => count(rounds, "round", "rounds"),
  /** @param {number} minutes */
  minutes: (minutes) => count(minutes, "minute", "minutes"),
  twoLegs: "two matches each, with seats turned around",
  allAtOnce: "all rounds at once",
  rated: "rated",
  private: "by invitation only",
  /** @param {number} seats */
  seats: (seats) => `tables of ${seats}`,
  /** @param {number} bots */
  houseBots: (bots) => `filled up with ${count(bots, "bot", "bots")}`,
  /** Who may join, where not everybody may. */
  conditions: {
    /** @param {number} rating */
    minRating: (rating) => `rating of ${NUMBER.format(rating)} at least`,
    /** @param {number} rating */
    maxRating: (rating) => `rating of ${NUMBER.format(rating)} at most`,
    /** @param {number} matches */
    minMatches: (matches) => count(matches, "rated match at least", "rated matches at least"),
    /** @param {number} percent */
    minReliability: (percent) => `plays ${NUMBER.format(percent)} % of matches to the end`,
    humans: "people only",
    bots: "bots only",
  },

  list: {
    lead: "An evening with many, round by round. Who plays whom follows from the points, and everybody can check it.",
    make: "New tournament",
    mine: "Yours",
    open: "Open to join",
    running: "Running now",
    finished: "Over",
    none: "Nothing is open right now.",
    noneHint: "Make one for your friends, your club or everybody: three clicks.",
    /** @param {string} name */
    won: (name) => `${name} has won`,
    /** @param {number} round @param {number | null} rounds */
    at: (round, rounds) => rounds ? `round ${round} of ${rounds}` : `pairing ${NUMBER.format(round)}`,
    checkIn: "check-in now",
    full: "full",
    whenFull: "starts when it is full",
    more: "Show more",
    status: { open: "open", checkIn: "check-in", running: "running", finished: "over", aborted: "called off" },
  },

  /** What comes next, and the one button. */
  step: {
    join: "Join",
    joinHint: "No account is needed. You can leave again until the check-in.",
    joinLate: "Join now",
    joinLateHint: "It runs already: you play from the next round on, without points for those you missed.",
    code: "Invitation code",
    codeHint: "This tournament is by invitation: its maker has the code.",
    full: "All places are taken. Somebody may still leave.",
    here: "I am here",
    hereHint:
      "Say that you are here, or you do not play. Your device adds to the lots with it, so nobody can choose who meets whom.",
    elsewhere: "You joined on another device, which alone keeps what you have sealed: say there that you are here.",
    again: "Join on this device",
    againHint:
      "You joined on another device. Only that one can say that you are here, and come to your tables: use it then, or join on this one instead.",
    isHere: "You are here.",
    joined: "You are in.",
    /** @param {string} time */
    joinedHint: (time) => `Come back: ${time}. Then you say that you are here. Who does not, does not play.`,
    joinedFull: "As soon as all places are taken, you say that you are here. Who does not, does not play.",
    table: "To my table",
    /** @param {string[]} names */
    against: (names) => `against ${LIST.format(names)}`,
    /** @param {number} leg */
    leg: (leg) => `match ${leg} of this pairing`,
    bye: "You sit this round out, and get the point for it.",
    byeNone: "You sit this round out.",
    wait: "Your table is done.",
    /** @param {number} tables */
    open: (tables) => `${count(tables, "table", "tables")} still playing.`,
    arena: "You are paired as soon as somebody is free.",
    back: "Come back",
    withdrawn: "You do not play on.",
    removed: "You do not play on. The others do.",
    withheld: "You did not say that you were here, so you do not play.",
    closed: "Joining is over.",
    watch: "You watch.",
    leave: "Leave the tournament",
    leaveSure: "Leave this tournament?",
    leaveOpen: "You can join again until the check-in.",
    leaveRunning: "You lose the match that you play, and play no further round.",
    aborted: "It was called off.",
    tooFew: "too few players",
    /** @param {number} rank @param {number} size */
    rank: (rank, size) => `You came ${place(rank)} of ${NUMBER.format(size)}.`,
    won: "You have won!",
    /** @param {string} name */
    winner: (name) => `${name} has won.`,
    over: "It is over.",
    paused: "Its maker has paused it: no round begins until it goes on.",
    held: "It waits until the game can be played again. Nobody loses time that counts.",
  },

  /** Until when. */
  until: {
    checkIn: "Check-in opens in",
    start: "First round in",
    round: "Next round in",
    roundEnds: "This round ends in at most",
    arenaEnds: "It ends in",
    soon: "at any moment",
    full: "Waiting for players",
    /** @param {number} players */
    missing: (players) => count(players, "place is free", "places are free"),
  },

  views: {
    label: "What to show",
    standings: "Standings",
    rounds: "Rounds",
    bracket: "Bracket",
    cross: "Cross table",
    players: "Players",
  },

  standings: {
    rank: "Rank",
    player: "Player",
    points: "Points",
    cut: "Buchholz cut 1",
    buchholz: "Buchholz",
    direct: "Direct encounter",
    wins: "Wins",
    berger: "Sonneborn-Berger",
    short: { cut: "B−1", buchholz: "B", direct: "Dir.", wins: "Wins", berger: "SB" },
    /** @param {number} round */
    after: (round) => round ? `After round ${NUMBER.format(round)}` : "Before the first round",
    /** @param {number} round */
    during: (round) => `Round ${NUMBER.format(round)} is played`,
    final: "Final standings",
    moves: "They change with each result.",
    what: "What decides between equals?",
    whatText:
      "First the points: a win is 1, a tie ½. Then Buchholz cut 1, the points of all your opponents without the weakest; Buchholz, all of them; direct encounter, what you won of those who are equal with you; your wins; Sonneborn-Berger, the points of those you beat and half of those with whom you tied; last the lot.",
    whatArena: "First the points: a win is 1, a tie ½. Then the wins, last the lot.",
    whatLeft:
      "Who leaves before half of the own matches are played comes last, and none of these matches counts: not for those who have won them either.",
    none: "They begin with the first round.",
    around: "Where I am",
    first: "To the top",
    next: "Next",
    withdrawn: "left",
  },

  rounds: {
    /** @param {number} round */
    round: (round) => `Round ${NUMBER.format(round)}`,
    /** @param {number} round */
    pairing: (round) => `Pairing ${NUMBER.format(round)}`,
    earlier: "Earlier round",
    later: "Later round",
    /** @param {number} table */
    table: (table) => `Table ${NUMBER.format(table)}`,
    none: "No round has been paired yet.",
    plays: "playing",
    watch: "Watch",
    /** @param {string[]} names */
    watchLabel: (names) => `Watch ${LIST.format(names)}`,
    replay: "Replay",
    /** @param {string[]} names */
    replayLabel: (names) => `Replay: ${LIST.format(names)}`,
    /** @param {string[]} names */
    bye: (names) => `Sits out: ${LIST.format(names)}`,
    repeat: "They have met before: nobody else was left.",
    /** Why a table has its result, where it was not played to the end. @type {Record<string, string>} */
    reasons: {
      resigned: "resigned",
      timeout: "out of time",
      claimed: "was away",
      left: "left",
      aborted: "called off: a tie",
      noShow: "did not come",
      withdrew: "left the tournament",
      held: "interrupted: a tie",
      overdue: "not done in time: a tie",
    },
    more: "More tables",
    own: "your table",
  },

  bracket: {
    final: "Final",
    semi: "Semifinals",
    quarter: "Quarterfinals",
    /** @param {number} players */
    last: (players) => `Last ${NUMBER.format(players)}`,
    bye: "sits out",
    open: "not known yet",
    nobody: "nobody came",
  },

  cross: {
    label: "Results of all against all",
    /** @param {string} one @param {string} other @param {string} points */
    cell: (one, other, points) => `${one} against ${other}: ${points}`,
    none: "not played yet",
  },

  people: {
    none: "Nobody has joined yet.",
    here: "is here",
    missing: "not here yet",
    left: "left",
    withheld: "did not come",
    more: "Show more",
  },

  invite: {
    title: "Invite",
    hint: "Whoever opens this link sees the tournament and joins with one click.",
  },

  director: {
    title: "You direct it",
    /** @param {number} here @param {number} all */
    here: (here, all) => `${NUMBER.format(here)} of ${NUMBER.format(all)} are here`,
    wall: "For a screen that all see",
    start: "Open the check-in now",
    startHint: "Joining ends then, and all who joined say that they are here.",
    /** @param {number} least */
    startFew: (least) => `At least ${count(least, "player", "players")} must have joined.`,
    pause: "Pause after this round",
    resume: "Go on",
    remove: "Remove",
    /** @param {string} name */
    removeLabel: (name) => `Remove ${name}`,
    /** @param {string} name */
    removeSure: (name) => `Remove ${name} from the tournament?`,
    removeLine: "Who is removed loses the match that runs, and cannot come back.",
    abort: "Call it off",
    abortSure: "Call this tournament off?",
    abortLine: "All matches that run are called off, and nobody wins. This cannot be taken back.",
    reason: "Why? Everybody sees it.",
    reasonUsual: "Something came up",
  },

  make: {
    title: "New tournament",
    which: "What shall it be?",
    name: "Name",
    when: "Start",
    whenFull: "as soon as all places are taken",
    who: "Who may join",
    public: "everybody",
    private: "those with the link",
    most: "Places",
    rounds: "Rounds",
    minutes: "Minutes",
    system: "System",
    clock: "Clock",
    checkIn: "Check-in, minutes",
    pause: "Break, minutes",
    legs: "Two matches a pairing",
    allAtOnce: "All rounds at once",
    rated: "Rated",
    ratedHint: "counts for ratings; people only",
    bots: "Bots that fill up",
    more: "Everything else",
    create: "Create",
    game: "Game",
    presets: {
      evening: { name: "Friday evening", line: "5 rounds, everybody plays every round" },
      now: { name: "Quick round", line: "starts as soon as 4 are there" },
      all: { name: "All against all", line: "up to 6 people, nobody is out" },
      cup: { name: "Cup", line: "who loses is out, with a bracket" },
      arena: { name: "Arena", line: "45 minutes, come and go as you like" },
      league: { name: "League", line: "weeks at leisure, a day a move" },
    },
  },

  match: {
    /** @param {number} round @param {number} table */
    at: (round, table) => `Round ${NUMBER.format(round)}, table ${NUMBER.format(table)}`,
    back: "Back to the tournament",
    next: "To my next table",
    /** @param {string[]} names */
    nextHint: (names) => `against ${LIST.format(names)}`,
    comes: "The result goes to the standings. Your next table comes when the round is over.",
    last: "The result goes to the standings. It was your last table.",
    goesOn: "The result goes to the bracket. Who goes on has the next table when the round is over.",
    over: "The tournament is over.",
    elsewhere: "You joined on another device: come to this table with that one.",
    come: "Who does not come in time loses this match.",
  },

  notices: {
    /** @param {string} name */
    checkInOpened: (name) => `${name}: say that you are here.`,
    /** @param {string} name @param {number} round */
    roundPaired: (name, round) => `${name}: your table of round ${NUMBER.format(round)} is ready.`,
    /** @param {string} name @param {number} round */
    bye: (name, round) => `${name}: you sit round ${NUMBER.format(round)} out.`,
    /** @param {string} name */
    finished: (name) => `${name} is over.`,
    open: "To the tournament",
  },

  wall: {
    join: "Join with your phone",
    empty: "Nobody has joined yet.",
  },

  missing: "There is no such tournament.",
  check: "Check the pairings",
  checkHint: "Your browser computes all lots, pairings and standings anew.",

  /** What the service refuses. @type {Record<string, string>} */
  errors: {
    tournament_not_open: "Joining is over.",
    tournament_full: "All places are taken.",
    tournament_not_running: "It does not run now.",
  },
};
