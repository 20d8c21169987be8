"""`python -m croupier_client.types URL > games.py`: write the types of all games of a service.

URL is its address, or that of its document, or a file with it.
"""

import argparse
import json
import sys
import urllib.request
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from croupier_client.types.writing import games

TIMEOUT_S = 30


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the types; return the exit code: 1 if there is no such document."""
    parser = argparse.ArgumentParser("python -m croupier_client.types", description=__doc__)
    parser.add_argument("url", metavar="URL")
    options = parser.parse_args(arguments)
    try:
        sys.stdout.write(games(read(options.url)))
    except (OSError, ValueError, KeyError) as error:
        sys.stderr.write(f"{options.url} has no document of a Croupier: {error!r}\n")
        return 1
    return 0


def read(where: str) -> Any:
    """The document of a service. Raise OSError, and ValueError if it is no JSON."""
    if "://" not in where:
        return json.loads(Path(where).read_text())
    url = where if where.endswith(".json") else f"{where.rstrip('/')}/openapi.json"
    with urllib.request.urlopen(url, timeout=TIMEOUT_S) as answer:  # noqa: S310 - as the caller says
        return json.load(answer)


if __name__ == "__main__":
    sys.exit(main())
