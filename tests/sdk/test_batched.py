"""Environments of many tables: their matches are those of the rules, and hide what these hide."""

import random
from importlib import import_module
from typing import Any

import jax
import numpy as np
import pytest
from croupier_client.base import plain
from croupier_client.envs.batched import Batch, BatchedEnv, sampled
from croupier_client.envs.coding import coding_of, rewards
from croupier_client.envs.pettingzoo import OPTIONS
from croupier_client.installed import played
from croupier_client.local import IllegalMove, InvalidOptions, LocalMatch
from croupier_game.arrays import NUMPY, any_legal
from croupier_game.arrays import jax as jax_library
from croupier_game.game import package_of
from croupier_game.seeded import SeededChance
from gymnasium.error import ResetNeeded

GAMES = [("lost-cities", 2), ("just4fun", 3), ("livingstone", 3)]
ROUND = {"rounds": 1, "max_turns_without_deck_draw": 20}
COUNT = 64


def options_of(game: str) -> dict[str, Any]:
    return ROUND if game == "lost-cities" else {}


def wanton(mask: Any, dice: np.random.Generator) -> Any:
    """Any legal actions."""
    numbers = dice.integers(1 << 32, size=len(mask), dtype=np.uint32)
    return any_legal(np, np.asarray(mask), numbers)


@pytest.mark.parametrize("opponents", ["policy", "random"])
@pytest.mark.parametrize(
    ("game", "seats"), [*GAMES[:2], pytest.param(*GAMES[2], marks=pytest.mark.service)]
)
def test_a_learner_decides_at_each_table_and_each_match_is_rewarded(
    game: str, seats: int, opponents: Any
) -> None:
    env = BatchedEnv(game, COUNT, opponents, seats=seats, options=options_of(game))
    rules, dice = env.batch.rules, np.random.default_rng(7)
    seen, info = env.reset(seed=7)
    ended = 0
    assert info["seat"].tolist() == [row % seats for row in range(COUNT)]
    for _ in range(150):
        state: Any = env._state
        assert seen.shape == (COUNT, rules.size)
        assert env.observation_space.contains(seen)
        assert info["action_mask"].any(axis=1).all()
        assert (rules.turn(state.tables) == info["seat"]).all()
        assert seen.tobytes() == rules.observe(state.tables, info["seat"]).tobytes()
        seen, reward, over, cut, info = env.step(wanton(info["action_mask"], dice))
        assert not cut.any()
        assert not reward[~over].any()
        assert ("final_obs" in info) == over.any()
        for row in over.nonzero()[0]:
            assert info["rewards"][row].sum() == pytest.approx(0, abs=1e-3)
            assert reward[row] == info["rewards"][row, row % seats]
            assert env.single_observation_space.contains(info["final_obs"][row])
        ended += int(over.sum())
    assert ended > COUNT / 2


@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_each_step_is_a_move_of_the_rules(game: str, seats: int) -> None:
    """Without opponents: what is seen is the view of a state, and what is won is its points."""
    env = BatchedEnv(game, 8, seats=seats, options=options_of(game))
    rules, dice = env.batch.rules, np.random.default_rng(7)
    package = played(game).package
    read = LocalMatch(game, seats, {**OPTIONS.get(game, {}), **camel_of(game)})
    coding = coding_of(game, seats, read.options)
    seen, info = env.reset(seed=7)
    for _ in range(100):
        state: Any = env._state
        for row, seat in enumerate(info["seat"].tolist()):
            shown = played(game).view(rules.to_state(state.tables, row), seat)
            assert coding.observation(shown, seat).tobytes() == seen[row].tobytes()
        before = info["seat"]
        _, last = env._state, env.batch.step(state, action := wanton(info["action_mask"], dice))[2]
        seen, reward, over, _, info = env.step(action)
        for row in over.nonzero()[0]:
            ended = rules.to_state(last.last, row)
            assert not package.rules.to_move(ended)
            points = rewards(package.rules.scores(ended))
            assert info["rewards"][row].tolist() == pytest.approx(points)
            assert reward[row] == info["rewards"][row, before[row]]
            shown = played(game).view(ended, int(before[row]))
            final = coding.observation(shown, int(before[row]))
            assert info["final_obs"][row].tobytes() == final.tobytes()


def camel_of(game: str) -> dict[str, Any]:
    return {"rounds": 1, "maxTurnsWithoutDeckDraw": 20} if game == "lost-cities" else {}


@pytest.mark.parametrize(
    ("game", "seats", "opponents"),
    [
        pytest.param("lost-cities", 2, None, marks=pytest.mark.service),
        *(
            pytest.param(*each, marks=pytest.mark.full)
            for each in (
                ("lost-cities", 2, "policy"),
                ("lost-cities", 2, "random"),
                ("just4fun", 3, "policy"),
                ("livingstone", 3, "random"),
            )
        ),
    ],
)
def test_jax_plays_the_same_matches_compiled_as_they_are(
    game: str, seats: int, opponents: Any
) -> None:
    settings: Any = {"seats": seats, "options": options_of(game)}
    here = BatchedEnv(game, COUNT, opponents, **settings)
    there = Batch(game, COUNT, opponents, library=jax_library(), **settings)
    step = jax.jit(there.step)
    seen, info = here.reset(seed=7)
    state, other = jax.jit(there.init)(7)
    dice = np.random.default_rng(7)
    for _ in range(100):
        assert np.asarray(other.observation).tobytes() == seen.tobytes()
        assert np.asarray(other.mask).tobytes() == info["action_mask"].tobytes()
        action = wanton(info["action_mask"], dice)
        seen, _, over, _, info = here.step(action)
        state, other, came = step(state, action)
        assert not np.asarray(came.refused).any()
        assert np.asarray(came.over).tolist() == over.tolist()
        assert np.asarray(came.rewards) == pytest.approx(info["rewards"])


@pytest.mark.full
def test_jax_maps_over_seeds_as_it_does_over_anything() -> None:
    batch = Batch("lost-cities", 2, "random", options=ROUND, library=jax_library())
    step, mapped = jax.jit(batch.step), jax.jit(jax.vmap(batch.step))
    state, seen = jax.jit(jax.vmap(batch.init))(np.asarray([7, 8], np.uint32))
    alone, alone_seen = jax.jit(batch.init)(8)
    for _ in range(40):
        assert np.asarray(seen.observation[1] == alone_seen.observation).all()
        action = np.argmax(np.asarray(seen.mask), axis=2)
        alone, alone_seen, _ = step(alone, action[1])
        state, seen, _ = mapped(state, action)


def test_the_same_seed_is_the_same_and_another_one_is_not() -> None:
    env = BatchedEnv("lost-cities", COUNT, "policy", options=ROUND)
    first, again, other = (env.reset(seed=seed)[0] for seed in (7, 7, 8))
    assert first.tobytes() == again.tobytes()
    assert (first != other).any(axis=1).sum() == COUNT
    assert len({row.tobytes() for row in first}) == COUNT
    assert (env.reset()[0] != env.reset()[0]).any()


def test_each_row_has_new_matches_each_time() -> None:
    settings: Any = {"options": {**ROUND, "max_turns_without_deck_draw": 3}}
    env = BatchedEnv("lost-cities", COUNT, "random", **settings)
    seen, info = env.reset(seed=7)
    dealt = [[row.tobytes()] for row in seen]
    dice = np.random.default_rng(7)
    for _ in range(200):
        seen, _, over, _, info = env.step(wanton(info["action_mask"], dice))
        for row in over.nonzero()[0]:
            dealt[row].append(seen[row].tobytes())
    assert min(map(len, dealt)) > 5
    assert all(len({*each}) == len(each) for each in dealt)


def test_a_learner_may_have_one_seat_at_all_tables() -> None:
    env = BatchedEnv("lost-cities", 5, "policy", seat=1, options=ROUND)
    _, info = env.reset(seed=7)
    assert info["seat"].tolist() == [1] * 5


def test_a_stack_has_what_was_seen_before_and_nothing_of_other_matches() -> None:
    settings: Any = {"options": {**ROUND, "max_turns_without_deck_draw": 3}}
    plain_env = BatchedEnv("lost-cities", COUNT, "random", **settings)
    env = BatchedEnv("lost-cities", COUNT, "random", stack=3, **settings)
    seen, info = plain_env.reset(seed=7)
    stacked, _ = env.reset(seed=7)
    dice, expected = np.random.default_rng(7), np.zeros((COUNT, 3, seen.shape[1]), np.float32)
    ended = 0
    for _ in range(60):
        expected = np.concatenate([expected[:, 1:], seen[:, None]], axis=1)
        assert stacked.tobytes() == expected.tobytes()
        assert env.observation_space.contains(stacked)
        action = wanton(info["action_mask"], dice)
        seen, _, over, _, info = plain_env.step(action)
        stacked, *_, told = env.step(action)
        for row in over.nonzero()[0]:
            last = np.concatenate([expected[row, 1:], info["final_obs"][row][None]])
            assert told["final_obs"][row].tobytes() == last.tobytes()
        expected[over] = 0
        ended += int(over.sum())
    assert ended


@pytest.mark.parametrize(
    "library", [lambda: NUMPY, pytest.param(jax_library, marks=pytest.mark.full)]
)
def test_opponents_are_functions_of_what_they_are_shown(library: Any) -> None:
    """By actions or by logits, on both libraries: those that like what is played play it."""

    def lowest(seen: Any, mask: Any) -> Any:
        assert seen.shape == (len(mask), 314)
        return mask.argmax(axis=1)

    def liked(seen: Any, mask: Any) -> Any:
        return -100.0 * np.arange(600, dtype=np.float32) + np.zeros((len(mask), 1), np.float32)

    envs = [
        BatchedEnv("lost-cities", COUNT, liked, options=ROUND),
        BatchedEnv("lost-cities", COUNT, lowest, options=ROUND, library=library()),
    ]
    told = [env.reset(seed=7) for env in envs]
    for _ in range(40):
        assert len({np.asarray(seen).tobytes() for seen, _ in told}) == 1
        action = np.asarray(told[0][1]["action_mask"]).argmax(axis=1)
        told = [(after[0], after[-1]) for after in (env.step(action) for env in envs)]


@pytest.mark.parametrize(
    "library", [lambda: NUMPY, pytest.param(jax_library, marks=pytest.mark.service)]
)
def test_what_is_not_legal_raises_and_nothing_is_lost(library: Any) -> None:
    env = BatchedEnv("lost-cities", 4, options=ROUND, library=library())
    again = BatchedEnv("lost-cities", 4, options=ROUND)
    with pytest.raises(ResetNeeded):
        env.step(np.zeros(4, np.int64))
    (_, info), _ = env.reset(seed=7), again.reset(seed=7)
    legal = np.asarray(info["action_mask"]).argmax(axis=1)
    for row, action in (
        (0, -1),
        (1, 600),
        (2, (1 << 32) + int(legal[2])),
        (3, int(np.argmin(info["action_mask"][3]))),
    ):
        wrong = legal.copy()
        wrong[row] = action
        with pytest.raises(IllegalMove, match=rf"Action {action} is not legal in row {row}\b"):
            env.step(wrong)
    for wrong in (legal[:3], legal[:, None], legal * np.nan, legal.astype(np.float32), legal > 0):
        with pytest.raises(ValueError, match="Actions must be 4 whole numbers"):
            env.step(wrong)
    assert np.asarray(env.step(legal)[0]).tobytes() == np.asarray(again.step(legal)[0]).tobytes()
    for wrong in ({"seed": -1}, {"seed": 1 << 32}, {"options": {"rounds": 1}}):
        with pytest.raises(ValueError, match=r"seed must be|reset\(\) takes no options"):
            env.reset(**wrong)
    with pytest.raises(TypeError):
        env.reset(seed=1.5)  # type: ignore[arg-type]


@pytest.mark.parametrize("opponents", [None, "policy"])
def test_who_writes_into_what_is_shown_changes_no_match(opponents: Any) -> None:
    env, again = (
        BatchedEnv("lost-cities", 4, opponents, stack=2 if opponents else 1) for _ in range(2)
    )
    (seen, info), (_, clean) = env.reset(seed=7), again.reset(seed=7)
    for _ in range(6):
        legal = clean["action_mask"].argmax(axis=1)
        seen[:], info["action_mask"][:], info["seat"][:] = 9, True, 1
        with pytest.raises(IllegalMove):
            env.step(np.full(4, 599))
        (seen, *_, info), (expected, *_, clean) = env.step(legal), again.step(legal)
        assert seen.tobytes() == expected.tobytes()
        assert info["seat"].tolist() == clean["seat"].tolist()


@pytest.mark.parametrize("answer", [None, 0, [0.0] * 8, np.zeros((8, 5)), np.zeros(1, np.int64)])
def test_an_opponent_that_answers_in_no_such_form_is_told_so(answer: Any) -> None:
    env = BatchedEnv("lost-cities", 8, lambda _seen, _mask: answer, options=ROUND)
    with pytest.raises(ValueError, match="Opponents return whole numbers"):
        env.reset(seed=7)


def test_an_opponent_cannot_allow_itself_more() -> None:
    def bold(seen: Any, mask: Any) -> Any:
        mask[:] = True
        return np.full(len(mask), 599)

    with pytest.raises(IllegalMove, match="opponent"):
        BatchedEnv("lost-cities", 8, bold, options=ROUND).reset(seed=7)


@pytest.mark.parametrize(
    ("library", "wrong"),
    [
        *((lambda: NUMPY, wrong) for wrong in ("nan", "infinite", "action")),
        pytest.param(jax_library, "action", marks=pytest.mark.service),
        *(
            pytest.param(jax_library, wrong, marks=pytest.mark.full)
            for wrong in ("nan", "infinite")
        ),
    ],
)
def test_an_opponent_that_answers_nothing_legal_is_told_of_and_nothing_is_lost(
    library: Any, wrong: str
) -> None:
    xp: Any = library().xp
    worth = {"nan": np.nan, "infinite": np.inf, "action": 0}[wrong]

    def opponent(seen: Any, mask: Any) -> Any:
        late = seen[:, 305] < 40  # cards in the deck
        if wrong == "action":
            return xp.where(late, -1, xp.argmax(mask, axis=1))
        return xp.where(late[:, None] & mask, np.float32(worth), np.float32(0))

    env = BatchedEnv("lost-cities", 8, opponent, options=ROUND, library=library())
    _, info = env.reset(seed=7)
    said = ""
    while not said:
        held: Any = env._state
        legal = np.asarray(info["action_mask"]).argmax(axis=1)
        try:
            info = env.step(legal)[-1]
        except IllegalMove as refused:
            said = str(refused)
    assert said == "An opponent's action is not legal."
    assert env._state is held
    with pytest.raises(IllegalMove, match="opponent"):
        env.step(legal)


def test_what_no_batch_can_be_is_refused() -> None:
    cases: list[tuple[str, Any]] = [
        ("num_envs must be at least 1, not 0", {"num_envs": 0}),
        ("seat must be 0 to 1, not 2", {"seat": 2}),
        ("opponents are one of", {"opponents": "hugo"}),
        ("opponents are one of", {"opponents": 5}),
        ("stack must be", {"stack": 0, "opponents": "policy"}),
        ("stack must be", {"stack": 2}),
    ]
    for match, settings in cases:
        with pytest.raises(ValueError, match=match):
            Batch("lost-cities", **{"num_envs": 1, **settings})
    with pytest.raises(InvalidOptions):
        Batch("lost-cities", 1, options={"rounds": 10})


def test_logits_are_drawn_from_as_their_softmax_says() -> None:
    logits = np.log(np.asarray([[1, 2, 3, 4, 90]], np.float32)) + np.zeros((40_000, 1), np.float32)
    mask = np.asarray([[True, True, False, True, False]] * len(logits))
    dice = np.random.default_rng(7).integers(1 << 32, size=len(logits), dtype=np.uint32)
    drawn = sampled(np, logits, mask, dice)
    assert drawn.dtype == np.int32
    counts = np.bincount(drawn, minlength=5) / len(logits)
    assert counts == pytest.approx([1 / 7, 2 / 7, 0, 4 / 7, 0], abs=0.01)
    extremes = np.asarray([0, (1 << 32) - 1], np.uint32)
    assert sampled(np, logits[:2], mask[:2], extremes).tolist() == [0, 3]


@pytest.mark.parametrize("actions", [7, 600])
def test_any_legal_action_is_as_likely_as_another_and_without_one_there_is_none(
    actions: int,
) -> None:
    mask = np.zeros((30_000, actions), bool)
    mask[:, [0, 3, actions - 1]] = True
    mask[7] = False
    dice = np.random.default_rng(7).integers(1 << 32, size=len(mask), dtype=np.uint32)
    drawn = any_legal(np, mask, dice)
    assert (drawn.dtype, drawn[7]) == (np.int32, -1)
    counts = np.bincount(np.delete(drawn, 7), minlength=actions) / len(mask)
    assert counts[[0, 3, actions - 1]] == pytest.approx([1 / 3] * 3, abs=0.015)


@pytest.mark.parametrize("worth", [np.nan, np.inf])
def test_logits_without_sense_draw_nothing(worth: float) -> None:
    logits, mask = np.zeros((4, 3), np.float32), np.ones((4, 3), bool)
    logits[0, 1] = logits[1, 1] = worth
    mask[1, 1] = False  # which nobody looks at
    mask[2] = False
    logits[3] = -np.inf
    drawn = sampled(np, logits, mask, np.zeros(4, np.uint32)).tolist()
    assert [drawn[0], drawn[2], drawn[3]] == [-1] * 3
    assert drawn[1] in (0, 2)


@pytest.mark.parametrize(("game", "seats"), GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_worlds_that_look_alike_are_observed_alike(game: str, seats: int, seed: int) -> None:
    """What a seat cannot see changes no number, and no mask: states are drawn that fit its view."""
    package, dice = played(game).package, random.Random(seed)
    match = LocalMatch(game, seats, {**OPTIONS.get(game, {}), **camel_of(game)}, seed)
    for _ in range(dice.randrange(5, 40)):
        match.move(dice.choice(match.turn().moves))
    turn: Any = match.turn()
    options, view, seen = plain((turn.options, turn.state, turn.seen))
    found = import_module(f"{package_of(package.rules.module)}.worlds")
    worlds = found.Worlds(options, seats, turn.seat)
    for events in seen:
        worlds.see(events)
    chance = SeededChance(b"worlds", seed)
    states = [worlds.world(view, turn.to_move, chance) for _ in range(30)]
    batch = Batch(game, 1, seats=seats, options=camel_of(game))
    tables = batch.rules.from_states(states)
    seat = np.full(len(states), turn.seat, np.int8)
    observed = batch.rules.observe(tables, seat)
    coding = coding_of(game, seats, match.options)
    expected = coding.observation(turn.state, turn.seat).tobytes()
    assert {row.tobytes() for row in observed} == {expected}
    assert len({row.tobytes() for row in batch.rules.legal(tables)}) == 1
    assert len({*map(repr, states)}) > 1, "the worlds are all the same"
