"""The tree of an object as the text of a template."""

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby

import yaml

from tools.chart.tree import Either, Items, Map, Node, Part, Words

WIDE = 10_000
END = "{{- end }}"
Writer = Callable[[Part, int], list[str]]


def lines(node: Node, depth: int = 0) -> list[str]:
    """The lines of a map or a list, each indented by `depth` or more."""
    if isinstance(node, (Map, Items)):
        write = _entry if isinstance(node, Map) else _item
        together = groupby(node.parts, _guard)
        return [line for each in together for line in _guarded(*each, write, depth)]
    inside = str(_scalar(node)).replace("DEPTH", str(depth))
    return [f"{' ' * depth}{line}" for line in inside.splitlines()]


def _guard(part: Part) -> str:
    """What a template says before what is not always there."""
    if isinstance(part.node, Words) and part.node.given:
        return f"with {part.node.given}"
    return part.when and f"if {part.when}"


def _guarded(guard: str, parts: Iterable[Part], write: Writer, depth: int) -> list[str]:
    """The parts that stand together under one guard."""
    inside = [line for part in parts for line in write(part, depth)]
    space = " " * depth
    return [f"{space}{{{{- {guard} }}}}", *inside, space + END] if guard else inside


def _entry(part: Part, depth: int) -> list[str]:
    head, node = f"{' ' * depth}{_scalar(part.key)}:", part.node
    if isinstance(node, Either):
        return list(_either(node, part.key, depth))
    if isinstance(node, Words) and part.key.startswith("..."):  # what is given is the keys
        return lines(node, depth)
    if isinstance(node, (Map, Items)) and not node.parts:
        return [f"{head} {'{}' if isinstance(node, Map) else '[]'}"]
    if isinstance(node, (Map, Items)) or (isinstance(node, Words) and node.block):
        return [head, *lines(node, depth + 2)]
    return [f"{head} {_scalar(node)}"]


def _either(node: Either, key: str, depth: int) -> Iterator[str]:
    *others, last = node.parts
    for number, part in enumerate(others):
        yield f"{' ' * depth}{{{{- {'else ' * (number > 0)}if {part.when} }}}}"
        yield from _entry(Part(part.node, key=key), depth)
    yield f"{' ' * depth}{{{{- else }}}}"
    yield from _entry(Part(last.node, key=key), depth)
    yield " " * depth + END


def _item(part: Part, depth: int) -> list[str]:
    node, space = part.node, " " * depth
    if not isinstance(node, (Map, Items)):
        return [f"{space}- {_scalar(node)}"]
    if isinstance(node, Map):  # what is always there comes first, beside the dash
        node = Map(tuple(sorted(node.parts, key=_is_hidden)))
    inside = lines(node, depth + 2)
    if not node.parts or inside[0].lstrip().startswith("{{-"):
        return [f"{space}-", *inside] if node.parts else [f"{space}- {{}}"]
    return [f"{space}- {inside[0].lstrip()}", *inside[1:]]


def _is_hidden(part: Part) -> bool:
    return isinstance(part.node, Either) or _guard(part) != ""


def _scalar(value: Node) -> str:
    if isinstance(value, Words):
        return value.text
    text = yaml.safe_dump(value, width=WIDE).removesuffix("\n...\n").strip()
    if "{{" in text or "\n" in text:
        raise ValueError(f"A template would not say this as it is: {text}")
    return text
