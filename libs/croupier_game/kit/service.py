"""Finds the service, for the one test that starts it: all others do without."""

import sys
from importlib.util import find_spec
from pathlib import Path

CLONE = Path(__file__).parents[3]
"""The folder of this clone, unless this is in the package."""
LACKING = "it plays against the service, which is not there: pip install croupier"


def find_service() -> bool:
    """Let the service be imported: in its package it lies in a tree of programs, as in a clone.

    Return whether there is one.
    """
    server = find_spec("croupier_server")
    trees = [
        Path(folder) / "tree" for folder in (server and server.submodule_search_locations) or ()
    ]
    found = [tree for tree in (*trees, CLONE) if (tree / "tools/stack.py").is_file()]
    for tree in found:
        sys.path += [str(tree / "libs"), str(tree / "services"), str(tree)]
    return bool(found)
