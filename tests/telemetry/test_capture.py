"""What both programs tell while a hundred matches are played: all that it should, and no more."""

import json
import re
import sys
import time
from collections import Counter

import pytest
from herald.metrics import Metrics as HeraldMetrics
from prometheus_client import generate_latest
from prometheus_client.parser import text_string_to_metric_families

from bots.metrics import Metrics as HouseMetrics
from tests.telemetry.capture import (
    BATCH_TRACE,
    PARENT,
    PLAN,
    REQUEST_ID,
    TRACE,
    Capture,
    capture,
)
from tests.telemetry.closed import strange_labels, strange_lines, strange_spans
from tests.telemetry.collector import Span
from tests.telemetry.test_promtool import panels, rules

pytestmark = pytest.mark.full

METRIC = re.compile(r"\b(croupier_(?:engine|gateway|bots|herald)_\w+|process_\w+)")
MATCHED = re.compile(r'(\w+)(?:=~|!~|!=|=)"')
BY = re.compile(r"\b(?:by|on) \(([\w, ]+)\)")
OF_PROMETHEUS = {"job", "instance", "namespace", "pod", "container"}
OF_ANALYSES = {"game", "state"}
"""Nobody asks for one here."""
OF_PROMETHEUS |= {"resource", "horizontalpodautoscaler", "cronjob", "persistentvolumeclaim"}


@pytest.fixture(scope="module")
def got(tmp_path_factory: pytest.TempPathFactory) -> Capture:
    begun = time.monotonic()
    told = capture(tmp_path_factory.mktemp("told"))
    lines = sum(log.count("\n") for log in told.logs.values())
    sys.stdout.write(
        f"{len(told.matches)} matches, {told.moves.total()} moves, {lines} lines, "
        f"{len(told.spans)} spans, {len(told.secrets)} forms of secrets, "
        f"{time.monotonic() - begun:.0f} s\n"
    )
    return told


def test_no_secret_is_told(got: Capture) -> None:
    """Not in a log, not in a metric, not in a trace, as they went over the wire."""
    assert Counter(got.matches.values()) == {game: number for game, _, number in PLAN}
    assert len(got.secrets) > 700
    for told in (*got.logs.values(), *got.metrics.values()):
        assert not got.secrets.found_in(told.encode())
    spans = "\n--\n".join(json.dumps(vars(span), default=str) for span in got.spans)
    assert not got.secrets.found_in(spans.encode())
    assert not got.secrets.forms_in(b"".join(got.sent))


def test_logs_have_fields_and_values_of_the_closed_lists_only(got: Capture) -> None:
    for log in got.logs.values():
        assert log.count("\n") > got.moves.total() / 4
        assert not [*strange_lines(log, got.request_ids)]


def test_a_refused_move_is_told_with_its_player_and_without_the_move(got: Capture) -> None:
    lines = [json.loads(line) for line in got.logs["gateway"].splitlines()]
    told = [line for line in lines if line["message"] == "refused a move"]
    assert told
    assert {line["level"] for line in told} == {"info"}
    assert {line["code"] for line in told} <= {"invalid_move", "not_your_turn"}
    assert all(line["match_id"] in got.matches and line["player"] for line in told)


def test_spans_have_fields_and_values_of_the_closed_lists_only(got: Capture) -> None:
    assert {span.service for span in got.spans} == {"croupier-gateway", "croupier-engine"}
    assert not [*strange_spans(got.spans, got.request_ids)]


def test_labels_are_bounded_whatever_is_asked_for(got: Capture) -> None:
    for exposition in got.metrics.values():
        assert not [*strange_labels(exposition)]


def test_a_move_is_one_trace_from_the_request_to_redis(got: Capture) -> None:
    (request,) = named(got, TRACE, "POST /v1/matches/{match_id}/moves")
    (move,) = named(got, TRACE, "ApplyMove")
    assert (request.service, request.parent) == ("croupier-gateway", PARENT)
    assert (move.service, move.parent) == ("croupier-engine", request.id)
    assert {span.parent for span in named(got, TRACE, "redis save_all")} == {move.id}
    assert request.fields["http.response.status_code"] == 200
    assert move.fields["croupier.code"] == "ok"


def test_moves_of_a_batch_are_spans_of_their_own_and_each_has_redis(got: Capture) -> None:
    (request,) = named(got, BATCH_TRACE, "POST /v1/moves")
    moves = named(got, BATCH_TRACE, "ApplyMove")
    assert len(moves) == got.batch > 1
    assert {move.parent for move in moves} == {request.id}
    assert len({move.fields["croupier.match_id"] for move in moves}) == got.batch
    asked = Counter(span.parent for span in named(got, BATCH_TRACE, "redis save_all"))
    assert set(asked) == {move.id for move in moves}


def test_ids_of_a_request_are_in_the_logs_of_both_and_in_its_trace(got: Capture) -> None:
    for log, message in (("gateway", "answered"), ("engine", "moved")):
        (line,) = [
            members
            for members in map(json.loads, got.logs[log].splitlines())
            if members.get("request_id") == REQUEST_ID and members["message"] == message
        ]
        assert line["trace_id"] == TRACE
        assert line["match_id"] in got.matches
    spans = [span for span in got.spans if span.fields.get("croupier.request_id") == REQUEST_ID]
    assert {span.service for span in spans} == {"croupier-gateway", "croupier-engine"}


def test_metrics_tell_what_was_played(got: Capture) -> None:
    engine, gateway = samples(got.metrics["engine"]), samples(got.metrics["gateway"])
    ends = Counter(got.matches[each] for each in got.completed)
    assert got.whole <= got.completed
    played = Counter(got.matches.values())
    for game, moves in got.moves.items():
        assert engine["croupier_engine_moves_total", f"game={game} result=ok"] == moves
        assert engine["croupier_engine_changes_total", f"game={game} kind=move"] == moves
        ended = "croupier_engine_matches_ended_total"
        assert engine[ended, f"game={game} reason=completed"] == ends[game]
        assert engine[ended, f"game={game} reason=resigned"] == played[game] - ends[game]
        listed = "croupier_engine_matches", f"game={game} status=finished"
        assert engine[listed] == played[game] / 2  # the others are private
    assert engine["croupier_engine_batch_moves_sum", ""] >= got.moves.total()
    assert engine["croupier_engine_batch_streams", ""] == 8
    assert engine["croupier_engine_draining", ""] == gateway["croupier_gateway_draining", ""] == 0
    assert time.time() - engine["croupier_engine_last_tick_timestamp_seconds", "group="] < 600
    assert time.time() - gateway["croupier_gateway_games_listed_timestamp_seconds", "games="] < 600
    assert engine["croupier_engine_engines", "game=just4fun group="] == 1
    assert engine["croupier_engine_cache_lookups_total", "result=hit"] > got.moves.total() / 2
    assert engine["croupier_engine_store_seconds_count", "operation=save_all"] > 0
    assert gateway["croupier_gateway_streams", "kind=socket"] == 0
    assert gateway["croupier_gateway_socket_request_seconds_count", "op=move status=2xx"] == 1
    calls = "croupier_gateway_engine_call_seconds_count", "code=ok method=ApplyMove"
    assert gateway[calls] == got.moves.total()
    brewed = "method=other route=other status=4xx waited=no"
    assert gateway["croupier_gateway_request_seconds_count", brewed] == 1


def test_what_is_watched_is_really_told(got: Capture) -> None:
    """Every metric and label that alerts and panels ask for; a metric may have no samples yet."""
    told = {"croupier_engine_matches_ended_total": {"game", "reason"}}
    for exposition in (*got.metrics.values(), of_the_house(), of_a_herald()):
        for family in text_string_to_metric_families(exposition):
            for sample in family.samples:
                told.setdefault(sample.name, set()).update(sample.labels)
        for family_name, kind in re.findall(r"# TYPE (\w+) (\w+)", exposition):
            if kind in ("counter", "gauge"):
                told.setdefault(family_name, set())
    asked = [*(str(rule["expr"]) for rule in rules()), *panels()]
    labels = set.union(*told.values(), OF_PROMETHEUS, OF_ANALYSES)
    for expression in asked:
        assert METRIC.findall(expression)
        assert set(METRIC.findall(expression)) <= set(told), expression
        named_in = {*MATCHED.findall(expression)}
        for group in BY.findall(expression):
            named_in |= {*group.split(", ")}
        assert named_in <= labels, expression


def of_the_house() -> str:
    """What a house tells in which one bot lives, before anything happens."""
    metrics = HouseMetrics()
    for gauges in (metrics.offered, metrics.matches):
        gauges[("Hugo",)].set(0)
    return generate_latest(metrics.registry).decode()


def of_a_herald() -> str:
    """What a herald tells before anything happens."""
    return generate_latest(HeraldMetrics().registry).decode()


def named(got: Capture, trace: str, name: str) -> list[Span]:
    return [span for span in got.spans if (span.trace, span.name) == (trace, name)]


def samples(exposition: str) -> Counter[tuple[str, str]]:
    """By name and labels, as "a=1 b=2"."""
    return Counter(
        {
            (
                sample.name,
                " ".join(f"{name}={sample.labels[name]}" for name in sorted(sample.labels)),
            ): sample.value
            for family in text_string_to_metric_families(exposition)
            for sample in family.samples
        }
    )
