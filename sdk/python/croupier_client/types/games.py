"""The types of games, as `python -m croupier_client.types` writes them."""
# pyright: reportIncompatibleVariableOverride=false

from typing import Any, ClassVar, Literal

from croupier_client.base import Options, Struct, Word
from croupier_client.types.known import (
    AnyHistoryEntry,
    AnyLegalMove,
    AnyLegalMoves,
    AnyMatch,
    AnyTurn,
    OtherHistoryEntry,
    OtherLegalMove,
    OtherLegalMoves,
    OtherMatch,
    OtherTurn,
    register,
)


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


class Just4FunLegalMove(AnyLegalMove):
    move: Just4FunMove


class Just4FunLegalMoves(AnyLegalMoves):
    game: Literal["just4fun"]
    moves: list[Just4FunLegalMove]


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


class Just4FunMatch(AnyMatch):
    """A match as the caller may see it."""
    game: Literal["just4fun"]
    options: Just4FunOptions
    state: Just4FunView | None
    last_events: list[Just4FunEvent]
    legal_moves: Just4FunLegalMoves | None = None


class Just4FunHistoryEntry(AnyHistoryEntry):
    game: Literal["just4fun"]
    move: Just4FunMove | None
    events: list[Just4FunEvent]


class Just4Fun(Options):
    """The options of a match of Just4Fun. A field that is left out takes its default; a value
    outside its range fails with INVALID_OPTIONS."""
    game: ClassVar[str] = "just4fun"
    layout: Word["ORIGINAL", "RANDOM", "CUSTOM"] | None = None
    custom_layout: list[int] | None = None
    own_locked: bool | None = None
    start_seat: int | None = None


class Just4FunTurn(AnyTurn):
    """A decision to make in a match of just4fun."""
    game: Literal["just4fun"]
    options: Just4FunOptions
    state: Just4FunView
    events: list[Just4FunEvent]
    moves: list[Just4FunLegalMove]


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


class LivingstoneGems(Struct):
    """Numbers of gems by kind."""
    clear: int
    blue: int
    red: int


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


class LivingstoneLegalMove(AnyLegalMove):
    move: LivingstoneMove


class LivingstoneLegalMoves(AnyLegalMoves):
    game: Literal["livingstone"]
    moves: list[LivingstoneLegalMove]


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


class LivingstoneMatch(AnyMatch):
    """A match as the caller may see it."""
    game: Literal["livingstone"]
    options: LivingstoneOptions
    state: LivingstoneView | None
    last_events: list[LivingstoneEvent]
    legal_moves: LivingstoneLegalMoves | None = None


class LivingstoneHistoryEntry(AnyHistoryEntry):
    game: Literal["livingstone"]
    move: LivingstoneMove | None
    events: list[LivingstoneEvent]


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


class Livingstone(Options):
    """The options of a match of Livingstone. A field that is left out takes its default; a value
    outside its range fails with INVALID_OPTIONS."""
    game: ClassVar[str] = "livingstone"
    river: list[int] | None = None
    card_counts: LivingstoneCardCounts | None = None
    row_bonus: list[int] | None = None
    mine_crash_draw: Word["ALL", "DRAWER", "LOSERS"] | None = None
    allow_pass: bool | None = None
    coins_public: bool | None = None
    start_seat: int | None = None


class LivingstoneTurn(AnyTurn):
    """A decision to make in a match of livingstone."""
    game: Literal["livingstone"]
    options: LivingstoneOptions
    state: LivingstoneView
    events: list[LivingstoneEvent]
    moves: list[LivingstoneLegalMove]


class LostCitiesMove(Struct):
    """One turn: the mover plays a card from the hand, then draws a card."""
    card: str
    place: Word["EXPEDITION", "DISCARD"]
    draw: Word["DECK", "RED", "WHITE", "YELLOW", "BLUE", "GREEN", "PURPLE"]


class LostCitiesLegalMove(AnyLegalMove):
    move: LostCitiesMove


class LostCitiesLegalMoves(AnyLegalMoves):
    game: Literal["lost-cities"]
    moves: list[LostCitiesLegalMove]


class LostCitiesOptions(Struct):
    """The options of a match of Lost Cities. A field that is left out takes its default; a value
    outside its range fails with INVALID_OPTIONS."""
    rounds: int
    colors: int
    max_turns_without_deck_draw: int
    carried_scores: list[int]
    start_seat: int | None = None


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


class LostCitiesMatch(AnyMatch):
    """A match as the caller may see it."""
    game: Literal["lost-cities"]
    options: LostCitiesOptions
    state: LostCitiesView | None
    last_events: list[LostCitiesEvent]
    legal_moves: LostCitiesLegalMoves | None = None


class LostCitiesHistoryEntry(AnyHistoryEntry):
    game: Literal["lost-cities"]
    move: LostCitiesMove | None
    events: list[LostCitiesEvent]


class LostCities(Options):
    """The options of a match of Lost Cities. A field that is left out takes its default; a value
    outside its range fails with INVALID_OPTIONS."""
    game: ClassVar[str] = "lost-cities"
    rounds: int | None = None
    colors: int | None = None
    start_seat: int | None = None
    max_turns_without_deck_draw: int | None = None
    carried_scores: list[int] | None = None


class LostCitiesTurn(AnyTurn):
    """A decision to make in a match of lost-cities."""
    game: Literal["lost-cities"]
    options: LostCitiesOptions
    state: LostCitiesView
    events: list[LostCitiesEvent]
    moves: list[LostCitiesLegalMove]


LegalMove = Just4FunLegalMove | LivingstoneLegalMove | LostCitiesLegalMove | OtherLegalMove


LegalMoves = Just4FunLegalMoves | LivingstoneLegalMoves | LostCitiesLegalMoves | OtherLegalMoves


Match = Just4FunMatch | LivingstoneMatch | LostCitiesMatch | OtherMatch


HistoryEntry = Just4FunHistoryEntry | LivingstoneHistoryEntry | LostCitiesHistoryEntry | OtherHistoryEntry


Turn = Just4FunTurn | LivingstoneTurn | LostCitiesTurn | OtherTurn


__all__ = [
    "Just4FunMovePlay",
    "Just4FunMoveExchange",
    "Just4FunMove",
    "Just4FunLegalMove",
    "Just4FunLegalMoves",
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
    "Just4FunMatch",
    "Just4FunHistoryEntry",
    "Just4Fun",
    "Just4FunTurn",
    "LivingstoneMoveTakeDie",
    "LivingstoneMoveDrawCard",
    "LivingstoneMoveTakeCoins",
    "LivingstoneMoveDig",
    "LivingstoneMovePlaceTent",
    "LivingstoneGems",
    "LivingstoneMoveDonate",
    "LivingstoneMovePlayCard",
    "LivingstoneMovePlayScoredRowTent",
    "LivingstoneMoveEndTurn",
    "LivingstoneMovePassRound",
    "LivingstoneMove",
    "LivingstoneLegalMove",
    "LivingstoneLegalMoves",
    "LivingstoneOptionsCardCounts",
    "LivingstoneOptions",
    "LivingstoneStones",
    "LivingstoneViewField",
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
    "LivingstoneMatch",
    "LivingstoneHistoryEntry",
    "LivingstoneCardCounts",
    "Livingstone",
    "LivingstoneTurn",
    "LostCitiesMove",
    "LostCitiesLegalMove",
    "LostCitiesLegalMoves",
    "LostCitiesOptions",
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
    "LostCitiesMatch",
    "LostCitiesHistoryEntry",
    "LostCities",
    "LostCitiesTurn",
    "LegalMove",
    "LegalMoves",
    "Match",
    "HistoryEntry",
    "Turn"
]

register("just4fun", Just4FunMatch, Just4FunHistoryEntry, Just4FunTurn)
register("livingstone", LivingstoneMatch, LivingstoneHistoryEntry, LivingstoneTurn)
register("lost-cities", LostCitiesMatch, LostCitiesHistoryEntry, LostCitiesTurn)
