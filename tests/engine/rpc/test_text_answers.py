"""Answers to looks: every viewer of every match is shown exactly what a GET shows it."""

import random
from collections.abc import AsyncIterator, Iterator
from itertools import pairwise
from typing import Any

import pytest
from croupier.v1 import engine_service_pb2 as pb
from croupier_game.kit.random_matches import random_match
from croupier_match import admission
from croupier_match.match import Access, AnyMatch
from croupier_match.refusals import NotFound, RosterChanged
from engine.domain.registry import GAMES
from engine.rpc import decode, status, text_answers
from engine.rpc.match_views import MatchViews, events
from engine.rpc.servicer import EngineServicer
from engine.rpc.text_answers import TextAnswers
from engine.service.changes import Change
from engine.service.matches import Matches
from engine.store.saves import head_of

from tests.support.batch_streams import matches_in
from tests.support.matches import Table, full_table

pytestmark = pytest.mark.anyio

SEED = 20261122
FORMS = pb.Form.values()


@pytest.fixture
async def matches(redis_url: str) -> AsyncIterator[Matches]:
    async with matches_in(redis_url) as found:
        yield found


def viewers(table: Table, dice: random.Random) -> list[pb.Caller]:
    """The players, a spectator, strangers, and callers that claim a seat not their own; mixed."""
    seats = range(len(table.players))
    found = [
        *(pb.Caller(player_id=table.players[seat].id, seat=seat) for seat in seats),
        *(pb.Caller(player_id=table.players[seat].id, seat=1 - seat) for seat in (0, 1)),
        pb.Caller(),
        pb.Caller(player_id="s" * 22),
        pb.Caller(player_id="s" * 22, seat=0),
        pb.Caller(player_id=table.players[0].id),
    ]
    dice.shuffle(found)
    return found


def text_of(match: AnyMatch, viewer: pb.Caller, form: pb.Form.ValueType) -> pb.Text:
    """What this viewer alone may see."""
    try:
        seat = admission.viewing_seat(match, decode.caller(viewer))
        return MatchViews(match).text(seat, form)
    except (NotFound, RosterChanged):
        return pb.Text()


async def test_everybody_is_shown_its_own_view_of_many_matches(matches: Matches) -> None:
    dice, tables, looks = random.Random(SEED), [], []
    for game_id in GAMES:
        for access in Access:
            table = await full_table(matches, game=game_id, options=None, access=access)
            await table.play(dice.randrange(1, 6))
            match = await table.match()
            tables.append(match)
            asking = viewers(table, dice)
            looks.append(
                pb.Look(
                    match_id=match.id,
                    version=match.version,
                    head=head_of(match),
                    viewers=asking,
                    # Who says nothing is shown the match.
                    forms=[dice.choice(FORMS) for _ in asking[2:]],
                )
            )
    for shown, look, match in zip(
        await TextAnswers(matches.store).answer(looks), looks, tables, strict=True
    ):
        forms = [*look.forms, pb.FORM_MATCH, pb.FORM_MATCH]
        assert [*shown.texts] == [
            text_of(match, *each) for each in zip(look.viewers, forms, strict=True)
        ]
        assert any(text == pb.Text() for text in shown.texts), "somebody is no viewer"
        told = {text.SerializeToString() for text in shown.texts}
        assert len(told) > len(match.seats), "views differ"


async def look_of(matches: Matches, spectators: int) -> pb.Look:
    """A look of so many at a match of its own."""
    match = await (await full_table(matches)).match()
    viewers = [pb.Caller()] * spectators
    return pb.Look(match_id=match.id, version=match.version, head=head_of(match), viewers=viewers)


async def test_a_look_at_what_is_not_there_has_no_texts(matches: Matches) -> None:
    look = pb.Look(match_id="A" * 22, version=1, head="0" * 16, viewers=[pb.Caller()])
    assert await TextAnswers(matches.store).answer([look]) == [pb.Shown()]


async def test_more_than_a_message_may_hold_is_not_shown(
    matches: Matches, monkeypatch: pytest.MonkeyPatch
) -> None:
    look = await look_of(matches, 1)
    shown, _ = await TextAnswers(matches.store).answer([look, look])
    monkeypatch.setattr(text_answers, "MOST_BYTES", shown.ByteSize())
    assert await TextAnswers(matches.store).answer([look, look]) == [shown, pb.Shown()]


async def test_what_is_too_much_takes_nothing_from_other_looks(
    matches: Matches, monkeypatch: pytest.MonkeyPatch
) -> None:
    look = await look_of(matches, 1)
    crowd = await look_of(matches, 3)
    (shown,) = await TextAnswers(matches.store).answer([look])
    monkeypatch.setattr(text_answers, "MOST_BYTES", 2 * shown.ByteSize())
    told = await TextAnswers(matches.store).answer([crowd, look])
    assert told == [pb.Shown(), shown]


async def test_a_match_that_cannot_be_shown_stops_no_other(
    matches: Matches, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts, looks = MatchViews.text, []
    for _ in range(2):
        match = await (await full_table(matches)).match()
        looks.append(pb.Look(match_id=match.id, version=match.version, head=head_of(match)))
        looks[-1].viewers.add()

    def fails(shown: MatchViews, seat: int | None, form: pb.Form.ValueType) -> pb.Text:
        if shown.match.id == looks[0].match_id:
            raise ValueError
        return texts(shown, seat, form)

    monkeypatch.setattr(MatchViews, "text", fails)
    first, second = await TextAnswers(matches.store).answer(looks)
    assert first == pb.Shown()
    assert second.texts[0].match


def changes(game_id: str) -> Iterator[Change]:
    """Changes of a random match for all of its seats: of one version, of two, and repeated."""
    rules = GAMES[game_id].rules
    versions = random_match(game_id, rules.Options(), rules.MAX_SEATS, SEED, 9).dealt
    for before, match in pairwise(versions):
        for seat in (None, *range(rules.MAX_SEATS)):
            yield Change(match, match.events, seat)
            yield Change(match, before.events + match.events, seat)
            yield Change(before, before.events, seat, replayed=True)


@pytest.mark.parametrize("game_id", GAMES)
async def test_a_change_is_shown_in_the_form_that_is_asked_for(
    matches: Matches, game_id: str
) -> None:
    shown = TextAnswers(matches.store)
    for change in changes(game_id):
        own = MatchViews(change.match)
        for form in FORMS:
            told = shown.change(change, form)
            assert (told.version, told.replayed) == (change.match.version, change.replayed)
            assert told.text.events == events(change.match, change.events, change.seat)
            outlined = form in (pb.FORM_OUTLINE, pb.FORM_OUTLINE_WITH_MOVES)
            match = b"" if outlined else own.text(change.seat, form).match
            moves = own.legal_moves(change.seat) if form == pb.FORM_OUTLINE_WITH_MOVES else b""
            assert (told.text.match, told.text.legal_moves) == (match, moves)


# --- of matches as they are now, which a batch tells each caller as GetMatch does


async def alone(servicer: EngineServicer, look: pb.Look, context: Any = None) -> bytes:
    """What the viewer of this look by itself is told: the match, or the refusal."""
    try:
        request = pb.GetMatchRequest(match_id=look.match_id, caller=look.viewers[0])
        shown = await servicer.GetMatch(request, context)
    except Exception as refusal:
        return status.reason_of(refusal).encode()
    return shown.texts[0].match


def told(shown: pb.Shown) -> bytes:
    return shown.texts[0].match if shown.texts else shown.refusal.reason.lower().encode()


async def test_many_are_told_what_each_alone_is_told(matches: Matches) -> None:
    dice, looks = random.Random(SEED), []
    for game_id in GAMES:
        for access in Access:
            table = await full_table(matches, game=game_id, options=None, access=access)
            await table.play(dice.randrange(1, 6))
            looks += [
                pb.Look(match_id=table.match_id, viewers=[each])
                for each in (*viewers(table, dice), *viewers(table, dice))
            ]
    looks += [pb.Look(match_id="A" * 22, viewers=[pb.Caller()])]
    dice.shuffle(looks)
    servicer = EngineServicer(matches)
    each = [await alone(servicer, look) for look in looks]
    for _ in range(2):  # from Redis, and from memory
        answer = await servicer._apply_batch(pb.BatchRequest(looks=looks))
        assert [*map(told, answer.shown)] == each
    assert len({*each}) > 2 + 2 * len(GAMES) * len(Access), "views differ"


async def test_who_knows_the_version_is_told_nothing_else(matches: Matches) -> None:
    table = await full_table(matches)
    look = pb.Look(match_id=table.match_id, viewers=[pb.Caller()], known=2)
    servicer = EngineServicer(matches)
    for version in (2, 3):
        answer = await servicer._apply_batch(pb.BatchRequest(looks=[look]))
        (found,) = answer.shown
        assert found.version == version
        assert bool(found.texts) == (version != look.known)
        await table.play(1)


async def test_who_knows_the_version_of_what_it_may_not_see_is_refused(matches: Matches) -> None:
    table = await full_table(matches, access=Access.PRIVATE)
    look = pb.Look(match_id=table.match_id, viewers=[pb.Caller()], known=2)
    answer = await EngineServicer(matches)._apply_batch(pb.BatchRequest(looks=[look]))
    assert [each.refusal.reason for each in answer.shown] == ["NOT_FOUND"]
