"""What pages and make run is there on every platform, and no silence counts as an answer."""

import re
from importlib.metadata import distributions

from packaging.requirements import Requirement

from tools.lock import INSTALLS
from tools.pins import FILE, pins
from tools.stack import ROOT

IN_ENVIRONMENT = re.compile(r"(?:\.venv|\$\(BIN\))/bin/([\w-]+)|\$\(BIN\)/([\w-]+)")
UNHEARD = re.compile(
    r"""^.*(?:
        ! [^\n]*\| *grep\ -q        # a program that is missing prints nothing, and so passes
      | if\ [^\n]*>\ ?/dev/null\ 2>&1  # and fails, as a server that does not answer
      | command\ -v\ [\w-]+\ >\ ?/dev/null;\ then
    ).*$""",
    re.MULTILINE | re.VERBOSE,
)


def programs_of_some() -> set[str]:
    """The programs of packages that only some Pythons or platforms get."""
    pinned = [line for name in INSTALLS for line in pins(name, FILE.read_text()) if ";" in line]
    names = {Requirement(line.partition("\\")[0].strip()).name.lower() for line in pinned}
    return {
        path.name
        for each in distributions()
        if each.metadata["Name"].lower() in names
        for path in each.files or ()
        if path.parent.name == "bin"
    }


def test_what_pages_and_make_start_is_in_every_environment() -> None:
    texts = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), ROOT / "Makefile"]
    found = {
        (path.name, name)
        for path in texts
        for names in IN_ENVIRONMENT.findall(path.read_text())
        for name in names
        if name
    }
    assert found
    lacking = programs_of_some()
    assert {each for each in found if each[1] in lacking} == set()


def test_no_guard_takes_a_silence_for_an_answer() -> None:
    """Of a page, of make, or of a script of the manifests: what could not be asked said nothing."""
    texts = [*ROOT.glob("docs/**/*.md"), ROOT / "Makefile"]
    texts += [*ROOT.glob("deploy/**/*.sh")]
    wrong = {(path.name, line) for path in texts for line in UNHEARD.findall(path.read_text())}
    assert wrong == set()
