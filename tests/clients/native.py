"""Clients for phones: what openapi-generator says of our document, and its Java client at play.

docs/phones.md has the options of each generator, and what they are for.
"""

import subprocess
from collections.abc import Iterator
from pathlib import Path

from tools.openapi import PAGE
from tools.stack import ROOT

PROGRAMS = Path(__file__).parent / "native"
GENERATOR = ROOT / ".venv/bin/openapi-generator-cli"
SURVIVE = "enumUnknownDefaultCase=true"
OPTIONS = {
    "java": f"library=native,openApiNullable=false,useOneOfDiscriminatorLookup=true,{SURVIVE}",
    "kotlin": f"enumPropertyNaming=UPPERCASE,{SURVIVE}",
    "swift6": f"oneOfUnknownDefaultCase=true,{SURVIVE}",
    "dart-dio": SURVIVE,
    "csharp": "useOneOfDiscriminatorLookup=true",
}
"""The properties with which each generator makes a client that later releases do not break."""
OF_A_GAME = (
    *("Match", "Moved", "Change", "LegalMoves", "HistoryEntry", "Replay"),
    *("NewMatch", "NewTicket"),
)
KOTLIN = "org.openapitools.client.models.LostCities"
MAPPINGS = {
    "kotlin": (
        *(f"{kind}={KOTLIN}{kind}" for kind in OF_A_GAME),
        *("ReplayLine=kotlin.Any", "Results_results_inner=kotlin.Any"),
    )
}
"""What stands for schemas of which a generator makes no class that reads them."""
FAULTS = {
    "OpenAPI 3.1 support is still in beta": "Said of every document of OpenAPI 3.1.",
    "Failed to get the schema name: null": "It takes `additionalProperties: false` for a schema.",
    "Ignoring complex example on request body": "Java code has no examples. Nothing depends on it.",
    "As (reserved word) cannot be used as model name": "It tries the name of a query parameter.",
    "Type (reserved word) cannot be used as model name": "It tries the name of a member.",
}
"""What the generator says of itself, by a part of its line: why it is not about our document."""
PACKAGES = (
    "apiPackage=croupier.api,modelPackage=croupier.model,invokerPackage=croupier,"
    "hideGenerationTimestamp=true"
)
SOURCES = (
    "apis,models,supportingFiles,modelDocs=false,apiDocs=false,modelTests=false,apiTests=false"
)


def generate(generator: str, folder: Path, *more: str) -> list[str]:
    """Make a client in the folder; return what was said of the document.

    Raise CalledProcessError if none can be made.
    """
    properties = ",".join(filter(None, (OPTIONS[generator], *more)))
    command = ["generate", "-i", str(PAGE), "-g", generator, "-o", str(folder)]
    if mappings := MAPPINGS.get(generator):
        command += ["--schema-mappings", ",".join(mappings)]
    said = _run(*command, f"--additional-properties={properties}", "--global-property", SOURCES)
    return [line for line in said if _is_complaint(line)]


def unused() -> set[str]:
    """Return the schemas that no request and no answer over HTTP has, as the generator says."""
    said = _run("validate", "--recommend", "-i", str(PAGE))
    head = "- Unused model: "
    others = [each for each in said if each.strip().startswith("- ") and head not in each]
    if others:
        raise AssertionError(others)
    return {each.partition(head)[2] for each in said if head in each}


def jar() -> Path:
    """The generator itself, which contains Jackson as well, which its Java client needs."""
    return next((ROOT / ".venv/lib").glob("python*/site-packages/openapi_generator_cli/*.jar"))


def compiled(folder: Path) -> str:
    """Make the Java client, and compile it with our programs; return the class path."""
    generate("java", folder / "made", PACKAGES)
    classes, path = folder / "classes", str(jar())
    sources = [*(folder / "made/src/main/java").rglob("*.java"), *PROGRAMS.rglob("*.java")]
    listed = folder / "sources.txt"
    listed.write_text("\n".join(map(str, sources)))
    flags = ("-nowarn", "-proc:none", "-Xlint:none", "-cp", path, "-d", str(classes))
    subprocess.run(["javac", *flags, f"@{listed}"], check=True)
    return f"{classes}:{path}"


def _run(*command: str) -> Iterator[str]:
    ran = subprocess.run(
        [GENERATOR, *command],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=True,
    )
    return iter(ran.stdout.splitlines())


def _is_complaint(line: str) -> bool:
    spoken = any(word in line for word in ("] WARN ", "] ERROR ", "Exception", "[error]"))
    return spoken and "] INFO " not in line and not any(fault in line for fault in FAULTS)
