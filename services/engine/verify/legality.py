"""Legality: whether each entry of the log was possible in the match before it."""

import re
from collections.abc import Callable, Sequence
from typing import Any

from croupier_game.errors import RulesError
from croupier_game.seeded import ChanceSource
from croupier_match import absence, clock, deadlines, sealing, situations
from croupier_match.entries import (
    Aborted,
    Agreed,
    Asked,
    Claimed,
    Created,
    Entry,
    Joined,
    Left,
    Moved,
    Refused,
    Resigned,
    Revealed,
    Started,
    TimedOut,
    Undone,
)
from croupier_match.forced import forced_move, forced_seat, is_forced
from croupier_match.match import CREATOR, AnyMatch, Deal, Kind, Status
from croupier_match.undo import asking, trial

from engine.domain.registry import GAMES
from engine.verify.errors import MAX_QUOTE, Refuted, must, printable

NOTE = re.compile("[ -~]*")


def check_possible(
    match: AnyMatch,
    entry: Entry,
    source: ChanceSource,
    past: Sequence[asking.Version] = (),
) -> None:
    """Raise Refuted, or the refusal with which the engine would have answered.

    `past` has all versions of the match, from 1 to the one before the entry.
    """
    must(
        (entry.version == 1) == (entry.kind == Kind.CREATED),
        "the first entry, and no other, is of kind created.",
    )
    must(entry.time >= match.update_time, "its time is before that of the version before.")
    _check_sealing(match, entry)
    _check_clock(match, entry)
    CHECKS[type(entry)](match, entry)
    if isinstance(entry, Asked | Undone):
        _check_undo(match, entry, source, past)
    _check_forced(match, entry, source)


def _check_clock(match: AnyMatch, entry: Entry) -> None:
    """Raise Refuted for an act after the deadline, other than the server's for the overdue seat."""
    # The two entries of a random move are stored at once, so no other comes between.
    if match.late is not None:
        must(
            (entry.kind, entry.seat, entry.time) == (Kind.MOVE, match.late, match.update_time),
            f"seat {match.late} was overdue: its random move must follow, at the same time.",
        )
    elif match.reveal_by:
        withheld = isinstance(entry, Aborted) and entry.withheld
        late = not withheld and deadlines.overdue(GAMES.of(match), match, entry.time)
        must(not late, "the time to reveal had passed, and the match had to be aborted.")
    elif entry.kind != Kind.TIMEOUT and not _took_no_time(match, entry):
        must(
            not clock.overdue(GAMES.of(match), match, entry.time),
            "the deadline had passed without a time-out.",
        )


def _took_no_time(match: AnyMatch, entry: Entry) -> bool:
    """Whether the server added the entry by itself: at once, even if a bank is empty."""
    forced = isinstance(entry, Moved) and is_forced(match, entry.seat)
    noted = isinstance(entry, Aborted) and bool(entry.note)
    return entry.time == match.update_time and (forced or noted)


def _check_sealing(match: AnyMatch, entry: Entry) -> None:
    """Raise Refuted unless a seat is taken with what its deal asks for."""
    if isinstance(entry, Created | Joined):
        sealed = match.deal == Deal.SEALED
        must(
            bool(entry.seal) == sealed,
            "a seat of a sealed deal, and nothing else, is taken with a seal.",
        )
        must(not (sealed and entry.entropy), "a seat of a sealed deal is taken without entropy.")


def _check_forced(match: AnyMatch, entry: Entry, source: ChanceSource) -> None:
    """Raise Refuted unless the entry is the move that had to be drawn, if one had to be."""
    seat = forced_seat(GAMES.of(match), match)
    # The end by an operator, or of a match that has become too long, may come between.
    if seat is None or (isinstance(entry, Aborted) and entry.note):
        return
    why = "was overdue" if seat == match.late else "had resigned"
    must(
        (entry.kind, entry.seat, entry.time) == (Kind.MOVE, seat, match.update_time),
        f"seat {seat} {why}: its random move must follow, at the same time.",
    )
    must(
        isinstance(entry, Moved)
        and entry.move == forced_move(GAMES.of(match), match, seat, source),
        f"seat {seat} {why}, and its move is not the one that the match's chance draws.",
    )


def _check_undo(
    match: AnyMatch,
    entry: Asked | Undone[Any],
    source: ChanceSource,
    past: Sequence[asking.Version],
) -> None:
    """Raise Refuted, or a refusal, unless the asker could ask for this, and all needed agreed."""
    must(0 < entry.to < match.version, "it returns to no earlier version.")
    since, request = past[entry.to - 1 :], match.undo.request if match.undo else None
    if request:
        return  # what was asked was possible then, and nothing has changed since
    asking.check_request(match, entry.seat, entry.to)
    trial.at_once(asking.check_taken_back(GAMES.of(match), since, entry.seat, source))
    due = asking.needs(GAMES.of(match), since, entry.seat)
    must(
        (entry.needs if isinstance(entry, Asked) else ()) == due,
        "the seats that have to agree are others.",
    )


def _asked(match: AnyMatch, entry: Asked) -> None:
    situations.check_active(match)
    must(not (match.undo and match.undo.request), "another request was open.")


def _agreed(match: AnyMatch, entry: Agreed) -> None:
    request = asking.open_request(match)
    last = asking.check_answer(match, entry.seat, request.to)
    must(not last, "with the last to agree, the table is restored.")


def _refused(match: AnyMatch, entry: Refused) -> None:
    asking.check_refusal(match, entry.seat)


def _undone(match: AnyMatch, entry: Undone[Any]) -> None:
    situations.check_active(match)
    if match.undo and match.undo.request:
        last = asking.check_answer(match, entry.seat, entry.to)
        must(last, "not all have agreed that had to.")


def _created(match: AnyMatch, entry: Created) -> None:
    must(entry.seat == CREATOR, "the creator of a match has seat 0.")


def _joined(match: AnyMatch, entry: Joined) -> None:
    situations.check_waiting(match)
    must(match.seats[entry.seat].player is None, f"seat {entry.seat} was taken.")
    sealing.check_new(match, entry.seal)


def _left(match: AnyMatch, entry: Left) -> None:
    situations.check_waiting(match)
    situations.check_not_revealing(match)
    must(match.seats[entry.seat].player is not None, f"seat {entry.seat} was free.")
    must(entry.seat != CREATOR, "a match whose creator leaves is aborted.")


def _started(match: AnyMatch, entry: Started) -> None:
    situations.check_waiting(match)
    situations.check_not_revealing(match)
    must(entry.seat == CREATOR, "only the creator, seat 0, starts a match.")
    must(match.full, "not every seat was taken.")


def _revealed(match: AnyMatch, entry: Revealed) -> None:
    must(match.deal == Deal.SEALED, "the deal is open, and nothing is revealed.")
    situations.check_waiting(match)
    must(bool(match.reveal_by), "entropy was revealed before every seat was bound to its own.")
    must(entry.seat in sealing.to_reveal(match), f"seat {entry.seat} had revealed already.")
    must(
        sealing.fits(match, entry.seat, entry.entropy),
        f"what seat {entry.seat} revealed is not the entropy of its seal.",
    )


def _moved(match: AnyMatch, entry: Moved[Any]) -> None:
    situations.check_active(match)
    rules = GAMES.of(match).rules
    name = f"seat {entry.seat} cannot play {printable(rules.notation(entry.move)[:MAX_QUOTE])}"
    due = rules.to_move(match.state)
    must(entry.seat in due, f"{name}; to move was {', '.join(f'seat {seat}' for seat in due)}.")
    try:
        rules.check(match.state, entry.seat, entry.move)
    except RulesError as error:
        raise Refuted(f"{name}. {printable(str(error))}") from None


def _resigned(match: AnyMatch, entry: Resigned) -> None:
    situations.check_active(match)
    must(not match.seats[entry.seat].resigned, f"seat {entry.seat} had resigned already.")


def _timed_out(match: AnyMatch, entry: TimedOut) -> None:
    situations.check_active(match)
    must(match.clock is not None, "a match without a clock has no time-outs.")
    must(clock.deadline(GAMES.of(match), match) is not None, "no player was to move.")
    overdue = clock.overdue_seat(GAMES.of(match), match)
    must(
        entry.seat == overdue,
        f"seat {entry.seat} was not overdue; the next deadline was that of seat {overdue}.",
    )
    must(
        clock.overdue(GAMES.of(match), match, entry.time),
        f"the deadline of seat {overdue} had not passed.",
    )


def _aborted(match: AnyMatch, entry: Aborted) -> None:
    """By its creator before it begins, with a note by an operator or the server, since entropy
    was withheld, or of a running match by a player."""
    must(bool(NOTE.fullmatch(entry.note)), "its note is not printable ASCII.")
    if match.status == Status.ACTIVE and not entry.note:
        _check_called_off(match, entry)
        return
    must(not entry.gone, "before the start, nobody had gone.")
    # These may abort an active match, too; `check_waiting` also refuses one that has ended.
    if match.ended or not entry.note:
        situations.check_waiting(match)
    if entry.withheld:
        _check_withheld(match, entry)
    elif not entry.note:
        situations.check_not_revealing(match)
    must(entry.seat == CREATOR, "a match is aborted when its creator, seat 0, leaves.")


def _check_called_off(match: AnyMatch, entry: Aborted) -> None:
    """Raise Refuted unless the player had not moved, or all others had gone."""
    must(not entry.withheld, "no entropy was to be revealed.")
    must(not match.seats[entry.seat].resigned, f"seat {entry.seat} had resigned.")
    if not entry.gone:
        must(entry.seat not in match.moved, f"seat {entry.seat} had moved, and could not leave.")
        return
    _check_gone(match, entry)
    must(entry.gone == absence.others_left(match, entry.seat), "others were still playing.")


def _claimed(match: AnyMatch, entry: Claimed) -> None:
    situations.check_active(match)
    must(not match.seats[entry.seat].resigned, f"seat {entry.seat} had resigned.")
    _check_gone(match, entry)


def _check_gone(match: AnyMatch, entry: Aborted | Claimed) -> None:
    """Raise Refuted unless those who had gone were to move, for as long as the match says.

    Who follows a match is in no log.
    """
    must(bool(match.gone_after_ms), "in this match nobody is ever gone.")
    must(entry.gone == tuple(sorted({*entry.gone})), "who had gone is not in order.")
    must(
        {*entry.gone} <= {*absence.others_to_move(GAMES.of(match), match, entry.seat)},
        "not all who had gone were to move.",
    )
    passed_ms = clock.ms(entry.time) - clock.ms(match.update_time)
    must(passed_ms >= match.gone_after_ms, "not enough time had passed since the last entry.")


def _check_withheld(match: AnyMatch, entry: Aborted) -> None:
    must(not entry.note, "a match that is aborted for withheld entropy has no note.")
    due = sealing.to_reveal(match)
    must(
        entry.withheld == due,
        f"the seats that had not revealed were {', '.join(map(str, due)) or 'none'}.",
    )
    must(
        deadlines.overdue(GAMES.of(match), match, entry.time), "the time to reveal had not passed."
    )


CHECKS: dict[type[Entry], Callable[[AnyMatch, Any], None]] = {
    Created: _created,
    Joined: _joined,
    Left: _left,
    Started: _started,
    Revealed: _revealed,
    Moved: _moved,
    Resigned: _resigned,
    TimedOut: _timed_out,
    Aborted: _aborted,
    Asked: _asked,
    Agreed: _agreed,
    Refused: _refused,
    Undone: _undone,
    Claimed: _claimed,
}
