"""The campaign of attacks itself, in small: it reports, whatever the service makes of them."""

import asyncio
import re
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.abuse.attacker import Done
from tests.abuse.attacks import ATTACKS
from tests.abuse.campaign import KEPT, KEPT_OF_TRICKLES, MOST_BYTES, Row, main
from tests.abuse.meter import PARTS
from tests.support.late_redis import late_redis

SEED = 4
NOTHING = dict.fromkeys(PARTS, 0)
ROW = Row("one", Done(10, 1 << 20, {"200": 9, "429": 1}), dict.fromkeys(PARTS, 0.5), NOTHING, 1, 1)


def test_what_attacks_do_and_cost_is_reported(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--only", "half", "--seconds", "2", "--seed", f"{SEED}"])
    seed, head, *rows = capsys.readouterr().out.splitlines()
    assert seed == f"seed {SEED}"
    assert head.split()[:3] == ["attack", "asked", "MiB"]
    for name, row in zip(("half heads", "half bodies"), rows, strict=True):
        found = re.match(rf"{name} +(\d+) +[\d.]+ .* (\d+)% +(\d+)%  \S", row)
        assert found, row
        assert int(found[1]) > 10


def test_an_attack_holds_what_it_is_answered_against_the_limits(
    capsys: pytest.CaptureFixture[str],
) -> None:
    main(["--only", "guessed", "--seconds", "1", "--seed", f"{SEED}"])
    *_, row = capsys.readouterr().out.splitlines()
    assert "404:20 429:" in row
    assert "guesses" not in row


@pytest.mark.anyio
async def test_a_late_redis_answers_as_late_as_it_is_told(tmp_path: Path) -> None:
    async def echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(100):
            writer.write(data)
        writer.close()

    path, now = str(tmp_path / "redis"), asyncio.get_running_loop().time
    async with await asyncio.start_unix_server(echo, path):
        with late_redis(f"unix://{path}") as late:
            port = urlsplit(late.url).port
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            for late_s in (0.0, 0.3):
                late.late_s, began = late_s, now()
                writer.write(b"PING\r\n" * 2)
                assert await reader.readexactly(12) == b"PING\r\n" * 2
                assert now() - began >= late_s
            writer.close()


def test_a_service_that_withstands_an_attack_has_no_faults() -> None:
    assert ROW.faults == []
    assert str(ROW).endswith("ok")


@pytest.mark.parametrize(
    ("row", "fault"),
    [
        (replace(ROW, kept=KEPT - 0.01), "others"),
        (replace(ROW, visits=KEPT - 0.01), "newcomers"),
        (replace(ROW, name="trailers", kept=KEPT_OF_TRICKLES - 0.01), "others"),
        (replace(ROW, memory={**NOTHING, "engine": MOST_BYTES + 1}), "memory of the engine"),
        (replace(ROW, wrong=["503"]), "503"),
        (replace(ROW, recovered=False), "no recovery"),
        (replace(ROW, done=replace(ROW.done, faults=["30 guesses"])), "30 guesses"),
    ],
)
def test_what_an_attack_does_to_others_is_a_fault(row: Row, fault: str) -> None:
    assert row.faults == [fault]
    assert str(row).endswith(fault)


def test_every_attack_says_what_it_is() -> None:
    assert all(attack.__doc__ for attack in ATTACKS.values())
