"""The table of rate limits: as documented, and exact in its headers."""

import re
from pathlib import Path

import pytest
from gateway.limits.limit_table import LIMITS, Allowance, Limit


def test_the_docs_show_the_table() -> None:
    page = (Path(__file__).parents[3] / "docs/limits.md").read_text()
    rows = re.findall(r"^\| `(\w+)` \|.*\| (.*) \| (.*) \|$", page, re.MULTILINE)
    assert rows == [
        (bucket, shown(allowance.token), shown(allowance.address))
        for bucket, allowance in LIMITS.items()
    ]


def shown(limit: Limit) -> str:
    rate = f"{limit.rate}/s" if limit.rate >= 1 else f"{limit.rate * 60:.0f}/min"
    return f"{rate}, burst {limit.burst}"


@pytest.mark.parametrize("allowance", LIMITS.values(), ids=LIMITS)
def test_an_address_may_ask_for_more_than_a_token(allowance: Allowance) -> None:
    for limit in (allowance.token, allowance.address):
        assert limit.every_us * limit.rate == 1_000_000, "or r and t are not exact"
        assert limit.burst == limit.window_s * limit.rate, "or q and w are not the rate"
    assert allowance.address.rate > allowance.token.rate
    assert allowance.address.burst > allowance.token.burst
