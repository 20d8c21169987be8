"""What the metrics of both programs share: labels, addresses, and how they are served."""

import urllib.error
import urllib.request

import pytest
from prometheus_client import CollectorRegistry, Counter
from telemetry.metrics import SECONDS, Children, ProgramMetrics, check_address, serve

from tools.stack import free_port


def test_a_child_is_looked_up_once() -> None:
    registry = CollectorRegistry()
    children = Children(Counter("moves", "x", ["game", "result"], registry=registry))
    children["lost-cities", "ok"].inc()
    assert children["lost-cities", "ok"] is children["lost-cities", "ok"]
    children["lost-cities", "ok"].inc()
    labels = {"game": "lost-cities", "result": "ok"}
    assert registry.get_sample_value("moves_total", labels) == 2
    assert len(children) == 1


def test_what_is_known_is_reported_from_the_start() -> None:
    """Every combination, and with 0: the first event of a counter is a rate then."""
    registry = CollectorRegistry()
    Children(Counter("moves", "x", ["game", "result"], registry=registry), "ab", ["ok", "no"])
    found = {
        (sample.labels["game"], sample.labels["result"], sample.value)
        for family in registry.collect()
        for sample in family.samples
        if sample.name == "moves_total"
    }
    assert found == {(game, result, 0) for game in "ab" for result in ("ok", "no")}


def test_a_duration_is_in_the_bucket_of_its_bound_and_in_those_above() -> None:
    metrics = ProgramMetrics("test")
    seconds = metrics.durations("call", "x", "route")
    for each in (0.0, *SECONDS, 99.0):
        seconds[("moves",)].observe(each)
    below = [
        metrics.registry.get_sample_value(
            "croupier_test_call_seconds_bucket", {"route": "moves", "le": str(bound)}
        )
        for bound in (*SECONDS, "+Inf")
    ]
    assert below == [*range(2, len(SECONDS) + 2), len(SECONDS) + 2]
    total = metrics.registry.get_sample_value("croupier_test_call_seconds_sum", {"route": "moves"})
    assert total == 99 + sum(SECONDS)


@pytest.mark.parametrize("address", ["", "127.0.0.1:9090", "[::1]:0", "metrics.local:65535"])
def test_an_address_is_host_and_port_or_empty(address: str) -> None:
    assert check_address(address) == address


@pytest.mark.parametrize("address", ["9090", ":9090", "host:", "host:x", "host:65536", "host"])
def test_any_other_address_is_refused(address: str) -> None:
    with pytest.raises(ValueError, match="should be HOST:PORT, or empty"):
        check_address(address)


@pytest.mark.service
def test_metrics_are_served_until_they_are_stopped() -> None:
    address = f"127.0.0.1:{free_port()}"
    stop = serve(address, ProgramMetrics("test").registry)
    with urllib.request.urlopen(f"http://{address}/metrics") as answer:
        text = answer.read().decode()
    assert "croupier_test_build_info{version=" in text
    assert "process_open_fds" in text
    stop()
    with pytest.raises(urllib.error.URLError):
        urllib.request.urlopen(f"http://{address}/metrics")
    serve("", ProgramMetrics("test").registry)()


@pytest.mark.service
def test_a_probe_is_answered_beside_the_metrics_and_says_what_is_wrong() -> None:
    url, wrong = f"127.0.0.1:{free_port()}", ["", "Nobody is here."]
    stop = serve(url, ProgramMetrics("test").registry, {"/readyz": lambda: wrong.pop(0)})
    with urllib.request.urlopen(f"http://{url}/readyz") as answer:
        assert (answer.status, answer.read()) == (200, b"well\n")
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(f"http://{url}/readyz")
    assert (refused.value.code, refused.value.read()) == (503, b"Nobody is here.\n")
    refused.value.close()
    with urllib.request.urlopen(f"http://{url}/metrics") as answer:
        assert b"croupier_test_build_info" in answer.read()
    stop()


@pytest.mark.service
def test_an_address_that_is_taken_is_an_error() -> None:
    address = f"127.0.0.1:{free_port()}"
    stop = serve(address, ProgramMetrics("test").registry)
    with pytest.raises(OSError, match="in use"):
        serve(address, ProgramMetrics("test").registry)
    stop()
