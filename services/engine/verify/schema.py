"""The schema of a replay: what a file must have to be verified at all."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, Strict, ValidationError
from pydantic.alias_generators import to_camel

from engine.domain.match import RECIPE, Deal, Kind, OnTimeout, StartMode, UndoMode
from engine.domain.registry import GAMES, Game
from engine.verify.errors import MAX_QUOTE, NotAReplay, NotInstalled, printable, quote

HEX_32 = "^[0-9a-f]{64}$"
ENTROPY = "^([0-9a-f]{2}){1,32}$"
TIME = r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$"
DURATION = "^(0|[1-9][0-9]{0,8})([.][0-9]{0,2}[1-9])?s$"
WORDS = {
    HEX_32: "this is not 32 bytes in hex, 64 digits of 0-9 and a-f",
    ENTROPY: "this is not hex of 1 to 32 bytes, in digits of 0-9 and a-f",
    TIME: "this is not a time such as 2026-03-01T12:00:03.000Z",
    DURATION: "this is not a duration such as 2.5s",
    "extra_forbidden": "this verifier does not know this member",
}
"""What a text is not, by the pattern that it does not fit; or what the error of a type means."""
Hex32 = Annotated[str, Field(pattern=HEX_32)]
Entropy = Annotated[str, Field(pattern=ENTROPY)]


def _check_calendar(time: str) -> str:
    datetime.fromisoformat(time)
    return time


Time = Annotated[
    str,
    Field(pattern=TIME),
    AfterValidator(_check_calendar),
]
Duration = Annotated[str, Field(pattern=DURATION)]
Json: TypeAlias = dict[str, Any]


class FilePart(BaseModel):
    """A part of the file. Members that are not named here are ignored: later ones may have more.

    In an entry of the log they are not, as they are hashed.
    """

    model_config = ConfigDict(alias_generator=to_camel, frozen=True, strict=True)


class GivenPlayer(FilePart):
    id: str
    display_name: str
    kind: Literal["human", "bot"]


class GivenSeat(FilePart):
    index: int
    player: GivenPlayer | None
    resigned: bool


class GivenFairness(FilePart):
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


class GivenClock(FilePart):
    per_move: Duration | None
    bank: Duration | None
    increment: Duration | None
    # Strict models take no text for an enum, and JSON has nothing else.
    on_timeout: Annotated[OnTimeout, Strict(False)]
    deadline: Time | None
    banks: list[Duration] | None


class GivenMatch(FilePart):
    id: str
    game: str
    status: str
    start: Annotated[StartMode, Strict(False)]
    deal: Annotated[Deal, Strict(False)]
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
    clock: GivenClock | None = None
    gone_after: Duration | None
    undo_mode: Annotated[UndoMode, Strict(False)]


class GivenEntry(FilePart, extra="forbid"):
    version: int
    kind: Annotated[Kind, Strict(False)]
    seat: int
    move: Json | None
    time: Time
    prev: Hex32
    hash: Hex32
    note: str | None = None
    seal: Hex32 | None = None
    entropy: Entropy | None = None
    withheld: list[int] = []
    gone: list[int] = []
    to: int | None = None
    needs: list[int] | None = None


class Replay(FilePart):
    match: GivenMatch
    game: str
    options: Json
    server_seed: Hex32
    entropy: list[Entropy | None]
    log: Annotated[list[GivenEntry], Field(min_length=1)]


def parse(raw: Any) -> Replay:
    """The replay in a file's JSON. Raise NotAReplay."""
    _check_kind_of_file(raw)
    try:
        return Replay.model_validate(raw)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        why = WORDS.get(first.get("ctx", {}).get("pattern", first["type"]), first["msg"])
        raise NotAReplay(f"{_path(first['loc'])}: {why}.") from None


def game_of(replay: Replay) -> Game:
    """The game of the replay, by the rules it was played by.

    Raise NotInstalled if they are not those of an installed package, NotAReplay for other numbers
    of seats, and another recipe.
    """
    given = replay.match
    versions = {each.rules.VERSION: each for each in GAMES.versions if given.game == each.rules.ID}
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


def _path(parts: Sequence[int | str]) -> str:
    """`("log", 3, "seat")` as `log[3].seat`."""
    text = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in parts)
    return printable(text.removeprefix("."))[:MAX_QUOTE]
