"""The arguments of croupierctl: what is accepted, and what is refused with exit code 2."""

import pytest
from engine.admin import commands
from engine.admin.arguments import parse

ID = "A" * 22


@pytest.mark.parametrize(
    "line",
    [
        "",
        "show",
        f"show {ID} --secrets",
        f"show {ID} --reason why",
        f"show {ID} --secrets --reason",
        f"abort {ID}",
        "export",
        f"export {ID} file",
        "export --format jsonl",
        "export --out games",
        "export --format csv --out games",
        "export --format jsonl --out games --reason why",
        "export --format jsonl --out games --game chess",
        "export --format jsonl --out games --since soon",
        "export --format jsonl --out games --since 2026-13-01",
        "export --format jsonl --out games --until 2026-01-02",
        f"export {ID} file --reason why --format jsonl --out games",
        f"export {ID} file --reason why --game just4fun",
        "verify",
        f"verify {ID} --all",
        "maintenance",
        "maintenance maybe",
        "maintenance on --retry-after 0",
        "maintenance on --retry-after soon",
        "destroy",
        "player",
        "player show",
        f"player praise {ID}",
    ],
)
def test_what_cannot_be_understood_is_2(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        parse(line.split())
    assert left.value.code == 2
    assert capsys.readouterr().err.startswith("usage: croupierctl")


@pytest.mark.parametrize("reason", ["", " ", "x" * 201, "naïve", "two\nlines", "\x1b[2J", " x"])
def test_a_reason_is_in_plain_letters(reason: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        parse(["abort", ID, "--reason", reason])
    assert "1 to 200 printable characters of ASCII" in capsys.readouterr().err


def test_an_id_that_begins_with_a_dash_is_no_option() -> None:
    """One of 64 ids does."""
    dashed = f"-{ID[1:]}"
    given = parse(["abort", dashed, "--reason", "why"])
    assert (given.id, given.run, given.reason) == (dashed, commands.abort, "why")
    assert parse(["verify", ID, dashed]).ids == [ID, dashed]


@pytest.mark.parametrize(
    ("user", "by"),
    [("olga", "olga"), ("", "unknown"), ("naïve", "unknown"), ("x" * 201, "unknown")],
)
def test_the_operator_is_the_user_unless_that_is_no_name(
    user: str, by: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("USER", user)
    monkeypatch.delenv("LOGNAME", raising=False)
    assert parse(["reindex"]).by == by
    assert parse(["--by", "Rob", "reindex"]).by == "Rob"


@pytest.mark.parametrize("message", ["", "x" * 201, "two\nlines"])
def test_a_message_is_one_printable_line(message: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        parse(["maintenance", "on", "--message", message])
    assert "1 to 200 printable characters" in capsys.readouterr().err
    assert parse(["maintenance", "on", "--message", "Zurück um 9"]).message == "Zurück um 9"
