"""The Redis users of deploy/k8s in a server of the tests: each may do what its program does.

What the tests ask of a service is so carried out by the users with which it is shipped. A command
that one of them may not send is found by the test of whatever needs it.
"""

import hashlib
import re
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

from redis import Redis
from redis.exceptions import ResponseError

FILE = Path(__file__).parents[2] / "deploy/k8s/base/redis/users.acl"
PASSWORDS = {name: name[0] * 32 for name in ("admin", "engine", "gateway", "herald")}
RULE = re.compile(r"\([^)]*\)|\S+")
"""A word of users.acl, or a selector as a whole."""
COMMAND = re.compile(r"[+-][a-z]+")
READ = "%R"
"""Before a pattern: its keys may only be read."""
SELECTORS = 7
"""The first Redis in which a user has selectors: rights beside those for all of its keys."""
_there: set[str] = set()
"""The URLs of the servers that have the users."""


def rules() -> Mapping[str, list[str]]:
    """Return the rules of each user of the file, in its order, with the passwords of the tests."""
    text = FILE.read_text()
    for name, password in PASSWORDS.items():
        digest = hashlib.sha256(password.encode()).hexdigest()
        text = text.replace(f"{name.upper()}_SHA256", digest)
    lines = [RULE.findall(line) for line in text.splitlines()]
    return {name: words for _, name, *words in lines}


def install(url: str) -> None:
    """The programs' users are given to the server of the tests, unless it lets nobody do so.

    Before Redis 7 a user has no selectors, and no keys that it may only read: then it has all their
    keys and their commands besides its own, so that a command is missed there, and a key that it
    may not have, or not write, is not.
    """
    server: Any
    with closing(Redis.from_url(url, decode_responses=True)) as server:
        try:
            for name in ("engine", "gateway", "herald"):
                words = _understood(server, rules()[name])
                server.execute_command("ACL", "SETUSER", name, "reset", *words)
        except ResponseError:
            return
    _there.add(url)


def login(url: str, program: str) -> tuple[str, str]:
    """Return the user of a program at this server, and the password; two "" for the default one."""
    return (program, PASSWORDS[program]) if url in _there else ("", "")


def _understood(server: Redis, words: list[str]) -> list[str]:
    version = str(server.info("server")["redis_version"])
    if int(version.partition(".")[0]) >= SELECTORS:
        return words
    known = {str(name) for name in server.command()}
    return [word for word in _without_selectors(words) if _is_known(word, known)]


def _without_selectors(words: list[str]) -> Iterator[str]:
    for word in words:
        yield from (each.removeprefix(READ) for each in word.strip("()").split())


def _is_known(word: str, known: set[str]) -> bool:
    command = COMMAND.match(word)
    return command is None or command[0][1:] in known
