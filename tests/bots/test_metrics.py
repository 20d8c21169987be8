"""The probes of the house, and how many processes search by the limit of its container."""

import asyncio
import threading
import time
from pathlib import Path

import pytest

from bots import cores, metrics
from bots.metrics import Health, Metrics

pytestmark = pytest.mark.anyio


async def test_it_is_ready_once_all_can_be_invited_and_no_more_when_one_cannot() -> None:
    told = Metrics()
    health = Health(told, ["Rosa", "Hugo"])
    ready = health.probes["/readyz"]
    assert ready() == "Not listed as opponents: Rosa, Hugo."
    for each in ("Rosa", "Hugo"):
        told.offered[(each,)].set_to_current_time()
    assert ready() == ""
    told.offered[("Hugo",)].set(time.time() - metrics.OFFERED_S - 1)
    assert ready() == "Not listed as opponents: Hugo."


async def test_it_is_alive_while_its_loop_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(metrics, "HEARTBEAT_S", 0.05)
    alive = Health(Metrics(), []).probes["/healthz"]
    told = list[str]()
    asking = threading.Thread(target=lambda: told.append(alive()))
    asking.start()
    asking.join()  # in which the loop stands still
    assert told == ["It does nothing any more."]
    monkeypatch.setattr(metrics, "HEARTBEAT_S", 60.0)
    assert await asyncio.to_thread(alive) == ""


@pytest.mark.parametrize(
    ("said", "found", "searchers"),
    [
        ("max 100000", None, 1),
        ("50000 100000", 0.5, 1),
        ("200000 100000", 2.0, 1),
        ("350000 100000", 3.5, 2),
        ("800000 100000", 8.0, 7),
        ("", None, 1),
    ],
)
async def test_as_many_search_as_the_container_has_processors_but_one(
    tmp_path: Path, said: str, found: float | None, searchers: int
) -> None:
    file = tmp_path / "cpu.max"
    file.write_text(f"{said}\n")
    assert cores.limit(file) == found
    assert cores.searchers(found) == searchers


async def test_without_a_container_one_searches(tmp_path: Path) -> None:
    assert cores.limit(tmp_path / "cpu.max") is None
    assert cores.searchers(None) == 1
