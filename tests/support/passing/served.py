"""A service that plays Passing as well."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from croupier_game.installed import load
from engine.domain.registry import GAMES, game_of

from tests.support import passing, shipped_users
from tests.support.live import Live
from tests.support.redis_source import redis_server


@contextmanager
def served(folder: Path, **settings: Any) -> Iterator[Live]:
    """Serve with a Redis of its own: where engines lack the game, no match of it begins."""
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("REDIS_URL", raising=False)
        GAMES.add(game_of(load(passing)))
        try:
            with redis_server(folder) as url:
                shipped_users.install(url)
                with Live(url, **settings) as live:
                    yield live
        finally:
            GAMES.remove(passing.ID)
