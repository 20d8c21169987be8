"""What the service says, a struct per schema of its document; generated."""

from typing import TYPE_CHECKING, Any, ClassVar, Literal

from croupier_client.base import MatchBase, Struct
from croupier_client.errors import Refused

if TYPE_CHECKING:
    from typing import Literal as Word
else:

    class Word:
        """One of some words; a newer service may have others."""

        def __class_getitem__(cls, words: object) -> type:
            return type(words[0] if isinstance(words, tuple) else words)


class LostCitiesOptions(Struct):
    """The options of a match of Lost Cities. A field that is left out takes its default; a value
    outside its range fails with INVALID_OPTIONS."""
    rounds: int
    colors: int
    max_turns_without_deck_draw: int
    carried_scores: list[int]
    start_seat: int | None = None


class Player(Struct):
    id: str
    display_name: str
    kind: Word["human", "bot"]


class Seat(Struct):
    index: int
    player: Player | None
    resigned: bool


class MatchClock(Struct):
    """The clock's settings, null where they were left out, and its state."""
    per_move: str | None
    bank: str | None
    increment: str | None
    on_timeout: Word["forfeit", "random"]
    deadline: str | None
    banks: list[str] | None


class LostCitiesViewDiscard(Struct):
    """A discard pile. Only its top card is visible."""
    color: Word["RED", "WHITE", "YELLOW", "BLUE", "GREEN", "PURPLE"]
    top: str
    size: int


class LostCitiesViewExpedition(Struct):
    """One expedition and its score as it lies."""
    color: Word["RED", "WHITE", "YELLOW", "BLUE", "GREEN", "PURPLE"]
    cards: list[str]
    wagers: int
    sum: int
    bonus: int
    score: int


class LostCitiesViewSide(Struct):
    """One player's side of the table."""
    seat: int
    hand_size: int
    hand_known: list[str]
    expeditions: list[LostCitiesViewExpedition]
    round_score: int
    total: int


class LostCitiesViewRoundSide(Struct):
    """One player's result of a finished round."""
    seat: int
    expeditions: list[LostCitiesViewExpedition]
    score: int
    total: int


class LostCitiesViewRound(Struct):
    """A finished round."""
    round: int
    starter: int
    sides: list[LostCitiesViewRoundSide]


class LostCitiesView(Struct):
    """The table of Lost Cities as its viewer, a seat or a spectator, may see it."""
    round: int
    rounds: int
    starter: int
    deck_size: int
    turns_without_deck_draw: int
    hand: list[str]
    discards: list[LostCitiesViewDiscard]
    sides: list[LostCitiesViewSide]
    finished_rounds: list[LostCitiesViewRound]


class LostCitiesEventRoundStarted(Struct):
    """The cards of a round were dealt."""
    round: int
    starter: int
    hand: list[str]


class LostCitiesEventCardPlayed(Struct):
    """A player put a card on the table."""
    seat: int
    card: str
    place: Word["EXPEDITION", "DISCARD"]


class LostCitiesEventCardDrawn(Struct):
    """A player drew a card."""
    seat: int
    pile: Word["DECK", "RED", "WHITE", "YELLOW", "BLUE", "GREEN", "PURPLE"]
    card: str


class LostCitiesEvent(Struct):
    """One thing that happened in a match of Lost Cities, as its viewer may see it. Exactly one
    field is set."""
    round_started: LostCitiesEventRoundStarted | None = None
    card_played: LostCitiesEventCardPlayed | None = None
    card_drawn: LostCitiesEventCardDrawn | None = None
    round_ended: LostCitiesViewRound | None = None


class UndoRequest(Struct):
    """An open request to take back what was played after a version."""
    seat: int
    to_version: int
    agreed: list[int]
    needs: list[int]


class Outcome(Struct):
    reason: Word["completed", "resigned", "timeout", "aborted"]
    ranking: list[list[int]]
    scores: list[int]
    winners: list[int]


class Fairness(Struct):
    commitment: str
    server_seed: str | None
    log_head: str
    recipe: int
    terms: str
    reveal: str | None = None
    seals: list[str | None] | None = None
    to_reveal: list[int] | None = None
    reveal_by: str | None = None


class LostCitiesMove(Struct):
    """One turn: the mover plays a card from the hand, then draws a card."""
    card: str
    place: Word["EXPEDITION", "DISCARD"]
    draw: Word["DECK", "RED", "WHITE", "YELLOW", "BLUE", "GREEN", "PURPLE"]


class LostCitiesLegalMove(Struct):
    move: LostCitiesMove
    notation: str


class LostCitiesLegalMoves(Struct, tag_field="game", tag="lost-cities"):
    game: ClassVar[Literal["lost-cities"]] = "lost-cities"
    version: int
    seat: int | None
    moves: list[LostCitiesLegalMove]


class LostCitiesMatch(MatchBase, tag_field="game", tag="lost-cities"):
    """A match as the caller may see it."""
    game: ClassVar[Literal["lost-cities"]] = "lost-cities"
    id: str
    status: Word["waiting", "active", "finished", "aborted"]
    access: Word["public", "private"]
    start: Word["auto", "manual"]
    deal: Word["open", "sealed"]
    version: int
    rules_version: int
    options: LostCitiesOptions
    create_time: str
    update_time: str
    seats: list[Seat]
    your_seat: int | None
    to_move: list[int]
    clock: MatchClock | None
    state: LostCitiesView | None
    last_events: list[LostCitiesEvent]
    undo_mode: Word["never", "consent"]
    undo: UndoRequest | None
    outcome: Outcome | None
    fairness: Fairness
    invite_code: str | None = None
    talk: bool | None = None
    legal_moves: LostCitiesLegalMoves | None = None


class Just4FunOptions(Struct):
    """The options of a match of Just4Fun. A field that is left out takes its default; a value
    outside its range fails with INVALID_OPTIONS."""
    layout: Word["ORIGINAL", "RANDOM", "CUSTOM"]
    custom_layout: list[int]
    own_locked: bool
    start_seat: int | None = None


class Just4FunViewField(Struct):
    """A field of the board."""
    number: int
    stones: list[int]
    locked: bool
    owner: int | None = None


class Just4FunViewSide(Struct):
    """One player's stones and cards."""
    seat: int
    hand_size: int
    supply: int
    removed: int
    score: int
    highest_field: int


class Just4FunView(Struct):
    """The table of Just4Fun as its viewer, a seat or a spectator, may see it."""
    starter: int
    deck_size: int
    hand: list[int]
    discard: list[int]
    board: list[Just4FunViewField]
    sides: list[Just4FunViewSide]
    line: list[int]


class Just4FunEventMatchStarted(Struct):
    """The board was laid out and the cards were dealt."""
    starter: int
    layout: list[int]
    hand: list[int]


class Just4FunEventCardsPlayed(Struct):
    """A player played cards and put a stone on the field that is their sum."""
    seat: int
    cards: list[int]
    field: int


class Just4FunEventFieldLocked(Struct):
    """A player got a lead of two stones on a field, which locks it."""
    seat: int
    field: int
    removed: list[int]


class Just4FunEventLineCompleted(Struct):
    """A player owns four fields in a straight line, which ends the match."""
    seat: int
    fields: list[int]


class Just4FunEventHandExchanged(Struct):
    """A player without a playable card discarded the whole hand."""
    seat: int
    cards: list[int]


class Just4FunEventCardsDrawn(Struct):
    """A player drew cards, up to a hand of four."""
    seat: int
    count: int
    cards: list[int]


class Just4FunEventDeckReshuffled(Struct):
    """The last card of the deck was drawn, so the discard pile was shuffled and became the new
    deck. The event follows that of the draw in which this happened."""
    cards: int


class Just4FunEvent(Struct):
    """One thing that happened in a match of Just4Fun, as its viewer may see it. Exactly one field
    is set."""
    match_started: Just4FunEventMatchStarted | None = None
    cards_played: Just4FunEventCardsPlayed | None = None
    field_locked: Just4FunEventFieldLocked | None = None
    line_completed: Just4FunEventLineCompleted | None = None
    hand_exchanged: Just4FunEventHandExchanged | None = None
    cards_drawn: Just4FunEventCardsDrawn | None = None
    deck_reshuffled: Just4FunEventDeckReshuffled | None = None


class Just4FunMovePlay(Struct):
    """Cards to play: the mover puts a stone on the field that is their sum."""
    cards: list[int]


class Just4FunMoveExchange(Struct):
    """An exchange of the whole hand, which is discarded face up, for a new one. It is legal only
    when no card of the hand can be played, and then is the only legal move."""


class Just4FunMove(Struct):
    """One turn. Exactly one field is set; a move without any fails with INVALID_MOVE."""
    play: Just4FunMovePlay | None = None
    exchange: Just4FunMoveExchange | None = None


class Just4FunLegalMove(Struct):
    move: Just4FunMove
    notation: str


class Just4FunLegalMoves(Struct, tag_field="game", tag="just4fun"):
    game: ClassVar[Literal["just4fun"]] = "just4fun"
    version: int
    seat: int | None
    moves: list[Just4FunLegalMove]


class Just4FunMatch(MatchBase, tag_field="game", tag="just4fun"):
    """A match as the caller may see it."""
    game: ClassVar[Literal["just4fun"]] = "just4fun"
    id: str
    status: Word["waiting", "active", "finished", "aborted"]
    access: Word["public", "private"]
    start: Word["auto", "manual"]
    deal: Word["open", "sealed"]
    version: int
    rules_version: int
    options: Just4FunOptions
    create_time: str
    update_time: str
    seats: list[Seat]
    your_seat: int | None
    to_move: list[int]
    clock: MatchClock | None
    state: Just4FunView | None
    last_events: list[Just4FunEvent]
    undo_mode: Word["never", "consent"]
    undo: UndoRequest | None
    outcome: Outcome | None
    fairness: Fairness
    invite_code: str | None = None
    talk: bool | None = None
    legal_moves: Just4FunLegalMoves | None = None


class LivingstoneOptionsCardCounts(Struct):
    """The number of cards of each face, 0 to 30."""
    no_cost_tent: int
    any_row_tent: int
    scored_row_tent: int
    two_dice: int
    market: int
    three_stones: int
    four_coins: int
    vp2: int
    vp3: int
    vp4: int
    boat_back: int
    mine_crash: int


class LivingstoneOptions(Struct):
    """The options of a match of Livingstone. A field that is left out takes its default; a value
    outside its range fails with INVALID_OPTIONS."""
    river: list[int]
    card_counts: LivingstoneOptionsCardCounts
    row_bonus: list[int]
    mine_crash_draw: Word["ALL", "DRAWER", "LOSERS"]
    allow_pass: bool
    coins_public: bool
    start_seat: int | None = None


class LivingstoneStones(Struct):
    """Numbers of stones from the bag by kind."""
    black: int
    clear: int
    blue: int
    red: int
    white: int


class LivingstoneViewField(Struct):
    """A field with tents on it."""
    field: str
    column: int
    row: int
    tents: list[int]
    unscored: list[int]


class LivingstoneGems(Struct):
    """Numbers of gems by kind."""
    clear: int
    blue: int
    red: int


class LivingstoneViewSide(Struct):
    """What one player has."""
    seat: int
    score: int
    wealth: int
    gems: LivingstoneGems
    tents: int
    hand_size: int
    last_die: int
    passed: bool
    scored_rows: list[int]
    coins: int | None = None
    chest: int | None = None


class LivingstoneViewFinal(Struct):
    """The points that were added at the end, and the seats that the chests eliminated."""
    rows: list[int]
    gems: list[int]
    cards: list[int]
    dice: list[int]
    eliminated: list[int]


class LivingstoneView(Struct):
    """The table of Livingstone as its viewer, a seat or a spectator, may see it."""
    round: int
    starter: int
    boat: int
    river: list[int]
    pool: list[int]
    die: int
    dice_to_take: int
    hand: list[Word["NO_COST_TENT", "ANY_ROW_TENT", "SCORED_ROW_TENT", "TWO_DICE", "MARKET", "THREE_STONES", "FOUR_COINS", "VP2", "VP3", "VP4", "BOAT_BACK", "MINE_CRASH"]]
    deck_size: int
    discard: list[Word["NO_COST_TENT", "ANY_ROW_TENT", "SCORED_ROW_TENT", "TWO_DICE", "MARKET", "THREE_STONES", "FOUR_COINS", "VP2", "VP3", "VP4", "BOAT_BACK", "MINE_CRASH"]]
    out_of_game: list[Word["NO_COST_TENT", "ANY_ROW_TENT", "SCORED_ROW_TENT", "TWO_DICE", "MARKET", "THREE_STONES", "FOUR_COINS", "VP2", "VP3", "VP4", "BOAT_BACK", "MINE_CRASH"]]
    bag: LivingstoneStones
    aside: LivingstoneStones
    board: list[LivingstoneViewField]
    sides: list[LivingstoneViewSide]
    final: LivingstoneViewFinal | None = None


class LivingstoneEventRoundStarted(Struct):
    """The dice of a round were rolled."""
    round: int
    starter: int
    boat: int
    dice: list[int]


class LivingstoneEventDieTaken(Struct):
    """A player took a die from the pool."""
    seat: int
    value: int


class LivingstoneEventCardDrawn(Struct):
    """A player drew an action card."""
    seat: int
    card: Word["NO_COST_TENT", "ANY_ROW_TENT", "SCORED_ROW_TENT", "TWO_DICE", "MARKET", "THREE_STONES", "FOUR_COINS", "VP2", "VP3", "VP4", "BOAT_BACK", "MINE_CRASH"] | None = None


class LivingstoneEventDeckReshuffled(Struct):
    """The deck was empty, so the discard pile was shuffled and became the deck. The event goes
    before that of the card that is drawn from it."""
    cards: int


class LivingstoneEventMineCrashed(Struct):
    """A player drew MINE_CRASH: all gems went back into the bag."""
    seat: int
    lost: list[LivingstoneGems]


class LivingstoneEventCoinsTaken(Struct):
    """A player took coins for a die."""
    seat: int
    coins: int


class LivingstoneEventStonesDrawn(Struct):
    """A player drew stones from the bag."""
    seat: int
    stones: LivingstoneStones


class LivingstoneEventTentPlaced(Struct):
    """A player put a tent on the board."""
    seat: int
    field: str
    paid: int
    cards: list[Word["NO_COST_TENT", "ANY_ROW_TENT", "SCORED_ROW_TENT", "TWO_DICE", "MARKET", "THREE_STONES", "FOUR_COINS", "VP2", "VP3", "VP4", "BOAT_BACK", "MINE_CRASH"]]
    from_field: str


class LivingstoneEventGemsSold(Struct):
    """A player sold gems."""
    seat: int
    gems: LivingstoneGems
    coins: int
    points: int


class LivingstoneEventDonated(Struct):
    """A player donated coins."""
    seat: int
    amount: int | None = None


class LivingstoneEventCardPlayed(Struct):
    """A player played an action card."""
    seat: int
    card: Word["NO_COST_TENT", "ANY_ROW_TENT", "SCORED_ROW_TENT", "TWO_DICE", "MARKET", "THREE_STONES", "FOUR_COINS", "VP2", "VP3", "VP4", "BOAT_BACK", "MINE_CRASH"]


class LivingstoneEventTurnEnded(Struct):
    """A player ended the turn."""
    seat: int


class LivingstoneEventPassed(Struct):
    """A player sat out the rest of the round."""
    seat: int


class LivingstoneEventRoundScored(Struct):
    """The tents in the boat's column earned points, which ends a round."""
    boat: int
    points: list[int]


class LivingstoneEvent(Struct):
    """One thing that happened in a match of Livingstone, as its viewer may see it. Exactly one
    field is set."""
    round_started: LivingstoneEventRoundStarted | None = None
    die_taken: LivingstoneEventDieTaken | None = None
    card_drawn: LivingstoneEventCardDrawn | None = None
    deck_reshuffled: LivingstoneEventDeckReshuffled | None = None
    mine_crashed: LivingstoneEventMineCrashed | None = None
    coins_taken: LivingstoneEventCoinsTaken | None = None
    stones_drawn: LivingstoneEventStonesDrawn | None = None
    tent_placed: LivingstoneEventTentPlaced | None = None
    gems_sold: LivingstoneEventGemsSold | None = None
    donated: LivingstoneEventDonated | None = None
    card_played: LivingstoneEventCardPlayed | None = None
    turn_ended: LivingstoneEventTurnEnded | None = None
    passed: LivingstoneEventPassed | None = None
    round_scored: LivingstoneEventRoundScored | None = None
    match_scored: LivingstoneViewFinal | None = None


class LivingstoneMoveTakeDie(Struct):
    """The mover takes a die from the pool."""
    value: int


class LivingstoneMoveDrawCard(Struct):
    """The mover uses the die to draw an action card."""


class LivingstoneMoveTakeCoins(Struct):
    """The mover uses the die to take as many coins as it shows."""


class LivingstoneMoveDig(Struct):
    """The mover uses the die to draw as many stones from the bag as it shows."""


class LivingstoneMovePlaceTent(Struct):
    """The mover uses the die to put a tent into the boat's column. It costs the price of the river,
    and a coin for every tent on the field."""
    row: int
    no_cost: bool
    any_row: bool
    from_field: str


class LivingstoneMoveDonate(Struct):
    """The mover donates coins: they go into the mover's chest, for good."""
    amount: int | None = None


class LivingstoneMovePlayCard(Struct):
    """The mover plays a card that needs no further choice."""
    card: Word["NO_COST_TENT", "ANY_ROW_TENT", "SCORED_ROW_TENT", "TWO_DICE", "MARKET", "THREE_STONES", "FOUR_COINS", "VP2", "VP3", "VP4", "BOAT_BACK", "MINE_CRASH"]


class LivingstoneMovePlayScoredRowTent(Struct):
    """The mover plays SCORED_ROW_TENT: an extra tent in the boat's column."""
    row: int
    from_field: str


class LivingstoneMoveEndTurn(Struct):
    """The mover ends the turn, once the die has been used."""


class LivingstoneMovePassRound(Struct):
    """The mover sits out the rest of the round. It is legal before a die is taken in the turn, and
    with the option allowPass only."""


class LivingstoneMove(Struct):
    """One decision. Exactly one field is set; a move without any fails with INVALID_MOVE. In a
    turn, a player takes one die and does one thing with it: drawCard, takeCoins, dig or placeTent.
    Moves from sellGems to playScoredRowTent need no die: they may be made before, between and
    after, as often as the player likes. endTurn ends the turn. Lists of legal moves have only the
    least and the greatest amount of sellGems, donate and playMarket: the same move with any amount
    between them is legal as well. Where a tent must be moved (fromField), a listed place can be
    combined with any fromField that is listed for the same kind of move, except the place
    itself."""
    take_die: LivingstoneMoveTakeDie | None = None
    draw_card: LivingstoneMoveDrawCard | None = None
    take_coins: LivingstoneMoveTakeCoins | None = None
    dig: LivingstoneMoveDig | None = None
    place_tent: LivingstoneMovePlaceTent | None = None
    sell_gems: LivingstoneGems | None = None
    donate: LivingstoneMoveDonate | None = None
    play_card: LivingstoneMovePlayCard | None = None
    play_market: LivingstoneGems | None = None
    play_scored_row_tent: LivingstoneMovePlayScoredRowTent | None = None
    end_turn: LivingstoneMoveEndTurn | None = None
    pass_round: LivingstoneMovePassRound | None = None


class LivingstoneLegalMove(Struct):
    move: LivingstoneMove
    notation: str


class LivingstoneLegalMoves(Struct, tag_field="game", tag="livingstone"):
    game: ClassVar[Literal["livingstone"]] = "livingstone"
    version: int
    seat: int | None
    moves: list[LivingstoneLegalMove]


class LivingstoneMatch(MatchBase, tag_field="game", tag="livingstone"):
    """A match as the caller may see it."""
    game: ClassVar[Literal["livingstone"]] = "livingstone"
    id: str
    status: Word["waiting", "active", "finished", "aborted"]
    access: Word["public", "private"]
    start: Word["auto", "manual"]
    deal: Word["open", "sealed"]
    version: int
    rules_version: int
    options: LivingstoneOptions
    create_time: str
    update_time: str
    seats: list[Seat]
    your_seat: int | None
    to_move: list[int]
    clock: MatchClock | None
    state: LivingstoneView | None
    last_events: list[LivingstoneEvent]
    undo_mode: Word["never", "consent"]
    undo: UndoRequest | None
    outcome: Outcome | None
    fairness: Fairness
    invite_code: str | None = None
    talk: bool | None = None
    legal_moves: LivingstoneLegalMoves | None = None


Match = LostCitiesMatch | Just4FunMatch | LivingstoneMatch


class LostCitiesHistoryEntry(Struct, tag_field="game", tag="lost-cities"):
    game: ClassVar[Literal["lost-cities"]] = "lost-cities"
    version: int
    kind: Word["created", "joined", "left", "started", "revealed", "move", "resigned", "timeout", "aborted", "asked", "agreed", "refused", "undone"]
    seat: int
    move: LostCitiesMove | None
    notation: str | None
    time: str
    events: list[LostCitiesEvent]
    note: str | None = None
    withheld: list[int] | None = None
    to: int | None = None
    needs: list[int] | None = None


class Just4FunHistoryEntry(Struct, tag_field="game", tag="just4fun"):
    game: ClassVar[Literal["just4fun"]] = "just4fun"
    version: int
    kind: Word["created", "joined", "left", "started", "revealed", "move", "resigned", "timeout", "aborted", "asked", "agreed", "refused", "undone"]
    seat: int
    move: Just4FunMove | None
    notation: str | None
    time: str
    events: list[Just4FunEvent]
    note: str | None = None
    withheld: list[int] | None = None
    to: int | None = None
    needs: list[int] | None = None


class LivingstoneHistoryEntry(Struct, tag_field="game", tag="livingstone"):
    game: ClassVar[Literal["livingstone"]] = "livingstone"
    version: int
    kind: Word["created", "joined", "left", "started", "revealed", "move", "resigned", "timeout", "aborted", "asked", "agreed", "refused", "undone"]
    seat: int
    move: LivingstoneMove | None
    notation: str | None
    time: str
    events: list[LivingstoneEvent]
    note: str | None = None
    withheld: list[int] | None = None
    to: int | None = None
    needs: list[int] | None = None


HistoryEntry = LostCitiesHistoryEntry | Just4FunHistoryEntry | LivingstoneHistoryEntry


class History(Struct):
    moves: list[HistoryEntry]
    next_after: int | None


class OwnPlayer(Struct):
    """You, with what only you are shown."""
    id: str
    display_name: str
    kind: Word["human", "bot"]
    research: bool


class PlayerAndToken(Struct):
    player: Player
    token: str


class SeatRange(Struct):
    min: int
    max: int


class GameOptions(Struct):
    schema: dict[str, Any]
    defaults: dict[str, Any]


class Game(Struct):
    id: str
    name: str
    seats: SeatRange
    options: GameOptions
    move_schema: dict[str, Any]
    state_schema: dict[str, Any]
    event_schema: dict[str, Any]
    rules_url: str


class Games(Struct):
    games: list[Game]


class Ticket(Struct):
    id: str
    status: Word["searching", "matched", "cancelled", "expired"]
    match_id: str | None
    expire_time: str


class Rematch(Struct):
    asked: list[int]
    match_id: str | None


class Clock(Struct):
    """How long players may think: per move, or from a bank for the whole match."""
    bank: str | None = None
    increment: str | None = None
    on_timeout: Word["forfeit", "random"] | None = None
    per_move: str | None = None


LegalMoves = LostCitiesLegalMoves | Just4FunLegalMoves | LivingstoneLegalMoves


class LostCities(Struct):
    """The options of a match of Lost Cities. A field that is left out takes its default; a value
    outside its range fails with INVALID_OPTIONS."""
    game: ClassVar[Literal["lost-cities"]] = "lost-cities"
    rounds: int | None = None
    colors: int | None = None
    start_seat: int | None = None
    max_turns_without_deck_draw: int | None = None
    carried_scores: list[int] | None = None


class Just4Fun(Struct):
    """The options of a match of Just4Fun. A field that is left out takes its default; a value
    outside its range fails with INVALID_OPTIONS."""
    game: ClassVar[Literal["just4fun"]] = "just4fun"
    layout: Word["ORIGINAL", "RANDOM", "CUSTOM"] | None = None
    custom_layout: list[int] | None = None
    own_locked: bool | None = None
    start_seat: int | None = None


class LivingstoneCardCounts(Struct):
    """The number of cards of each face, 0 to 30."""
    no_cost_tent: int | None = None
    any_row_tent: int | None = None
    scored_row_tent: int | None = None
    two_dice: int | None = None
    market: int | None = None
    three_stones: int | None = None
    four_coins: int | None = None
    vp2: int | None = None
    vp3: int | None = None
    vp4: int | None = None
    boat_back: int | None = None
    mine_crash: int | None = None


class Livingstone(Struct):
    """The options of a match of Livingstone. A field that is left out takes its default; a value
    outside its range fails with INVALID_OPTIONS."""
    game: ClassVar[Literal["livingstone"]] = "livingstone"
    river: list[int] | None = None
    card_counts: LivingstoneCardCounts | None = None
    row_bonus: list[int] | None = None
    mine_crash_draw: Word["ALL", "DRAWER", "LOSERS"] | None = None
    allow_pass: bool | None = None
    coins_public: bool | None = None
    start_seat: int | None = None


class Malformed(Refused, code="malformed"):
    """It has the code `malformed`."""


class Unauthenticated(Refused, code="unauthenticated"):
    """It has the code `unauthenticated`."""


class NotYourMatch(Refused, code="not_your_match"):
    """It has the code `not_your_match`."""


class Forbidden(Refused, code="forbidden"):
    """It has the code `forbidden`."""


class NotFound(Refused, code="not_found"):
    """It has the code `not_found`."""


class MethodNotAllowed(Refused, code="method_not_allowed"):
    """It has the code `method_not_allowed`."""


class NotAcceptable(Refused, code="not_acceptable"):
    """It has the code `not_acceptable`."""


class Timeout(Refused, code="timeout"):
    """It has the code `timeout`."""


class Conflict(Refused, code="conflict"):
    """It has the code `conflict`."""


class MatchActive(Refused, code="match_active"):
    """It has the code `match_active`."""


class MatchFull(Refused, code="match_full"):
    """It has the code `match_full`."""


class MatchNotActive(Refused, code="match_not_active"):
    """It has the code `match_not_active`."""


class NotYourTurn(Refused, code="not_your_turn"):
    """It has the code `not_your_turn`."""


class UndoRefused(Refused, code="undo_refused"):
    """It has the code `undo_refused`."""


class VersionMismatch(Refused, code="version_mismatch"):
    """It has the code `version_mismatch`."""


class TooLarge(Refused, code="too_large"):
    """It has the code `too_large`."""


class TargetTooLong(Refused, code="target_too_long"):
    """It has the code `target_too_long`."""


class UnsupportedMediaType(Refused, code="unsupported_media_type"):
    """It has the code `unsupported_media_type`."""


class IdempotencyMismatch(Refused, code="idempotency_mismatch"):
    """It has the code `idempotency_mismatch`."""


class IllegalMove(Refused, code="illegal_move"):
    """It has the code `illegal_move`."""


class InvalidMove(Refused, code="invalid_move"):
    """It has the code `invalid_move`."""


class InvalidOptions(Refused, code="invalid_options"):
    """It has the code `invalid_options`."""


class RateLimited(Refused, code="rate_limited"):
    """It has the code `rate_limited`."""


class HeadersTooLarge(Refused, code="headers_too_large"):
    """It has the code `headers_too_large`."""


class Internal(Refused, code="internal"):
    """It has the code `internal`."""


class Unavailable(Refused, code="unavailable"):
    """It has the code `unavailable`."""


Options = LostCities | Just4Fun | Livingstone


LegalMove = LostCitiesLegalMove | Just4FunLegalMove | LivingstoneLegalMove


GameId = Literal["lost-cities", "just4fun", "livingstone"]


__all__ = [
    "LostCitiesOptions",
    "Player",
    "Seat",
    "MatchClock",
    "LostCitiesViewDiscard",
    "LostCitiesViewExpedition",
    "LostCitiesViewSide",
    "LostCitiesViewRoundSide",
    "LostCitiesViewRound",
    "LostCitiesView",
    "LostCitiesEventRoundStarted",
    "LostCitiesEventCardPlayed",
    "LostCitiesEventCardDrawn",
    "LostCitiesEvent",
    "UndoRequest",
    "Outcome",
    "Fairness",
    "LostCitiesMove",
    "LostCitiesLegalMove",
    "LostCitiesLegalMoves",
    "LostCitiesMatch",
    "Just4FunOptions",
    "Just4FunViewField",
    "Just4FunViewSide",
    "Just4FunView",
    "Just4FunEventMatchStarted",
    "Just4FunEventCardsPlayed",
    "Just4FunEventFieldLocked",
    "Just4FunEventLineCompleted",
    "Just4FunEventHandExchanged",
    "Just4FunEventCardsDrawn",
    "Just4FunEventDeckReshuffled",
    "Just4FunEvent",
    "Just4FunMovePlay",
    "Just4FunMoveExchange",
    "Just4FunMove",
    "Just4FunLegalMove",
    "Just4FunLegalMoves",
    "Just4FunMatch",
    "LivingstoneOptionsCardCounts",
    "LivingstoneOptions",
    "LivingstoneStones",
    "LivingstoneViewField",
    "LivingstoneGems",
    "LivingstoneViewSide",
    "LivingstoneViewFinal",
    "LivingstoneView",
    "LivingstoneEventRoundStarted",
    "LivingstoneEventDieTaken",
    "LivingstoneEventCardDrawn",
    "LivingstoneEventDeckReshuffled",
    "LivingstoneEventMineCrashed",
    "LivingstoneEventCoinsTaken",
    "LivingstoneEventStonesDrawn",
    "LivingstoneEventTentPlaced",
    "LivingstoneEventGemsSold",
    "LivingstoneEventDonated",
    "LivingstoneEventCardPlayed",
    "LivingstoneEventTurnEnded",
    "LivingstoneEventPassed",
    "LivingstoneEventRoundScored",
    "LivingstoneEvent",
    "LivingstoneMoveTakeDie",
    "LivingstoneMoveDrawCard",
    "LivingstoneMoveTakeCoins",
    "LivingstoneMoveDig",
    "LivingstoneMovePlaceTent",
    "LivingstoneMoveDonate",
    "LivingstoneMovePlayCard",
    "LivingstoneMovePlayScoredRowTent",
    "LivingstoneMoveEndTurn",
    "LivingstoneMovePassRound",
    "LivingstoneMove",
    "LivingstoneLegalMove",
    "LivingstoneLegalMoves",
    "LivingstoneMatch",
    "Match",
    "LostCitiesHistoryEntry",
    "Just4FunHistoryEntry",
    "LivingstoneHistoryEntry",
    "HistoryEntry",
    "History",
    "OwnPlayer",
    "PlayerAndToken",
    "SeatRange",
    "GameOptions",
    "Game",
    "Games",
    "Ticket",
    "Rematch",
    "Clock",
    "LegalMoves",
    "LostCities",
    "Just4Fun",
    "LivingstoneCardCounts",
    "Livingstone",
    "Malformed",
    "Unauthenticated",
    "NotYourMatch",
    "Forbidden",
    "NotFound",
    "MethodNotAllowed",
    "NotAcceptable",
    "Timeout",
    "Conflict",
    "MatchActive",
    "MatchFull",
    "MatchNotActive",
    "NotYourTurn",
    "UndoRefused",
    "VersionMismatch",
    "TooLarge",
    "TargetTooLong",
    "UnsupportedMediaType",
    "IdempotencyMismatch",
    "IllegalMove",
    "InvalidMove",
    "InvalidOptions",
    "RateLimited",
    "HeadersTooLarge",
    "Internal",
    "Unavailable",
    "Options",
    "LegalMove",
    "GameId"
]
