"""What commands print: lines for people, and JSON for programs."""

import json
import sys
from typing import Any


def print_line(text: str, code: int = 0) -> int:
    """Print a line, with escapes for characters that the terminal lacks; the exit code."""
    encoding = sys.stdout.encoding or "utf-8"
    sys.stdout.write(f"{text}\n".encode(encoding, "backslashreplace").decode(encoding))
    return code


def print_json(value: Any, code: int = 0) -> int:
    """Print a value as JSON, a line; the exit code."""
    return print_line(json.dumps(value), code)
