"""What a game's dataclasses consist of, for those who make messages and notation of them."""

import ast
import dataclasses
import inspect
import re
import textwrap
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from croupier_game.errors import BadGame

T = TypeVar("T")

SECRET = "secret"  # noqa: S105 - no password
Secret = Annotated[T, SECRET]
"""A member of an event that no viewer sees: nothing that leaves the engine can carry it."""

SCALARS = (int, bool, str)
WORD_BEGINS = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
NAME = re.compile(r"[A-Za-z]\w*", re.ASCII)


@dataclasses.dataclass(frozen=True, slots=True)
class Member:
    """A member of a dataclass.

    kind:     int, bool, str, another dataclass, or the texts of a Literal, as a tuple.
    optional: whether it may be None.
    many:     whether it is a tuple of such values.
    lacking:  whether one that was made before there was this member is as good: it is None then.
    """

    name: str
    kind: Any
    optional: bool = False
    many: bool = False
    lacking: bool = False
    about: str = ""

    @property
    def is_choice(self) -> bool:
        return isinstance(self.kind, tuple)


@cache
def members(kind: Any) -> tuple[Member, ...]:
    """Return the members that leave the engine: all but secrets, and but those with one value only.

    Raise BadGame for one of a type that cannot leave it.
    """
    about = _docstrings(kind)
    hints = get_type_hints(kind, include_extras=True)
    return tuple(
        _member(kind, each, hints[each.name], about.get(each.name, ""))
        for each in dataclasses.fields(kind)
        if not _is_secret(hints[each.name]) and not _is_constant(hints[each.name])
    )


def reached(kind: Any) -> list[Any]:
    """Return the dataclasses of which a value can consist, secrets aside: itself first."""
    found = [*arms(kind)]
    for own in found:
        within = {each.kind: None for each in members(own) if dataclasses.is_dataclass(each.kind)}
        found += [each for each in within if each not in found]
    return found


def has_secrets(kind: Any) -> bool:
    """Return whether the dataclass, one of a choice, or one in it has a secret member."""
    return any(
        _is_secret(hint)
        for each in reached(kind)
        for hint in get_type_hints(each, include_extras=True).values()
    )


def arms(kind: Any) -> tuple[Any, ...]:
    """Return the dataclasses of which a value is one: those of a union, else the one itself."""
    return get_args(kind) if _is_union(kind) else (kind,)


def alike(kind: Any) -> tuple[type[Any], type[Any]] | None:
    """Return two dataclasses of a choice whose values can have the same members, if there are.

    A stored value has no members that have their defaults, and is read by those that it has.
    """
    given = [
        (each, {f.name for f in dataclasses.fields(each)}, _needed(each)) for each in arms(kind)
    ]
    for one, all_one, needed_by_one in given:
        for other, all_other, needed_by_other in given:
            if one is not other and needed_by_one <= all_other and needed_by_other <= all_one:
                return one, other
    return None


def _needed(kind: type[Any]) -> set[str]:
    """Return the names of the members without a default."""
    missing = dataclasses.MISSING
    return {
        each.name
        for each in dataclasses.fields(kind)
        if each.default is missing and each.default_factory is missing
    }


def arm_name(kind: type[Any]) -> str:
    """Return the name of a dataclass in a choice: card_drawn for CardDrawn."""
    return WORD_BEGINS.sub("_", kind.__name__).lower()


def choice_name(text: str) -> str:
    """Return the name by which the API knows a text of a Literal: MINE_CRASH for "mine-crash"."""
    return WORD_BEGINS.sub("_", text).replace("-", "_").replace(" ", "_").upper()


def _member(owner: type[Any], field: "dataclasses.Field[Any]", hint: Any, about: str) -> Member:
    name = field.name
    if not NAME.fullmatch(name):
        raise _bad(owner, name, "has a name that does not begin with a letter; give it another")
    kind, optional, many = _unwrapped(owner, name, hint)
    if _is_secret(kind):
        raise _bad(owner, name, "is secret in part; let Secret[...] be around all of it")
    if get_origin(kind) is Literal:
        kind = _choices(owner, name, get_args(kind))
    elif kind not in SCALARS and not dataclasses.is_dataclass(kind):
        raise _bad(owner, name, f"is a {getattr(kind, '__name__', kind)}; {TYPES}")
    return Member(name, kind, optional, many, optional and field.default is None, about)


def _unwrapped(owner: type[Any], name: str, hint: Any) -> tuple[Any, bool, bool]:
    """Return the type of one value, whether it may be None, and whether there can be many."""
    optional = _is_union(hint)
    if optional:
        within = [each for each in get_args(hint) if each is not NoneType]
        if len(within) != 1:
            raise _bad(owner, name, "can be several types; make it a dataclass with one of each")
        hint = within[0]
    if get_origin(hint) is not tuple:
        return hint, optional, False
    if optional:
        raise _bad(owner, name, "is a tuple or None; let it be an empty tuple")
    hint, *more = get_args(hint)
    if more != [...]:
        raise _bad(owner, name, "is a tuple of a fixed length; make it a dataclass")
    if get_origin(hint) is tuple:
        raise _bad(owner, name, "is a tuple of tuples; make it a tuple of dataclasses")
    return hint, False, True


TYPES = "it can be int, bool, str, a Literal of texts, a dataclass, a tuple of these, or None"
VALUES = "let each be a letter, and letters, digits and dashes after it"


def _choices(owner: type[Any], name: str, texts: tuple[Any, ...]) -> tuple[str, ...]:
    names = [choice_name(each) if isinstance(each, str) else "" for each in texts]
    if len({*names}) < len(names) or not all(map(NAME.fullmatch, names)):
        raise _bad(owner, name, f"has values that are no names; {VALUES}")
    return texts


def _bad(owner: type[Any], name: str, why: str) -> BadGame:
    return BadGame(f"{owner.__name__}.{name} {why}")


def _is_union(hint: Any) -> bool:
    return get_origin(hint) in (Union, UnionType)


def _is_secret(hint: Any) -> bool:
    return get_origin(hint) is Annotated and SECRET in hint.__metadata__


def _is_constant(hint: Any) -> bool:
    return get_origin(hint) is Literal and len(get_args(hint)) == 1


def _docstrings(kind: type[Any]) -> dict[str, str]:
    """Return the text below each member, inherited or not; none if the source cannot be had."""
    inherited = (_own_docstrings(each) for each in reversed(kind.__mro__[:-1]))
    return {name: text for texts in inherited for name, text in texts.items()}


def _own_docstrings(kind: type[Any]) -> dict[str, str]:
    try:
        (tree,) = ast.parse(textwrap.dedent(inspect.getsource(kind))).body
    except (OSError, TypeError, SyntaxError, ValueError):
        return {}
    return dict(_below(tree.body)) if isinstance(tree, ast.ClassDef) else {}


def _below(body: list[ast.stmt]) -> Iterator[tuple[str, str]]:
    for before, after in pairwise(body):
        if (
            isinstance(before, ast.AnnAssign)
            and isinstance(before.target, ast.Name)
            and isinstance(after, ast.Expr)
            and isinstance(after.value, ast.Constant)
        ):
            yield before.target.id, " ".join(str(after.value.value).split())
