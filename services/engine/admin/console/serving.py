"""`croupierctl console`: serve the console until a signal comes."""

import argparse
import sys

import uvicorn
from telemetry.startup import read

from engine.admin.console.app import create_app
from engine.admin.console.config import ConsoleSettings
from engine.admin.console.desk import Desk
from engine.admin.console.door import LINK_S, Door
from engine.config import Settings


async def serve(settings: Settings, given: argparse.Namespace) -> int:
    """Serve, and print the link that signs in whoever runs this."""
    own = read(ConsoleSettings)
    host, _, port = own.address.rpartition(":")
    door = Door(given.by)
    told = f"http://localhost:{port}/console/#{door.new_link()}"
    sys.stdout.write(f"Open {told}\nIt signs in {given.by} once, within {LINK_S // 60} minutes.\n")
    sys.stdout.flush()
    app = create_app(Desk(settings), door)
    config = uvicorn.Config(
        app,
        host.strip("[]"),
        int(port),
        log_config=None,
        access_log=False,
        server_header=False,
        ws="none",
    )
    await uvicorn.Server(config).serve()
    return 0
