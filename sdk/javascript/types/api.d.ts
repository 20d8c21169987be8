// What the API speaks of, by the names that the client uses: the protocol from schema.d.ts, the games from games.d.ts. Both
// are generated.

import type { BuiltIn } from "./games.js";
import type { components } from "./schema.js";
import type { Notes } from "../src/notes.js";

type Schemas = components["schemas"];

/** The games of a service, in place of those of the repository or beside them: `npx croupier types URL` fills it. */
export interface Games {}
type Known = Omit<BuiltIn, keyof Games> & Games;
/** The id of a game. (A plain `keyof` would stand in the declarations of this package as that of the repository's games.) */
export type Game = Extract<keyof Known, string>;

type LegalMovesBy = {
  [G in Game]: Omit<Schemas["LegalMoves"], "game" | "moves"> & {
    game: G;
    moves: { move: Known[G]["move"]; notation: string }[];
  };
};
type ViewBy = {
  [G in Game]: Omit<Schemas["Match"], "game" | "options" | "state" | "lastEvents" | "legalMoves"> & {
    game: G;
    options: Known[G]["options"];
    state: Known[G]["state"] | null;
    lastEvents: Known[G]["event"][];
    legalMoves?: LegalMovesBy[G];
  };
};
type EntryBy = {
  [G in Game]: Omit<Schemas["HistoryEntry"], "game" | "move" | "events"> & {
    game: G;
    move: Known[G]["move"] | null;
    events: Known[G]["event"][];
  };
};
type ReplayBy = {
  [G in Game]: Omit<Schemas["Replay"], "game" | "match"> & { game: G; match: ViewBy[G] };
};

/** A match as the caller may see it: `match.game` says which state, options, events and moves it has. */
export type MatchView = ViewBy[Game];
export type ViewOf<G extends Game> = Extract<MatchView, { game: G }>;
export type StateOf<G extends Game> = NonNullable<ViewOf<G>["state"]>;
export type EventOf<G extends Game> = ViewOf<G>["lastEvents"][number];
export type LegalMoves = LegalMovesBy[Game];
/** What describes moves that are too many to list; `chosen` makes one of them. */
export type ChooseMoves = Schemas["ChooseMoves"];
export type LegalMovesOf<G extends Game> = Extract<LegalMoves, { game: G }>;
export type LegalMove<G extends Game = Game> = LegalMovesOf<G>["moves"][number];
/** A move: a listed one, its `move`, or its notation. */
export type Move<G extends Game = Game> = LegalMove<G> | LegalMove<G>["move"] | string;

export type HistoryEntry<G extends Game = Game> = Extract<EntryBy[Game], { game: G }>;
export type Replay = ReplayBy[Game];
export type Analysis = Schemas["Analysis"];
export type Player = Schemas["Player"];
export type OwnPlayer = Schemas["OwnPlayer"];
/** A game of the service; `create` and the like take its `id`. */
export type GameInfo = Omit<Schemas["Game"], "id"> & { id: Game };
export type Clock = Schemas["Clock"];
export type Ticket = Schemas["Ticket"];
export type Rematch = Schemas["Rematch"];
export type Problem = Schemas["Problem"];

/** A version of a match. `reset`: the service has lost versions that it had told of, and goes on from an earlier one. */
export interface Change<G extends Game = Game> {
  event: "snapshot" | "change" | "reset";
  version: number;
  events: EventOf<G>[];
  match: ViewOf<G>;
}
/** A version of a match, without the match. */
export interface Brief<G extends Game = Game> extends Omit<Change<G>, "match"> {
  status: MatchView["status"];
  toMove: number[];
  yourDecision: number | null;
  clock: MatchView["clock"];
  legalMoves?: LegalMovesOf<G>;
  match?: ViewOf<G>;
}
/** Through whose eyes a match that has ended is seen: a seat's, or a spectator's. */
export type Eyes = number | "spectator";
/** Something that concerns the caller in one of its matches, or in one that it is invited to. */
export type Notice =
  | {
    event: "entropyNeeded" | "matchStarted" | "matchFinished" | "undoOffered" | "rematchOffered";
    matchId: string;
    version: number;
  }
  | { event: "yourTurn"; matchId: string; version: number; decision: number }
  | { event: "rematchEnded"; matchId: string; version: number; seat: number; declined: boolean }
  | { event: "invited"; matchId: string; version: number; invitationId: string }
  | { event: "checkInOpened" | "tournamentFinished"; tournamentId: string; matchId?: undefined; version?: undefined }
  | {
    event: "roundPaired";
    tournamentId: string;
    round: number;
    table: number | null;
    leg: number | null;
    matchId: string | null;
    bye: boolean;
    version?: undefined;
  }
  | { event: "friendAsked" | "friendAccepted"; playerId: string; matchId?: undefined; version?: undefined }
  | { event: "emote"; matchId: string; seat: number; emote: string };
/** Friends, those who ask to be one, and those who were asked. */
export type Friends = Schemas["Friends"];
/** What a player is reported for. */
export type Accusation = Schemas["NewReport"];
/** What a seat can say to all who follow the match. */
export type Emote = Schemas["NewEmote"]["emote"];
/** What a seat has said; a service of a later release may know more emotes. */
export type Said = Schemas["Said"];
/** A code with which another device becomes the player, and until when. */
export type Pairing = Schemas["Pairing"];
export type Device = Schemas["ListedToken"];
/** The ways into an account besides tokens, and what has happened to them. */
export type Access = Schemas["Access"];
export type AccessEvent = Schemas["AccessEvent"];
export type Passkey = Schemas["Passkey"];
/** A URL that is called when something waits for the caller. */
export type Webhook = Schemas["Webhook"];
export type NewWebhook = Schemas["NewWebhook"];
/** A message, and what became of it. */
export type WebhookDelivery = Schemas["WebhookDelivery"];
export type Push = Schemas["Push"];
export type PushBrowser = Schemas["PushBrowser"];
export type HookEvent = PushBrowser["events"][number];
/** What a service is, and what is switched on there. */
export type About = Schemas["About"];
/** To how many matches of a game at once one may be invited, and with which clocks. */
export type Offer = Partial<Schemas["GameOffer"]>;
/** What a player has offered, and until when it holds. */
export type Availability = Schemas["Offered"];
/** Whom to look for: players who can be invited to a match of the game `available`. */
export interface Looking {
  available: Game;
  kind?: Player["kind"];
  pageSize?: number;
}
/** A player who can be invited; `house` if it is one of the service's own bots. */
export type Available = Schemas["AvailablePlayer"];
/** Somebody who searches by a ticket, and for what. */
export type Searcher = Schemas["ListedTicket"];
/** How many people and bots are here. */
export type Presence = Schemas["Presence"];
export type Profile = Schemas["Profile"];
export type Meetings = Schemas["Meetings"];
export type RatingPoint = Schemas["RatingPoint"];
export type Pool = Schemas["Pool"];
export type Leaderboard = Schemas["Leaderboard"];
export type LeaderboardEntry = Schemas["LeaderboardEntry"];
/** Which players of a match are here, away, or gone. */
export type TablePresence = Schemas["TablePresence"];
export type SeatPresence = Schemas["SeatPresence"];
export type NewDeal = Schemas["NewDeal"];
export type Deal = Schemas["Deal"];
export type DealBoard = Schemas["DealBoard"];
export type NewTournament = Schemas["NewTournament"];
export type ListedTournament = Schemas["ListedTournament"];
export type Tournament = Schemas["Tournament"];
export type TournamentStandings = Schemas["TournamentStandings"];
export type TournamentRow = TournamentStandings["rows"][number];
export type TournamentRound = Schemas["TournamentRound"];
export type TournamentTable = TournamentRound["tables"][number];
export type TournamentPlayer = Schemas["TournamentPlayer"];
/** Something that happens in a tournament, and the version of its log by then; `roundPaired` and `result` are the caller's. */
export type TournamentEvent =
  & { version: number }
  & (
    | { event: "registered"; players: number; checkedIn: number }
    | { event: "checkInOpened"; startTime: string }
    | { event: "started"; rounds: number | null }
    | {
      event: "roundPaired";
      round: number;
      table: number | null;
      leg: number | null;
      matchId: string | null;
      bye: boolean;
    }
    | { event: "result"; round: number; table: number; leg: number }
    | { event: "halted"; paused: boolean; held: boolean }
    | { event: "finished" | "aborted"; reason: string }
    | { event: "standings" }
  );
/** What the invite code of a private match invites to. */
export type Terms = Schemas["Terms"];
/** An invitation of a player to a match. */
export type Invitation = Schemas["Invitation"];
/** A move that was made. */
export interface Played<G extends Game = Game> {
  version: number;
  events: EventOf<G>[];
  match?: ViewOf<G>;
  /** With `view: "none"` and `include: "legalMoves"`. */
  legalMoves?: LegalMovesOf<G>;
  /** Whether an attempt before was the one that made it. */
  replayed?: boolean;
}
/** What was proven. `notMine` are the versions with moves of the caller's seat that this client has not made. */
export interface Proof {
  replay: Replay;
  notMine: number[];
}

export interface Settings {
  token?: string;
  /** How many seconds requests are repeated that have no answer, or 429 or 503: 30. */
  patience?: number;
  /** After how many seconds without an event a stream is opened again: 30. */
  silence?: number;
  /** What is kept for proofs and sealed deals, such as `new Notes(localStorage)`; else it ends with the program. */
  notes?: Notes;
  /** In place of the global `fetch`. */
  fetch?: (request: Request) => Promise<Response>;
  /** In place of the global `WebSocket`, which Node has from version 22 on. */
  WebSocket?: typeof WebSocket;
}
/** What players of a ticket have to agree about. */
export type Wish<G extends Game = Game> =
  & { game: G }
  & { options?: Known[G]["newOptions"] | null }
  & Omit<Schemas["NewTicket"], "game" | "options" | "seal">;
/** What a match is to be like. */
export type NewMatch<G extends Game = Game> =
  & { game: G }
  & { options?: Known[G]["newOptions"] | null }
  & Omit<Schemas["NewMatch"], "game" | "options" | "seal">;
export type Join = Omit<Schemas["Join"], "seal"> & {
  /** What kind of deal it is, if somebody has told; a private match cannot be asked before it is joined. */
  deal?: MatchView["deal"];
};
export interface Filter {
  game?: Game;
  status?: MatchView["status"];
  player?: string;
  /** Without the tables at which nobody is here now, if their players can be gone. */
  here?: boolean;
  /** After so many pages the list ends: with `here`, a page may have few matches or none. Without it, all are asked for. */
  maxPages?: number;
}
export interface Following {
  /**
   * Continue behind this version; else begin with the match as it is now. With `include`, a version of one's own turn
   * whose moves are not known, as that of an answer to `join`, is handed out once more, with them.
   */
  after?: number;
  /** With it, `match.legalMoves` is there in every change. */
  include?: "legalMoves";
  /** Without it, changes have no match, but `toMove` and `status`. */
  view?: "full" | "none";
  as?: Eyes;
  /** What was is looked at again: nothing of it is noted for a proof, and nothing revealed. */
  past?: boolean;
  /** Hears what seats say, between the versions that are handed out. */
  onEmote?: (said: Said) => void;
  /** Called with who is here at the table, at first and whenever it changes; only those with a seat are told. */
  onPresence?: (presence: TablePresence) => void;
  /** Called once it is known what a rated match that has ended has changed of ratings. */
  onRatings?: (told: { version: number; ratings: Schemas["MatchRatings"] }) => void;
  /** Ends the iteration, with its reason as an error. */
  signal?: AbortSignal;
}
/** What a move is for; what has changed by then is refused. */
export interface Expected {
  /** The decision of one's own seat, as `yourDecision` of a match, and `decision` of legal moves and turns. */
  expectedDecision?: number;
  /** The version of the match, whoever has made it. */
  expectedVersion?: number;
}
/** Where nothing is expected, it is the decision of the latest version that was seen. */
export interface Moving extends Expected {
  view?: "full" | "none";
  include?: "legalMoves";
}
export interface Play<G extends Game = Game> extends Expected {
  matchId: string;
  move: Move<G>;
}
type TurnBy = {
  [G in Game]: {
    game: G;
    /** The seat that decides, of so many `seats`. */
    seat: number;
    seats: number;
    version: number;
    /** The version since which the seat has had this decision to make; choices of others at the same time leave it. */
    decision: number;
    /** The seats that must decide now. */
    toMove: number[];
    options: ViewOf<G>["options"];
    /** The table as the seat may see it. */
    state: StateOf<G>;
    /** Those of this version. */
    events: EventOf<G>[];
    /** At least one; of amounts, the least and the most. */
    moves: [LegalMove<G>, ...LegalMove<G>[]];
    /** Descriptions of moves that are too many to list, of which `moves` has some; most games have none. */
    choose: ChooseMoves[];
  };
};
/** What a bot decides upon: `turn.game` says which state, options, events and moves it has. */
export type Turn<G extends Game = Game> = TurnBy[G];
