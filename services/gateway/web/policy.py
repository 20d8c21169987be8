"""What pages with boards have in common: what they may load, where it lies, what is filled in.

`croupier board` shows boards under the same policy, and starts without the rest of a gateway.
"""

import re

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; "
    "trusted-types lit-html croupier; frame-src "
)
"""The page runs and loads what this service serves as files; only Lit's templates make markup.
It ends with where frames are."""
ASKED = "connect-src 'self'"
"""Whom it may ask: its own service, and where people sign in."""
FILES = "/t/"
"""Below this path are the files."""
REFERENCE = re.compile(r'\b(href|src)="\./')
"""What a page names beside itself."""
GAMES = '<meta name="croupier-games" content="'
