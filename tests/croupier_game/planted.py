"""The faults that the kit finds by name: what is changed in a game, and what is said of it."""

from typing import NamedTuple

RULES, SPEC = "__init__.py", "spec.py"


class Fault(NamedTuple):
    """A fault in a game.

    game:  the folder of the game.
    edits: (module, text that is there once, what is there instead).
    test:  of the suites, the one that finds it.
    found: what it says, as a regular expression.
    """

    game: str
    edits: tuple[tuple[str, str, str], ...]
    test: str
    found: str


def turns(test: str, found: str, *edits: tuple[str, str]) -> Fault:
    """A fault in the rules of a game in which players take turns."""
    return Fault("croupier-ticket-to-mars", tuple((RULES, *each) for each in edits), test, found)


def sealed(test: str, found: str, *edits: tuple[str, str]) -> Fault:
    """A fault in the rules of a game in which all choose at the same time."""
    return Fault("sealed_cards", tuple((RULES, *each) for each in edits), test, found)


APART = "does_not_show"
OPEN_MOVES = ("return move if seat == mover else Move", "return move if seat != 9 else Move")
OPEN_EVENTS = ("isinstance(event, Chosen) and event.seat != seat", "seat == 9")
APPLY = "    chosen = with_item(state.chosen, seat, move)\n"
PLAY = "    hands = with_item(state.hands, seat, without"
BESIDE = "test_functions_do_nothing_beside"
TOLD = r"can tell twins apart by "
HASHED = r"Two processes make other matches of the same seed and moves, .*sort what comes out"
AGREE = "test_check_and_legal_moves_agree"
ACCEPTS = "check accepts a move that is not in legal_moves"
CHECK = "    if move.card not in state.hands[seat]:"

PLANTED = {
    # What others have chosen
    "a choice in the view": sealed(
        APART,
        rf"{TOLD}public_view\.chosen\[\d\].*Hide it",
        (
            "card is not None for card in state.chosen",
            "bool(card and card.rank > 3) for card in state.chosen",
        ),
    ),
    "a choice in a private view": sealed(
        APART,
        rf"{TOLD}private_view\.own.*Hide it",
        (
            "    own = state.chosen[seat]\n",
            "    own = state.chosen[seat] or state.chosen[seat - 1]\n",
        ),
    ),
    "a choice in an event": sealed(APART, rf"{TOLD}events\[0\]\.card.*Hide it", OPEN_EVENTS),
    "a choice in move_view": sealed(APART, rf"{TOLD}move\[0\]\..*Hide it", OPEN_MOVES),
    "a choice in all three": sealed(
        APART,
        rf"{TOLD}.*Hide it",
        (
            "card is not None for card in state.chosen",
            "bool(card and card.rank > 3) for card in state.chosen",
        ),
        OPEN_EVENTS,
        OPEN_MOVES,
    ),
    "a choice in who is to move": sealed(
        APART,
        rf"{TOLD}to_move.*Hide it",
        (
            "if card is None)",
            "if card is None and seat < 7 - max([0, *(each.rank for each in state.chosen if each)]))",
        ),
        ("(cards) < len(chosen)", "(to_move(state)) or len(cards) < len(chosen)"),
    ),
    "a choice in the scores": sealed(
        APART,
        rf"{TOLD}scores\[\d\].*Hide it",
        (
            "tuple(sum(card.rank for card in cards) for cards in state.taken)",
            "tuple(sum(card.rank for card in (*cards, *filter(None, [own])))"
            " for cards, own in zip(state.taken, state.chosen))",
        ),
    ),
    "a choice in the ranking": sealed(
        APART,
        rf"{TOLD}ranking.*Hide it",
        (
            "def public_view",
            "def ranking(state):\n"
            "    order = sorted(range(len(state.hands)), key=lambda each: str(state.chosen[each]))\n"
            "    return tuple((each,) for each in order)\n\n\ndef public_view",
        ),
    ),
    "a choice in a spec that knows it": Fault(
        "sealed_cards",
        ((SPEC, "return shown, own,", "return state.chosen, shown, own,"),),
        "hidden_are_others",
        "move_view hides moves, and in none of .* SECRETS.known must not return what is hidden",
    ),
    "a choice in the events' number": sealed(
        APART,
        rf"{TOLD}events\[1\].*Hide it",
        (
            "    cards = tuple(card for",
            "    events *= 1 + move.rank % 2\n    cards = tuple(card for",
        ),
    ),
    "a choice in a refusal": sealed(
        "tells_nothing",
        r"can tell twins apart by trying .*: refusal\.text",
        (
            '("Only a card of the own hand can be chosen.")',
            '(f"Not beside {state.chosen[seat - 1]}.")',
        ),
    ),
    "a choice in the legal moves": sealed(
        APART,
        rf"{TOLD}legal_moves.*Hide it",
        (
            "    return tuple(state.hands[seat])",
            "    odd = sum(card.rank for card in state.chosen if card) % 2\n"
            "    return tuple(sorted(state.hands[seat], key=str, reverse=bool(odd)))",
        ),
    ),
    "a number by chance in the scores": turns(
        APART,
        rf"{TOLD}.*Hide it",
        ("    turn: int = 0\n", "    turn: int = 0\n    die: int = 0\n"),
        (
            "((),) * seats, ((),) * seats), tuple",
            "((),) * seats, ((),) * seats, die=chance.below(6)), tuple",
        ),
        (
            "return tuple(map(len, state.taken))",
            "return tuple(len(each) + state.die for each in state.taken)",
        ),
    ),
    # What differs from process to process
    "moves out of a set": sealed(
        "no_hash", HASHED, ("return tuple(state.hands[seat])", "return tuple({*state.hands[seat]})")
    ),
    "a deck out of a set": sealed(
        "no_hash",
        HASHED,
        ("chance.shuffle([", "chance.shuffle([*{"),
        ("HIGHEST + 1)])", "HIGHEST + 1)}])"),
    ),
    "a view out of a set": sealed(
        "no_hash",
        HASHED,
        ("tuple(map(notation, state.hands[seat]))", "tuple({*map(notation, state.hands[seat])})"),
    ),
    "the highest of a set": sealed(
        "no_hash",
        HASHED,
        (
            "key=lambda each: (cards[each].rank, cards[each].suit)",
            "key=lambda each: hash(str(cards[each]))",
        ),
    ),
    # What is changed or asked beside
    "apply that changes the state": sealed(
        BESIDE,
        "apply changes the State that it is given: let it make another one, with `replace`",
        (APPLY, f"    object.__setattr__(state, 'deck', state.deck[1:])\n{APPLY}"),
    ),
    "apply that changes a list in the state": turns(
        BESIDE,
        "apply changes the State that it is given: let it make another one, with `replace`",
        ("    turn: int = 0\n", "    turn: int = 0\n    seen: tuple[list[int], ...] = ()\n"),
        (
            "((),) * seats, ((),) * seats), tuple",
            "((),) * seats, ((),) * seats, seen=([],)), tuple",
        ),
        (PLAY, f"    state.seen[0].append(move.card)\n{PLAY}"),
    ),
    "legal_moves that sorts the state": turns(
        BESIDE,
        "legal_moves changes the State that it is given",
        (
            "    return tuple(Move(card)",
            "    object.__setattr__(state, 'deck', state.deck[::-1])\n    return tuple(Move(card)",
        ),
    ),
    "a view that changes the state": turns(
        BESIDE,
        "public_view changes the State that it is given",
        (
            "    sizes = tuple(map",
            "    object.__setattr__(state, 'turn', state.turn)\n    object.__setattr__(state, 'deck', state.deck[::-1])\n    sizes = tuple(map",
        ),
    ),
    "the clock": sealed(
        BESIDE,
        r"apply calls time\.time in __init__\.py, line \d+: what happens must follow",
        (APPLY, f"    import time; time.time()\n{APPLY}"),
    ),
    "the date": sealed(
        BESIDE,
        r"apply calls date\.today in __init__\.py, line \d+: what happens must follow",
        (APPLY, f"    import datetime; datetime.date.today()\n{APPLY}"),
    ),
    "luck of its own": turns(
        BESIDE,
        r"apply calls random\.\w+ in __init__\.py, line \d+: .* Draw from `chance`",
        (PLAY, f"    import random; random.random()\n{PLAY}"),
    ),
    "the environment": turns(
        BESIDE,
        r"apply calls os\.environ in __init__\.py",
        (PLAY, f"    import os; os.environ.get('NAME')\n{PLAY}"),
    ),
    "a file": turns(
        BESIDE, r"apply calls open in __init__\.py", (PLAY, f"    open(__file__).close()\n{PLAY}")
    ),
    "an address": turns(BESIDE, r"apply calls id in __init__\.py", (PLAY, f"    id(move)\n{PLAY}")),
    # What does not end
    "an endless loop": turns(
        "ends_within",
        "have failed in apply(.*\n)*.*It takes too long, as if it never ended",
        (PLAY, f"    while True:\n        pass\n{PLAY}"),
    ),
    "an endless loop in a view": turns(
        "every_viewer",
        "have failed in public_view(.*\n)*.*It takes too long",
        ("    sizes = tuple(map", "    while True:\n        pass\n    sizes = tuple(map"),
    ),
    "a call that sleeps": turns(
        "ends_within",
        "have failed in apply(.*\n)*.*It takes too long",
        (PLAY, f"    import time; time.sleep(60)\n{PLAY}"),
    ),
    # What is accepted
    "check that accepts more at the end": turns(
        AGREE,
        ACCEPTS,
        (CHECK, "    if move.card not in state.hands[seat] and len(state.hands[seat]) > 1:"),
    ),
    "check that accepts more without a deck": turns(
        AGREE, ACCEPTS, (CHECK, "    if move.card not in state.hands[seat] and state.deck:")
    ),
    "check that accepts what has been played": turns(
        AGREE, ACCEPTS, (CHECK, "    if move.card not in (*state.hands[seat], *state.played):")
    ),
    "check that accepts others' cards": turns(
        AGREE,
        ACCEPTS,
        (CHECK, "    if move.card not in (*state.hands[seat], *state.hands[seat - 1]):"),
    ),
    "check that accepts less": turns(
        AGREE,
        "check refuses a move that is in legal_moves",
        (CHECK, "    if move.card not in state.hands[seat][:1]:"),
    ),
    "check that accepts more, without a spec's moves": Fault(
        "croupier-ticket-to-mars",
        (
            (RULES, CHECK, "    if move.card not in state.hands[seat] and state.deck:"),
            (SPEC, "[Move(card) for card in range(32)]", "[]"),
        ),
        AGREE,
        ACCEPTS,
    ),
    # What the rules of all games promise
    "a rematch that cannot be played": turns(
        "test_a_rematch",
        "InvalidOptions: cards must be 12 to 30",
        (
            "def scores(",
            "def rematch_options(state, keep_score):\n    return Options(5)\n\n\ndef scores(",
        ),
    ),
    "seats that are out before the end": turns(
        "first_of_the_ranking",
        "eliminated",
        ("def scores(", "def eliminated(state):\n    return (0,)\n\n\ndef scores("),
    ),
    "moves listed twice": turns(
        "who_must_move",
        "no move is listed twice",
        ("for card in state.hands[seat])", "for card in state.hands[seat] * 2)"),
    ),
    "no moves": turns(
        "who_must_move",
        "have failed in legal_moves",
        ("for card in state.hands[seat])", "for card in state.hands[seat][1:])"),
    ),
    "a list of who is to move": turns(
        "ends_within",
        "have failed in to_move",
        ("(state.turn,) if", "[state.turn] if"),
    ),
    "a card that is lost": turns(
        "nothing_is_made",
        r"version \d+",
        ("state.taken[winner] + played)", "state.taken[winner] + played[1:])"),
    ),
    "a deal without chance": turns(
        "another_seed",
        "test_another_seed_is_another_match",
        ("chance.shuffle(range(1, options.cards + 1))", "tuple(range(1, options.cards + 1))"),
    ),
    "a refusal that is no sentence": turns(
        "makes_no_sense", "endswith", ("own hand can be played.", "own hand can be played")
    ),
    "a move that makes sense now and then": turns(
        "makes_no_sense", "assert .* == 1", ('IllegalMove("Only', 'InvalidMove("Only')
    ),
    "scores of one seat": turns(
        "ends_within",
        "have failed in (scores|ranking)",
        ("    return tuple(map(len, state.taken))", "    return (len(state.taken[0]),)"),
    ),
    "a ranking with a seat twice": turns(
        "ends_within",
        "have failed in ranking",
        ("def scores(", "def ranking(state):\n    return ((0,), (0,))\n\n\ndef scores("),
    ),
    "a view of nothing": turns(
        "every_viewer",
        "have failed in public_view",
        ("    return PublicView(", "    return print("),
    ),
    "a refusal that is an error": turns(
        "makes_no_sense",
        "have failed in check",
        ('raise IllegalMove("Only', 'raise ValueError("Only'),
    ),
    "an end that comes too early": turns(
        "nobody_is_to_move",
        "test_nobody_is_to_move_when_it_is_over_and_only_then",
        ("def scores(", "def over(state):\n    return not state.deck\n\n\ndef scores("),
    ),
    "a notation of several moves": sealed(
        "survives_notation",
        "test_every_legal_move_survives_notation",
        ('f"{move.suit}-{move.rank}"', 'f"{move.suit}-{(move.rank + 1) // 2}"'),
    ),
}
