"""My Game, as the tests know it."""

from collections.abc import Iterator, Sequence

from engine.games.my_game import rules

from tests.support.game_spec import Oracle, Secrets, Specimen


def pieces(state: rules.State) -> Iterator[str]:
    for count in (state.heap, *state.piles, *state.aside, *state.taken):
        yield from ["bean"] * count


ORACLE = Oracle(
    options=(rules.Options(), rules.Options(heap=3)),
    bound=lambda options, seats: options.heap + seats * max(rules.PILES),
    box=lambda options, seats: ["bean"] * (options.heap + sum(rules.PILES)),
    pieces=pieces,
    moves=lambda state, seat, rng: [rules.Move(own, n) for own in (False, True) for n in range(5)],
    kind=lambda move: "own" if move.own else "heap",
    kinds=frozenset({"own", "heap"}),
    specimens={seats: Specimen(rules.Options(), seed=1, views=1) for seats in (2, 3, 4)},
)


# What is secret


def known(state: rules.State, events: Sequence[rules.Event], viewer: int | None) -> object:
    own = None if viewer is None else state.piles[viewer]
    return own, state.heap, state.taken, state.turn, state.last


def hidden(state: rules.State, viewer: int | None) -> dict[str, object]:
    piles = [size for seat, size in enumerate(state.piles) if seat != viewer]
    return {"piles": piles, "aside": state.aside}


def probe(state: rules.State, viewer: int | None) -> str:
    """Take more than the viewer has, which another player may have."""
    own = 0 if viewer is None else state.piles[viewer]
    return f"own {min(own, rules.MOST) + 1}"


SECRETS = Secrets(
    known=known,
    hidden=hidden,
    probe=probe,
    options=lambda seats, dice: rules.Options(heap=20),
    turns=6,
)
