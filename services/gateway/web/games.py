"""The games' part of the web table: boards, texts and pictures, which come with a game's bundle.

What files there are says what a game has: docs/adding-a-board.md names them. A bundle without a
`game.json`, or with one that cannot be read, has no board; an `options.json` that cannot be read
is none.
"""

import logging
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import PurePosixPath
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError
from pydantic.alias_generators import to_camel

from gateway.contract.games import Game
from gateway.web.files import MEDIA_TYPES, TEST

log = logging.getLogger("gateway")
MANIFEST = "game.json"
OPTIONS = "options.json"
SERVED = {
    **MEDIA_TYPES,
    ".json": "application/json",
    ".md": "text/markdown; charset=utf-8",
}
"""By extension, what browsers may have of a game."""
LAST = 1000
"""Where a game without an order stands."""
TEXT = re.compile(r"([a-z]{2})\.js")
RULES = re.compile(r"rules\.([a-z]{2})\.md")


class Manifest(BaseModel):
    """What `game.json` says."""

    model_config = ConfigDict(alias_generator=to_camel, extra="forbid", frozen=True)

    board: int
    """The version of web/board.js that the board was made for."""
    order: int = LAST
    """Where the game stands among the others on the first page."""
    minutes: list[Annotated[int, Field(ge=1, le=10_000)]] = Field([], max_length=100)
    """How long a match with the usual options takes, by the number of seats from the least up;
    the last one is for all further numbers."""
    difficulty: Annotated[int, Field(ge=1, le=3)] | None = None
    """How hard the rules are: 1 is easy to learn, 3 demanding."""
    keep_score: bool = False
    """Whether a rematch can go on from the points of the match before."""
    lines: dict[str, Annotated[str, StringConstraints(max_length=200)]] = Field({}, max_length=100)
    """What is said of the game on the first page, by language."""


class Words(BaseModel):
    """What a language says of the options of a game."""

    model_config = ConfigDict(extra="forbid")

    labels: dict[str, str]
    values: dict[str, dict[str, str]] = {}
    note: str = ""


class OptionField(BaseModel):
    """How an option is asked for."""

    model_config = ConfigDict(extra="forbid")

    usual: bool | int | str | list[int] | dict[str, int]
    on: bool | str | None = None
    of: list[int | str] = []
    least: int = 0
    most: int = 0
    told: bool = False
    lengthens: bool = False
    """Whether a match takes longer in proportion to this number."""


class OptionForm(BaseModel):
    """What `options.json` says."""

    model_config = ConfigDict(extra="forbid")

    fields: dict[str, OptionField]
    words: dict[str, Words] = Field(min_length=1)
    """By language."""


Read = TypeVar("Read", bound=BaseModel)


@dataclass(frozen=True, eq=False)
class WebGame:
    """What the web table has to know about a game."""

    id: str
    name: str
    seats: tuple[int, int]
    """The least and the most."""
    digest: str
    """Tells these files from any others."""
    files: Mapping[str, bytes]

    @cached_property
    def manifest(self) -> Manifest | None:
        """What the bundle says of its board; None if it has none."""
        return self._read(MANIFEST, Manifest)

    @cached_property
    def _asks(self) -> bool:
        """Whether the page can read which options are asked for."""
        return self._read(OPTIONS, OptionForm) is not None

    def _read(self, name: str, kind: type[Read]) -> Read | None:
        """Return what a file says; None if there is none, or one that is wrong."""
        if name not in self.files:
            return None
        try:
            return kind.model_validate_json(self.files[name])
        except ValidationError as error:
            log.error("%s of the game %s cannot be read: %s", name, self.id, error)
            return None

    def file(self, name: str) -> bytes | None:
        """Return a file that browsers may have; None if there is none."""
        served = PurePosixPath(name).suffix in SERVED and not name.endswith(TEST)
        return self.files.get(name) if served else None

    def text(self, name: str) -> str | None:
        """Return the text of such a file; None if there is none."""
        body = self.file(name)
        return None if body is None else body.decode(errors="replace")

    def web(self, place: str, frame: str, own: bool) -> dict[str, Any] | None:
        """Return what the page is told of the game: files are below `place`, frames below `frame`.

        `own` is whether the operator has the page run its code wherever that is of use.
        """
        if not (manifest := self.manifest):
            return None
        return {
            "files": place,
            "frame": frame,
            "own": own,
            **manifest.model_dump(by_alias=True, exclude={"order"}),
            "score": "score.js" in self.files,
            "options": self._asks,
            "guide": "guide.js" in self.files,
            "pictures": "pictures.js" in self.files,
            "tile": "tile.svg" in self.files,
            "verify": "verify.js" in self.files,
            "texts": [*self._languages(TEXT)],
            "rules": [*self._languages(RULES)],
        }

    def _languages(self, name: re.Pattern[str]) -> Iterator[str]:
        """Yield the languages that have a file with such a name."""
        return (found[1] for each in sorted(self.files) if (found := name.fullmatch(each)))


Games = Callable[[], Iterable[WebGame]]
"""The games that there are now."""


def ordered(games: Iterable[WebGame]) -> list[WebGame]:
    """Return the games as the first page has them."""
    return sorted(games, key=lambda each: (each.manifest.order if each.manifest else LAST, each.id))


@lru_cache
def web_game(game: Game) -> WebGame:
    """Return what the web table has to know about a game that an engine has described."""
    return WebGame(game.id, game.name, (game.min_seats, game.max_seats), game.digest, game.files)
