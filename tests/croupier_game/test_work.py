"""What counts as work of a refusal."""

import gc
from collections.abc import Iterator

import pytest
from croupier_game.kit.work import steps


@pytest.fixture
def collects_at_once() -> Iterator[None]:
    """Collect garbage at every object, with a callback in Python as Hypothesis has one."""
    before = gc.get_threshold()

    def callback(phase: str, info: dict[str, int]) -> None:
        del phase, info

    gc.callbacks.append(callback)
    gc.set_threshold(1)
    yield
    gc.set_threshold(*before)
    gc.callbacks.remove(callback)


def test_each_step_counts_from_the_first_call_on() -> None:
    def inner() -> int:
        return 1

    def one() -> None:
        inner()

    def two() -> None:
        inner()
        inner()

    assert 0 < steps(one) == steps(one) < steps(two)


@pytest.mark.usefixtures("collects_at_once")
def test_collection_of_garbage_is_no_work_of_the_call() -> None:
    def call() -> None:
        for _ in range(50):
            each: list[object] = []
            each.append(each)

    assert len({steps(call) for _ in range(20)}) == 1
