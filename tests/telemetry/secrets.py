"""What must not be told anywhere, and whether it was."""

import re
from base64 import b64encode, urlsafe_b64encode
from collections.abc import Iterable, Iterator
from hashlib import sha256

SECRET = 43
"""Characters of a token that nobody can guess."""
BETWEEN = r"[\s,;:/\"'\[\](){}|]{1,4}"
CARD = r"(?<![\w-])[RWYBGPrwybgp](?:x|[2-9]|10)(?![\w-])"
NUMBER = r"(?<![\w.-])\d{1,2}(?![\w.-])"
HAND = re.compile(rf"(?:{CARD}{BETWEEN}){{1,}}{CARD}|(?:{NUMBER}{BETWEEN}){{2,}}{NUMBER}".encode())
"""Two cards of Lost Cities in a row, or three of what numbers stand for in the other games."""


class Secrets:
    """Seeds, tokens and codes, in all forms in which programs might write them down."""

    def __init__(self) -> None:
        self._forms: dict[bytes, str] = {}

    def add_seed(self, seed: str) -> None:
        """32 bytes in hex."""
        raw = bytes.fromhex(seed)
        forms = (raw, seed.encode(), seed.upper().encode(), *_encoded(raw), repr(raw).encode())
        self._add("seed", forms)

    def add_token(self, token: str) -> None:
        """A token, its secret part, and what Redis has of them."""
        secret = token[-SECRET:]
        hashes = [sha256(part.encode()).hexdigest().encode() for part in (token, secret)]
        self._add("token", [token.encode(), secret.encode(), *hashes])

    def add_word(self, kind: str, word: str) -> None:
        self._add(kind, [word.encode(), *_encoded(word.encode())])

    def found_in(self, told: bytes) -> list[str]:
        """What of it was told, by kind; and hands."""
        return [*self.forms_in(told), *("hand" for _ in HAND.finditer(told))]

    def forms_in(self, told: bytes) -> list[str]:
        """The same without hands, of which random bytes may have the look."""
        return [kind for form, kind in self._forms.items() if form in told]

    def __len__(self) -> int:
        return len(self._forms)

    def _add(self, kind: str, forms: Iterable[bytes]) -> None:
        self._forms |= dict.fromkeys(forms, kind)


def _encoded(raw: bytes) -> Iterator[bytes]:
    for encode in (b64encode, urlsafe_b64encode):
        yield encode(raw).rstrip(b"=")
