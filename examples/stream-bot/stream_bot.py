"""A bot that follows its match as a stream, with the client of sdk/python, and survives every cut.

`python stream_bot.py GAME [URL]` makes a match and prints its id, and
`python stream_bot.py MATCH_ID [URL]` joins it; both play at random until it is over.
"""

import random
import sys
from contextlib import suppress

from croupier_client import Croupier, CroupierError, MatchNotActive, NotYourTurn, VersionMismatch

PATIENCE_S = 600.0
"""For how long a move is sent again, while the service is away."""
LATE = (VersionMismatch, NotYourTurn, MatchNotActive)
"""How a move is refused that has come too late: the opponent has resigned, for example."""


def main(goal: str, url: str = "http://localhost:8080") -> None:
    with Croupier(url, patience_s=PATIENCE_S) as me:
        me.register("Streamer")
        # An id has 22 characters, and no game is called by so many.
        match = me.matches.join(goal) if len(goal) == 22 else me.matches.create(goal)
        print("match", match.id, flush=True)
        for change in match.follow(after=0, include_legal_moves=True):
            now = change.match
            print("version", now.version, now.status, flush=True)
            # What the stream tells may be of the past, after a cut; a move is then refused.
            if match.my_turn and now.legal_moves:
                with suppress(*LATE):
                    move = random.choice(now.legal_moves.moves)
                    match.move(move)  # for the decision of this version


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except CroupierError as error:
        sys.exit(str(error))
