"""The numbers of a game's fields and enum values, and what its moves and options have: `wire.lock`.

    version 1                  of the rules that were locked
    Move.source 1 choice       name, number and form of a field
    Move.source=HEAP 1         name and number of an enum's value
    View.size 2 int (gone)     what the types have no more

A number that was given once is never given to another, and a field keeps its form: gateways and
engines of two releases speak to each other. While the rules have one version, moves and options get
no new members but such as may be left out, and lose none: the log of a match has hashes of them as
JSON. Of a game with a .proto, which has the numbers, only moves and options are locked.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable

from croupier_game.errors import BadGame

NAME = "wire.lock"
REMEDY = "write it with `croupier lock-wire`"
ANEW = f"if nobody has played this game yet, rm {NAME} and run croupier lock-wire"
VERSION = "version"
HASHED = ("Move", "Options")
"""The messages of which a log has hashes."""
GONE = "(gone)"


class Lock:
    """The numbers of a game; without a file, in the order of the members."""

    def __init__(self, version: int, text: str | None = None, is_open: bool = False) -> None:
        """Read the text of a file, for this version of the rules. Raise BadGame.

        `is_open` is whether new names get new numbers, as they do without a file; but none do for
        rules that are older than it.
        """
        self._version = version
        self._locked: dict[str, tuple[int, str]] = {}
        self._highest: Counter[str] = Counter()
        self._seen, gone = set[str](), set[str]()
        for line in (text or "").splitlines():
            name, _, rest = line.partition(" ")
            number, _, form = rest.partition(" ")
            if not number.isdecimal():
                raise BadGame(f"has a line in {NAME} that is none, {line[:60]!r}: {REMEDY}")
            if form.endswith(GONE):
                gone.add(name)
            self._take(name, int(number), form.removesuffix(GONE).rstrip())
        locked, _ = self._locked.pop(VERSION, (0, ""))
        self.is_open = text is None or (is_open and locked <= version)
        if locked < version and not self.is_open:
            raise BadGame(
                f"has rules of version {version}, and {NAME} of version {locked}: {REMEDY}"
            )
        # By what old moves and options have, unless they are of other rules.
        self._kept = self._hashed(self._locked.keys() - gone) if locked == version else {}

    def number(
        self, name: str, form: str = "", own: int | None = None, lacking: bool = True
    ) -> int:
        """Return the number of a field of this form, or of an enum's value.

        `own` is the number that it has, if it is not for the lock to give one; `lacking` whether
        the JSON of what was made before there was this field is as good. Raise BadGame.
        """
        self._seen.add(name)
        if name not in self._locked:
            if not lacking and _scope(name) in self._kept:
                raise BadGame(
                    f"has {name}, which moves and options of version {self._version} lack:"
                    f" let it be left out, or raise VERSION; {ANEW}"
                )
            if not self.is_open:
                raise BadGame(f"has no number for {name} in {NAME}: {REMEDY}")
            self._take(name, self._highest[_scope(name)] + 1 if own is None else own, form)
        number, locked = self._locked[name]
        if form != locked:
            raise BadGame(
                f"has {name} as {form}, and in {NAME} as {locked}: give it another name; {ANEW}"
            )
        if own not in (None, number):
            raise BadGame(f"has {name} with number {own}, and in {NAME} with {number}: change it")
        return number

    def check_kept(self) -> None:
        """Raise BadGame if moves and options have lost what they had. Ask for all numbers first."""
        for names in self._kept.values():
            for lost in sorted(names - self._seen):
                raise BadGame(
                    f"has no {lost} any more, which moves and options of version {self._version}"
                    f" may have: keep it, or raise VERSION; {ANEW}"
                )

    def text(self) -> str:
        """Return the text of the file. Ask for all numbers first."""
        rows = (
            (name, f"{number}", form, "" if name in self._seen else GONE)
            for name, (number, form) in self._locked.items()
        )
        lines = ((VERSION, f"{self._version}"), *rows)
        return "".join(" ".join(filter(None, line)) + "\n" for line in lines)

    def _take(self, name: str, number: int, form: str) -> None:
        if name in self._locked:
            raise BadGame(f"has {name} twice in {NAME}: remove the one that was added last")
        same = (each for each, (own, _) in self._locked.items() if own == number)
        if twin := next((each for each in same if _scope(each) == _scope(name)), ""):
            raise BadGame(f"has one number for {name} and {twin} in {NAME}: give each its own back")
        self._locked[name] = number, form
        self._highest[_scope(name)] = max(number, self._highest[_scope(name)])

    def _hashed(self, locked: Iterable[str]) -> dict[str, set[str]]:
        """Return which of these moves and options have, by the message or the enum that has it."""
        names, found = defaultdict[str, set[str]](set), dict[str, set[str]]()
        for name in locked:
            names[_scope(name)].add(name)
        left = [*HASHED]
        for scope in left:
            found[scope] = names[scope]
            within = {self._locked[name][1].rstrip("?*") for name in names[scope]} | names[scope]
            left += sorted(each for each in within - {"", *left})
        return found


def _scope(name: str) -> str:
    """Return what numbers differ within: the message, or the enum."""
    return name.rpartition("=" if "=" in name else ".")[0]
