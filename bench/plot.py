"""The plot of moves per second and latencies over the number of clients."""

from pathlib import Path
from statistics import median

import matplotlib as mpl

mpl.use("Agg")
from matplotlib import pyplot as plt
from matplotlib.axes import Axes

from bench.plan import Results

CURVES = {
    "hello": ("hello world, nothing stored", "tab:gray", "o"),
    "move": ("stored move", "tab:blue", "o"),
    "view": ("stored move, with the view", "tab:green", "o"),
    "batch": ("stored moves, 32 a call", "tab:purple", "*"),
    "socket": ("stored move, WebSocket", "tab:orange", "D"),
    "naive": ("stored move, one by one", "tab:red", "s"),
    "seen": ("move that both players have seen", "tab:brown", "o"),
}


def draw(results: Results, path: Path) -> None:
    """Write a PNG of the medians of the rounds, with bars from the least to the most."""
    figure, (left, right) = plt.subplots(1, 2, figsize=(12, 4.2))
    for name in CURVES:
        _curve(left, results, name, "per_s")
        if name != "batch":
            _curve(right, results, name, "p99_ms")
    _label(left, "per second", results)
    _label(right, "p99, ms", results)
    right.set_yscale("log")
    left.set_ylim(bottom=0)
    known = left.get_legend_handles_labels()
    figure.legend(*known, loc="upper center", ncol=len(CURVES), fontsize=8, frameon=False)
    figure.tight_layout(rect=(0, 0, 1, 0.94))
    figure.savefig(path, dpi=110, metadata={"Software": None})
    plt.close(figure)


def _curve(axes: Axes, results: Results, name: str, what: str) -> None:
    """Draw a point for each number of clients that was measured."""
    words, color, marker = CURVES[name]
    points = []
    for each in results.todo:
        kind = each.name.rpartition("-")[0]
        values = [getattr(one, what) for one in results.rounds[each.name] if one]
        if kind == name and values:
            points.append((each.clients, median(values), min(values), max(values)))
    if points:
        x, middle, low, high = zip(*sorted(points), strict=True)
        reach = [[m - v for m, v in zip(middle, low, strict=True)]]
        reach += [[v - m for m, v in zip(middle, high, strict=True)]]
        axes.errorbar(x, middle, yerr=reach, label=words, color=color, marker=marker, capsize=3)


def _label(axes: Axes, what: str, results: Results) -> None:
    clients = sorted({each.clients for each in results.todo if each.talk == "hello"})
    axes.set_xscale("log", base=2)
    axes.set_xticks(clients, [str(each) for each in clients])
    axes.set_xlabel("clients, one request outstanding each (bars: all rounds)")
    axes.set_ylabel(what)
    axes.grid(alpha=0.3)
