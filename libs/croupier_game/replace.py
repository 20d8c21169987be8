"""`dataclasses.replace`, several times as fast: every move replaces the state a few times."""

import dataclasses
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    # For mypy, which so finds misspelled fields; at run time nothing would
    # (docs/decisions/speed.md).
    from dataclasses import replace as replace
else:
    T = TypeVar("T")

    def replace(before: T, /, **changes: Any) -> T:
        """Return a copy with other values in some fields.

        It takes over what the fields hold instead of going through `__init__`, so the
        dataclass must have no `__post_init__`. One with slots is copied as `dataclasses` does it.
        """
        after = object.__new__(type(before))
        try:
            fields = after.__dict__
        except AttributeError:
            return dataclasses.replace(before, **changes)
        fields.update(before.__dict__)
        fields.update(changes)
        return after
