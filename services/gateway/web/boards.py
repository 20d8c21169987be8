"""The files of all games as browsers have them, and what the page is told of each game."""

import hashlib
import re
from collections.abc import Collection, Iterable
from functools import lru_cache

from cachetools import LRUCache

from gateway.web.files import DIGITS, WebFiles
from gateway.web.games import Games, WebGame, ordered
from gateway.web.modules import reached

PUBLIC = re.compile(r"web/board(-[A-Z0-9]{8})?\.js")
"""The module of the page that boards import; a built one is named by its content."""
PUBLIC_IMPORT = re.compile(rb"""(["'])((?:\.\./)+)web/board\.js\1""")
SHOWN = 64
"""Games of which files can be had, those included that there were before."""
OTHERWISE = "en"
"""The language of a game that does not have the reader's."""


class Boards:
    """The games' part of a page."""

    def __init__(
        self, files: WebFiles, games: Games, own: Collection[str], place: str, frames: str
    ) -> None:
        """`files` are those of the page; files are below `place`, and frames below `frames`.

        `own` has the games whose code the page runs wherever that is of use.
        """
        self._files = files
        self._games = games
        self._own = own
        self._place, self._frames = place, frames
        self._public = next(filter(PUBLIC.fullmatch, files), "web/board.js").encode()
        self._linked = lru_cache(self._link)
        # Pages that were loaded before a game was renewed go on with its former files.
        self._shown: LRUCache[str, WebGame] = LRUCache(SHOWN)

    def now(self) -> tuple[WebGame, ...]:
        """Return the games in the order in which the page has them."""
        games = tuple(ordered(self._games()))
        self._shown.update((each.digest, each) for each in games)
        return games

    def version(self, games: Iterable[WebGame]) -> str:
        """Return what tells the page, with the files of these games, from any other."""
        lines = [self._files.version, *(f"{each.id} {each.digest}" for each in games)]
        return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:DIGITS]

    def told(self, game: WebGame, language: str) -> dict[str, object]:
        """Return what a page is told of a game; for tables, in a language, what they begin with."""
        least, most = game.seats
        seats = {"min": least, "max": most}
        early = {"early": [*self._early(game, language)]} if language else {}
        return {"id": game.id, "name": game.name, "seats": seats, "web": self.web(game), **early}

    def web(self, game: WebGame) -> dict[str, object] | None:
        """Return where the files of a game are, and which there are; None if it has no board.

        They import the page's, so another page has others.
        """
        below = f"/games/{game.digest}/"
        files = f"{self._place}{self._files.version}{below}"
        return game.web(files, self._frames + below, game.id in self._own)

    def game(self, digest: str) -> WebGame | None:
        """Return the game with the digest; None if there is none."""
        self.now()
        return self._shown.get(digest)

    def guests(self) -> list[str]:
        """Return the ids of the games whose boards are shown in frames."""
        return [game.id for game in self.now() if game.manifest and game.id not in self._own]

    def file(self, digest: str, name: str) -> bytes | None:
        """Return a file of the game with the digest; None if there is none for the page.

        Of a game that is not the operator's own, no module is one: the page could import it.
        """
        if not (game := self.game(digest)) or (body := game.file(name)) is None:
            return None
        if not name.endswith(".js"):
            return body
        return self._linked(body) if game.id in self._own else None

    def _early(self, game: WebGame, language: str) -> Iterable[str]:
        """Return the names of the modules that a table of the game needs, in that language."""
        language = language if game.file(f"{language}.js") else OTHERWISE
        is_in_page = game.manifest and game.id in self._own
        return reached(("board.js", f"{language}.js"), game.text) if is_in_page else ()

    def _link(self, body: bytes) -> bytes:
        """A module of a game that imports what boards have of this page by its name here."""
        return PUBLIC_IMPORT.sub(rb"\1\2" + self._public + rb"\1", body)
