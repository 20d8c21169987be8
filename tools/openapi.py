"""`make openapi`: write the OpenAPI document of this clone to docs/openapi.json."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from engine.domain.registry import GAMES
from engine.rpc.bundles import bundle
from gateway.app import create_app
from gateway.config import Settings
from gateway.contract.games import Game, Games

PAGE = Path(__file__).parent.parent / "docs/openapi.json"


@cache
def installed() -> Games:
    """Return the games of this clone, as an engine describes them and a gateway knows them."""
    return Games(Game.of(bundle(game)) for game in GAMES.values())


def document() -> dict[str, Any]:
    """Return the document of a gateway in front of such an engine."""
    # Nothing of these settings is in the document, and nothing is connected.
    app = create_app(Settings(engines="nowhere", redis_url="redis://nowhere"))
    made: dict[str, Any] = app.state.document.of(installed())
    return made


def main() -> None:
    """Write the document, one member a line."""
    PAGE.write_text(json.dumps(document(), indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
