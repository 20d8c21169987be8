"""The kit as a plug-in of pytest: `pytest --pyargs croupier_game.kit.suite --game my-game`.

It is loaded in every run where it is installed, so it imports games only once a suite does.
"""

from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest

MARKERS = (
    "service: takes seconds",
    "full: starts programs",
    "needs_spec: tests what only the spec of a game can say",
)
UNSPECIFIED = "{game} has no spec.py beside its rules; with one, this is tested as well: {test}"


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("croupier", "the suites that every game of Croupier must pass")
    group.addoption(
        "--game", action="append", default=[], help="test this game only; can be repeated"
    )


def pytest_configure(config: pytest.Config) -> None:
    for marker in MARKERS:
        config.addinivalue_line("markers", marker)
    if chosen := config.getoption("game"):
        from croupier_game.kit import games

        try:
            games.choose(chosen)
        except games.Unplayable as error:
            raise pytest.UsageError(str(error)) from None


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: "pytest.CallInfo[Any]"
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Tell a mistake in a game once, though most tests fail by it."""
    if call.excinfo and item.config.getoption("game"):
        from croupier_game.kit import games, once

        folders = [str(games.folder(game_id)) for game_id in games.chosen()]
        once.told_once(call, folders, _shared_folder(item.config))
    return (yield)


def _shared_folder(config: pytest.Config) -> Path:
    """Return a folder that all processes of a run have, and no other run."""
    own = Path(config._tmp_path_factory.getbasetemp())  # type: ignore[attr-defined]
    # Each process of pytest-xdist has one of its own in one that they share.
    return own.parent if hasattr(config, "workerinput") else own


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip what needs the spec of a game that has none, and say what it would test."""
    for item in items:
        if item.get_closest_marker("needs_spec"):
            for game_id in _without_spec(item):
                test = getattr(item, "originalname", item.name).removeprefix("test_")
                why = UNSPECIFIED.format(game=game_id, test=test.replace("_", " "))
                item.add_marker(pytest.mark.skip(reason=why))


def _without_spec(item: pytest.Item) -> Iterator[str]:
    from croupier_game.kit import games

    for value in item.callspec.params.values():  # type: ignore[attr-defined] # all are of functions
        game_id = value[0] if isinstance(value, tuple) else value
        if game_id in games.chosen() and not games.specified(game_id):
            yield game_id
