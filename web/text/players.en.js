// What is written on profiles, leaderboards and the page of friends, in English. players.de.js has the same keys.

/** @typedef {typeof import("./players.en.js").default} PlayersText */

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
  times: { live: "live", daily: "daily" },
  timesHint: { live: "under an hour", daily: "a day a move" },
  kinds: { human: "People", bot: "Bots" },
  person: "player",
  bot: "bot",
  /** How bots of the house think, by their levels. */
  house: [
    "Looks one move ahead, and not closely.",
    "Looks one move ahead.",
    "Plays out what the hidden cards may be.",
    "Plays out what the hidden cards may be, and takes its time.",
  ],
  /** @param {string} description */
  says: (description) => `“${description}”`,
  place,

  profile: {
    /** @param {string} name */
    title: (name) => `${name}’s profile`,
    own: "This is how others see you.",
    /** @param {string} date */
    since: (date) => `here since ${date}`,
    here: "is here now",
    away: "is not here",
    challenge: "Challenge",
    /** @param {string} name */
    challengeLabel: (name) => `Challenge ${name}`,
    play: "Play",
    rename: "Change the name",
    share: "Copy the link to me",
    shared: "The link is copied. Send it to a friend.",
    friends: "Friends",
    boards: "Leaderboards",
    none: "Nobody here",
    missing: "There is no such player, or the account was deleted.",
    nobody: "You have no account yet",
    nobodyHint: "It is made with your first table. Then this page tells how you fare.",
    unnamed: "…",
    gone: "gone",
  },

  ratings: {
    title: "Ratings",
    rating: "Rating",
    /** @param {number} deviation */
    deviation: (deviation) => `± ${deviation}`,
    /** @param {number} rank @param {number} size */
    rank: (rank, size) => size ? `${place(rank)} of ${NUMBER.format(size)}` : place(rank),
    provisional: "provisional",
    /** @param {number} matches */
    provisionalHint: (matches) =>
      `After ${
        count(matches, "match", "matches")
      }, the rating is still a guess. Some 20 make it sure, and bring a place on the leaderboard.`,
    unlisted: "not on the leaderboard",
    /** @param {number} matches */
    matches: (matches) => count(matches, "rated match", "rated matches"),
    what: "What do the numbers mean?",
    whatText:
      "The rating says how strong you are expected to be; everybody begins with 1500. “± 84” says how sure that is: your strength is very likely within twice that. Leaderboards sort by points, which are the rating less twice the “±”: what you very likely have at least.",
    none: "No rated match yet.",
    incomplete: "Some ratings cannot be shown at the moment.",
    noneOwn: "You have not played a rated match yet. The first one gives you a rating.",
    noneOwnPlay: "Play a rated match",
    recompute: "Recompute this rating",
    board: "To the leaderboard",
    loading: "The curve comes …",
  },

  curve: {
    /** @param {string} pool @param {number} first @param {number} last @param {number} matches */
    label: (pool, first, last, matches) =>
      `Rating in ${pool} over ${count(matches, "match", "matches")}: from ${first} to ${last}`,
    slider: "Match",
    /** @param {number} rating @param {string} change @param {string} date */
    point: (rating, change, date) => `${rating} (${change}), ${date}`,
    replay: "Replay of this match",
    short: "Replay",
    begins: "the beginning",
    list: "As a list",
    date: "Date",
    change: "Change",
    match: "Match",
    replayShort: "Replay",
    older: "Show older ones",
    /** @param {string[]} names */
    against: (names) => `against ${LIST.format(names)}`,
    void: "match taken out",
    season: "new season",
  },

  sums: {
    /** @param {string} game */
    best: (game) => `Best rating, ${game}`,
    matches: "Matches",
    won: "Won",
    longest: "Longest run of wins",
  },

  record: {
    title: "How it went",
    against: { people: "Against people", bots: "Against bots" },
    won: "won",
    drawn: "tied",
    lost: "lost",
    /** @param {number} won @param {number} drawn @param {number} lost */
    all: (won, drawn, lost) => `${NUMBER.format(won)} won, ${NUMBER.format(drawn)} tied, ${NUMBER.format(lost)} lost`,
    /** @param {number} share */
    share: (share) => `${share} % won`,
    best: "Best match",
    /** @param {string} points */
    points: (points) => `${points} points`,
    mean: "Points a match",
    /** @param {number} streak */
    streak: (streak) =>
      streak > 0 ? `${count(streak, "win", "wins")} in a row now` : `${count(-streak, "loss", "losses")} in a row now`,
    /** @param {number} longest */
    longest: (longest) => `longest run: ${count(longest, "win", "wins")}`,
    private: "with private matches, which only you see",
    none: "No finished match yet.",
  },

  reliability: {
    title: "Reliable",
    /** @param {number} percent */
    stays: (percent) => `Plays ${percent} % of matches to the end`,
    /** @param {number} percent @returns {string} */
    words: (percent) => percent >= 95 ? "very reliable" : percent >= 80 ? "reliable" : "leaves often",
    newcomer: "Too few matches to tell",
  },

  best: {
    title: "Best matches",
    replay: "replay",
  },

  met: {
    title: "Met last",
    /** @param {string} won @param {string} lost */
    score: (won, lost) => `${won} : ${lost}`,
    /** @param {string} name @param {number} won @param {number} lost */
    scoreLabel: (name, won, lost) => `${won} won and ${lost} lost against ${name}`,
    again: "Again",
    /** @param {string} name */
    againLabel: (name) => `Again: ${name}`,
  },

  against: {
    /** @param {string} name */
    title: (name) => `You and ${name}`,
    you: "You",
    drawn: "tied",
    none: "You have not met yet.",
    last: "The last match",
  },

  matches: {
    title: "All matches",
    game: "Game",
    all: "All games",
    result: "Result",
    results: { all: "all", won: "won", lost: "lost", active: "running" },
    more: "Show more",
    none: "No match is shown here.",
    noneHint: "Private matches are seen by their players only.",
    /** @param {string} game @param {string} names @param {string} result */
    label: (game, names, result) => `${game}, ${names}: ${result}`,
    won: "won",
    lost: "lost",
    drawn: "tied",
    running: "running",
    waiting: "waits for players",
    aborted: "called off",
    watch: "Watch",
    replay: "Replay",
    alone: "nobody else",
    rated: "rated",
  },

  menu: {
    open: "More",
    /** @param {string} name */
    label: (name) => `More about ${name}`,
    add: "Add friend",
    accept: "Accept friendship",
    asked: "Asked",
    askedHint: "Take the request back",
    friend: "Friend",
    end: "End friendship",
    block: "Block",
    unblock: "Unblock",
    report: "Report",
    done: {
      /** @param {string} name */
      asked: (name) => `${name} is asked. You are friends once the answer is yes.`,
      /** @param {string} name */
      friend: (name) => `You and ${name} are friends.`,
      /** @param {string} name */
      none: (name) => `You and ${name} are no friends.`,
      /** @param {string} name */
      blocked: (name) => `${name} is blocked, and is not told.`,
      /** @param {string} name */
      unblocked: (name) => `${name} is not blocked any more.`,
      reported: "Thank you. Whoever runs this service will look at it.",
    },
    blocking: {
      /** @param {string} name */
      title: (name) => `Block ${name}?`,
      lines: [
        "You never meet in a search, cannot join each other’s tables, and see no emotes of each other.",
        "The other is not told. A friendship ends. You can unblock in the settings.",
      ],
      yes: "Block",
    },
    reporting: {
      /** @param {string} name */
      title: (name) => `Report ${name}`,
      hint: "Whoever runs this service reads it. The other is not told.",
      reason: "What is it about?",
      reasons: {
        cheating: "cheats",
        stalling: "lets the time run, or leaves",
        collusion: "plays together with others",
        name: "has an offensive name",
        emotes: "pesters with emotes",
        other: "something else",
      },
      text: "What happened? (if you like)",
      send: "Send",
    },
  },

  friends: {
    title: "Friends",
    asks: "They ask you",
    accept: "Accept",
    decline: "No",
    /** @param {string} name */
    acceptLabel: (name) => `Accept: ${name}`,
    /** @param {string} name */
    declineLabel: (name) => `No: ${name}`,
    here: "Here now",
    notHere: "Not here",
    asked: "Asked by you",
    back: "Take back",
    /** @param {string} name */
    backLabel: (name) => `Take back the request to ${name}`,
    nobodyHere: "None of your friends is here right now.",
    challenge: "Challenge:",
    /** @param {string} name */
    challengeLabel: (name) => `Challenge ${name}`,
    /** @param {string} game */
    plays: (game) => `plays ${game}`,
    /** @param {string} game */
    playsYou: (game) => `plays ${game} with you`,
    online: "is here",
    watch: "Watch",
    /** @param {string} name @param {string} game */
    watchLabel: (name, game) => `Watch ${name}: ${game}`,
    table: "To the table",
    /** @param {string} name @param {string} game */
    tableLabel: (name, game) => `To the table with ${name}: ${game}`,
    add: "Add a friend",
    field: "Link, id or name",
    fieldHint: "The link to a profile, or the name of somebody whom you have met.",
    ask: "Ask",
    asking: {
      unknown: "Nobody of this name is among those whom you have met. Ask for the link to the profile.",
      missing: "There is nobody with this link any more.",
      you: "That is you.",
    },
    yourLink: "Send your link",
    yourLinkHint: "Whoever opens it sees your profile, and can ask you to be friends.",
    copy: "Copy my link",
    copied: "The link is copied.",
    code: "Show as a code",
    codeName: "The link to your profile, as a code for cameras",
    empty: "No friends yet",
    emptyHint:
      "Friends see when you are here, and challenge you by one tap. Send somebody your link, or add whom you have met.",
    met: "Met last",
    nobody: "Play a match first: your account is made with your first table.",
    hidden: "You show nobody that you are here. The settings change that.",
    /** @param {number} here @param {number} all */
    row: (here, all) =>
      here ? `${NUMBER.format(here)} of ${NUMBER.format(all)} here` : `${NUMBER.format(all)}, none here`,
    /** @param {number} asks */
    rowAsks: (asks) => count(asks, "request", "requests"),
  },

  board: {
    title: "Leaderboard",
    game: "Game",
    time: "Speed",
    kind: "Who",
    season: "Season",
    /** @param {number} season */
    seasonOf: (season) => `Season ${season}`,
    now: "this season",
    which: "Show",
    views: { top: "The best", around: "Around me", friends: "Friends" },
    rank: "Place",
    player: "Player",
    rating: "Rating",
    points: "Points",
    matches: "Matches",
    you: "you",
    /** @param {number} size @param {number} seq */
    size: (size, seq) => `${count(size, "player", "players")} on it, ${count(seq, "rated match", "rated matches")}`,
    next: "Next",
    first: "To the top",
    /** @param {number} rank @param {number} size */
    yours: (rank, size) => `You are ${place(rank)} of ${NUMBER.format(size)}.`,
    /** @param {number} matches */
    provisional: (matches) =>
      matches
        ? `You are not on it yet: after ${
          count(matches, "rated match", "rated matches")
        } of some 20, your rating is not sure.`
        : "You are not on it yet: some 20 rated matches make your rating sure.",
    unlisted: "You are not on it: you have chosen not to be listed.",
    none: "Nobody is on this leaderboard yet",
    noneHint: "Some 20 rated matches bring you here. Be the first.",
    noneBots: "Bots appear here once they have played some 20 rated matches against each other.",
    noneFriends: "None of your friends is on this leaderboard.",
    addFriends: "Add friends",
    /** @param {number} bots */
    toBots: (bots) => `See the board of ${count(bots, "bot", "bots")}`,
    play: "Play a rated match",
    recompute: "Recompute this leaderboard",
    recomputeHint: "Your browser computes every rating anew from all matches.",
    /** @param {number} rank @param {string} name @param {number} points */
    row: (rank, name, points) => `${place(rank)}: ${name}, ${NUMBER.format(points)} points`,
  },

  row: {
    title: "You and others",
    profile: "My profile",
    tournaments: "Tournaments",
    boards: "Leaderboards",
    friends: "Friends",
  },
};
