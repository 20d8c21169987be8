"""The static imports of JavaScript modules: what a page loads with them."""

import re
from collections.abc import Callable, Iterable
from posixpath import dirname, join, normpath

IMPORT = re.compile(
    r"""(?:^|;)(?:import|export)\b(?:[^"';]*?\bfrom)?\s*["'](\.{1,2}/[^"']+)["']""", re.MULTILINE
)
"""A static import, at the beginning of a line or of a statement. A call of `import` is none."""


def reached(entries: Iterable[str], text: Callable[[str], str | None]) -> list[str]:
    """Return the entries and all that they import statically, each once, as far as there is a text.

    `text` returns that of a module; None if there is none.
    """
    found: dict[str, str] = {}
    for entry in entries:
        waiting = [entry]
        while waiting:
            name = waiting.pop()
            if name not in found and (source := text(name)) is not None:
                found[name] = source
                waiting += (normpath(join(dirname(name), to)) for to in IMPORT.findall(source))
    return [*found]
