"""The findings of `croupierctl doctor`."""

from dataclasses import dataclass
from typing import Literal

Level = Literal["ok", "note", "wrong"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the report: what is found and, unless it is ok, what to do."""

    level: Level
    text: str

    def __str__(self) -> str:
        return f"{self.level:<7}{self.text}"
