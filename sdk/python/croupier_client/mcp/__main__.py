"""`croupier-mcp`: serve the tools over stdio, or over streamable HTTP."""

import argparse
import sys
from collections.abc import Sequence
from importlib.util import find_spec

from croupier_client.errors import CroupierError
from croupier_client.request import checked

HTTP = "127.0.0.1:8765"


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve until the client is gone, or until Ctrl-C; return the exit code."""
    parser = argparse.ArgumentParser(prog="croupier-mcp", description=__doc__)
    parser.add_argument("--url", default="http://127.0.0.1:8080", help="the service: %(default)s")
    parser.add_argument("--name", default="Model", help="a new player's name: %(default)s")
    parser.add_argument(
        "--token-file", default="", help="where the player's token is kept; none: a player per run"
    )
    parser.add_argument(
        "--http",
        nargs="?",
        const=HTTP,
        metavar="HOST:PORT",
        help=f"serve HTTP at /mcp in place of stdio, by default at {HTTP}; "
        "each request has its player's token",
    )
    said = parser.parse_args(arguments)
    if said.http and said.token_file:
        parser.error("--token-file is for stdio: over HTTP, each request has a token.")
    host, _, port = (said.http or HTTP).rpartition(":")
    if not host or not port.isdigit():
        parser.error(f"--http {said.http} is no address such as {HTTP}.")
    if find_spec("mcp") is None:
        parser.exit(
            1, "Its extra is missing: pip install 'croupier-client[mcp]', or 'croupier[mcp]'\n"
        )
    from croupier_client.mcp.players import Players
    from croupier_client.mcp.server import build

    try:
        players = Players(checked(said.url), said.name, keep=said.token_file)
    except CroupierError as error:
        parser.error(str(error))
    server = build(players)
    if said.http:
        server.run(
            "streamable-http", host=host, port=int(port), json_response=True, stateless_http=True
        )
    else:
        server.run("stdio")
    return 0


if __name__ == "__main__":
    sys.exit(main())
