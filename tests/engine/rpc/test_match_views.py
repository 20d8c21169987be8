"""Matches as text: what is in it, what each viewer sees, and that the public document says so."""

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import orjson
import pytest
from croupier.v1 import engine_service_pb2 as pb
from croupier_game.kit.random_matches import random_match
from croupier_game.kit.seeds import SEEDS
from croupier_match.chain import commitment
from croupier_match.entries import Entry
from croupier_match.match import (
    Access,
    AnyMatch,
    ClockOptions,
    Deal,
    OnTimeout,
    Undo,
    UndoRequest,
)
from croupier_match.terms import terms
from engine.domain.registry import GAMES
from engine.rpc.history_views import history_entry, log_entry
from engine.rpc.match_views import MatchViews
from engine.service.queries.match_queries import LoggedEntry
from engine.service.queries.past_versions import MatchVersion

from tests.support.matches import SEED, TIME, created, resigned, seated
from tests.support.openapi import component, strict
from tests.support.players import Json
from tests.support.replay_text import replay_of
from tools import openapi

OUTLINE = pb.FORM_OUTLINE_WITH_MOVES
CLOCKS = (
    None,
    ClockOptions(per_move_ms=30_500),
    ClockOptions(bank_ms=300_000, increment_ms=1, on_timeout=OnTimeout.RANDOM),
)


def positions(game_id: str, seed: int) -> Iterator[tuple[AnyMatch, Entry]]:
    """Versions of a random match, from before its start to its end, with every kind of clock.

    With each is the entry that made it.
    """
    dice, rules = random.Random(f"{game_id} {seed}"), GAMES[game_id].rules
    seats = dice.randint(rules.MIN_SEATS, rules.MAX_SEATS)
    played = random_match(game_id, rules.Options(), seats, seed, 10_000)
    last = len(played.log) - 1
    for number in {*range(seats + 3), *dice.sample(range(last), 4), last}:
        match, timed = with_ids(played.versions[number]), dice.choice(CLOCKS)
        yield (
            replace(
                sealed(match, dice) if dice.random() < 0.5 else match,
                clock=timed,
                left_ms=(12_345,) * seats if timed and match.state else (),
                access=dice.choice([*Access]),
                invite_code=dice.choice(["", "invited"]),
            ),
            played.log[number],
        )


def with_ids(match: AnyMatch) -> AnyMatch:
    """The match with ids as long as real ones are."""
    seats = [
        replace(seat, player=replace(seat.player, id=seat.player.id.ljust(22, "A")))
        if seat.player
        else seat
        for seat in match.seats
    ]
    return replace(match, id="m" * 22, seats=tuple(seats))


def sealed(match: AnyMatch, dice: random.Random) -> AnyMatch:
    """The match with a sealed deal, in which some may have revealed before the start."""
    entropies = ["e" * 64 * dice.randint(match.state is not None, 1) for _ in match.seats]
    seats = tuple(
        replace(seat, seal="5" * 64 if seat.player else "", entropy=entropy)
        for seat, entropy in zip(match.seats, entropies, strict=True)
    )
    revealing = match.state is None and all(seat.player for seat in seats)
    by = "2026-01-02T03:04:05.006Z" if revealing else ""
    return replace(match, deal=Deal.SEALED, reveal_ms=20_000, seats=seats, reveal_by=by)


@pytest.fixture(scope="module")
def document() -> Json:
    """The OpenAPI document, closed: a text may have only the members that it lists."""
    return strict(openapi.document())


@pytest.mark.parametrize("game_id", GAMES)
def test_every_text_is_what_the_document_says(document: Json, game_id: str) -> None:
    names = ("Match", "Outline", "LegalMoves", "HistoryEntry", "LogEntry")
    valid = {name: component(document, name) for name in names}
    for match, entry in positions(game_id, SEEDS[0]):
        shown, past = MatchViews(match), MatchVersion(match, entry)
        for seat in (None, 0):
            text, short = shown.text(seat), shown.text(seat, OUTLINE)
            told = orjson.loads(text.match)
            valid["Match"].validate(told)
            assert told["lastEvents"] == orjson.loads(text.events)
            assert (short.events, short.legal_moves) == (b"", b"")
            valid["Outline"].validate(orjson.loads(short.match))
            valid["LegalMoves"].validate(orjson.loads(shown.legal_moves(seat)))
            valid["HistoryEntry"].validate(as_sent(history_entry(past, seat)))
        logged = as_sent(log_entry(GAMES[game_id], LoggedEntry(entry, "0" * 64, match.log_head)))
        valid["LogEntry"].validate(logged)
        if match.ended:
            component(document, "Replay").validate(replay_of(match, 0, []))


def as_sent(value: Json) -> Json:
    sent: Json = orjson.loads(orjson.dumps(value))
    return sent


def test_a_match_is_written_member_by_member() -> None:
    """In this order: what everybody sees first, and then what one seat does."""
    match = replace(
        created()[0], id="m", access=Access.PRIVATE, invite_code="secret", talk=False, log_head="34"
    )
    ada = match.seats[0].player
    assert ada
    player = {"id": ada.id, "displayName": "Ada", "kind": "human"}
    options = {
        "rounds": 1,
        "colors": 5,
        "startSeat": 0,
        "maxTurnsWithoutDeckDraw": 0,
        "carriedScores": [],
    }
    fairness = {
        "commitment": commitment(SEED),
        "serverSeed": None,
        "logHead": "34",
        "recipe": 2,
        "terms": terms(GAMES.of(match), match),
    }
    assert MatchViews(match).text(0).match == orjson.dumps(
        {
            "id": "m",
            "game": "lost-cities",
            "status": "waiting",
            "access": "private",
            "start": "auto",
            "deal": "open",
            "version": 1,
            "rulesVersion": match.rules_version,
            "options": options,
            "createTime": TIME,
            "updateTime": TIME,
            "seats": [
                {"index": 0, "player": player, "resigned": False, "moved": False},
                {"index": 1, "player": None, "resigned": False, "moved": False},
            ],
            "toMove": [],
            "clock": None,
            "goneAfter": None,
            "undoMode": "never",
            "undo": None,
            "outcome": None,
            "fairness": fairness,
            "talk": False,
            "yourSeat": 0,
            "yourDecision": None,
            "state": None,
            "lastEvents": [],
            "inviteCode": "secret",
        }
    )


def running(**changes: Any) -> AnyMatch:
    return seated(replace(created()[0], **changes), 1)[0]


def seen(match: AnyMatch, seat: int | None) -> Json:
    told: Json = orjson.loads(MatchViews(match).text(seat).match)
    return told


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_a_viewer_sees_the_own_hand_only(seat: int | None) -> None:
    told = seen(running(), seat)
    assert told["yourSeat"] == seat
    assert len(told["state"]["hand"]) == (0 if seat is None else 8)


def test_the_invite_code_is_for_players() -> None:
    match = running(access=Access.PRIVATE, invite_code="secret")
    codes = [seen(match, seat).get("inviteCode") for seat in (None, 0, 1)]
    assert codes == [None, "secret", "secret"]


def test_the_seed_is_shown_at_the_end() -> None:
    match = running()
    for each, seed in ((match, None), (resigned(match, 0)[0], SEED)):
        fairness = seen(each, 0)["fairness"]
        assert (fairness["serverSeed"], fairness["commitment"]) == (seed, commitment(SEED))
        assert fairness["logHead"] == each.log_head


def test_a_clock_has_a_deadline_while_a_seat_is_to_move() -> None:
    match = running(clock=ClockOptions(bank_ms=60_000, increment_ms=1_500))
    due = TIME.replace("03:04:05", "03:05:05")
    clock = seen(match, None)["clock"]
    assert (clock["deadline"], MatchViews(match).shown().deadline) == (due, due)
    assert clock["deadlines"] == [due, None]
    assert (clock["banks"], clock["increment"]) == (["60s", "60s"], "1.5s")
    over = resigned(match, 0)[0]
    assert (seen(over, None)["clock"]["deadline"], MatchViews(over).shown().deadline) == (None, "")


def test_legal_moves_are_those_of_the_seat_to_move() -> None:
    match = running()
    first = orjson.loads(MatchViews(match).legal_moves(0))
    assert (first["version"], first["game"], first["seat"]) == (2, "lost-cities", 0)
    rules = GAMES[match.game].rules
    assert [each["notation"] for each in first["moves"]] == [
        rules.notation(move) for move in rules.legal_moves(match.state, 0)
    ]
    for other, seat in ((match, 1), (match, None), (resigned(match, 1)[0], 0)):
        assert orjson.loads(MatchViews(other).legal_moves(seat))["moves"] == []


def test_what_is_shown_tells_of_the_request_to_take_moves_back() -> None:
    request = UndoRequest(seat=1, to=2, agreed=(0,), needs=(2, 3))
    shown = MatchViews(running(undo=Undo(request))).shown_to(None, pb.FORM_MATCH, ended=False)
    assert ([*shown.undo_needs], shown.undo_asked) == ([2, 3], 1)
    shown = MatchViews(running()).shown_to(1, pb.FORM_MATCH, ended=False)
    assert ([*shown.undo_needs], shown.undo_asked, shown.your_seat) == ([], 0, 1)


def test_a_text_is_made_once() -> None:
    match = random_match("lost-cities", GAMES["lost-cities"].rules.Options(), 2, 1, 5).last
    shown = MatchViews(match)
    assert shown.text(1) is shown.text(1)
    assert shown.text(1) is not shown.text(0)
    assert shown.text(1, OUTLINE) is shown.text(1, OUTLINE)
    assert shown.text(1, OUTLINE) is not shown.text(0, OUTLINE)


def test_legal_moves_are_the_last_member_of_the_match_or_of_its_outline() -> None:
    shown = MatchViews(running())
    for plain, with_moves in (
        (pb.FORM_MATCH, pb.FORM_MATCH_WITH_MOVES),
        (pb.FORM_OUTLINE, pb.FORM_OUTLINE_WITH_MOVES),
    ):
        for seat in (None, 0, 1):
            text, more = shown.text(seat, plain), shown.text(seat, with_moves)
            moves = shown.legal_moves(seat)
            assert more.match == b'%b,"legalMoves":%b}' % (text.match[:-1], moves)
            assert (more.events, more.legal_moves) == (text.events, b"")


def test_for_an_outline_no_view_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    game = GAMES["lost-cities"]
    match = random_match(game.rules.ID, game.rules.Options(), 2, 1, 5).last
    monkeypatch.setattr(game.rules, "public_view", refuse)
    monkeypatch.setattr(game.rules, "private_view", refuse)
    assert MatchViews(match).text(0, OUTLINE).match
    with pytest.raises(NotImplementedError):
        MatchViews(match).text(0)


def test_what_everybody_sees_is_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    game = GAMES["lost-cities"]
    match = random_match(game.rules.ID, game.rules.Options(), 2, 1, 5).last
    shown = MatchViews(match)
    first = orjson.loads(shown.text(0).match)["state"]
    monkeypatch.setattr(game.rules, "public_view", refuse)
    second, third = (orjson.loads(shown.text(seat).match)["state"] for seat in (1, None))
    assert first == {**second, "hand": first["hand"]} == {**third, "hand": first["hand"]}
    assert (len(first["hand"]), len(second["hand"]), third["hand"]) == (8, 8, [])
    assert first["hand"] != second["hand"]


@pytest.mark.parametrize("public", [{}, {"deck": 1}])
@pytest.mark.parametrize("private", [{}, {"hand": [2]}])
def test_either_part_of_a_view_may_have_no_members(
    monkeypatch: pytest.MonkeyPatch, public: Json, private: Json
) -> None:
    game = GAMES["lost-cities"]
    match = random_match(game.rules.ID, game.rules.Options(), 2, 1, 5).last
    monkeypatch.setattr(game.wire, "public_view_json", lambda view: public)
    monkeypatch.setattr(game.wire, "private_view_json", lambda view: private)
    assert orjson.loads(MatchViews(match).text(0).match)["state"] == {**public, **private}


def refuse(*of: Any) -> None:
    raise NotImplementedError
