"""The games' part of the web table: boards, texts and pictures, which come with a game's bundle.

What files there are says what a game has: docs/adding-a-board.md names them. A bundle without a
`game.json`, or with one that cannot be read, has no board.
"""

import logging
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import PurePosixPath
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError
from pydantic.alias_generators import to_camel

from gateway.contract.games import Game
from gateway.web.files import MEDIA_TYPES, TEST

log = logging.getLogger("gateway")
MANIFEST = "game.json"
LAST = 1000
"""Where a game without an order stands."""
LANGUAGE = re.compile(r"[a-z]{2}")


class Manifest(BaseModel):
    """What `game.json` says."""

    model_config = ConfigDict(alias_generator=to_camel, extra="forbid", frozen=True)

    board: int
    """The version of web/board.js that the board was made for."""
    order: int = LAST
    """Where the game stands among the others on the first page."""
    keep_score: bool = False
    """Whether a rematch can go on from the points of the match before."""
    lines: dict[str, Annotated[str, StringConstraints(max_length=200)]] = Field({}, max_length=100)
    """What is said of the game on the first page, by language."""


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
        if MANIFEST not in self.files:
            return None
        try:
            return Manifest.model_validate_json(self.files[MANIFEST])
        except ValidationError as error:
            log.error("%s of the game %s cannot be read: %s", MANIFEST, self.id, error)
            return None

    def file(self, name: str) -> bytes | None:
        """Return a file that browsers may have; None if there is none."""
        served = PurePosixPath(name).suffix in MEDIA_TYPES and not name.endswith(TEST)
        return self.files.get(name) if served else None

    def text(self, name: str) -> str | None:
        """Return the text of such a file; None if there is none."""
        body = self.file(name)
        return None if body is None else body.decode(errors="replace")

    def web(self, place: str) -> dict[str, Any] | None:
        """Return what the page is told of the game, whose files are below `place`."""
        if not (manifest := self.manifest):
            return None
        return {
            "files": place,
            **manifest.model_dump(by_alias=True, exclude={"order"}),
            "score": "score.js" in self.files,
            "options": "options.js" in self.files,
            "guide": "guide.js" in self.files,
            "pictures": "pictures.js" in self.files,
            "tile": "tile.svg" in self.files,
            "verify": "verify.js" in self.files,
            "texts": [*self._languages("")],
            "rules": [*self._languages("rules.")],
        }

    def _languages(self, before: str) -> Iterator[str]:
        """Yield the languages that have a file whose name begins so."""
        for name in sorted(self.files):
            language = name.removeprefix(before).removesuffix(".js")
            if name == f"{before}{language}.js" and LANGUAGE.fullmatch(language):
                yield language


Games = Callable[[], Iterable[WebGame]]
"""The games that there are now."""


def ordered(games: Iterable[WebGame]) -> list[WebGame]:
    """Return the games as the first page has them."""
    return sorted(games, key=lambda each: (each.manifest.order if each.manifest else LAST, each.id))


@lru_cache
def web_game(game: Game) -> WebGame:
    """Return what the web table has to know about a game that an engine has described."""
    return WebGame(game.id, game.name, (game.min_seats, game.max_seats), game.digest, game.files)
