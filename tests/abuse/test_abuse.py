"""The campaign of attacks itself, in small: it reports, whatever the service makes of them."""

import re
from dataclasses import replace

import pytest

from tests.abuse.attacker import Done
from tests.abuse.attacks import ATTACKS
from tests.abuse.campaign import KEPT, MOST_BYTES, Row, main
from tests.abuse.meter import PARTS

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


def test_a_service_that_withstands_an_attack_has_no_faults() -> None:
    assert ROW.faults == []
    assert str(ROW).endswith("ok")


@pytest.mark.parametrize(
    ("row", "fault"),
    [
        (replace(ROW, kept=KEPT - 0.01), "others"),
        (replace(ROW, visits=KEPT - 0.01), "newcomers"),
        (replace(ROW, memory={**NOTHING, "engine": MOST_BYTES + 1}), "memory of the engine"),
        (replace(ROW, wrong=["503"]), "503"),
        (replace(ROW, recovered=False), "no recovery"),
    ],
)
def test_what_an_attack_does_to_others_is_a_fault(row: Row, fault: str) -> None:
    assert row.faults == [fault]
    assert str(row).endswith(fault)


def test_every_attack_says_what_it_is() -> None:
    assert all(attack.__doc__ for attack in ATTACKS.values())
