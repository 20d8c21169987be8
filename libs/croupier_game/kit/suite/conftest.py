"""The time limit of calls, as engines have it."""

import gc
from collections.abc import Iterator

import pytest

from croupier_game.kit.games import LIMIT_S, LOOPING
from croupier_game.time_limit import WATCH


@pytest.fixture(scope="module", autouse=True)
def time_limit() -> Iterator[None]:
    """End each call of a game that takes too long.

    What other tests left behind is not searched for garbage within such a call: in the midst of
    ten thousand tests, on a busy machine, that alone took the second that a call has.
    """
    gc.freeze()
    WATCH.start(LIMIT_S)
    yield
    WATCH.stop()


def pytest_runtest_setup(item: pytest.Item) -> None:
    if names := {*LOOPING} & {*_games_of(item)}:
        pytest.skip(f"{', '.join(names)} loops, as is told once")


def _games_of(item: pytest.Item) -> Iterator[str]:
    """Yield the games that a test is of, as its parameters have them."""
    for value in getattr(getattr(item, "callspec", None), "params", {}).values():
        yield value[0] if isinstance(value, tuple) else str(value)
