"""`make openapi`: write the OpenAPI document of this clone to docs/openapi.json.

No service runs for it. With a file, or - for the standard output, it goes there instead.
"""

import json
import sys
from pathlib import Path

from gateway.app import create_app
from gateway.config import Settings

PAGE = Path(__file__).parent.parent / "docs/openapi.json"


def main(*files: str) -> None:
    """Write the document to each of the files; without any, to docs/openapi.json."""
    for file in files or (str(PAGE),):
        if file == "-":
            sys.stdout.write(written())
        else:
            Path(file).write_text(written())


def written() -> str:
    """The document as JSON, one member a line, with a newline at its end."""
    # Nothing of these settings is in the document, and nothing is connected.
    app = create_app(Settings(engine_target="nowhere", redis_url="redis://nowhere"))
    return json.dumps(app.openapi(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    main(*sys.argv[1:])
