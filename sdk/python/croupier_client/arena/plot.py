"""The running mean of a run with its interval, as an SVG."""

from collections.abc import Iterator, Sequence
from html import escape
from math import ceil, floor, log10

from croupier_client.arena.estimates import Estimate

WIDTH, HEIGHT = 720, 360
LEFT, RIGHT, TOP, BOTTOM = 56, 16, 44, 40
POINTS = 400
"""The most points of a line: more would not be seen."""
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


def drawn(title: str, means: Sequence[Estimate], unit: str) -> str:
    """Return the picture of the means after 2, 3, 4 ... units."""
    step = max(1, len(means) // POINTS)
    shown = [*enumerate(means, 2)][::-step][::-1]
    settled = means[len(means) // 10 :]  # the first ones are wide, and would hide the others
    low = min(0.0, *(each.low for each in settled))
    high = max(0.0, *(each.high for each in settled))
    tick = _tick((high - low) or 1.0)
    low, high = tick * floor(low / tick), tick * max(ceil(high / tick), floor(low / tick) + 1)

    def x(number: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * number / (len(means) + 1)

    def y(value: float) -> float:
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (value - low) / (high - low)

    def line(values: Sequence[tuple[int, float]]) -> str:
        return " ".join(f"{x(number):.1f},{y(value):.1f}" for number, value in values)

    middle = [(number, each.value) for number, each in shown]
    band = [(number, each.high) for number, each in shown]
    band += [(number, each.low) for number, each in reversed(shown)]

    def parts() -> Iterator[str]:
        yield f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">'
        yield f"<title>{escape(title)}</title><style>{STYLE}</style>"
        yield f'<rect class="paper" width="{WIDTH}" height="{HEIGHT}"/>'
        yield f'<text class="title" x="{LEFT}" y="24">{escape(title)}</text>'
        for count in range(round((high - low) / tick) + 1):
            value = low + count * tick
            kind = "zero" if abs(value) < tick / 2 else "grid"
            yield f'<line class="{kind}" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y(value):.1f}"'
            yield f' y2="{y(value):.1f}"/><text x="{LEFT - 8}" y="{y(value) + 4:.1f}"'
            yield f' text-anchor="end">{value:+g}</text>'.replace("+0<", "0<")
        yield f'<clipPath id="in"><rect x="{LEFT}" y="{TOP}" width="{WIDTH - LEFT - RIGHT}"'
        yield f' height="{HEIGHT - TOP - BOTTOM}"/></clipPath><g clip-path="url(#in)">'
        yield f'<polygon class="band" points="{line(band)}"/>'
        yield f'<polyline class="mean" points="{line(middle)}"/></g>'
        yield f'<text x="{LEFT}" y="{HEIGHT - 12}">points a match, mean and 95 %</text>'
        yield f'<text x="{WIDTH - RIGHT}" y="{HEIGHT - 12}" text-anchor="end">'
        yield f"{len(means) + 1} {unit}</text></svg>\n"

    return "".join(parts())


def _tick(span: float) -> float:
    """Return a round distance between four to ten lines."""
    power = 10.0 ** floor(log10(span / 4))
    return next(each * power for each in (5, 2, 1) if each * power <= span / 4)
