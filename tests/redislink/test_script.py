"""Scripts by their hash: for one item, for many, on a server that lacks them; and arguments."""

import re
from pathlib import Path

import pytest
from redis.asyncio import Redis
from redis.exceptions import RedisError, ResponseError
from redislink.durability import Durability, NotDurable
from redislink.script import Script, named

pytestmark = pytest.mark.anyio

ROOT = Path(__file__).parents[2]

ADD = "return redis.call('INCRBY', KEYS[1], ARGV[1])"
ADD_ALL = """
redis.call('INCR', KEYS[1] .. ':calls')
local answers, at = {}, 1
for item, key in ipairs(KEYS) do
  local count = tonumber(ARGV[at])
  answers[item] = {redis.call('INCRBY', key, ARGV[at + 1]), count}
  at = at + 1 + count
end
return answers
"""


def script(client: Redis, folder: Path, text: str, durability: Durability | None = None) -> Script:
    (folder / "script.lua").write_text(text)
    return Script(client, folder / "script.lua", durability)


async def test_a_server_that_lacks_a_script_is_sent_its_text(client: Redis, tmp_path: Path) -> None:
    """Also one that has forgotten it, as after a restart."""
    add = script(client, tmp_path, f"-- {tmp_path}\n{ADD}")
    key = f"script:{tmp_path}"
    assert await add.one([key], [2]) == 2
    assert await add.one([key], [3]) == 5
    await client.script_flush()
    assert await add.one([key], [4]) == 9


async def test_an_error_of_a_script_is_raised(client: Redis, tmp_path: Path) -> None:
    add = script(client, tmp_path, ADD)
    with pytest.raises(ResponseError):
        await add.one([f"script:{tmp_path}"], ["no number"])


async def test_many_items_are_one_call(client: Redis, tmp_path: Path) -> None:
    add = script(client, tmp_path, ADD_ALL)
    keys = [f"script:{tmp_path}:{number}" for number in range(3)]
    calls = [([key], [number, "more"][: 1 + number]) for number, key in enumerate(keys)]
    assert await add.all(calls) == [[0, 1], [1, 2], [2, 2]]
    assert await add.all(calls) == [[0, 1], [2, 2], [4, 2]]
    assert await client.get(f"{keys[0]}:calls") == b"2"
    assert await add.all([]) == []


async def test_an_error_of_the_call_is_that_of_each_item(client: Redis, tmp_path: Path) -> None:
    add = script(client, tmp_path, ADD_ALL)
    answers = await add.all([(["a"], ["no number"]), (["b"], [1])])
    assert len(answers) == 2
    assert all(isinstance(each, RedisError) for each in answers)


async def test_a_script_is_answered_once_it_is_durable(client: Redis, tmp_path: Path) -> None:
    key = f"script:{tmp_path}"
    alone = Durability(replicas=1, local=0, wait_ms=1)
    with pytest.raises(NotDurable):
        await script(client, tmp_path, ADD, alone).one([key], [1])
    assert await client.get(key) == b"1", "it may have been done all the same"
    none = Durability(replicas=0, local=0, wait_ms=1)
    assert await script(client, tmp_path, ADD, none).one([key], [1]) == 2


async def test_arguments_have_names(client: Redis, tmp_path: Path) -> None:
    """A script gets them as they are: also large numbers, and text in any language."""
    told = "local given = cjson.decode(ARGV[1])\nreturn {given.ms, given.text, #given.each}"
    say = script(client, tmp_path, told)
    given = named(ms=1_796_000_000_123, text='Zoë\n"', each=["a", "b"])
    assert await say.one([], [given]) == [1_796_000_000_123, 'Zoë\n"'.encode(), 2]


def test_no_script_counts_many_arguments() -> None:
    """More than four are named."""
    scripts = [*ROOT.glob("services/**/*.lua")]
    numbers = {path.name: re.findall(r"ARGV\[(\d+)\]", path.read_text()) for path in scripts}
    assert len(scripts) > 30
    assert {name for name, found in numbers.items() if max(map(int, found), default=0) > 4} == set()
