"""Environments for learners pass the checks of their makers, and show what the API shows."""

import random
import re
from collections.abc import Iterator
from itertools import product
from typing import Any

import msgspec
import numpy as np
import pytest
from croupier_client import Choice, Turn
from croupier_client.base import plain
from croupier_client.envs import pettingzoo as zoo
from croupier_client.envs.coding import Trained, coding_of
from croupier_client.envs.gymnasium import SeatEnv
from croupier_client.envs.livingstone import CARDS
from croupier_client.envs.lost_cities import RANKS
from croupier_client.local import MOST, LocalMatch
from croupier_client.table import encoded
from croupier_client.turns import turn_of
from croupier_client.types.known import MATCH
from croupier_game.kit.seeds import SEEDS
from croupier_game.seeded import SeededChance, match_key
from gymnasium.utils.env_checker import check_env
from gymnasium.wrappers import FrameStackObservation
from pettingzoo.test import api_test, seed_test

from tests.support.live import Live
from tests.support.players import Json, ok, start_match

PLAYED = ("just4fun", "livingstone", "lost-cities")
MATCHES, MOVES = (len(SEEDS), MOST) if len(SEEDS) > 30 else (1, 25)
"""Of each game; whole ones in `make observations`, which has more seeds than `make test-all`."""
LEFT_OUT = re.compile("sell |play MARKET |donate |.* from ")
ENVS = {
    "lost-cities": lambda: zoo.lost_cities_v0.env(rounds=1, max_turns_without_deck_draw=30),
    "lost-cities of six colours": lambda: zoo.lost_cities_v0.env(rounds=2, colors=6),
    "just4fun": lambda: zoo.just4fun_v0.env(seats=4, layout="RANDOM"),
    "just4fun stacked": lambda: zoo.just4fun_v0.env(stack=4),
    "livingstone": lambda: zoo.livingstone_v0.env(seats=3),
}


@pytest.mark.filterwarnings("ignore:::pettingzoo")
@pytest.mark.parametrize("name", ENVS)
def test_pettingzoo_has_nothing_to_say_against_them(name: str) -> None:
    api_test(ENVS[name](), num_cycles=300)
    seed_test(ENVS[name], num_cycles=100)


class Again(LocalMatch):
    """A match of a service, dealt again from its replay."""

    def __init__(self, replay: Json) -> None:
        match = replay["match"]
        entropy = [each or "" for each in replay["entropy"]]
        self._replayed = match_key(replay["serverSeed"], entropy, match["id"])
        super().__init__(match["game"], len(match["seats"]), match["options"])

    def _chance(self) -> SeededChance:
        return SeededChance(self._replayed, self.version - 1)  # the deal is step 0


@pytest.mark.service
@pytest.mark.parametrize("game", PLAYED)
@pytest.mark.parametrize("seed", range(MATCHES))
def test_what_is_seen_here_is_what_is_seen_over_the_api(live: Live, game: str, seed: int) -> None:
    """To the byte, for each seat at each version, and so are the actions; a policy plays there."""
    match_id, seats = start_match(live.url, game=game, options=zoo.OPTIONS.get(game, {}))
    dice, shown, moves = random.Random(seed), list[list[Any]](), list[Choice]()
    clumsy = Trained(lambda seen, legal: int(dice.choice(legal.nonzero()[0])))
    while True:
        answers = [each.get(f"/v1/matches/{match_id}", include="legalMoves") for each in seats]
        shown.append([MATCH.decode(answer.content) for answer in answers])
        if shown[-1][0].over:
            break
        if len(moves) == MOVES:
            seats[0].act(match_id, "resign")
            break
        turn: Any = next(filter(None, map(turn_of, shown[-1])))
        body = plain(encoded(clumsy.choose(turn)))
        moves += body.values()
        ok(seats[turn.seat].post(f"/v1/matches/{match_id}/moves", body))
    again = Again(ok(seats[0].get(f"/v1/matches/{match_id}/replay")))
    coding = coding_of(game, len(seats), again.options)
    for matches, move in zip(shown, moves, strict=False):
        for seat, match in enumerate(matches):
            there = coding.observation(match.state, seat)
            assert there.tobytes() == coding.observation(again.view(seat), seat).tobytes()
            assert there.any()
            if mine := turn_of(match):
                assert coding.choices(mine) == coding.choices(again.turn())
        again.move(move)


@pytest.mark.parametrize(("game", "seats"), [*zip(PLAYED, (3, 4, 2), strict=True)])
def test_an_observation_has_the_order_that_its_coding_says(game: str, seats: int) -> None:
    match, dice = LocalMatch(game, seats, seed=7), random.Random(7)
    for _ in range(30):
        match.move(dice.choice(match.turn().moves))
    seat, view = seats - 1, match.view(seats - 1)
    seen = iter(coding_of(game, seats, match.options).observation(view, seat).tolist())
    order = [seat, *range(seat)]
    for expected in ORDERED[game](view, [view.sides[each] for each in order], order):
        assert next(seen) == expected
    assert next(seen, None) is None


def just4fun(view: Any, sides: Any, order: Any) -> Iterator[float]:
    for field in view.board:
        yield from (field.number, field.locked, *(field.stones[each] for each in order))
        yield from (field.owner == each for each in order)
    yield from (pile.count(card) for pile in (view.hand, view.discard) for card in range(1, 20))
    for each in sides:
        yield from (each.supply, each.removed, each.score, each.highest_field, each.hand_size)
        yield each.seat == view.starter
    yield view.deck_size


def livingstone(view: Any, sides: Any, order: Any) -> Iterator[float]:
    fields = {(each.column, each.row): each for each in view.board}
    for column, row in product(range(1, 11), range(1, 7)):
        field = fields.get((column, row))
        for numbers in (field.tents, field.unscored) if field else ([0] * 4, [0] * 4):
            yield from (numbers[each] for each in order)
    yield from (*view.river, *map(view.pool.count, range(1, 7)))
    yield from (number == view.die for number in range(1, 7))
    yield from (view.boat, view.round, view.dice_to_take, view.deck_size)
    for pile in (view.hand, view.discard, view.out_of_game):
        yield from map(pile.count, CARDS)
    for each in (view.bag, view.aside):
        yield from (each.black, each.clear, each.blue, each.red, each.white)
    for each in sides:
        yield from (each.score, each.wealth, each.gems.clear, each.gems.blue, each.gems.red)
        yield from (each.tents, each.hand_size, each.last_die, each.passed)
        yield from (
            each.seat == view.starter,
            *(-1 if n is None else n for n in (each.coins, each.chest)),
        )
        yield from (row in each.scored_rows for row in range(1, 7))


def lost_cities(view: Any, sides: Any, order: Any) -> Iterator[float]:
    mine, theirs = sides
    laid = [[card for each in side.expeditions for card in each.cards] for side in sides]
    tops = [pile.top for pile in view.discards]
    for cards in (view.hand, *laid, tops, theirs.hand_known, mine.hand_known):
        yield from (cards.count(f"{color}{rank}") for color in "RWYBG" for rank in RANKS)
    yield from (pile.size for pile in view.discards)
    yield from (view.deck_size, view.turns_without_deck_draw, view.round, view.rounds)
    yield from (mine.total, theirs.total, mine.round_score, theirs.round_score)
    yield view.starter == mine.seat


ORDERED = {"just4fun": just4fun, "livingstone": livingstone, "lost-cities": lost_cities}


@pytest.mark.parametrize(("game", "seats"), [*zip(PLAYED, (3, 4, 2), strict=True)])
def test_actions_leave_out_what_their_coding_says(game: str, seats: int) -> None:
    """No two actions are the same move, and all moves have one but amounts and tents to move."""
    for seed in range(3):
        match, dice = LocalMatch(game, seats, zoo.OPTIONS.get(game, {}), seed), random.Random(seed)
        coding = coding_of(game, seats, match.options)
        while not match.over:
            turn = match.turn()
            choices = coding.choices(turn)
            assert all(0 <= action < coding.actions for action in choices)
            chosen = [json(choice) for choice in choices.values()]
            assert len({*chosen}) == len(chosen)
            left = [each.notation for each in turn.moves if json(each) not in chosen]
            assert all(map(LEFT_OUT.match, left)), left
            assert not left or game == "livingstone"
            match.move(choices[dice.choice([*choices])])


def json(choice: Choice) -> str:
    """A move as JSON."""
    return msgspec.json.encode(getattr(choice, "move", choice)).decode()


class Percy:
    """The first of the legal moves."""

    def choose(self, turn: Turn) -> Choice:
        return turn.moves[0]


@pytest.mark.filterwarnings("ignore:::gymnasium")
@pytest.mark.parametrize(("game", "others"), [("lost-cities", 1), ("just4fun", 2)])
def test_gymnasium_has_nothing_to_say_against_a_seat(game: str, others: int) -> None:
    check_env(SeatEnv(game, [Percy()] * others, seat=1))


@pytest.mark.parametrize("make", [zoo.lost_cities_v0.env, zoo.lost_cities_v0.raw_env])
def test_pettingzoo_finds_its_names(make: Any) -> None:
    env = make(rounds=1)
    assert env.render_mode is None
    env.reset(seed=7)
    assert env.render() is None
    shown = make(rounds=1, render_mode="ansi")
    shown.reset(seed=7)
    assert shown.render() == shown.match.text(None)
    assert not hasattr(zoo.lost_cities_v0, "parallel_env")
    for wrong in ({"render_mode": "human"}, {"stack": 0}):
        with pytest.raises(ValueError, match=f"{next(iter(wrong))} must be"):
            make(**wrong)


@pytest.mark.filterwarnings("ignore:::gymnasium")
def test_a_seed_deals_the_same_everywhere() -> None:
    options: Any = {"rounds": 1}
    table, seat = zoo.lost_cities_v0.env(**options), SeatEnv("lost-cities", [Percy()], 0, options)
    table.reset(seed=7)
    match = LocalMatch("lost-cities", options=options, seed=7)
    assert [table.match.view(each).hand for each in (0, 1)] == [
        match.view(each).hand for each in (0, 1)
    ]
    seen, info = seat.reset(seed=7)
    while match.to_move[0] != 0:
        match.move(Percy().choose(match.turn()))
    coding = coding_of("lost-cities", 2, match.options)
    # Nothing but the idle turns' limit differs, and that is not seen.
    assert seen.tobytes() == coding.observation(match.view(0), 0).tobytes()
    assert seat.action_masks().tolist() == info["action_mask"].tolist()
    assert seat.action_masks().dtype == np.bool_
    again, _ = seat.reset()
    assert (again != seen).any()


@pytest.mark.filterwarnings("ignore:::gymnasium")
@pytest.mark.parametrize("game", PLAYED)
def test_stacked_observations_are_the_last_ones_and_a_strategy_has_the_same(game: str) -> None:
    """SeatEnv stacks as Gymnasium does, and Trained as SeatEnv, in two matches at a time."""
    options, count = zoo.OPTIONS.get(game, {}), 3
    plain_env = FrameStackObservation(
        SeatEnv(game, [Percy()], options=options), count, padding_type="zero"
    )
    env = SeatEnv(game, [Percy()], options=options, stack=count)
    check_env(env)
    had = list[Any]()

    def first(seen: Any, legal: Any) -> int:
        had.append(seen)
        return int(legal.argmax())

    trained = Trained(first, count)
    percy, size = Percy(), coding_of(game, 2, LocalMatch(game).options).size
    matches = [LocalMatch(game, options=options, seed=seed) for seed in (7, 8)]
    seen, (own, info) = plain_env.reset(seed=7)[0], env.reset(seed=7)
    for _ in range(12):
        assert own.shape == (count, size)
        assert own.tobytes() == seen.tobytes()
        for match in matches:
            while match.to_move[0] == 1:
                match.move(percy.choose(match.turn()))
            match.move(trained.choose(match.turn()))
        assert had[-2].tobytes() == own.tobytes()
        action: Any = np.int64(info["action_mask"].argmax())
        seen = plain_env.step(action)[0]
        own, *_, info = env.step(action)
    with pytest.raises(ValueError, match="stack must be at least 1"):
        Trained(lambda seen, legal: 0, 0)


@pytest.mark.parametrize("chosen", [-1, 10**6, float("nan")])
def test_a_policy_that_chooses_nothing_legal_is_told_so(chosen: Any) -> None:
    with pytest.raises(ValueError, match=r"not legal|NaN"):
        Trained(lambda seen, legal: chosen).choose(LocalMatch("just4fun").turn())


def test_a_seat_is_rewarded_at_the_end() -> None:
    env, dice = SeatEnv("lost-cities", [Percy()], seat=1, options={"rounds": 1}), random.Random(7)
    _, info = env.reset(seed=7)
    over, got = False, list[float]()
    while not over:
        action: Any = dice.choice(info["action_mask"].nonzero()[0])
        _, reward, over, _, info = env.step(action)
        got.append(reward)
    mine, theirs = env._table.match.scores[::-1]
    assert got[-1] == mine - theirs
    assert not any(got[:-1])
    _, reward, over, _, _ = env.step(env.action_space.sample())
    assert (reward, over) == (-100, True)


def test_what_is_no_seat_action_or_game_is_refused() -> None:
    for seat in (-1, 2):
        with pytest.raises(ValueError, match=f"seat must be 0 to 1, not {seat}"):
            SeatEnv("lost-cities", [Percy()], seat)
    env = SeatEnv("lost-cities", [Percy()])
    table = zoo.lost_cities_v0.env(render_mode="ansi")
    for too_early in (lambda: env.step(np.int64(0)), table.last, table.render):
        with pytest.raises(AttributeError, match=r"before reset\(\)"):
            too_early()
    env.reset(seed=7)
    for action in (-1, 600):
        with pytest.raises(ValueError, match=f"{action}.* is not in Discrete"):
            env.step(np.int64(action))
    of_one_game: Any = zoo.lost_cities_v0
    with pytest.raises(TypeError, match="positional"):
        of_one_game.env("just4fun")


def test_options_are_not_lost_at_a_reset() -> None:
    env = SeatEnv("just4fun", [Percy()])
    with pytest.raises(ValueError, match=r"reset\(\) takes no options, but \['layout'\]"):
        env.reset(seed=7, options={"layout": "RANDOM"})


def test_any_game_can_be_played_by_text() -> None:
    env, dice = zoo.text_v0.env("livingstone", seats=4), random.Random(7)
    seed_test(lambda: zoo.text_v0.env("just4fun"), num_cycles=50)
    env.reset(seed=7)
    for agent in env.agent_iter():
        seen, _, over, _, _ = env.last()
        assert seen is not None
        assert env.observation_space(agent).contains(seen)
        if not over:
            assert "\n0: " in seen["observation"]
            assert f"Seat {agent[-1]} (you)" in seen["observation"]
        env.step(None if over else int(dice.choice(seen["action_mask"].nonzero()[0])))
    assert env.match.over
