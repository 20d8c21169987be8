"""What each command leads to in each situation: entries, or the code of the refusal.

The contract fixes the order: 404 and 403 (croupier_match.admission), the version, then what the
situation forbids, then what was sent.
"""

import pytest
from croupier_match.commands import Join
from croupier_match.refusals import Code, Conflict, code_of

from tests.croupier_match.playing import Playing, player
from tests.croupier_match.situations import RIGHT, SITUATIONS, WRONG, given_of

OF_WHAT_WAS_SENT = {Code.INVALID_MOVE, Code.ILLEGAL_MOVE, Code.INVALID_OPTIONS}

EARLY = "waiting sealed full revealing"
RUNNING = "dealt active moved asked resigned never gone"
ENDED = "finished aborted"

LEADS_TO = {
    "create": {
        "created": "new",
        "conflict": f"{EARLY} {RUNNING} {ENDED}",
        "overdue": "overdue",
    },
    "join": {
        "joined": "waiting sealed",
        "conflict": "new",
        "match_full": f"full revealing {RUNNING}",
        "overdue": "overdue",
        "match_not_active": f"{ENDED}",
    },
    "join again": {
        "conflict": f"new {EARLY} {RUNNING} {ENDED}",
        "overdue": "overdue",
    },
    "join here": {
        "conflict": "new waiting sealed",
        "match_full": f"full revealing {RUNNING}",
        "overdue": "overdue",
        "match_not_active": f"{ENDED}",
    },
    "join bound": {
        "joined": "waiting",
        "conflict": "new sealed",
        "match_full": f"full revealing {RUNNING}",
        "overdue": "overdue",
        "match_not_active": f"{ENDED}",
    },
    "leave": {
        "left": "waiting sealed full",
        "aborted": "dealt active moved never gone",
        "not_your_match": "new",
        "conflict": "revealing",
        "match_active": "asked resigned",
        "overdue": "overdue",
        "match_not_active": f"{ENDED}",
    },
    "free": {
        "left": "waiting sealed full",
        "not_found": "new",
        "conflict": "revealing",
        "match_active": f"{RUNNING}",
        "overdue": "overdue",
        "match_not_active": f"{ENDED}",
    },
    "free one": {
        "not_found": "new aborted",
        "conflict": f"finished {EARLY} {RUNNING}",
        "overdue": "overdue",
    },
    "start": {
        "started": "full",
        "not_your_match": "new aborted",
        "conflict": "waiting sealed revealing",
        "match_active": f"{RUNNING}",
        "overdue": "overdue",
        "match_not_active": "finished",
    },
    "reveal": {
        "revealed": "revealing",
        "": "dealt",
        "not_your_match": "new",
        "conflict": f"waiting sealed full active moved asked resigned never gone {ENDED}",
        "overdue": "overdue",
    },
    "move": {
        "move": "moved",
        "not_your_match": "new",
        "match_not_active": f"{EARLY} {ENDED}",
        "not_your_turn": "dealt active asked resigned never gone",
        "overdue": "overdue",
    },
    "resign": {
        "resigned": "dealt active asked never gone",
        "resigned move": "moved",
        "not_your_match": "new",
        "match_not_active": f"{EARLY} {ENDED}",
        "conflict": "resigned",
        "overdue": "overdue",
    },
    "claim": {
        "claimed move": "gone",
        "not_your_match": "new",
        "match_not_active": f"{EARLY} {ENDED}",
        "conflict": "dealt active moved asked resigned never",
        "overdue": "overdue",
    },
    "expire": {
        "timeout move": "overdue",
        "conflict": f"new {EARLY} {RUNNING} {ENDED}",
    },
    "ask": {
        "invalid_move": "dealt active gone overdue",
        "not_your_match": "new",
        "match_not_active": f"{EARLY} {ENDED}",
        "not_your_turn": "moved",
        "conflict": "asked resigned",
        "undo_refused": "never",
    },
    "agree": {
        "invalid_move": "dealt active moved gone overdue",
        "agreed": "asked",
        "not_your_match": "new",
        "match_not_active": f"{EARLY} {ENDED}",
        "conflict": "resigned",
        "undo_refused": "never",
    },
    "refuse": {
        "refused": "asked",
        "not_your_match": "new",
        "match_not_active": f"{EARLY} {ENDED}",
        "conflict": "dealt active moved resigned gone",
        "undo_refused": "never",
        "overdue": "overdue",
    },
    "call off": {
        "not_your_match": "new",
        "match_not_active": f"{EARLY} {ENDED}",
        "conflict": f"{RUNNING}",
        "overdue": "overdue",
    },
    "abort": {
        "aborted": f"{EARLY} {RUNNING}",
        "conflict": "new",
        "overdue": "overdue",
        "match_not_active": f"{ENDED}",
    },
}
"""Of each command in which nothing is wrong by itself, what it leads to in which situations.

Once it is revealed, the same entropy changes nothing.
"""


def led_to(playing: Playing, command: str, wrong: bool = False) -> str:
    """The kinds of the entries, or the code of the refusal."""
    make = (WRONG if wrong else RIGHT)[command]
    found = playing.found(make(playing))
    if isinstance(found, Exception):
        return code_of(found) or repr(found)
    return " ".join(dict.fromkeys(entry.kind for entry in found.entries))


@pytest.mark.parametrize("command", RIGHT)
def test_what_a_command_leads_to_in_each_situation(command: str) -> None:
    found: dict[str, set[str]] = {}
    for situation, playing in SITUATIONS.items():
        found.setdefault(led_to(playing(), command), set()).add(situation)
    assert found == {led: {*names.split()} for led, names in LEADS_TO[command].items()}


@pytest.mark.parametrize("command", WRONG)
def test_the_situation_is_refused_before_what_was_sent(command: str) -> None:
    for situation, playing in SITUATIONS.items():
        right, wrong = led_to(playing(), command), led_to(playing(), command, wrong=True)
        if right not in [*Code]:
            refused = OF_WHAT_WAS_SENT if right else {Code.MATCH_ACTIVE}
            assert wrong in refused, situation
        elif right not in OF_WHAT_WAS_SENT:
            assert wrong == right, situation


def test_a_seal_that_is_taken_is_refused_before_a_seat_that_there_is_not() -> None:
    playing = SITUATIONS["sealed"]()
    with pytest.raises(Conflict):
        playing.decided(Join(player(5), 9, given_of(playing, 0)))
