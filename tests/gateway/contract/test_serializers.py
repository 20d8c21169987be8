"""Answers as the public contract writes them, and over whole matches as protobuf does."""

import random
from collections.abc import Iterator
from typing import Any

import orjson
import pytest
from croupier.v1 import engine_service_pb2 as pb
from croupier.v1.lost_cities_pb2 import LostCitiesOptions
from engine.domain.registry import GAMES
from engine.rpc import encode
from engine.service.past import MatchVersion
from engine.service.queries import LoggedEntry
from gateway.contract import serializers
from google.protobuf.message import Message

from tests.support.by_the_book import written_by_the_book
from tests.support.games import TABLES
from tests.support.matches import Step
from tests.support.random_matches import random_match

SEED = 20261121
TO_THE_END = 10_000
"""More moves than any match has."""


@pytest.mark.service
@pytest.mark.parametrize(("game_id", "seats"), TABLES)
def test_every_answer_in_a_whole_match(game_id: str, seats: int) -> None:
    dice = random.Random(f"{SEED} {game_id} {seats}")
    options = GAMES[game_id].rules.Options()
    played = random_match(game_id, options, seats, dice.getrandbits(32), TO_THE_END)
    steps = [*zip(played.versions, played.log, strict=True)]
    assert played.last.ended
    shown = [
        answer
        for before, (match, entry) in zip([None, *steps], steps, strict=False)
        for eye in {None, entry.seat, dice.randrange(seats)}
        for answer in answers(before, (match, entry), eye)
    ]
    shown.append(pb.Replay(match=encode.match(steps[-1][0], 0), log=logged(steps)))
    for number, message in enumerate(shown):
        assert rendered(message) == rendered_before(message), f"{SEED} {game_id} {seats}, {number}"


def test_a_match_is_as_the_contract_writes_it() -> None:
    message = pb.Match(
        id="AAAA",
        game="lost-cities",
        status=pb.MATCH_STATUS_WAITING,
        access=pb.ACCESS_PRIVATE,
        start=pb.START_MODE_MANUAL,
        deal=pb.DEAL_OPEN,
        undo_mode=pb.UNDO_MODE_NEVER,
        invite_code="secret",
        version=1,
        rules_version=2,
        options=pb.Options(lost_cities=LostCitiesOptions(rounds=0)),
        create_time="then",
        update_time="now",
        seats=[
            pb.Seat(player=pb.Player(id="BBBB", display_name="Ada", kind=pb.PLAYER_KIND_BOT)),
            pb.Seat(index=1),
        ],
        your_seat=0,
        fairness=pb.Fairness(commitment="12", log_head="34", recipe=2, terms="56"),
    )
    ada = {"id": "BBBB", "displayName": "Ada", "kind": "bot"}
    assert orjson.dumps(serializers.match(message)) == orjson.dumps(
        {
            "id": "AAAA",
            "game": "lost-cities",
            "status": "waiting",
            "access": "private",
            "start": "manual",
            "deal": "open",
            "version": 1,
            "rulesVersion": 2,
            "options": {"rounds": 0, "carriedScores": []},
            "createTime": "then",
            "updateTime": "now",
            "seats": [
                {"index": 0, "player": ada, "resigned": False},
                {"index": 1, "player": None, "resigned": False},
            ],
            "yourSeat": 0,
            "toMove": [],
            "clock": None,
            "state": None,
            "lastEvents": [],
            "undoMode": "never",
            "undo": None,
            "outcome": None,
            "fairness": {
                "commitment": "12",
                "serverSeed": None,
                "logHead": "34",
                "recipe": 2,
                "terms": "56",
            },
            "inviteCode": "secret",
        }
    )
    replay = serializers.replay(pb.Replay(match=message))
    assert replay["match"]["options"] == replay["options"] == {"rounds": 0, "carriedScores": []}


@pytest.mark.parametrize("kind", [pb.Options, pb.Move, pb.View, pb.Event])
def test_no_game_is_an_empty_object(kind: type[Message]) -> None:
    assert serializers.arm(kind()) == {}


def test_the_words_of_the_contract() -> None:
    assert list(serializers.STATUS.values())[1:] == ["waiting", "active", "finished", "aborted"]
    assert list(serializers.ACCESS.values())[1:] == ["public", "private"]
    assert list(serializers.START.values())[1:] == ["auto", "manual"]
    assert list(serializers.REASON.values())[1:] == ["completed", "resigned", "timeout", "aborted"]
    assert list(serializers.PLAYER.values())[1:] == ["human", "bot"]
    assert list(serializers.TICKET.values())[1:] == ["searching", "matched", "cancelled", "expired"]
    assert " ".join(list(serializers.KIND.values())[1:]) == (
        "created joined left started move resigned timeout aborted revealed "
        "asked agreed refused undone"
    )
    for words in (
        serializers.STATUS,
        serializers.ACCESS,
        serializers.START,
        serializers.REASON,
        serializers.KIND,
    ):
        assert list(words) == list(range(len(words)))


def answers(before: Step | None, now: Step, eye: int | None) -> Iterator[Message]:
    """What a viewer may be answered at a version."""
    match, entry = now
    past = MatchVersion(match, entry)
    change = encode.seen_change(match, eye)
    yield pb.Change.FromString(change.SerializeToString())
    yield encode.legal_moves(match, eye)
    yield pb.ListMovesResponse(entries=[encode.history_entry(past, eye)])


def logged(steps: list[Step]) -> list[pb.LogEntry]:
    return [
        encode.log_entry(GAMES[match.game], LoggedEntry(entry, "", match.log_head))
        for match, entry in steps
    ]


def rendered(message: Any) -> bytes:
    make: dict[type, Any] = {
        pb.Change: lambda: serializers.change(message, "a-game"),
        pb.LegalMoves: lambda: serializers.legal_moves(message, "a-game"),
        pb.ListMovesResponse: lambda: serializers.history(message, "a-game"),
        pb.Replay: lambda: serializers.replay(message),
    }
    return orjson.dumps(make[type(message)]())


def rendered_before(message: Any) -> bytes:
    with written_by_the_book():
        return rendered(message)
