"""OpenSpiel's games are those of the rules, with all chance in nodes and perfect recall."""

import random
from itertools import product
from typing import Any

import numpy as np
import pyspiel
import pytest
from croupier_client.envs import openspiel as openspiel  # registers the games
from croupier_client.envs.coding import rewards
from croupier_client.local import IllegalMove, LocalMatch
from croupier_game.seeded import SeededChance
from open_spiel.python.algorithms import generate_playthrough, ismcts, mcts
from open_spiel.python.algorithms.outcome_sampling_mccfr import OutcomeSamplingSolver
from open_spiel.python.observation import make_observation

SINGLE, NONE = pyspiel.PrivateInfoType.SINGLE_PLAYER, pyspiel.PrivateInfoType.NONE
GAMES: dict[str, dict[str, Any]] = {
    "lost_cities": {"rounds": 2, "maxTurnsWithoutDeckDraw": 10},
    "just4fun": {"players": 3, "layout": "RANDOM"},
    "livingstone": {"players": 3},
}
each_game = pytest.mark.parametrize("name", GAMES)


def game_of(name: str, **parameters: Any) -> Any:
    return pyspiel.load_game(f"python_croupier_{name}", {**GAMES[name], **parameters})


def played(game: Any, dice: random.Random, actions: int) -> Any:
    """A state after so many actions of players, or before one at an earlier end."""
    state = game.new_initial_state()
    while True:
        if state.is_chance_node():
            state.apply_action(dice.choice(state.legal_actions()))
            continue
        after = state.clone()
        after.apply_action(dice.choice(state.legal_actions()))
        if actions == 0 or after.is_terminal():
            return state
        state, actions = after, actions - 1


@each_game
def test_openspiel_plays_and_restores_its_states(name: str) -> None:
    pyspiel.random_sim_test(game_of(name), num_sims=1, serialize=True, verbose=False)


@each_game
def test_openspiel_writes_a_playthrough(name: str) -> None:
    text = generate_playthrough.playthrough(f"python_croupier_{name}", None, seed=7)
    assert "PrivateObservationString(1)" in text
    assert "InformationStateTensor" not in text


class Recorded(LocalMatch):
    """A match that notes what its chance has brought, and out of how many."""

    drawn: list[tuple[int, int]]

    def _chance(self) -> SeededChance:
        match, chance = self, super()._chance()
        match.drawn = []

        class Chance(SeededChance):
            def below(self, bound: int) -> int:
                match.drawn.append((chance.below(bound), bound))
                return match.drawn[-1][0]

        return Chance(b"", 0)


@each_game
def test_chance_nodes_are_all_the_chance_of_a_match(name: str) -> None:
    """A match by the rules is the same in OpenSpiel, with what it drew as outcomes."""
    for seed in range(3):
        game, dice = game_of(name), random.Random(seed)
        match = Recorded(game.game, game.seats, game.options, seed)
        state = game.new_initial_state()
        while True:
            for outcome, bound in match.drawn:
                if bound > 1:
                    assert bound <= game.max_chance_outcomes()
                    chances = state.chance_outcomes()
                    assert chances == [(each, 1 / bound) for each in range(bound)]
                    state = restored(game, state) if dice.random() < 0.1 else state.clone()
                    state.apply_action(outcome)
            assert state.is_terminal() == match.over
            assert str(state) == match.text(None)
            for seat in range(game.seats):
                assert state.observation_string(seat) == match.text(seat)
            if match.over:
                break
            assert state.current_player() == match.to_move[0]
            choices = game.coding.choices(match.turn())
            assert state.legal_actions() == sorted(choices)
            action = dice.choice(state.legal_actions())
            match.move(choices[action])
            state.apply_action(action)
        assert list(state.returns()) == rewards(match.scores)


def restored(game: Any, state: Any) -> Any:
    again = game.deserialize_state(state.serialize())
    assert again.history() == state.history()
    return again


@each_game
def test_a_clone_goes_on_by_itself(name: str) -> None:
    state = played(game_of(name), random.Random(7), 12)
    before = [str(state), *map(state.information_state_string, range(state.num_players()))]
    ends = set()
    for seed in range(4):
        clone, dice = state.clone(), random.Random(seed)
        clone.apply_action(dice.choice(clone.legal_actions()))
        while not clone.is_terminal():
            assert clone.information_state_string(0) != before[1]
            clone.apply_action(dice.choice(clone.legal_actions()))
        ends.add(clone.history_str())
    assert len(ends) == 4
    assert before == [str(state), *map(state.information_state_string, range(state.num_players()))]


@each_game
def test_an_information_state_recalls_all_that_its_player_has_seen_and_done(name: str) -> None:
    """To each belongs one sequence of those before it, with the actions in them."""
    before: dict[str, tuple[tuple[str, int], ...]] = {}
    seen: dict[str, tuple[str, tuple[int, ...]]] = {}
    met = 0
    for seed in range(12):
        dice = random.Random(seed)
        # Few deals and many plays from them, so that players come where they have been.
        state = played(game_of(name), random.Random(seed % 2), 0)
        come: dict[int, tuple[tuple[str, int], ...]] = {}
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(dice.choice(state.legal_actions()))
                continue
            player = state.current_player()
            known = state.information_state_string()
            met += known in before
            assert before.setdefault(known, come.get(player, ())) == come.get(player, ())
            now = state.observation_string(), tuple(state.legal_actions())
            assert seen.setdefault(known, now) == now
            action = dice.choice(state.legal_actions()[:2])
            come[player] = (*come.get(player, ()), (known, action))
            state.apply_action(action)
    assert met
    lengths = [len(known) for known in before]
    assert max(lengths) > 2 * min(lengths)


def test_an_information_state_has_its_own_moves_and_no_secrets() -> None:
    game, dice = game_of("livingstone"), random.Random(7)
    state = played(game, dice, 0)
    while not (donated := find(state, "donate 2")):
        state.apply_action(dice.choice(state.legal_actions()))
    giver = state.current_player()
    state.apply_action(donated)
    assert "donate 2 [" in state.information_state_string(giver)
    for other in {*range(game.seats)} - {giver}:
        assert "donate 2" not in state.information_state_string(other)
        assert '"donated"' in state.information_state_string(other)


def find(state: Any, move: str) -> int | None:
    """The action of a move, if it is legal."""
    if state.is_chance_node() or state.is_terminal():
        return None
    named = {state.action_to_string(action): action for action in state.legal_actions()}
    return named.get(move)


@each_game
@pytest.mark.parametrize("actions", [0, 9, 30])
def test_a_state_is_resampled_so_that_its_player_cannot_tell(name: str, actions: int) -> None:
    state = played(game_of(name), random.Random(actions), actions)
    player, sampler = state.current_player(), pyspiel.UniformProbabilitySampler(0.0, 1.0)
    other, dice = (player + 1) % state.num_players(), random.Random(7)
    hands = set()
    for _ in range(8):
        again = state.resample_from_infostate(player, sampler)
        assert again.information_state_string(player) == state.information_state_string(player)
        assert again.observation_tensor(player) == state.observation_tensor(player)
        assert again.legal_actions() == state.legal_actions()
        assert again.history() == []
        hands.add(again.information_state_string(other))
        twice = restored(again.get_game(), again).resample_from_infostate(player, sampler)
        assert twice.information_state_string(player) == state.information_state_string(player)
        with pytest.raises(ValueError, match=f"resampled for player {player}, not for {other}"):
            again.resample_from_infostate(other, sampler)
        while not again.is_terminal():
            again.apply_action(dice.choice(again.legal_actions()))
        assert sum(again.returns()) == pytest.approx(0)
    # At first, nothing is hidden in Livingstone but what the deck brings.
    assert len(hands) > 1 or (name == "livingstone" and actions < 30)


@each_game
def test_a_resampled_state_has_nothing_of_the_one_that_it_is_from(name: str) -> None:
    """Two states that look the same to a player are resampled as the same."""
    state = played(game_of(name), random.Random(7), 25)
    player = state.current_player()
    twin = state.resample_from_infostate(player, lambda: 0.25)
    assert twin.moment.table._state != state.moment.table._state
    assert twin.moment.table.turn().seen == [()]
    for other in {*range(state.num_players())} - {player}:
        _, *history, _ = twin.information_state_string(other).splitlines()
        assert history == [*map(str, state.moment.table.seen(None))]
    for drawn in (0.1, 0.7):
        one = state.resample_from_infostate(player, lambda drawn=drawn: drawn)
        other = twin.resample_from_infostate(player, lambda drawn=drawn: drawn)
        assert one.serialize() == other.serialize()


@each_game
def test_who_must_decide_is_resampled_for_the_others_as_well(name: str) -> None:
    state, dice = played(game_of(name), random.Random(7), 25), random.Random(7)
    assert state.legal_actions()
    other = (state.current_player() + 1) % state.num_players()
    for _ in range(8):
        again = state.resample_from_infostate(other, dice.random)
        assert again.information_state_string(other) == state.information_state_string(other)
        while not again.is_terminal():
            again.apply_action(dice.choice(again.legal_actions()))


def test_only_a_decision_can_be_resampled() -> None:
    state = game_of("lost_cities").new_initial_state()
    with pytest.raises(ValueError, match="Only a state in which a player must decide"):
        state.resample_from_infostate(0, lambda: 0.5)


@each_game
def test_is_mcts_plays(name: str) -> None:
    game, dice = game_of(name), np.random.RandomState(7)
    evaluator = mcts.RandomRolloutEvaluator(1, dice)
    bot = ismcts.ISMCTSBot(game, evaluator, uct_c=20.0, max_simulations=10, random_state=dice)
    state = played(game, random.Random(7), 20)
    assert bot.step(state) in state.legal_actions()


@pytest.mark.parametrize(
    ("name", "short"),
    [("lost_cities", {"rounds": 1}), ("just4fun", {"players": 2}), ("livingstone", {"players": 2})],
)
def test_mccfr_learns_by_information_states(name: str, short: Any) -> None:
    """Matches are short: of longer ones the odds, which it multiplies, are less than 1e-308."""
    game = game_of(name, **short)
    solver = OutcomeSamplingSolver(game)
    solver.iteration()
    state = played(game, random.Random(7), 3)
    policy = solver.average_policy().action_probabilities(state)
    assert sum(policy.values()) == pytest.approx(1)
    assert {*policy} <= {*state.legal_actions()}
    pyspiel.OutcomeSamplingMCCFRSolver(game).run_iteration()


OBSERVERS = {
    (False, True, SINGLE),
    (True, True, SINGLE),
    (False, True, NONE),
    (False, False, SINGLE),
}
OTHERS = [
    pyspiel.IIGObservationType(perfect_recall=recall, public_info=public, private_info=private)
    for recall, public, private in product(
        (True, False), (True, False), pyspiel.PrivateInfoType.__members__.values()
    )
    if (recall, public, private) not in OBSERVERS
]


def test_openspiel_is_refused_what_it_could_not_be_answered_truly() -> None:
    game = game_of("just4fun")
    for kind, params in [*((each, None) for each in OTHERS), (None, {"scaled": True})]:
        with pytest.raises(ValueError, match="there are no parameters"):
            make_observation(game, kind, params)
    state = game.new_initial_state()
    with pytest.raises(IllegalMove, match="Action 3 is not legal now"):
        state.apply_action(3)
    state = played(game, random.Random(7), 0)
    assert not game.get_type().provides_information_state_tensor
    for ask in (state.information_state_tensor, game.information_state_tensor_shape):
        with pytest.raises(ValueError, match="Only an observation has a tensor"):
            ask()
    with pytest.raises(IllegalMove, match="Action 10000 is not legal now"):
        state.apply_action(10_000)


def test_parts_of_an_observation_are_what_everybody_sees_and_the_players_secrets() -> None:
    state = played(game_of("just4fun"), random.Random(7), 5)
    public, private = (
        make_observation(
            state.get_game(),
            pyspiel.IIGObservationType(
                perfect_recall=False, public_info=public, private_info=private
            ),
        )
        for public, private in ((True, NONE), (False, SINGLE))
    )
    assert len({public.string_from(state, player) for player in range(3)}) == 1
    secrets = [private.string_from(state, player) for player in range(3)]
    hands = [state.moment.table.view(player).hand for player in range(3)]
    assert secrets == [f'{{"hand":{[*hand]}}}'.replace(" ", "") for hand in hands]
