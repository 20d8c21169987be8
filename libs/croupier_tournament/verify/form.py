"""The form of each kind of line: which members it has, and what each of them may be."""

import re
from collections.abc import Callable
from dataclasses import fields
from enum import StrEnum
from typing import Any, TypeAlias

from croupier_tournament.entries import BY_KIND, NAMES, End, Reason, Withdrawal
from croupier_tournament.pairing import RECIPE
from croupier_tournament.settings import MOST_PLAYERS, MOST_RATING, MOST_SEATS
from croupier_tournament.verify.findings import Found, Rule

Check: TypeAlias = Callable[[Any], Rule | None]
"""The rule that a value breaks; None if it breaks none."""

ID = re.compile("[A-Za-z0-9_-]{22}")
HASH = re.compile("[0-9a-f]{64}")
MAYBE_HASH = re.compile("([0-9a-f]{64})?")
NOTE = re.compile("[ -~]{1,200}")
MOST = 2**53 - 1


def any_value(value: Any) -> Rule | None:
    return None


def text(pattern: re.Pattern[str], rule: Rule = Rule.FORM) -> Check:
    def check(value: Any) -> Rule | None:
        if not isinstance(value, str):
            return Rule.FORM
        return None if pattern.fullmatch(value) else rule

    return check


def one_of(names: type[StrEnum]) -> Check:
    values = {each.value for each in names}
    return lambda value: None if isinstance(value, str) and value in values else Rule.FORM


def integer(least: int, most: int) -> Check:
    def check(value: Any) -> Rule | None:
        if type(value) is not int:
            return Rule.FORM
        return None if least <= value <= most else Rule.BOUNDS

    return check


def items(check: Check, least: int, most: int) -> Check:
    def all_of(value: Any) -> Rule | None:
        if not isinstance(value, list) or not least <= len(value) <= most:
            return Rule.FORM
        return next(filter(None, map(check, value)), None)

    return all_of


def or_none(check: Check) -> Check:
    return lambda value: None if value is None else check(value)


def an_object(value: Any) -> Rule | None:
    return None if isinstance(value, dict) else Rule.SETTINGS


ident, digest, maybe_digest = text(ID, Rule.ID), text(HASH), text(MAYBE_HASH)
moment, number, seat = integer(0, MOST), integer(1, MOST), integer(0, MOST_SEATS - 1)
players = items(ident, 0, MOST_PLAYERS)

MEMBERS: dict[str, Check] = {
    "version": number,
    "at": moment,
    "prev": digest,
    "tournament": ident,
    "recipe": integer(RECIPE, RECIPE),
    "settings": an_object,
    "commitment": digest,
    "player": ident,
    "rating": or_none(integer(0, MOST_RATING)),
    "seal": maybe_digest,
    "starts_at": moment,
    "entropy": digest,
    "key": digest,
    "withheld": players,
    "rounds": integer(0, MOST),
    "round": number,
    "tables": items(items(ident, 2, MOST_SEATS), 0, MOST_PLAYERS),
    "byes": players,
    "repeats": items(number, 0, MOST_PLAYERS),
    "ends_by": moment,
    "table": number,
    "leg": number,
    "match": ident,
    "ranks": items(seat, 2, MOST_SEATS),
    "absent": items(seat, 0, MOST_SEATS),
    "ended": moment,
    "log_head": maybe_digest,
    "first": ident,
    "digest": digest,
    "after": text(re.compile("held|paused")),
}
"""What a member may be, by its name in the entries' classes."""
REASONS: dict[str, Check] = {
    "result": one_of(Reason),
    "withdrew": one_of(Withdrawal),
    "ended": one_of(End),
    "aborted": text(NOTE),
}
FORMS: dict[str, dict[str, Check]] = {
    kind: {"kind": any_value}
    | {
        NAMES[each.name]: REASONS[kind] if each.name == "reason" else MEMBERS[each.name]
        for each in fields(of_class)
    }
    for kind, of_class in BY_KIND.items()
}


def check_form(shown: dict[str, Any]) -> Found:
    """Yield the first thing that is wrong with the members of a line."""
    kind = shown.get("kind")
    form = FORMS.get(kind) if isinstance(kind, str) else None
    if form is None:
        yield Rule.KIND, "there is no such kind of entry."
        return
    if "recipe" in form and repr(shown.get("recipe")) != repr(RECIPE):  # True is 1 in Python
        yield Rule.RECIPE, f"this verifier knows recipe {RECIPE} only."
        return
    if shown.keys() != form.keys():
        yield Rule.FORM, f"it has not just the members {', '.join(sorted(form))}."
        return
    for name in sorted(form):
        if rule := form[name](shown[name]):
            yield rule, f"{name} is not as it has to be."
            return
