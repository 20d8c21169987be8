"""An entry of a log, compared with the one that is due."""

from dataclasses import fields

from croupier_tournament.decide import decide
from croupier_tournament.decide.forced import forced
from croupier_tournament.entries import NAMES, Entry, Paired, Ranked
from croupier_tournament.lots import follows
from croupier_tournament.refusals import (
    Conflict,
    Forbidden,
    Full,
    InvalidSettings,
    NotFound,
    NotOpen,
    Refusal,
)
from croupier_tournament.tournament import Tournament
from croupier_tournament.verify.findings import Found, Rule
from croupier_tournament.verify.inverse import command_of

OF_MEMBERS = {
    "withheld": Rule.WITHHELD,
    "rounds": Rule.ROUNDS,
    "round": Rule.ROUND,
    "tables": Rule.PAIRING,
    "byes": Rule.BYE,
    "repeats": Rule.REPEATS,
    "ends_by": Rule.ENDS_BY,
    "starts_at": Rule.STARTS_AT,
    "match": Rule.MATCH,
    "first": Rule.STANDINGS,
    "digest": Rule.STANDINGS,
    "commitment": Rule.KEY,
}
OF_KINDS = {"result": Rule.RESULT, "ended": Rule.END}
"""The rules of members that are not what is due: by name, and for others by the kind of entry."""
OF_REFUSALS: dict[tuple[str, type[Refusal]], Rule] = {
    ("created", InvalidSettings): Rule.SETTINGS,
    ("registered", NotOpen): Rule.CLOSED,
    ("checkInOpened", NotOpen): Rule.CLOSED,
    ("registered", Full): Rule.FULL,
    ("registered", InvalidSettings): Rule.LATE_SEAL,
    ("registered", Conflict): Rule.TWICE,
    ("revealed", Forbidden): Rule.ENTROPY,
    ("returned", Forbidden): Rule.MAY_NOT_RETURN,
    ("result", NotFound): Rule.TABLE,
    ("result", InvalidSettings): Rule.RESULT,
}
NOTHING_DUE = {"result": Rule.TABLE, "revealed": Rule.TWICE}
"""The rules of entries that repeat what was; of others, their time had not come."""


def check_entry(it: Tournament, entry: Entry) -> Found:
    """Yield what does not hold of an entry that follows the last one."""
    key = getattr(entry, "key", None)
    if key is not None and not follows(key, it.key):
        yield Rule.KEY, "the key is not the next one of those that were bound."
        return
    try:
        due = _due(it, entry)
    except Refusal as refusal:
        yield _rule(it, entry, refusal), str(refusal)
        return
    if due is None:
        yield NOTHING_DUE.get(entry.kind, Rule.EARLY), "nothing of that kind is due now."
    elif due.kind != entry.kind:
        yield Rule.DUE, f"an entry of the kind {due.kind} has to come here."
    else:
        yield from _compare(entry, due)


def _due(it: Tournament, entry: Entry) -> Entry | None:
    def keys(draw: int) -> str:
        return str(getattr(entry, "key", getattr(entry, "commitment", "")))

    own = forced(it, it.at, keys)
    return own or decide(it, command_of(entry), entry.at, keys)


def _rule(it: Tournament, entry: Entry, refusal: Refusal) -> Rule:
    seal = getattr(entry, "seal", "")
    if seal and seal in it.seals:
        return Rule.SEAL_TWICE
    if isinstance(refusal, NotFound) and entry.kind != "result":
        return Rule.STRANGER
    return OF_REFUSALS.get((entry.kind, type(refusal)), Rule.STATUS)


def _compare(entry: Entry, due: Entry) -> Found:
    """Yield the first member that is another one than is due."""
    for each in fields(entry):
        given, right = getattr(entry, each.name), getattr(due, each.name)
        if given != right:
            rule = OF_MEMBERS.get(each.name) or OF_KINDS.get(entry.kind, Rule.DUE)
            yield rule, _says(entry, due, each.name)
            return


def _says(entry: Entry, due: Entry, name: str) -> str:
    if isinstance(entry, Paired) and isinstance(due, Paired) and name == "tables":
        return _table_says(entry, due)
    if isinstance(entry, Ranked):
        return f"{NAMES[name]} of the standings is not what follows from the results."
    return f"{NAMES[name]} is {getattr(entry, name)}, and has to be {getattr(due, name)}."


def _table_says(entry: Paired, due: Paired) -> str:
    """The first table that is another one."""
    tables = zip(entry.tables, due.tables, strict=False)
    for number, (given, right) in enumerate(tables, 1):
        if given != right:
            at = f"table {number} of round {entry.round}"
            return f"{at} is {' - '.join(given)}, and has to be {' - '.join(right)}."
    return f"round {entry.round} has {len(entry.tables)} tables, and must have {len(due.tables)}."
