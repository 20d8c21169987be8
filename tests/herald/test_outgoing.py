"""Calls out of the network, to receivers that are not to be trusted."""

import asyncio
import socket
import threading
from collections.abc import Sequence
from typing import Any

import pytest
import trustme
from herald import outgoing
from herald.outgoing import Outgoing, Place, Resolve, system_resolve
from herald.schedule import Answer
from redislink.hook_urls import HookUrl, parse

from tests.support.name_server import asking, name_server
from tests.support.receivers import OK, Received, Receiver, receiving, trusting

pytestmark = [pytest.mark.service, pytest.mark.anyio]

NAME = "hooks.example.com"
URL = parse(f"https://{NAME}/turns?x=1")
PUBLIC = "93.184.216.34"
CHUNK = b"0" * 65536


@pytest.fixture(scope="module")
def authority() -> trustme.CA:
    return trustme.CA()


def calling(authority: trustme.CA, receiver: Receiver) -> Outgoing:
    """Who reaches the receiver by its name as a place of the operator's own."""
    return Outgoing(trusting(authority), own={NAME: Place("127.0.0.1", receiver.port)})


async def post(authority: trustme.CA, receiver: Receiver) -> Answer:
    return await calling(authority, receiver).post(URL, {"x-a": "1"}, b"body", own=True)


async def test_a_body_is_posted_and_the_status_told(authority: trustme.CA) -> None:
    async with receiving(authority, NAME) as receiver:
        assert await post(authority, receiver) == Answer(204)
    (received,) = receiver.received
    assert received.line == "POST /turns?x=1 HTTP/1.1"
    assert received.headers["host"] == NAME
    assert received.headers["x-a"] == "1"
    assert received.body == b"body"


@pytest.mark.parametrize("status", [200, 301, 302, 307, 400, 410, 500])
async def test_no_redirect_is_followed(authority: trustme.CA, status: int) -> None:
    async with receiving(authority, NAME) as receiver:
        location = f"https://{NAME}:{receiver.port}/other"
        receiver.answer = f"HTTP/1.1 {status} X\r\nLocation: {location}\r\n\r\n".encode()
        assert (await post(authority, receiver)).status == status
        assert receiver.connections == 1


@pytest.mark.parametrize("asked", ["120", "Wed, 21 Oct 2026 07:28:00 GMT"])
async def test_the_time_that_is_asked_for_is_told(authority: trustme.CA, asked: str) -> None:
    answer = f"HTTP/1.1 429 Slow\r\nX: y\r\nretry-AFTER:  {asked}\r\n\r\n".encode()
    async with receiving(authority, NAME, answer=answer) as receiver:
        assert await post(authority, receiver) == Answer(429, asked)


async def test_what_precedes_an_answer_is_passed_over(authority: trustme.CA) -> None:
    answer = b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Hints\r\nA: b\r\n\r\n" + OK
    async with receiving(authority, NAME, answer=answer) as receiver:
        assert (await post(authority, receiver)).status == 204


async def test_of_a_gigabyte_little_is_read(authority: trustme.CA) -> None:
    async def flood(asked: Received, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 1073741824\r\n\r\n")
        for _ in range(1 << 14):
            writer.write(CHUNK)
            await writer.drain()
            receiver.written += len(CHUNK)

    async with receiving(authority, NAME) as receiver:
        receiver.answer = flood
        assert (await post(authority, receiver)).status == 200
    assert receiver.written < 32 << 20  # what the buffers between the two hold


async def test_a_head_without_end_is_no_answer(authority: trustme.CA) -> None:
    answer = b"HTTP/1.1 200 OK\r\nX: " + b"a" * outgoing.READ_BYTES
    async with receiving(authority, NAME, answer=answer) as receiver:
        assert await post(authority, receiver) == Answer(0, error="connection")


@pytest.mark.parametrize("answer", [b"", b"SSH-2.0-x\r\n\r\n", b"HTTP/2 200\r\n\r\n", b"\0" * 99])
async def test_what_is_not_http_is_no_answer(authority: trustme.CA, answer: bytes) -> None:
    async with receiving(authority, NAME, answer=answer) as receiver:
        assert await post(authority, receiver) == Answer(0, error="connection")


@pytest.mark.parametrize("begin", [b"", b"HTTP/1.1 200 OK\r\nX: "])
async def test_who_hangs_is_left_after_the_time(
    authority: trustme.CA, begin: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert outgoing.TIMEOUT_S == 10
    monkeypatch.setattr(outgoing, "TIMEOUT_S", 0.3)
    left = asyncio.Event()

    async def hang(_: Received, writer: asyncio.StreamWriter) -> None:
        writer.write(begin)
        while not writer.transport.is_closing():
            await asyncio.wait_for(receiver_gone(writer), 30)
        left.set()

    async with receiving(authority, NAME) as receiver:
        receiver.answer = hang
        assert await post(authority, receiver) == Answer(0, error="timeout")
        await asyncio.wait_for(left.wait(), 30)


async def receiver_gone(writer: asyncio.StreamWriter) -> None:
    while not writer.transport.is_closing():
        writer.write(b"x")
        await asyncio.sleep(0.01)


async def test_a_certificate_of_another_name_or_authority_is_refused(authority: trustme.CA) -> None:
    async with receiving(authority, "other.example.com") as receiver:
        assert await post(authority, receiver) == Answer(0, error="certificate")
    async with receiving(trustme.CA(), NAME) as receiver:
        assert await post(authority, receiver) == Answer(0, error="certificate")
        assert not receiver.received


async def test_a_name_that_leads_here_is_refused_before_anything_connects(
    authority: trustme.CA,
) -> None:
    async with receiving(authority, NAME) as receiver, name_server(["127.0.0.1"]) as names:
        url = HookUrl(NAME, receiver.port, "/")
        answer = await Outgoing(trusting(authority), resolve=asking(names)).post(url, {}, b"")
        assert answer == Answer(0, error="refused")
        assert not receiver.connections
        assert names.asked == [NAME]


async def test_one_address_of_several_that_is_not_public_refuses_all(
    authority: trustme.CA,
) -> None:
    async with name_server([PUBLIC, "10.0.0.1"]) as names:
        answer = await Outgoing(trusting(authority), resolve=asking(names)).post(URL, {}, b"")
        assert answer == Answer(0, error="refused")


async def test_a_name_is_asked_once_and_its_second_answer_leads_nowhere(
    authority: trustme.CA, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first answer is public, and each one after it leads to a receiver on this machine."""
    went = list[tuple[str, int]]()

    async def noted(host: str, port: int, **options: object) -> object:
        went.append((host, port))
        raise ConnectionRefusedError  # nothing leaves this machine

    async with (
        receiving(authority, NAME) as receiver,
        name_server([PUBLIC], ["127.0.0.1"]) as names,
    ):
        monkeypatch.setattr(asyncio, "open_connection", noted)
        calls = Outgoing(trusting(authority), resolve=asking(names))
        url = HookUrl(NAME, receiver.port, "/")
        assert await calls.post(url, {}, b"") == Answer(0, error="connection")
        assert names.asked == [NAME]
        assert went == [(PUBLIC, receiver.port)]
        assert await calls.post(url, {}, b"") == Answer(0, error="refused")
        assert not receiver.connections


async def test_a_place_of_the_operator_is_not_for_hooks_of_players(authority: trustme.CA) -> None:
    async def nothing(host: str, port: int) -> Sequence[str]:
        return ["127.0.0.1"]

    resolve: Resolve = nothing
    async with receiving(authority, NAME) as receiver:
        own = {NAME: Place("127.0.0.1", receiver.port)}
        calls = Outgoing(trusting(authority), own=own, resolve=resolve)
        assert await calls.post(URL, {}, b"") == Answer(0, error="refused")
        assert not receiver.connections


async def test_a_name_that_nobody_knows_is_told(authority: trustme.CA) -> None:
    answer = await Outgoing(trusting(authority)).post(parse("https://no.invalid/"), {}, b"")
    assert answer == Answer(0, error="name")


async def test_name_servers_that_hang_hold_up_the_names_of_nobody_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    known, ends = socket.getaddrinfo, threading.Event()

    def answers(host: str, *given: Any, **options: Any) -> Any:
        if host != "localhost":
            ends.wait()
        return known("127.0.0.1", *given, **options)

    monkeypatch.setattr(socket, "getaddrinfo", answers)
    hanging = [asyncio.create_task(system_resolve(f"x{each}.example", 443)) for each in range(100)]
    try:
        async with asyncio.timeout(30):
            # A task as well, so that it comes after all of those.
            later = asyncio.create_task(system_resolve("localhost", 443))
            assert await later == ["127.0.0.1"]
        assert not any(each.done() for each in hanging)
    finally:
        ends.set()
        await asyncio.gather(*hanging)
