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

export default {
  guest: () => `${ANIMALS[Math.floor(Math.random() * ANIMALS.length)]} ${10 + Math.floor(Math.random() * 90)}`,
  /** @param {number} seconds in the past */
  ago: (seconds) => {
    if (seconds < 60) return "just now";
    if (seconds < 3600) return AGO.format(-Math.round(seconds / 60), "minute");
    if (seconds < 86400) return AGO.format(-Math.round(seconds / 3600), "hour");
    return AGO.format(-Math.round(seconds / 86400), "day");
  },
  cancel: "Cancel",

  name: {
    title: "Your name",
    hint: "Others at the table see it. It need not be unique.",
    keep: "Save",
    wrong: "1 to 40 letters or digits, with single spaces between words.",
    later: "Tables at which you sit keep the old name.",
    pair: "Another device",
    signIn: "Sign in",
    profile: "My profile",
    friends: "Friends",
    boards: "Leaderboards",
  },

  /** Refusals that are met elsewhere than at a table. @type {Record<string, string>} */
  pageErrors: {
    internal: "Something went wrong at the service. Try again; your match is safe.",
    malformed: "The service did not understand that. Check what you have entered.",
    not_your_match: "You have no seat at this table. You can watch.",
    not_your_turn: "It is not your turn. The table shows whose it is.",
    match_not_active: "This match is not running. The table shows how it stands.",
    undo_refused: "This cannot be taken back.",
    conflict: "Somebody was faster, or it was done already. Look at the table again.",
    version_mismatch: "The match has gone on in the meantime. Look again, then decide.",
    invalid_move: "That is not a move of this game. Choose one from the list.",
    illegal_move: "The rules forbid it.",
    match_active: "This match is still running. Finish or resign it first.",
    match_full: "All seats are taken. You can watch, or look for another table.",
    invalid_options: "The service does not take these options. Choose others.",
    forbidden: "You may not do that.",
    suspended: "You may begin nothing new for now. Matches that run can be finished.",
    name_reserved: "This name is kept for the bots of this service, or looks like one of theirs. Choose another one.",
  },

  /** What has happened at which table, or at one of them if that is "". @type {Record<string, (table: string) => string>} */
  notices: {
    matchStarted: (table) => `${table || "One of your tables"}: the match has begun.`,
    matchFinished: (table) => `${table || "One of your tables"}: the match has ended.`,
    rematchOffered: (table) => `${table || "One of your tables"}: you are asked for a rematch.`,
    invited: (table) => `${table || "A table"}: you are invited.`,
  },

  /** Of the player of this name. @type {Record<"friendAsked" | "friendAccepted", (name: string) => string>} */
  friendship: {
    friendAsked: (name) => `${name} asks whether you are friends.`,
    friendAccepted: (name) => `You and ${name} are friends now.`,
  },

  home: {
    title: "Play now",
    play: "Play",
    /** @param {string} game @param {string} name */
    playLabel: (game, name) => name ? `Play ${game} against ${name}` : `Play ${game}`,
    against: "Your opponent",
    /** @param {string} chosen who does not play a game @param {string} names who comes @param {number} count of them */
    instead: (chosen, names, count) => `${names} ${count === 1 ? "plays" : "play"} instead of ${chosen}`,
    noBots: "No bot is here right now. Find somebody, or invite a friend.",
    /** How strong a bot is. */
    levels: ["easy", "medium", "strong", "expert"],
    /** Of a bot that is not of the house. */
    foreign: "somebody’s bot",
    /** @param {string} words of a player about itself */
    says: (words) => `says: “${words}”`,
    others: "Bots of others",
    /** @param {number} people @param {number} bots */
    here: (people, bots) => {
      const all = [people && count(people, "person", "people"), bots && count(bots, "bot", "bots")].filter(Boolean).map(
        String,
      );
      return all.length ? `${LIST.format(all)} ${people + bots === 1 ? "is" : "are"} here` : "Nobody else is here";
    },
    now: "Now playing",
    deal: "Deal of the day",
    /** @param {string} game */
    dealLabel: (game) => `Deal of the day: ${game}`,
    find: "Find somebody",
    /** @param {string} game */
    findLabel: (game) => `Find somebody for ${game}`,
    /** @param {number} people who look for the same */
    waits: (people) => people === 1 ? "1 waits" : `${people} wait`,
    rated: "Rated",
    /** @param {string} game */
    ratedLabel: (game) => `Rated match of ${game}`,
    invite: "Invite",
    /** @param {string} game */
    inviteLabel: (game) => `Invite a friend to ${game}`,
  },

  options: {
    title: "Options",
    /** @param {string} game */
    label: (game) => `Options of ${game}`,
    seats: "Players",
    clock: "Clock",
    clocks: {
      usual: "usual",
      none: "no clock",
      quick: "5 min each + 3 s a move",
      calm: "15 min each + 10 s a move",
      move: "1 minute a move",
      day: "1 day a move",
    },
    usually:
      "Usual: 1 day a move with bots, 15 min each + 10 s a move with somebody who is found, no clock with friends. With a clock of minutes, who is away for 2 minutes can lose; without a clock, for 10 minutes in public, or an hour with friends.",
    /** @param {number} count @param {number} least @param {number} most */
    numbers: (count, least, most) => `${count === 1 ? "A number" : `${count} numbers`} from ${least} to ${most}`,
    public: "Others may join from the lobby",
    rules: "Other rules",
    who: "Who comes when you press Play",
    /** @param {number} seat */
    seat: (seat) => `Seat ${seat}`,
    free: "a friend (the seat stays free)",
    done: "Done",
  },

  seek: {
    /** @param {string} game */
    title: (game) => `Looking for somebody who plays ${game} …`,
    keep: "Keep searching when I close this page",
    stop: "Stop searching",
    short: "Searching …",
    /** @param {string} names */
    meanwhile: (names) => `Play ${names} meanwhile`,
    found: "Somebody has been found: this is your table. Your other one waits for you.",
    back: "The other table",
  },

  lobby: {
    title: "Lobby",
    waiting: "Waiting for players",
    nobody: "Nobody waits right now.",
    alone: "Nobody else is looking right now. Whoever looks next plays you.",
    code: "I have a code",
    tournaments: "Tournaments",
    ready: "Ready to play",
    choose: "Choose a game, and they come to your table.",
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
    /** @param {string | null} perMove @param {string | null} bank @param {string | null} increment */
    clock: (perMove, bank, increment) => {
      if (perMove) return `${duration(parseFloat(perMove))} a move`;
      if (!bank) return "no clock";
      const more = parseFloat(increment ?? "0");
      return `${duration(parseFloat(bank))} each${more ? `, ${NUMBER.format(more)} s more a move` : ""}`;
    },
    /** After so long, the others may claim the match. @param {string} time */
    absent: (time) => `who is away for ${duration(parseFloat(time))} can lose`,
    all: "The whole lobby",
    first: "Be the first: whoever looks next plays you.",
    /** @param {string} game */
    searches: (game) => `looks for ${game}`,
    sit: "Sit down",
    /** @param {string} name @param {string} game */
    sitLabel: (name, game) => `Sit down with ${name} for ${game}`,
    /** How long a match takes. @param {number} minutes */
    minutes: (minutes) => `about ${NUMBER.format(minutes)} min`,
    /** How hard the rules of a game are, from 1 to 3. */
    difficulties: ["easy to learn", "medium", "demanding"],
    /** @param {number} seats */
    players: (seats) => count(seats, "player", "players"),
  },

  yours: {
    title: "Your tables",
    pair: "Sign in",
    yourTurn: "Your turn",
    /** @param {string} time */
    left: (time) => `${time} left`,
    /** @param {string[]} names */
    turnOf: (names) => `${OR.format(names)} to move`,
    waiting: "waits for players",
    invites: "you are invited",
    won: "won",
    lost: "lost",
    drawn: "shared win",
    over: "over",
    aborted: "called off",
    with: (/** @type {string[]} */ names) => names.length ? `with ${LIST.format(names)}` : "nobody else yet",
  },

  /** Of an element in another page, which has no link that was sent to anybody. */
  embedded: { missing: "There is no such match, or it is private." },

  actions: {
    watching: "You are watching",
    turnBoard: "Turn the board",
    gone: "You are out of this match: the table makes the moves of your seat until the end.",
    leave: "Call it off for all (nobody loses)",
    leaveSure: "Leave this match? You have not moved yet: it is called off for all, and nobody loses.",
    leaveYes: "Yes, leave",
    resign: "Resign",
    resignSure: "Resign this match?",
    resignYes: "Yes, resign",
    resignNo: "Play on",
    link: "Copy a link for spectators",
    linkPrivate: "This table is private: only its players see it.",
    keys: "Keys",
    copied: "The link is copied.",
    rules: "Rules",
  },

  replay: {
    open: "Replay",
    /** @param {string} game @param {string} names */
    label: (game, names) => `Replay of ${game}, ${names}`,
  },
};
