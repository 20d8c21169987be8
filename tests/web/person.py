"""A person at the page of any engine: reads what is shown, presses by name, drags and types."""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from tests.support.players import Json
from tests.support.waiting import until
from tests.web.engines import Engine
from tests.web.shadows import ALL

Point = Sequence[float]

PLACE = """(wanted) => {
  const all = ALL;
  const words = new RegExp(wanted);
  const name = (each) =>
    (each.getAttribute("aria-label") ?? each.textContent).replace(/\\s+/g, " ").trim();
  const pressed = "a, button, summary, [role=button]";
  const found = all(document).find((each) =>
    each.matches(pressed) && each.getClientRects().length && words.test(name(each)));
  if (!found) return null;
  found.scrollIntoView({ block: "nearest" });
  const { x, y, width, height } = found.getBoundingClientRect();
  return { name: name(found), at: [Math.round(x + width / 2), Math.round(y + height / 2)] };
}""".replace("ALL", ALL)
"""Where the middle of a button or link is, by the beginning of its name."""
SAID = "() => `${document.title}\\n${document.body.innerText}`"


class Person:
    """What a person does at the page of an engine."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    def reads(self, pattern: str) -> str:
        """Wait until the title or the page says this; return all that it says."""
        said = ""

        def found() -> object:
            nonlocal said
            said = self.engine.run(SAID)
            return re.search(pattern, said)

        try:
            until(found)
        except AssertionError as error:
            raise AssertionError(f"{pattern!r} is not in {said!r}") from error
        return said

    def finds(self, name: str) -> Json:
        """Wait until a button or a link of a matching name rests; return its name, and `at`."""
        seen: list[Any] = []

        def rests() -> object:
            seen.append(self.engine.run(PLACE, name))
            return seen[-1] and seen[-1] in seen[-2:-1]

        until(rests)
        place: Json = seen[-1]
        return place

    def presses(self, name: str) -> None:
        """Press a button or a link."""
        self.drags(self.finds(name)["at"])

    def drags(self, *points: Point) -> None:
        """Press at the first point, and let go at the last."""
        first, last = points[0], points[-1]
        between = [
            [start + (end - start) * step / 5 for start, end in zip(one, other, strict=True)]
            for one, other in pairwise(points)
            for step in range(1, 6)
        ]
        steps: list[Json] = [_move(first), {"type": "pointerDown", "button": 0}]
        steps += [_move(each) for each in between]
        steps += [_move(last), {"type": "pointerUp", "button": 0}]
        mouse = {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}}
        self.engine.act([{**mouse, "actions": steps}])

    def types(self, text: str) -> None:
        """Type on the keyboard."""
        keys = [{"type": kind, "value": key} for key in text for kind in ("keyDown", "keyUp")]
        self.engine.act([{"type": "key", "id": "keyboard", "actions": keys}])


def _move(point: Point) -> Json:
    x, y = map(round, point)
    return {"type": "pointerMove", "duration": 20, "x": x, "y": y}
