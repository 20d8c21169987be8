"""`make openapi`: write the OpenAPI document of this clone to docs/openapi.json."""

import json
from pathlib import Path

from gateway.app import create_app
from gateway.config import Settings

PAGE = Path(__file__).parent.parent / "docs/openapi.json"


def main() -> None:
    """Write the document, one member a line."""
    # Nothing of these settings is in the document, and nothing is connected.
    app = create_app(Settings(engine_target="nowhere", redis_url="redis://nowhere"))
    PAGE.write_text(json.dumps(app.openapi(), indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
