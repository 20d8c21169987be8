"""The types of the Python SDK are those of the service's document, and narrow by the game."""

import importlib.util
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import croupier_client
import msgspec
import pytest
from croupier_client.types import games
from croupier_client.types.__main__ import main
from croupier_client.types.known import ENTRY, MATCH
from croupier_client.types.writing import games as games_of

from tests.sdk.test_package import HIRAM
from tests.support.live import Live
from tests.support.players import Client, ok, start_match
from tools.openapi import PAGE

OF_BEANS = PAGE.read_text().replace("LostCities", "Beans").replace('"lost-cities', '"beans')
"""The document of a service with a game of which the client has no types."""
ODD = '''It ends the """; raise SystemExit("ran code of the service") # of "quotes" and \\"'''
"""A description that would be code if it were written as it is."""

NARROWS = """
from croupier_client import Croupier, LivingstoneView, LostCitiesView, Just4FunMove

def play(me: Croupier) -> None:
    for change in me.matches.get("").follow():
        match = change.match
        if match.game == "livingstone" and match.state:
            state: LivingstoneView = match.state
            wrong: LostCitiesView = match.state
        elif match.game == "just4fun" and match.legal_moves:
            move: Just4FunMove = match.legal_moves.moves[0].move
            gems: int = move.gems
"""
OTHERS = """
from typing import Any

import games
from croupier_client import Bot, LegalMove, OtherTurn, Turn

class Percy(Bot):
    games = ["beans", "lost-cities"]

    def choose(self, turn: Turn) -> LegalMove:
        if isinstance(turn, games.BeansTurn):
            state: games.BeansView = turn.state
            wrong: games.LivingstoneView = turn.state
            card: str = turn.moves[0].move.card
            return turn.moves[0]
        if turn.game == "lost-cities":
            number: int = turn.state.hand
        if isinstance(turn, OtherTurn):
            anything: dict[str, Any] = turn.state
        return turn.moves[0]
"""


@pytest.fixture
def written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """The types of a service that has beans, as the command prints them."""
    document = json.loads(OF_BEANS)
    move = document["components"]["schemas"]["BeansMove"]
    move["description"] = ODD
    move["properties"] |= {"from": {"type": "string"}, "tuple": {"type": "boolean"}}
    (tmp_path / "openapi.json").write_text(json.dumps(document))
    assert main([str(tmp_path / "openapi.json")]) == 0
    path = tmp_path / "games.py"
    path.write_text(capsys.readouterr().out)
    return path


@pytest.fixture
def imported(written: Path) -> Iterator[ModuleType]:
    """That module, with which the client knows beans; what it knew of others comes back."""
    spec = importlib.util.spec_from_file_location("games", written)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    yield module
    for name in ("Just4Fun", "Livingstone"):
        kinds = (getattr(games, f"{name}{kind}") for kind in ("Match", "HistoryEntry", "Turn"))
        croupier_client.register(name.lower(), *kinds)
    for decoder in (MATCH, ENTRY):
        decoder.forget("beans")


@pytest.mark.service
def test_a_game_of_a_service_has_types_once_they_are_imported(live: Live, imported: Any) -> None:
    match_id, (ann, _) = start_match(live.url, options={"startSeat": 0})
    match = ann.see(match_id, include="legalMoves")
    text = json.dumps(match).replace('"lost-cities"', '"beans"')
    beans = MATCH.decode(text)
    assert type(beans) is imported.BeansMatch
    assert [*beans.state.hand] == match["state"]["hand"]
    assert beans.legal_moves.moves[0].move.card in beans.state.hand
    assert isinstance(beans, croupier_client.OtherMatch)
    assert imported.Beans(rounds=2).game == "beans"


def test_any_description_and_any_member_can_be_written(imported: Any) -> None:
    text = '{"card":"Y7","place":"DISCARD","draw":"DECK","from":"c2","tuple":true}'
    move = msgspec.json.decode(text, type=imported.BeansMove)
    assert (move.from_, move.tuple_) == ("c2", True)
    assert msgspec.json.encode(move).decode() == text
    assert " ".join(move.__doc__.split()) == ODD


def test_the_command_asks_a_service(live: Live, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([live.url]) == 0
    # A game that another test has played a minute ago may still be one of the service.
    assert capsys.readouterr().out == games_of(ok(Client(live.url).get("/openapi.json")))


def test_the_command_says_what_has_no_document(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "other.json").write_text("{}")
    (tmp_path / "member.json").write_text(OF_BEANS.replace('"hand":', '"hand = print(7) #":'))
    (tmp_path / "schema.json").write_text(OF_BEANS.replace("BeansMove", "BeansMove: print(7) #"))
    for name in ("", "other.json", "member.json", "schema.json"):
        where = str(tmp_path / name)
        assert main([where]) == 1
        said = capsys.readouterr()
        assert said.out == ""
        assert said.err.startswith(f"{where} has no document of a Croupier: ")
        assert said.err.count("\n") == 1


@pytest.mark.full
def test_they_narrow_for_a_strict_checker(tmp_path: Path) -> None:
    errors = errors_of(NARROWS, tmp_path)
    assert [line.split(":")[1] for line in errors] == ["9", "12"], errors


@pytest.mark.full
def test_those_of_another_game_narrow_as_well(written: Path) -> None:
    errors = errors_of(OTHERS, written.parent)
    assert [line.split(":")[1] for line in errors] == ["13", "17"], errors


@pytest.mark.full
def test_a_strict_checker_has_nothing_to_say_to_the_bot_with_types(tmp_path: Path) -> None:
    assert "turn: Turn" in HIRAM
    assert not errors_of(HIRAM, tmp_path)


def errors_of(code: str, folder: Path) -> list[str]:
    program = folder / "program.py"
    program.write_text(code)
    command = [sys.executable, "-m", "mypy", "--strict", "--no-incremental", str(program)]
    checked = subprocess.run(
        command,
        capture_output=True,
        text=True,
        check=False,
        env={"MYPYPATH": str(folder)},
    )
    return [line for line in checked.stdout.splitlines() if ": error: " in line]
