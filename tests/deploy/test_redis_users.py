"""The Redis users of the manifests may send whatever the code has: each command of each script and
client, also those that are hardly ever sent.

A command belongs to what it is sent for: all that a script does with one of its keys, or a module
with one expression, its user must be allowed for one and the same pattern of keys.
`tests.support.shipped_users` has the tests of the service sent by the same users.
"""

import ast
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from redis import Redis

from tests.support import shipped_users
from tools.redis_server import RedisServer, embedded_valkey

pytestmark = [
    pytest.mark.service,
    pytest.mark.skipif(not embedded_valkey(), reason="no Valkey, whose users are needed"),
]

ROOT = Path(__file__).parents[2]
SENDERS = {
    "services/gateway": ("gateway",),
    "services/engine": ("engine",),
    "services/herald": ("herald",),
    "services/engine/admin": ("engine", "gateway"),
    "libs/openid": ("gateway",),
    "libs/redislink": ("engine", "gateway"),
}
"""Who sends what a folder has: one of these. `croupierctl` is either of the two."""
CALL = re.compile(r"redis\.p?call\('([A-Z]+)'(?:, *([^,()]+|[^,()]+\([^()]*\)))?[,)]")
CLIENT = re.compile(r"\b(_?redis|pipeline|client)$")
"""How the code calls what sends commands."""
NAMES = {"DELETE": "DEL", "SCAN_ITER": "SCAN", "HSCAN_ITER": "HSCAN"}
"""The commands that redis-py's methods of other names send."""
KEYLESS = frozenset({"SCAN", "TIME", "INFO", "PING", "CLUSTER"})
OF_TWO_KEYS = frozenset({"RENAME"})


class Use(NamedTuple):
    """What is sent, by the file and the expression of its key."""

    file: Path
    of: str


Uses = Mapping[Use, set[str]]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Redis]:
    valkey = RedisServer(tmp_path_factory.mktemp("valkey"))
    valkey.executable = embedded_valkey() or ""
    valkey.start()
    shipped_users.install(valkey.url)
    with closing(Redis.from_url(valkey.url, decode_responses=True)) as client:
        yield client
    valkey.close()


def sent(known: set[str]) -> Uses:
    """Return the commands of all files, of those that are known."""
    found = defaultdict[Use, set[str]](set)
    for folder in SENDERS:
        for file in sorted((ROOT / folder).rglob("*")):
            of = {".lua": _in_script, ".py": _in_module}.get(file.suffix)
            for command, key in of(file.read_text()) if of else ():
                if command.partition(" ")[0] in known:
                    found[Use(file, key)].add(command)
    return found


def _in_script(text: str) -> Iterator[tuple[str, str]]:
    yield "EVALSHA", "the script"
    yield "EVAL", "the script"
    yield from CALL.findall(text)


def _in_module(text: str) -> Iterator[tuple[str, str]]:
    """Yield methods of clients, and tuples that begin with the name of a command."""
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Call(func=ast.Attribute(value=client, attr=name), args=args):
                if name == "execute_command" or CLIENT.search(ast.unparse(client)):
                    yield from _named(name, args)
            case ast.Tuple(elts=[ast.Constant(value=str(name)), *keys]) if name.isupper():
                yield name, ast.unparse(keys[0]) if keys else ""


def _named(method: str, args: list[ast.expr]) -> Iterator[tuple[str, str]]:
    """Yield the command that a method of a client sends, and the expression of its key."""
    if method == "execute_command" and args and isinstance(args[0], ast.Constant):
        method, *args = str(args[0].value), *args[1:]
    name = method.upper()
    yield NAMES.get(name, name), ast.unparse(args[0]) if args else ""


def patterns(user: str) -> list[str]:
    """Return a key or a channel for each pattern of the user."""
    words = " ".join(shipped_users.rules()[user])
    return [each.replace("*", "x") for each in re.findall(r"[~&](\S+?)(?=[\s)]|$)", words)]


def may(server: Any, arities: Mapping[str, int], user: str, command: str, key: str) -> bool:
    """Return what the server says of the user's right to send a command."""
    name, *given = command.split()
    if name.startswith("EVAL"):
        given = ["return 1", "0"]
    elif name not in KEYLESS:
        given = [key] * (2 if name in OF_TWO_KEYS else 1)
    filled = [*given, *["1"] * (abs(arities[name]) - 1 - len(given))]
    return bool(server.execute_command("ACL", "DRYRUN", user, name, *filled) == "OK")


def denied(use: Use, commands: set[str], is_allowed: Callable[[str, str, str], bool]) -> list[str]:
    """Return what each sender lacks for the pattern for which it lacks least."""
    folder = use.file.relative_to(ROOT).as_posix()
    senders = SENDERS[max((each for each in SENDERS if folder.startswith(each)), key=len)]
    lacking = [
        [
            f"{user}: {each} {use.of} in {folder}"
            for each in sorted(commands)
            if not is_allowed(user, each, key)
        ]
        for user in senders
        for key in patterns(user)
    ]
    return min(lacking, key=len)


def test_no_program_sends_what_its_user_may_not(server: Redis) -> None:
    told: dict[str, Any] = dict(server.command())
    arities = {name.upper(): each["arity"] for name, each in told.items()}
    uses = sent({*arities})
    assert len([*uses]) > 150, "this test does not find the commands any more"
    is_allowed = cache(partial(may, server, arities))
    assert [each for use in uses for each in denied(use, uses[use], is_allowed)] == []
