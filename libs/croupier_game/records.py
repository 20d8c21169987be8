"""`dataclasses.dataclass` with frozen instances that take a fourth of the time to make."""

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    # For mypy, which so finds whoever sets a field; at run time nothing would
    # (docs/decisions/speed.md).
    from dataclasses import dataclass as dataclass
else:
    import dataclasses
    from collections.abc import Callable

    T = TypeVar("T")

    def dataclass(*, frozen: bool, slots: bool = False) -> Callable[[type[T]], type[T]]:
        """Return a decorator that makes a class with plain fields, with a hash if it is `frozen`.

        Python's own frozen classes set each field by a call of `object.__setattr__`.
        """
        return dataclasses.dataclass(slots=slots, unsafe_hash=frozen)
