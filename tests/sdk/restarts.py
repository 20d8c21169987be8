"""`make sdk-restarts`: two players with the SDK play a match while the gateway restarts.

Each restart is by kill or by stop, in turns, after some more versions. No version may be missed
or come twice, and no move may be lost or doubled: both players prove the match in the end.
"""

import argparse
import json
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.sdk.conductor import DriverProcess
from tests.support.players import Client, ok, start_match
from tests.support.waiting import until
from tools.stack import Stack

CAMPAIGN_S = 1200.0
VERSIONS = 3
"""So many are stored at least between two restarts."""
DRIVERS = {kind: (sys.executable, "-m", "tests.sdk.driver", kind) for kind in ("sync", "async")}


def campaign(stack: Stack, drivers: Sequence[Sequence[str]], restarts: int) -> list[list[str]]:
    """Play with these drivers, one for each seat; what they have seen."""
    match_id, seats = start_match(stack.url, options={"rounds": 1 + restarts // 8})
    with ThreadPoolExecutor(len(seats)) as pool:
        playing = [
            pool.submit(played, stack.url, seat, match_id, driver)
            for seat, driver in zip(seats, drivers, strict=True)
        ]
        for count in range(restarts):
            wait_for_versions(seats[0], match_id)
            stack.gateway.kill() if count % 2 else stack.gateway.stop()
            stack.gateway.start()
            stack.gateway.wait()
        return [each.result() for each in playing]


def played(url: str, seat: Client, match_id: str, command: Sequence[str]) -> list[str]:
    scenario = {
        "url": url,
        "token": seat.token,
        "match": match_id,
        "patience": 120,
        "silence": 30,
        "do": [{"do": "play"}, {"do": "proof"}],
    }
    with DriverProcess(command) as driver:
        driver.tell(json.dumps(scenario))
        return list(driver.seen(CAMPAIGN_S))


def wait_for_versions(seat: Client, match_id: str) -> None:
    known = seat.see(match_id)["version"]
    until(lambda: _went_on(seat, match_id, known), 60)


def _went_on(seat: Client, match_id: str, known: int) -> bool:
    match = ok(seat.get(f"/v1/matches/{match_id}"))
    return bool(match["version"] >= known + VERSIONS or match["status"] == "finished")


def main() -> int:
    parser = argparse.ArgumentParser("python -m tests.sdk.restarts")
    parser.add_argument("--restarts", type=int, default=20)
    restarts = parser.parse_args().restarts
    with tempfile.TemporaryDirectory() as folder, Stack(Path(folder)) as stack:
        seen = campaign(stack, list(DRIVERS.values()), restarts)
    sys.stdout.write(f"{restarts} restarts; the players say {seen}\n")
    return int(seen != [["played", "proven"]] * 2)


if __name__ == "__main__":
    sys.exit(main())
