"""An operator sees what a spectator sees; more for a reason only, which is noted first."""

import json
import random
import re

import pytest
from croupier_game.kit import twins
from croupier_game.kit.games import SECRETS
from croupier_game.kit.twins import Position
from croupier_match.match import Access, StartMode
from croupier_match.refusals import NotFound
from engine.admin import show
from engine.admin.operator import Operator
from engine.domain.registry import GAMES
from engine.service.matches import Matches
from engine.store.audit import Act
from engine.store.idempotency import Answer
from engine.store.types import Saving
from redis.asyncio import Redis

from tests.engine.admin.conftest import BY
from tests.support.matches import full_table, person, waiting_table

pytestmark = pytest.mark.anyio

SEED = 20261123
PINS = re.compile(r"\b[0-9a-f]{64}\b")
"""The commitment and the log's head, the only ones that depend on what is hidden."""
PAIRS = 8


async def shown(operator: Operator, redis: Redis, position: Position) -> list[str]:
    match = position.match
    await operator.store.save(
        Saving(None, match, position.log, None, Answer(0, match.version, None))
    )
    told = [await show.as_text(operator, match.id), await show.as_json(operator, match.id)]
    for name in await redis.keys(f"match:{{{match.id}}}*"):
        await redis.delete(name)
    return [PINS.sub("pinned", each) for each in told]


@pytest.mark.parametrize("game_id", GAMES)
async def test_what_is_shown_does_not_depend_on_what_is_hidden(
    operator: Operator, redis: Redis, game_id: str
) -> None:
    dice = random.Random(f"{SEED} {game_id}")
    differing = 0
    while differing < PAIRS:
        players = [person() for _ in range(GAMES[game_id].rules.MIN_SEATS)]
        one = twins.play(game_id, players, dice.randrange(SECRETS[game_id].turns), dice)
        other = twins.twin(one, None, dice)
        if one.state != other.state:
            assert await shown(operator, redis, one) == await shown(operator, redis, other)
            differing += 1


async def test_a_private_match_is_shown_without_its_invitation(
    matches: Matches, operator: Operator
) -> None:
    table = await full_table(matches, access=Access.PRIVATE)
    code = (await table.match()).invite_code
    told = (
        await show.as_text(operator, table.match_id),
        await show.as_json(operator, table.match_id),
    )
    assert not [each for each in told if code in each]


async def test_the_log_says_what_happened_and_to_whom(matches: Matches, operator: Operator) -> None:
    table = await full_table(matches)
    await table.play(2)
    await operator.abort(table.match_id, "Ticket 7")
    match = await table.match()
    told = [line async for line in show.entries(operator, table.match_id)]
    assert [line.split()[0] for line in told] == ["1", "2", "3", "4", "5"]
    kinds = [line.split()[2].rstrip(":") for line in told]
    assert kinds == ["created", "joined", "move", "move", "aborted"]
    names = [seat.player.display_name for seat in match.seats if seat.player]
    assert f"joined seat 1 {names[1]}" in told[1]
    assert re.search(r"move seat \d .+: \S+", told[2])
    assert told[4].endswith("aborted: Ticket 7")
    assert told[4].split()[1] == match.update_time


async def test_the_log_names_who_sat_there_then(matches: Matches, operator: Operator) -> None:
    table = await waiting_table(matches, start=StartMode.MANUAL)
    await (await table.join(person("Eve"))).leave(1)
    await table.join(person("Bob"))
    told = [line async for line in show.entries(operator, table.match_id)]
    assert [" ".join(line.split()[2:]) for line in told] == [
        "created seat 0 Ada",
        "joined seat 1 Eve",
        "left seat 1 Eve",
        "joined seat 1 Bob",
    ]


async def test_all_is_shown_once_it_is_noted_who_looks_and_why(
    matches: Matches, operator: Operator, capsys: pytest.CaptureFixture[str]
) -> None:
    table = await full_table(matches)
    whole = json.loads(await show.with_secrets(operator, table.match_id, "A bug in dealing"))
    match = await table.match()
    assert whole["seed"] == match.seed
    assert whole["state"]["hands"] == [list(hand) for hand in match.state.hands]  # type: ignore[union-attr]
    (noted,) = await operator.matches.queries.audit(table.match_id)
    assert (noted.act, noted.by, noted.reason, noted.version) == (
        Act.SHOWN,
        BY,
        "A bug in dealing",
        2,
    )
    assert match.version == 2


async def test_of_what_is_not_there_nothing_is_noted(operator: Operator, redis: Redis) -> None:
    unknown = "A" * 22
    for ask in (show.as_text, show.as_json):
        with pytest.raises(NotFound):
            await ask(operator, unknown)
    with pytest.raises(NotFound):
        await show.with_secrets(operator, unknown, "x")
    assert not await redis.exists(f"match:{{{unknown}}}")


async def test_an_audit_outlives_every_move(matches: Matches, operator: Operator) -> None:
    table = await full_table(matches)
    await show.with_secrets(operator, table.match_id, "first")
    await table.play(3)
    await show.with_secrets(operator, table.match_id, "second")
    await table.resign(0)
    noted = await operator.matches.queries.audit(table.match_id)
    assert [(each.version, each.reason) for each in noted] == [(2, "first"), (5, "second")]
