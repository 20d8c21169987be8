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


class Just4FunMovePlay(Struct, frozen=True):
    """Cards to play: the mover puts a stone on the field that is their sum."""
    cards: tuple[int, ...]


class Just4FunMoveExchange(Struct, frozen=True):
    """An exchange of the whole hand, which is discarded face up, for a new one. It is legal only
    when no card of the hand can be played, and then is the only legal move."""


class Just4FunMove(Struct, frozen=True):
    """One turn. Exactly one field is set; a move without any fails with INVALID_MOVE."""
    play: Just4FunMovePlay | None = None
    exchange: Just4FunMoveExchange | None = None


class Just4FunLegalMove(AnyLegalMove, frozen=True):
    move: Just4FunMove


class Just4FunLegalMoves(AnyLegalMoves, frozen=True):
    game: Literal["just4fun"]
    moves: tuple[Just4FunLegalMove, ...]


class Just4FunOptions(Struct, frozen=True):
    """The options of a match of Just4Fun. A field that is left out takes its default; a value
    outside its range fails with INVALID_OPTIONS."""
    layout: Word["ORIGINAL", "RANDOM", "CUSTOM"]
    custom_layout: tuple[int, ...]
    own_locked: bool
    start_seat: int | None = None


class Just4FunViewField(Struct, frozen=True):
    """A field of the board."""
    number: int
    stones: tuple[int, ...]
    locked: bool
    owner: int | None = None


class Just4FunViewSide(Struct, frozen=True):
    """One player's stones and cards."""
    seat: int
    hand_size: int
    supply: int
    removed: int
    score: int
    highest_field: int


class Just4FunView(Struct, frozen=True):
    """The table of Just4Fun as its viewer, a seat or a spectator, may see it."""
    starter: int
    deck_size: int
    hand: tuple[int, ...]
    discard: tuple[int, ...]
    board: tuple[Just4FunViewField, ...]
    sides: tuple[Just4FunViewSide, ...]
    line: tuple[int, ...]


class Just4FunEventMatchStarted(Struct, frozen=True):
    """The board was laid out and the cards were dealt."""
    starter: int
    layout: tuple[int, ...]
    hand: tuple[int, ...]


class Just4FunEventCardsPlayed(Struct, frozen=True):
    """A player played cards and put a stone on the field that is their sum."""
    seat: int
    cards: tuple[int, ...]
    field: int


class Just4FunEventFieldLocked(Struct, frozen=True):
    """A player got a lead of two stones on a field, which locks it."""
    seat: int
    field: int
    removed: tuple[int, ...]


class Just4FunEventLineCompleted(Struct, frozen=True):
    """A player owns four fields in a straight line, which ends the match."""
    seat: int
    fields: tuple[int, ...]


class Just4FunEventHandExchanged(Struct, frozen=True):
    """A player without a playable card discarded the whole hand."""
    seat: int
    cards: tuple[int, ...]


class Just4FunEventCardsDrawn(Struct, frozen=True):
    """A player drew cards, up to a hand of four."""
    seat: int
    count: int
    cards: tuple[int, ...]


class Just4FunEventDeckReshuffled(Struct, frozen=True):
    """The last card of the deck was drawn, so the discard pile was shuffled and became the new
    deck. The event follows that of the draw in which this happened."""
    cards: int


class Just4FunEvent(Struct, frozen=True):
    """One thing that happened in a match of Just4Fun, as its viewer may see it. Exactly one field
    is set."""
    match_started: Just4FunEventMatchStarted | None = None
    cards_played: Just4FunEventCardsPlayed | None = None
    field_locked: Just4FunEventFieldLocked | None = None
    line_completed: Just4FunEventLineCompleted | None = None
    hand_exchanged: Just4FunEventHandExchanged | None = None
    cards_drawn: Just4FunEventCardsDrawn | None = None
    deck_reshuffled: Just4FunEventDeckReshuffled | None = None


class Just4FunMatch(AnyMatch, frozen=True):
    """A match as the caller may see it."""
    game: Literal["just4fun"]
    options: Just4FunOptions
    state: Just4FunView | None
    last_events: tuple[Just4FunEvent, ...]
    legal_moves: Just4FunLegalMoves | None = None


class Just4FunHistoryEntry(AnyHistoryEntry, frozen=True):
    game: Literal["just4fun"]
    move: Just4FunMove | None
    events: tuple[Just4FunEvent, ...]


class Just4Fun(Options, frozen=True):
    """The options of a match of Just4Fun. A field that is left out takes its default; a value
    outside its range fails with INVALID_OPTIONS."""
    game: ClassVar[str] = "just4fun"
    layout: Word["ORIGINAL", "RANDOM", "CUSTOM"] | None = None
    custom_layout: tuple[int, ...] | None = None
    own_locked: bool | None = None
    start_seat: int | None = None


class Just4FunTurn(AnyTurn):
    """A decision to make in a match of just4fun."""
    game: Literal["just4fun"]
    options: Just4FunOptions
    state: Just4FunView
    events: tuple[Just4FunEvent, ...]
    moves: tuple[Just4FunLegalMove, ...]


class LivingstoneMoveTakeDie(Struct, frozen=True):
    """The mover takes a die from the pool."""
    value: int


class LivingstoneMoveDrawCard(Struct, frozen=True):
    """The mover uses the die to draw an action card."""


class LivingstoneMoveTakeCoins(Struct, frozen=True):
    """The mover uses the die to take as many coins as it shows."""


class LivingstoneMoveDig(Struct, frozen=True):
    """The mover uses the die to draw as many stones from the bag as it shows."""


class LivingstoneMovePlaceTent(Struct, frozen=True):
    """The mover uses the die to put a tent into the boat's column. It costs the price of the river,
    and a coin for every tent on the field."""
    row: int
    no_cost: bool
    any_row: bool
    from_field: str


class LivingstoneGems(Struct, frozen=True):
    """Numbers of gems by kind."""
    clear: int
    blue: int
    red: int


class LivingstoneMoveDonate(Struct, frozen=True):
    """The mover donates coins: they go into the mover's chest, for good."""
    amount: int | None = None


class LivingstoneMovePlayCard(Struct, frozen=True):
    """The mover plays a card that needs no further choice."""
    card: Word["NO_COST_TENT", "ANY_ROW_TENT", "SCORED_ROW_TENT", "TWO_DICE", "MARKET", "THREE_STONES", "FOUR_COINS", "VP2", "VP3", "VP4", "BOAT_BACK", "MINE_CRASH"]


class LivingstoneMovePlayScoredRowTent(Struct, frozen=True):
    """The mover plays SCORED_ROW_TENT: an extra tent in the boat's column."""
    row: int
    from_field: str


class LivingstoneMoveEndTurn(Struct, frozen=True):
    """The mover ends the turn, once the die has been used."""


class LivingstoneMovePassRound(Struct, frozen=True):
    """The mover sits out the rest of the round. It is legal before a die is taken in the turn, and
    with the option allowPass only."""


class LivingstoneMove(Struct, frozen=True):
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


class LivingstoneLegalMove(AnyLegalMove, frozen=True):
    move: LivingstoneMove


class LivingstoneLegalMoves(AnyLegalMoves, frozen=True):
    game: Literal["livingstone"]
    moves: tuple[LivingstoneLegalMove, ...]


class LivingstoneOptionsCardCounts(Struct, frozen=True):
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


class LivingstoneOptions(Struct, frozen=True):
    """The options of a match of Livingstone. A field that is left out takes its default; a value
    outside its range fails with INVALID_OPTIONS."""
    river: tuple[int, ...]
    card_counts: LivingstoneOptionsCardCounts
    row_bonus: tuple[int, ...]
    mine_crash_draw: Word["ALL", "DRAWER", "LOSERS"]
    allow_pass: bool
    coins_public: bool
    start_seat: int | None = None


class LivingstoneStones(Struct, frozen=True):
    """Numbers of stones from the bag by kind."""
    black: int
    clear: int
    blue: int
    red: int
    white: int


class LivingstoneViewField(Struct, frozen=True):
    """A field with tents on it."""
    field: str
    column: int
    row: int
    tents: tuple[int, ...]
    unscored: tuple[int, ...]


class LivingstoneViewSide(Struct, frozen=True):
    """What one player has."""
    seat: int
    score: int
    wealth: int
    gems: LivingstoneGems
    tents: int
    hand_size: int
    last_die: int
    passed: bool
    scored_rows: tuple[int, ...]
    coins: int | None = None
    chest: int | None = None


class LivingstoneViewFinal(Struct, frozen=True):
    """The points that were added at the end, and the seats that the chests eliminated."""
    rows: tuple[int, ...]
    gems: tuple[int, ...]
    cards: tuple[int, ...]
    dice: tuple[int, ...]
    eliminated: tuple[int, ...]


class LivingstoneView(Struct, frozen=True):
    """The table of Livingstone as its viewer, a seat or a spectator, may see it."""
    round: int
    starter: int
    boat: int
    river: tuple[int, ...]
    pool: tuple[int, ...]
    die: int
    dice_to_take: int
    hand: tuple[Word["NO_COST_TENT", "ANY_ROW_TENT", "SCORED_ROW_TENT", "TWO_DICE", "MARKET", "THREE_STONES", "FOUR_COINS", "VP2", "VP3", "VP4", "BOAT_BACK", "MINE_CRASH"], ...]
    deck_size: int
    discard: tuple[Word["NO_COST_TENT", "ANY_ROW_TENT", "SCORED_ROW_TENT", "TWO_DICE", "MARKET", "THREE_STONES", "FOUR_COINS", "VP2", "VP3", "VP4", "BOAT_BACK", "MINE_CRASH"], ...]
    out_of_game: tuple[Word["NO_COST_TENT", "ANY_ROW_TENT", "SCORED_ROW_TENT", "TWO_DICE", "MARKET", "THREE_STONES", "FOUR_COINS", "VP2", "VP3", "VP4", "BOAT_BACK", "MINE_CRASH"], ...]
    bag: LivingstoneStones
    aside: LivingstoneStones
    board: tuple[LivingstoneViewField, ...]
    sides: tuple[LivingstoneViewSide, ...]
    final: LivingstoneViewFinal | None = None


class LivingstoneEventRoundStarted(Struct, frozen=True):
    """The dice of a round were rolled."""
    round: int
    starter: int
    boat: int
    dice: tuple[int, ...]


class LivingstoneEventDieTaken(Struct, frozen=True):
    """A player took a die from the pool."""
    seat: int
    value: int


class LivingstoneEventCardDrawn(Struct, frozen=True):
    """A player drew an action card."""
    seat: int
    card: Word["NO_COST_TENT", "ANY_ROW_TENT", "SCORED_ROW_TENT", "TWO_DICE", "MARKET", "THREE_STONES", "FOUR_COINS", "VP2", "VP3", "VP4", "BOAT_BACK", "MINE_CRASH"] | None = None


class LivingstoneEventDeckReshuffled(Struct, frozen=True):
    """The deck was empty, so the discard pile was shuffled and became the deck. The event goes
    before that of the card that is drawn from it."""
    cards: int


class LivingstoneEventMineCrashed(Struct, frozen=True):
    """A player drew MINE_CRASH: all gems went back into the bag."""
    seat: int
    lost: tuple[LivingstoneGems, ...]


class LivingstoneEventCoinsTaken(Struct, frozen=True):
    """A player took coins for a die."""
    seat: int
    coins: int


class LivingstoneEventStonesDrawn(Struct, frozen=True):
    """A player drew stones from the bag."""
    seat: int
    stones: LivingstoneStones


class LivingstoneEventTentPlaced(Struct, frozen=True):
    """A player put a tent on the board."""
    seat: int
    field: str
    paid: int
    cards: tuple[Word["NO_COST_TENT", "ANY_ROW_TENT", "SCORED_ROW_TENT", "TWO_DICE", "MARKET", "THREE_STONES", "FOUR_COINS", "VP2", "VP3", "VP4", "BOAT_BACK", "MINE_CRASH"], ...]
    from_field: str


class LivingstoneEventGemsSold(Struct, frozen=True):
    """A player sold gems."""
    seat: int
    gems: LivingstoneGems
    coins: int
    points: int


class LivingstoneEventDonated(Struct, frozen=True):
    """A player donated coins."""
    seat: int
    amount: int | None = None


class LivingstoneEventCardPlayed(Struct, frozen=True):
    """A player played an action card."""
    seat: int
    card: Word["NO_COST_TENT", "ANY_ROW_TENT", "SCORED_ROW_TENT", "TWO_DICE", "MARKET", "THREE_STONES", "FOUR_COINS", "VP2", "VP3", "VP4", "BOAT_BACK", "MINE_CRASH"]


class LivingstoneEventTurnEnded(Struct, frozen=True):
    """A player ended the turn."""
    seat: int


class LivingstoneEventPassed(Struct, frozen=True):
    """A player sat out the rest of the round."""
    seat: int


class LivingstoneEventRoundScored(Struct, frozen=True):
    """The tents in the boat's column earned points, which ends a round."""
    boat: int
    points: tuple[int, ...]


class LivingstoneEvent(Struct, frozen=True):
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


class LivingstoneMatch(AnyMatch, frozen=True):
    """A match as the caller may see it."""
    game: Literal["livingstone"]
    options: LivingstoneOptions
    state: LivingstoneView | None
    last_events: tuple[LivingstoneEvent, ...]
    legal_moves: LivingstoneLegalMoves | None = None


class LivingstoneHistoryEntry(AnyHistoryEntry, frozen=True):
    game: Literal["livingstone"]
    move: LivingstoneMove | None
    events: tuple[LivingstoneEvent, ...]


class LivingstoneCardCounts(Struct, frozen=True):
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


class Livingstone(Options, frozen=True):
    """The options of a match of Livingstone. A field that is left out takes its default; a value
    outside its range fails with INVALID_OPTIONS."""
    game: ClassVar[str] = "livingstone"
    river: tuple[int, ...] | None = None
    card_counts: LivingstoneCardCounts | None = None
    row_bonus: tuple[int, ...] | None = None
    mine_crash_draw: Word["ALL", "DRAWER", "LOSERS"] | None = None
    allow_pass: bool | None = None
    coins_public: bool | None = None
    start_seat: int | None = None


class LivingstoneTurn(AnyTurn):
    """A decision to make in a match of livingstone."""
    game: Literal["livingstone"]
    options: LivingstoneOptions
    state: LivingstoneView
    events: tuple[LivingstoneEvent, ...]
    moves: tuple[LivingstoneLegalMove, ...]


class LostCitiesMove(Struct, frozen=True):
    """One turn: the mover plays a card from the hand, then draws a card."""
    card: str
    place: Word["EXPEDITION", "DISCARD"]
    draw: Word["DECK", "RED", "WHITE", "YELLOW", "BLUE", "GREEN", "PURPLE"]


class LostCitiesLegalMove(AnyLegalMove, frozen=True):
    move: LostCitiesMove


class LostCitiesLegalMoves(AnyLegalMoves, frozen=True):
    game: Literal["lost-cities"]
    moves: tuple[LostCitiesLegalMove, ...]


class LostCitiesOptions(Struct, frozen=True):
    """The options of a match of Lost Cities. A field that is left out takes its default; a value
    outside its range fails with INVALID_OPTIONS."""
    rounds: int
    colors: int
    max_turns_without_deck_draw: int
    carried_scores: tuple[int, ...]
    start_seat: int | None = None


class LostCitiesViewDiscard(Struct, frozen=True):
    """A discard pile. Only its top card is visible."""
    color: Word["RED", "WHITE", "YELLOW", "BLUE", "GREEN", "PURPLE"]
    top: str
    size: int


class LostCitiesViewExpedition(Struct, frozen=True):
    """One expedition and its score as it lies."""
    color: Word["RED", "WHITE", "YELLOW", "BLUE", "GREEN", "PURPLE"]
    cards: tuple[str, ...]
    wagers: int
    sum: int
    bonus: int
    score: int


class LostCitiesViewSide(Struct, frozen=True):
    """One player's side of the table."""
    seat: int
    hand_size: int
    hand_known: tuple[str, ...]
    expeditions: tuple[LostCitiesViewExpedition, ...]
    round_score: int
    total: int


class LostCitiesViewRoundSide(Struct, frozen=True):
    """One player's result of a finished round."""
    seat: int
    expeditions: tuple[LostCitiesViewExpedition, ...]
    score: int
    total: int


class LostCitiesViewRound(Struct, frozen=True):
    """A finished round."""
    round: int
    starter: int
    sides: tuple[LostCitiesViewRoundSide, ...]


class LostCitiesView(Struct, frozen=True):
    """The table of Lost Cities as its viewer, a seat or a spectator, may see it."""
    round: int
    rounds: int
    starter: int
    deck_size: int
    turns_without_deck_draw: int
    hand: tuple[str, ...]
    discards: tuple[LostCitiesViewDiscard, ...]
    sides: tuple[LostCitiesViewSide, ...]
    finished_rounds: tuple[LostCitiesViewRound, ...]


class LostCitiesEventRoundStarted(Struct, frozen=True):
    """The cards of a round were dealt."""
    round: int
    starter: int
    hand: tuple[str, ...]


class LostCitiesEventCardPlayed(Struct, frozen=True):
    """A player put a card on the table."""
    seat: int
    card: str
    place: Word["EXPEDITION", "DISCARD"]


class LostCitiesEventCardDrawn(Struct, frozen=True):
    """A player drew a card."""
    seat: int
    pile: Word["DECK", "RED", "WHITE", "YELLOW", "BLUE", "GREEN", "PURPLE"]
    card: str


class LostCitiesEvent(Struct, frozen=True):
    """One thing that happened in a match of Lost Cities, as its viewer may see it. Exactly one
    field is set."""
    round_started: LostCitiesEventRoundStarted | None = None
    card_played: LostCitiesEventCardPlayed | None = None
    card_drawn: LostCitiesEventCardDrawn | None = None
    round_ended: LostCitiesViewRound | None = None


class LostCitiesMatch(AnyMatch, frozen=True):
    """A match as the caller may see it."""
    game: Literal["lost-cities"]
    options: LostCitiesOptions
    state: LostCitiesView | None
    last_events: tuple[LostCitiesEvent, ...]
    legal_moves: LostCitiesLegalMoves | None = None


class LostCitiesHistoryEntry(AnyHistoryEntry, frozen=True):
    game: Literal["lost-cities"]
    move: LostCitiesMove | None
    events: tuple[LostCitiesEvent, ...]


class LostCities(Options, frozen=True):
    """The options of a match of Lost Cities. A field that is left out takes its default; a value
    outside its range fails with INVALID_OPTIONS."""
    game: ClassVar[str] = "lost-cities"
    rounds: int | None = None
    colors: int | None = None
    start_seat: int | None = None
    max_turns_without_deck_draw: int | None = None
    carried_scores: tuple[int, ...] | None = None


class LostCitiesTurn(AnyTurn):
    """A decision to make in a match of lost-cities."""
    game: Literal["lost-cities"]
    options: LostCitiesOptions
    state: LostCitiesView
    events: tuple[LostCitiesEvent, ...]
    moves: tuple[LostCitiesLegalMove, ...]


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
