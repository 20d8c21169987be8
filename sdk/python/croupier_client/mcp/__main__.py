"""`croupier-mcp`: serve the tools over stdio, or over streamable HTTP."""

import argparse
import re
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from ipaddress import ip_address

from croupier_client.errors import CroupierError
from croupier_client.request import checked

HTTP = "127.0.0.1:8765"
NAME = re.compile(r"[\w.-]+", re.ASCII)


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve until the client is gone, or until Ctrl-C; return the exit code."""
    parser = _parser()
    said = parser.parse_args(arguments)
    if said.http and said.token_file:
        parser.error("--token-file is for stdio: over HTTP, each request has a token.")
    host, _, port = (said.http or HTTP).rpartition(":")
    if not _is_name(host) or not port.isdigit():
        parser.error(f"--http {said.http} is no address such as {HTTP}.")
    if wrong := [each for each in said.allow_host if not _is_name(each)]:
        parser.error(f"--allow-host {wrong[0]} is no name such as mcp.example.org, without a port.")
    if find_spec("mcp") is None:
        parser.exit(
            1, "Its extra is missing: pip install 'croupier-client[mcp]', or 'croupier[mcp]'\n"
        )
    try:
        checked(said.url)
    except CroupierError as error:
        parser.error(str(error))
    _serve(said, host.strip("[]"), int(port))
    return 0


def _serve(said: argparse.Namespace, host: str, port: int) -> None:
    from croupier_client.mcp.hosts import checks, is_everywhere
    from croupier_client.mcp.players import Players
    from croupier_client.mcp.server import build

    server = build(Players(said.url, said.name, keep=said.token_file))
    if not said.http:
        server.run("stdio")
        return
    if is_everywhere(host) and not said.allow_host:
        sys.stderr.write(
            "Only clients that call it by a name of this machine alone, such as localhost, are"
            " answered: --allow-host NAME allows another one.\n"
        )
    server.run(
        "streamable-http",
        host=host,
        port=port,
        json_response=True,
        stateless_http=True,
        transport_security=checks(host, said.allow_host),
    )


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="croupier-mcp", description=__doc__)
    add = parser.add_argument
    add("--url", default="http://localhost:8080", help="the service: %(default)s")
    add("--name", default="Model", help="a new player's name: %(default)s")
    add("--token-file", default="", help="where the player's token is kept; none: a player per run")
    add(
        "--http",
        nargs="?",
        const=HTTP,
        metavar="HOST:PORT",
        help=f"serve HTTP at /mcp in place of stdio, by default at {HTTP}; "
        "each request has its player's token",
    )
    add(
        "--allow-host",
        action="append",
        default=[],
        metavar="NAME",
        help="with --http, a name by which clients call this server, such as mcp.example.org: "
        "others than HOST and those of this machine alone, such as localhost, are refused",
    )
    return parser


def _is_name(text: str) -> bool:
    try:
        return bool(ip_address(text.strip("[]")))
    except ValueError:
        return bool(NAME.fullmatch(text))


if __name__ == "__main__":
    sys.exit(main())
