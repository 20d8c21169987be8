"""The schema of a replay: what a file must have to be verified at all."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Annotated, Any, ClassVar, Literal, TypeAlias

from croupier_match.games import Game, Games
from croupier_match.match import RECIPE, Deal, Kind, OnTimeout, StartMode, UndoMode
from croupier_match.verify.errors import MAX_QUOTE, NotAReplay, NotInstalled, printable, quote
from croupier_match.verify.reader import EXACT, Form, Misread, path, reader

HEX_32 = Form("[0-9a-f]{64}", "this is not 32 bytes in hex, 64 digits of 0-9 and a-f")
ENTROPY = Form("([0-9a-f]{2}){1,32}", "this is not hex of 1 to 32 bytes, in digits of 0-9 and a-f")
TIME = Form(
    "[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}[.][0-9]{3}Z",
    "this is not a time such as 2026-03-01T12:00:03.000Z",
    datetime.fromisoformat,
)
DURATION = Form("(0|[1-9][0-9]{0,8})([.][0-9]{0,2}[1-9])?s", "this is not a duration such as 2.5s")
Hex32 = Annotated[str, HEX_32]
Entropy = Annotated[str, ENTROPY]
Time = Annotated[str, TIME]
Duration = Annotated[str, DURATION]
Json: TypeAlias = dict[str, Any]

# Members that are not named here are ignored: later files may have more. In an entry of the log
# they are not, as they are hashed.


@dataclass(frozen=True)
class GivenPlayer:
    id: str
    display_name: str
    kind: Literal["human", "bot"]


@dataclass(frozen=True)
class GivenSeat:
    index: int
    player: GivenPlayer | None
    resigned: bool


@dataclass(frozen=True)
class GivenFairness:
    commitment: Hex32
    server_seed: Hex32
    log_head: Hex32
    recipe: int
    terms: Hex32
    # These four are there in sealed deals.
    reveal: Duration | None = None
    seals: list[Hex32 | None] | None = None
    to_reveal: list[int] | None = None
    reveal_by: Time | None = None


@dataclass(frozen=True)
class GivenClock:
    per_move: Duration | None
    bank: Duration | None
    increment: Duration | None
    on_timeout: OnTimeout
    deadline: Time | None
    deadlines: list[Time | None]
    banks: list[Duration] | None


@dataclass(frozen=True)
class GivenTournament:
    id: str
    round: int
    table: int


@dataclass(frozen=True)
class GivenDeal:
    id: str
    end_time: Time


@dataclass(frozen=True)
class GivenMatch:
    id: str
    game: str
    status: str
    start: StartMode
    deal: Deal
    version: int
    rules_version: int
    options: Json
    create_time: Time
    update_time: Time
    seats: list[GivenSeat]
    your_seat: int | None
    to_move: list[int]
    state: Json | None
    last_events: list[Json]
    outcome: Json | None
    fairness: GivenFairness
    gone_after: Duration | None
    undo_mode: UndoMode
    clock: GivenClock | None = None
    rated: bool = False
    tournament: GivenTournament | None = None
    deal_of: GivenDeal | None = None


@dataclass(frozen=True)
class GivenEntry:
    extra: ClassVar[str] = EXACT

    version: int
    kind: Kind
    seat: int
    move: Json | None
    time: Time
    prev: Hex32
    hash: Hex32
    note: str | None = None
    seal: Hex32 | None = None
    entropy: Entropy | None = None
    withheld: list[int] = field(default_factory=list)
    gone: list[int] = field(default_factory=list)
    late: list[int] = field(default_factory=list)
    to: int | None = None
    needs: list[int] = field(default_factory=list)
    kept: list[int] = field(default_factory=list)


@dataclass(frozen=True)
class Replay:
    match: GivenMatch
    game: str
    options: Json
    server_seed: Hex32
    entropy: list[Entropy | None]
    log: list[GivenEntry]


def parse(raw: Any) -> Replay:
    """The replay in a file's JSON. Raise NotAReplay."""
    _check_kind_of_file(raw)
    try:
        replay: Replay = reader(Replay)(raw)
    except Misread as error:
        place = printable(path(error.path))[:MAX_QUOTE]
        raise NotAReplay(f"{place}: {error}.") from None
    if not replay.log:
        raise NotAReplay("log: this is empty.")
    return replay


def game_of(games: Games, replay: Replay) -> Game:
    """The game of the replay, by the rules it was played by.

    Raise NotInstalled if they are none of these, NotAReplay for other numbers
    of seats, and another recipe.
    """
    given = replay.match
    versions = {each.rules.VERSION: each for each in games.versions if given.game == each.rules.ID}
    if not versions:
        raise NotInstalled(f"match.game: this verifier does not know {quote(given.game)}.")
    if given.rules_version not in versions:
        raise NotInstalled(
            f"match.rulesVersion: {quote(given.rules_version)} is not "
            f"{' or '.join(map(str, versions))}, the version of the rules of this verifier."
        )
    game = versions[given.rules_version]
    rules = game.rules
    if given.fairness.recipe != RECIPE:
        raise NotAReplay(
            f"match.fairness.recipe: this verifier does not know recipe "
            f"{quote(given.fairness.recipe)}; it knows {RECIPE}."
        )
    if not rules.MIN_SEATS <= len(given.seats) <= rules.MAX_SEATS:
        raise NotAReplay(f"match.seats: {len(given.seats)} seats are not possible in {rules.NAME}.")
    return game


def _check_kind_of_file(raw: Any) -> None:
    """Raise NotAReplay saying what else the file is, if that can be said."""
    if not isinstance(raw, dict):
        raise NotAReplay("it is not a JSON object.")
    if "log" not in raw and "code" in raw:
        raise NotAReplay(f"it is a refusal of the server: {quote(raw.get('detail'))}.")
    if "log" not in raw and "fairness" in raw:
        raise NotAReplay("it is a match without its log.")
