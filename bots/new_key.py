"""`python -m bots.new_key FILE`: write a key by which gateways know the house, if there is none."""

import secrets
import sys
from pathlib import Path


def main(file: str) -> None:
    path = Path(file)
    if not path.exists():
        path.touch(0o600)
        path.write_text(secrets.token_urlsafe(32))


if __name__ == "__main__":
    main(sys.argv[1])
