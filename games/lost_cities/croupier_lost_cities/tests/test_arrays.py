"""Hugo in whole numbers is Hugo; later rounds are dealt ahead; a round can be played alone."""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from croupier_game.arrays import NUMPY, array_rules, uniform
from croupier_game.kit.seeds import SEEDS
from croupier_game.kit.twins import Dealer

from croupier_lost_cities import bot, rules, types
from croupier_lost_cities.arrays import ArrayRules
from croupier_lost_cities.types import DECK, DECKS, DISCARD, PLACE, RANK_OF, Move, Options, State

xp = NUMPY.xp
OPTIONS = Options(rounds=3, colors=6, max_turns_without_deck_draw=40)
MOVES = 120


def positions(options: Options, seed: int) -> Iterator[State]:
    """Yield positions of a match whose moves are half at random, half those of the policy."""
    arrays, dice = array_rules(rules, options, 2), random.Random(f"Hugo {seed}")
    state, _ = rules.new_game(options, 2, Dealer((), f"{seed}"))
    for _ in range(MOVES):
        if rules.over(state):
            return
        yield state
        move = dice.choice(rules.legal_moves(state, state.turn))
        if dice.random() < 0.5:
            move = arrays.move(int(arrays.policy(arrays.from_states([state]))[0]), state)
        state, _ = rules.apply(state, state.turn, move, Dealer((), f"{dice.random()}"))


def ranks(cards: tuple[str, ...], color: int) -> list[int]:
    return [RANK_OF[card] for card in cards if PLACE[card] == color]


def worth(state: State, move: Move) -> float:
    """What Hugo expects of a move: of the card, and of the draw, each with the hand as it was."""
    seat, deck, color = state.turn, len(state.deck), PLACE[move.card]
    mine, theirs, hand = state.expeditions[seat], state.expeditions[1 - seat], state.hands[seat]
    rank, laid, held = RANK_OF[move.card], ranks(mine[color], color), ranks(hand, color)
    rest = [*held]
    rest.remove(rank)
    if move.place == DISCARD:
        gain = bot.estimate(laid, rest, deck) - bot.gift(ranks(theirs[color], color), rank)
    else:
        gain = bot.estimate([*laid, rank], rest, deck)
    gain -= bot.estimate(laid, held, deck)
    if move.draw == DECK:
        return gain
    pile = types.COLORS.index(move.draw)
    top, laid, held = RANK_OF[state.discards[pile][-1]], ranks(mine[pile], pile), ranks(hand, pile)
    more = bot.estimate(laid, sorted([*held, top]), deck) - bot.estimate(laid, held, deck)
    return gain + more + bot.gift(ranks(theirs[pile], pile), top) - bot.SURPRISE


def test_plays_are_worth_what_hugo_expects_and_the_first_of_the_best_is_played() -> None:
    for seed in SEEDS:
        arrays = array_rules(rules, OPTIONS, 2)
        for state in positions(OPTIONS, seed):
            tables = arrays.from_states([state])
            actions, gains = (each[0].tolist() for each in arrays.plays(tables))
            found = dict(zip(actions, gains, strict=True))
            for move in rules.legal_moves(state, state.turn):
                expected = round(worth(state, move) * ArrayRules.SCALE)
                assert found[arrays.action(move, state)] == expected, (seed, move, state)
            best = min(action for action, gain in found.items() if gain == max(gains))
            assert arrays.policy(tables).tolist() == [best], (seed, state)


def test_all_rounds_are_dealt_ahead_and_each_has_all_cards() -> None:
    arrays = array_rules(rules, OPTIONS, 2)
    seeds, seen = xp.arange(20, dtype=xp.uint32), set[int]()
    tables = arrays.deal(uniform(xp, seeds, 0, arrays.dealing))
    for _ in range(1000):
        action = arrays.policy(tables)
        tables = arrays.step(
            tables, action, arrays.chances(tables, action, uniform(xp, seeds, 1, 0))
        )
        state = arrays.to_state(tables, 0)
        seen.add(len(state.finished))
        piles = (
            state.deck,
            *state.hands,
            *state.discards,
            *state.expeditions[0],
            *state.expeditions[1],
        )
        assert Counter(card for pile in piles for card in pile) == Counter(DECKS[6])
        if bool(arrays.over(tables).all()):
            break
    assert seen == {0, 1, 2, 3}


def test_no_number_however_high_puts_what_is_seen_into_a_world() -> None:
    arrays = array_rules(rules, OPTIONS, 2)
    state = [*positions(OPTIONS, 1)][40]
    highest = xp.full((1, arrays.hidden), 2**32 - 1, dtype=xp.uint32)
    made = arrays.worlds(None, arrays.from_states([state]), 0, highest)
    world = arrays.to_state(made, 0)
    assert Counter(world.deck + world.hands[1]) == Counter(state.deck + state.hands[1])


def test_a_round_alone_scores_what_it_scores_in_its_match() -> None:
    for state in positions(OPTIONS, 1):
        arrays = array_rules(rules, OPTIONS, 2)
        alone = arrays.alone(state)
        assert alone == replace(state, options=alone.options, finished=())
        assert rules.scores(alone) == (0, 0)
        assert alone.options == Options(rounds=1, colors=6, max_turns_without_deck_draw=40)
        assert arrays.part(state) == len(state.finished)
        array_rules(rules, alone.options, 2).from_states([alone])
