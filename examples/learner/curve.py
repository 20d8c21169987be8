"""The curve of learning as a picture."""

from collections.abc import Iterator, Sequence
from math import ceil, floor
from typing import NamedTuple

WIDTH, HEIGHT = 720, 360
LEFT, RIGHT, TOP, BOTTOM = 56, 16, 44, 40
TICK = 5
"""Points between two lines."""
STYLE = """
text { font: 13px system-ui, sans-serif; fill: #333 }
.title { font-size: 15px; font-weight: 600 }
.grid { stroke: #ddd } .zero { stroke: #777 }
.band { fill: #2a6f97; opacity: 0.2 } .mean { fill: none; stroke: #2a6f97; stroke-width: 2 }
.paper { fill: #fff }
@media (prefers-color-scheme: dark) {
  text { fill: #ddd } .grid { stroke: #3a3a3a } .zero { stroke: #999 } .paper { fill: #1c1c1c }
  .band { fill: #7cc0e8 } .mean { stroke: #7cc0e8 }
}
"""


class Point(NamedTuple):
    """How a network plays after so many updates.

    points: a round, against Hugo: the own less his.
    error:  how far they may be off in 95 of 100 measurements.
    """

    update: int
    points: float
    error: float

    def __str__(self) -> str:
        return f"{self.points:+.1f} ± {self.error:.1f}"


def drawn(curve: Sequence[Point], title: str = "Learning Lost Cities from Hugo") -> str:
    """Return the picture as SVG, with the mean of each point and its 95 %."""
    return "".join(_parts(curve, title))


def _parts(curve: Sequence[Point], title: str) -> Iterator[str]:
    last = max(1, curve[-1].update)
    low = TICK * floor(min(0, *(each.points - each.error for each in curve)) / TICK)
    high = TICK * ceil(max(TICK, *(each.points + each.error for each in curve)) / TICK)

    def at(update: int, points: float) -> str:
        x = LEFT + (WIDTH - LEFT - RIGHT) * update / last
        y = HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (points - low) / (high - low)
        return f"{x:.1f},{y:.1f}"

    band = [at(each.update, each.points + each.error) for each in curve]
    band += [at(each.update, each.points - each.error) for each in reversed(curve)]
    yield f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">'
    yield f"<title>{title}</title><style>{STYLE}</style>"
    yield f'<rect class="paper" width="{WIDTH}" height="{HEIGHT}"/>'
    yield f'<text class="title" x="{LEFT}" y="24">{title}</text>'
    for points in range(low, high + 1, TICK):
        y = at(0, points).split(",")[1]
        kind, label = ("grid", f"{points:+}") if points else ("zero", "0")
        yield f'<line class="{kind}" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y}" y2="{y}"/>'
        yield f'<text x="{LEFT - 8}" y="{float(y) + 4:.1f}" text-anchor="end">{label}</text>'
    yield f'<polygon class="band" points="{" ".join(band)}"/>'
    line = " ".join(at(each.update, each.points) for each in curve)
    yield f'<polyline class="mean" points="{line}"/>'
    yield f'<text x="{LEFT}" y="{HEIGHT - 12}">points a round ahead of the policy, with 95 %</text>'
    yield f'<text x="{WIDTH - RIGHT}" y="{HEIGHT - 12}" text-anchor="end">'
    yield f"{last} updates of 32,768 moves</text></svg>\n"
