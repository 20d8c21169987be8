"""The form of each kind of line: which members it has, and what each of them may be."""

import re
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from croupier_rating import moments, pools
from croupier_rating.recent import NOTHING, WEIGHTS
from croupier_rating.recipe import MOST_MU, RECIPE, START_SIGMA
from croupier_rating.verify.findings import Found, Rule

Check: TypeAlias = Callable[[Any], Rule | None]
"""The rule that a value breaks; None if it breaks none."""

ID = re.compile("[A-Za-z0-9_-]{22}")
HASH = re.compile("[0-9a-f]{64}")
NOTE = re.compile("[ -~]{1,200}")
MOST = 2**53 - 1
MOST_SEQ = 2**32 - 1
MOST_SEATS = 100
PEAK = 2**15


def text(pattern: re.Pattern[str], rule: Rule) -> Check:
    def check(value: Any) -> Rule | None:
        if not isinstance(value, str):
            return Rule.FORM
        return None if pattern.fullmatch(value) else rule

    return check


def integer(least: int, most: int) -> Check:
    def check(value: Any) -> Rule | None:
        if type(value) is not int:
            return Rule.FORM
        return None if least <= value <= most else Rule.BOUNDS

    return check


def time(value: Any) -> Rule | None:
    if not isinstance(value, str):
        return Rule.FORM
    try:
        moments.milliseconds(value)
    except ValueError:
        return Rule.TIME
    return None


def items(check: Check, least: int, most: int) -> Check:
    def all_of(value: Any) -> Rule | None:
        if not isinstance(value, list) or not least <= len(value) <= most:
            return Rule.FORM
        return next(filter(None, map(check, value)), None)

    return all_of


def row(*checks: Check) -> Check:
    def check(value: Any) -> Rule | None:
        if not isinstance(value, list) or len(value) != len(checks):
            return Rule.FORM
        found = (check(each) for check, each in zip(checks, value, strict=True))
        return next(filter(None, found), None)

    return check


def members(checks: Mapping[str, Check]) -> Check:
    def check(value: Any) -> Rule | None:
        if not isinstance(value, dict) or value.keys() != checks.keys():
            return Rule.FORM
        return next(filter(None, (checks[name](value[name]) for name in sorted(checks))), None)

    return check


def or_none(check: Check) -> Check:
    return lambda value: None if value is None else check(value)


def weight(value: Any) -> Rule | None:
    if type(value) is not int:
        return Rule.FORM
    return None if value in (*WEIGHTS, NOTHING) else Rule.BOUNDS


ident, digest = text(ID, Rule.ID), text(HASH, Rule.FORM)
seq, moment, day = integer(1, MOST_SEQ), integer(0, MOST), integer(0, moments.MOST_DAY)
seat, rules = integer(0, MOST_SEATS - 1), integer(1, MOST)
mu, sigma = integer(-MOST_MU, MOST_MU), integer(1, START_SIGMA)
change = row(ident, mu, sigma, mu, sigma)

HEAD: dict[str, Check] = {
    "kind": lambda _: None,
    "prev": digest,
    "recipe": integer(RECIPE, RECIPE),
    "seq": seq,
}
FORMS: dict[str, dict[str, Check]] = {
    "match": HEAD
    | {
        "ended": time,
        "logHead": digest,
        "match": ident,
        "rulesVersion": rules,
        "seats": items(row(ident, seat, mu, sigma, mu, sigma), 2, MOST_SEATS),
        "short": or_none(items(seat, 0, MOST_SEATS)),
        "weight": weight,
    },
    "void": HEAD
    | {
        "match": ident,
        "of": seq,
        "reason": text(NOTE, Rule.FORM),
        "seats": items(change, 2, MOST_SEATS),
        "time": time,
    },
    "season": HEAD
    | {
        "from": members({"counted": day, "season": integer(0, MOST), "seq": seq}),
        "seats": items(change, 1, 1),
    },
    "base": {
        "clock": moment,
        "head": digest,
        "kind": lambda _: None,
        "pool": text(pools.NAME, Rule.POOL),
        "seq": integer(0, MOST_SEQ),
    },
    "numbers": {
        "kind": lambda _: None,
        "numbers": row(
            mu, sigma, integer(0, MOST_SEQ), integer(0, MOST_SEQ), day, integer(-PEAK, PEAK - 1)
        ),
        "player": ident,
    },
    "recent": {
        "kind": lambda _: None,
        "marks": items(row(moment, seq), 1, MOST_SEQ),
        "of": items(ident, 1, 2),
    },
}


def check_form(shown: dict[str, Any]) -> Found:
    """Yield the first thing that is wrong with the members of a line."""
    kind = shown.get("kind")
    form = FORMS.get(kind) if isinstance(kind, str) else None
    if form is None:
        yield Rule.KIND, "there is no such kind of line."
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
