"""A password in a file, which may change while the program runs."""

from contextlib import suppress
from pathlib import Path

from redis.credentials import CredentialProvider


class PasswordFile(CredentialProvider):
    """A user and the password in a file, which is read for each new connection.

    So a connection that Redis has refused is tried again with the password that the file has by
    then. While the file is empty or cannot be read, as when it is being replaced, the password
    is the last one that was read.
    """

    def __init__(self, path: str, username: str) -> None:
        """`username` is empty for the default user."""
        self._path = Path(path)
        self._user = (username,) if username else ()
        self._password = ""

    def get_credentials(self) -> tuple[str] | tuple[str, str]:
        """The user, unless it is the default one, and the password."""
        with suppress(OSError, UnicodeError):
            self._password = self._path.read_text().strip() or self._password
        return (*self._user, self._password)

    async def get_credentials_async(self) -> tuple[str] | tuple[str, str]:
        return self.get_credentials()
