"""What is decided about taking back (docs/decisions/undo.md)."""

from croupier_match.commands import Ask, Refuse
from croupier_match.decide.rule import Rule
from croupier_match.entries import Agreed, Asked, Entry, Refused, Undone
from croupier_match.games import Game
from croupier_match.match import AnyMatch
from croupier_match.refusals import Conflict
from croupier_match.situations import check_active
from croupier_match.undo import asking


def may_ask(game: Game, match: AnyMatch, command: Ask, time: str) -> None:
    check_active(match)
    if asking.is_asked(match, command.seat):
        asking.check_answer(match, command.seat, command.to)
    else:
        asking.check_request(match, command.seat, command.to)


def asked(game: Game, match: AnyMatch, command: Ask, time: str) -> Entry:
    """A request, or an agreement; with the last to agree, or if none must, the table of then."""
    version, seat, to = match.version + 1, command.seat, command.to
    if not must_try(match, command):
        return Agreed(version, seat, time)
    tried = command.tried
    if tried is None or (tried.match_id, tried.version) != (match.id, match.version):
        raise Conflict("What was tried is not this match, as it is now.")
    if (tried.seat, tried.to) != (seat, to):
        raise Conflict("What was tried is another request.")
    if tried.needs:
        return Asked(version, seat, time, to, tried.needs)
    return Undone(version, seat, time, to, tried.restored, tried.kept)


def must_try(match: AnyMatch, command: Ask) -> bool:
    """Whether something is asked for that has to be tried, or is restored. Raise InvalidMove."""
    asking.check_version(match, command.to)
    request = match.undo.request if match.undo else None
    return request is None or request.needs == (command.seat,)


def may_refuse(game: Game, match: AnyMatch, command: Refuse, time: str) -> None:
    check_active(match)
    asking.check_refusal(match, command.seat)


def refused(game: Game, match: AnyMatch, command: Refuse, time: str) -> Entry:
    return Refused(match.version + 1, command.seat, time)


TAKING_BACK: dict[type, Rule] = {Ask: Rule(may_ask, asked), Refuse: Rule(may_refuse, refused)}
