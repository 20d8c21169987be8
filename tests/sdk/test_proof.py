"""Proofs of the Python SDK, with the honest and forged replays of docs/vectors."""

import copy
import json
from typing import Any

import msgspec
import pytest
from croupier_client.changes import Change, Reset
from croupier_client.checks import ALONE
from croupier_client.effects import Steps
from croupier_client.errors import NotProven
from croupier_client.notes import Notes, promise_of
from croupier_client.proof import prove
from croupier_client.replaying import UnknownGame, verify
from croupier_client.session import Session
from croupier_client.table import TableCore
from croupier_client.types.known import MATCH

from tests.support.players import Json
from tools.stack import ROOT

VECTORS = [
    json.loads(path.read_text()) for path in sorted((ROOT / "docs/vectors").glob("*-sealed.json"))
]
ALL = [json.loads(path.read_text()) for path in sorted((ROOT / "docs/vectors").glob("*.json"))]
HONEST = [each for vector in VECTORS for each in vector["honest"]]
BROKEN_CHAINS = [
    (forgery, next(each["replay"] for each in vector["honest"] if each["name"] == forgery["of"]))
    for vector in VECTORS
    for forgery in vector["forged"]
    if forgery["check"] == "hashes"
]


def noted(replay: Json) -> Notes:
    """The notes that a player has of this match."""
    notes = Notes()
    note = notes.of(replay["match"]["id"])
    note.promise = promise_of(replay["match"])
    note.heads = {entry["version"]: entry["hash"] for entry in replay["log"]}
    seat = replay["match"]["yourSeat"]
    own = (entry for entry in replay["log"] if entry["kind"] == "move" and entry["seat"] == seat)
    note.moves = {entry["version"]: entry["move"] for entry in own}
    return notes


def proven(replay: Json, notes: Notes) -> Any:
    return prove(replay, notes.of(replay["match"]["id"]), notes)


def test_honest_replays_are_proven() -> None:
    for each in HONEST:
        assert proven(each["replay"], noted(each["replay"])).not_mine == []


def test_forged_logs_are_not() -> None:
    assert BROKEN_CHAINS
    for forgery, honest in BROKEN_CHAINS:
        assert _refused(_forged(honest, forgery["changes"]), noted(honest)), forgery["name"]


def test_the_replay_of_anybodys_match_is_played_again() -> None:
    for vector in ALL:
        for each in vector["honest"]:
            assert verify(each["replay"])[-1].startswith("Each card, die and move follows")


def test_every_forged_replay_is_found() -> None:
    missed = [
        forgery["name"]
        for vector in ALL
        for forgery in vector["forged"]
        if not _found(_forged(_honest(vector, forgery), forgery["changes"]))
    ]
    assert missed == []


@pytest.mark.parametrize(
    "name",
    ["bound anew after another had revealed", "one seal of two seats", "16 bytes under their seal"],
)
def test_seals_that_bind_nobody_are_found_without_the_game(name: str) -> None:
    found = [(vector, each) for vector in VECTORS for each in vector["forged"]]
    for vector, forgery in [each for each in found if each[1]["name"] == name]:
        replay = _forged(_honest(vector, forgery), forgery["changes"])
        with pytest.raises(NotProven, match=r"[Ss]eal|came or went"):
            [check(replay) for check in ALONE]


def test_a_player_who_has_the_game_has_its_cards_proven_too() -> None:
    replay = copy.deepcopy(HONEST[0]["replay"])
    assert proven(replay, noted(replay)).proven[-1].startswith("Each card, die and move follows")
    replay["match"]["state"]["hand"] = []
    with pytest.raises(NotProven, match=r"state\.hand has 0 items, the recomputed"):
        proven(replay, noted(replay))


def test_only_what_is_installed_can_be_played_again() -> None:
    replay = copy.deepcopy(HONEST[0]["replay"])
    replay["match"]["rulesVersion"] = 99
    with pytest.raises(UnknownGame, match="version 99 of its rules is not installed"):
        verify(replay)


def test_whatever_is_no_replay_proves_nothing() -> None:
    replay = HONEST[0]["replay"]
    matches: list[Any] = [None, [], {}, {"game": {}}, replay["match"] | {"fairness": 7}]
    members = ("serverSeed", "entropy", "options", "log")
    wrong = [*({"match": each} for each in matches), *(replay | {name: 7} for name in members)]
    for each in ([], None, "match", {}, replay | {"log": [[]]}, *wrong):
        with pytest.raises(NotProven):
            verify(each)


def _honest(vector: Json, forgery: Json) -> Json:
    of: Json = next(e["replay"] for e in vector["honest"] if e["name"] == forgery["of"])
    return of


def _found(replay: Json) -> bool:
    """Whether it is not proven. Another game, or other rules, may not be installed here."""
    try:
        verify(replay)
    except (NotProven, UnknownGame):
        return True
    return False


def _refused(replay: Json, notes: Notes) -> bool:
    try:
        proven(replay, notes)
    except NotProven:
        return True
    return False


def _forged(replay: Json, changes: list[Json]) -> Json:
    forged: Json = json.loads(json.dumps(replay))
    for change in changes:
        *path, last = change["path"]
        at: Any = forged
        for part in path:
            at = at[part]
        if "value" not in change:
            del at[last]
        elif isinstance(at, list) and last == len(at):
            at.append(change["value"])
        else:
            at[last] = change["value"]
    return forged


@pytest.mark.parametrize(
    "name",
    [
        *("id", "game", "rulesVersion", "start", "deal", "options", "clock", "undoMode"),
        *("commitment", "recipe", "reveal", "terms", "seals"),
    ],
)
def test_another_match_than_the_promised_one_is_not(name: str) -> None:
    replay = next(each["replay"] for each in HONEST if each["replay"]["match"]["deal"] == "sealed")
    notes = noted(replay)
    promise = notes.of(replay["match"]["id"]).promise
    promise[name] = ["00" * 32] * 2 if name == "seals" else "another"
    with pytest.raises(NotProven):
        proven(replay, notes)


def test_terms_that_are_not_of_the_settings_are_not() -> None:
    """Also if they, and the log that begins with them, are as they were from the first."""
    replay = copy.deepcopy(HONEST[0]["replay"])
    replay["match"]["undoMode"] = "consent"
    with pytest.raises(NotProven, match="The terms are not those of the match"):
        proven(replay, noted(replay))


@pytest.mark.parametrize(
    ("member", "said"), [("undo_mode", "undoMode is not"), ("start", "start is not")]
)
def test_entropy_is_revealed_only_in_the_match_that_was_promised(member: str, said: str) -> None:
    table, match = revealing()
    table.now = msgspec.structs.replace(match, **{member: "another"})
    with pytest.raises(NotProven, match=said):
        next(table.reveal())


def test_entropy_is_not_revealed_for_terms_of_other_settings() -> None:
    table, _ = revealing(undo_mode="consent")
    with pytest.raises(NotProven, match="The terms are not the hash of what was agreed"):
        next(table.reveal())


def revealing(**promised: Any) -> tuple[TableCore, Any]:
    """A table at which the caller has to reveal, and its match, which has promised this."""
    session = Session()
    seal = session.notes.seal()
    shown = copy.deepcopy(HONEST[0]["replay"]["match"])
    shown["fairness"] |= {"seals": [seal, "00" * 32], "toReveal": [0]}
    match = MATCH.decode(json.dumps(shown | {"yourSeat": 0}))
    match = msgspec.structs.replace(match, **promised)
    return TableCore(session, match), match


def test_another_log_than_the_one_that_was_shown_is_not() -> None:
    replay = HONEST[0]["replay"]
    notes = noted(replay)
    notes.of(replay["match"]["id"]).heads[1] = "00" * 32
    with pytest.raises(NotProven, match="Version 1 is not the one that was shown"):
        proven(replay, notes)


def test_what_was_shown_first_stays_unless_the_service_has_gone_back() -> None:
    replay = HONEST[0]["replay"]
    session, match = Session(), MATCH.decode(json.dumps(replay["match"]))
    table = TableCore(session, match)
    shown = match.fairness.log_head
    another = msgspec.structs.replace(
        match, fairness=msgspec.structs.replace(match.fairness, log_head="00" * 32)
    )
    finish(table.take(Change(another), include_legal_moves=False))
    assert table.note.heads == {match.version: shown}
    finish(table.take(Reset(another), include_legal_moves=False))
    assert table.note.heads == {match.version: "00" * 32}


def finish(steps: Steps[None]) -> None:
    """A call without a request."""
    with pytest.raises(StopIteration):
        next(steps)


def test_other_moves_than_those_of_the_player_are_not() -> None:
    replay = HONEST[0]["replay"]
    notes = noted(replay)
    moves = notes.of(replay["match"]["id"]).moves
    version = min(moves)
    assert proven(replay, notes).not_mine == []
    moves[version] = {"another": {}}
    with pytest.raises(NotProven, match=f"Version {version} is not the move"):
        proven(replay, notes)
    del moves[version]
    assert proven(replay, notes).not_mine == [version]
