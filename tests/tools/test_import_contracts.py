"""The contract that lists what may be imported finds every other import, and the other circles."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
from grimp import ImportGraph

from tools.import_contracts import AllowedImports, NoCircles


def graph(*imports: str) -> ImportGraph:
    """A graph of imports, each written as `importer imported`."""
    graph = ImportGraph()
    for each in imports:
        importer, imported = each.split()
        for module in (importer, imported):
            graph.add_module(module)
        graph.add_import(importer=importer, imported=imported)
    return graph


def illegal(imports: ImportGraph, **options: Any) -> Iterator[str]:
    """The imports that the contract finds."""
    contract = AllowedImports("Games", session_options={}, contract_options=options)
    check = contract.check(imports, verbose=False)
    found = [f"{importer} {imported}" for importer, imported in check.metadata["illegal"]]
    assert check.kept == (not found)
    yield from found


@pytest.mark.parametrize(
    ("one", "allowed", "kept"),
    [
        ("games.nim.rules dataclasses", [], True),
        ("games.nim.rules redis", [], False),
        ("games.nim.rules redis", ["redis"], True),
        ("games.nim.rules redislink", ["redis"], False),
        ("games.nim.rules games.nim.types", [], False),
        ("games.nim.rules games.nim.types", ["."], True),
        ("games.nim.rules games.nimble.types", ["."], False),
        ("games.nim.rules games.chess.types", ["."], False),
        ("games.nim.rules games.chance", ["."], False),
        ("games.nim.rules games.chance", [".", "games.chance"], True),
        ("games.nim.rules croupier.v1.nim_pb2", ["croupier.v1"], True),
        ("games.nim redis", [], True),
    ],
)
def test_an_import_that_is_not_allowed_is_found(one: str, allowed: list[str], kept: bool) -> None:
    imports = graph("games.nim.dice itertools", one)
    found = list(illegal(imports, importers=["games.*.*"], allowed=allowed))
    assert found == ([] if kept else [one])


def test_exempt_modules_are_not_looked_at() -> None:
    imports = graph("games.nim.wire google", "games.nim.rules google")
    found = illegal(imports, importers=["games.*.*"], exempt=["games.*.wire"])
    assert list(found) == ["games.nim.rules google"]


def test_importers_that_match_no_module_are_a_mistake() -> None:
    with pytest.raises(ValueError, match="did not match any modules"):
        list(illegal(graph("games.nim.rules redis"), importers=["game.*.*"]))


@pytest.mark.parametrize(
    ("imports", "circle"),
    [
        (["a.b a.c", "a.b a.d", "a.c a.d"], None),
        (["a.b a.c", "a.c a.d", "a.d a.c"], {"a.c", "a.d"}),
        (["a.b c.b", "c.b c.d", "c.d a.b"], {"a.b", "c.b", "c.d"}),
        (["a.b.x a.c.x", "a.c.y a.b.y"], None),
    ],
)
def test_circles_are_found(imports: list[str], circle: set[str] | None) -> None:
    contract = NoCircles("Circles", session_options={}, contract_options={})
    check = contract.check(graph(*imports), verbose=False)
    assert check.kept == (circle is None)
    found = check.metadata.get("circle", [])
    assert {*found} == (circle or set())
    pairs = [f"{one} {other}" for one, other in pairwise(found)]
    assert {*pairs} <= {*imports}
