"""Write the chart's templates, the schema and the table of its values, and link its files."""

import os
import sys

import yaml

from tools.chart.helm import CHART
from tools.chart.renderings import all_renderings, unused
from tools.chart.templates import templates
from tools.chart.values import schema, table
from tools.stack import ROOT

BEFORE = "## Values\n\n"
"""What stands before the table in the README, which ends with it."""
SHARED = ("alerts.yaml", "dashboard.json", "values.yaml")
"""Those of deploy/monitoring and the chart itself; all others are of deploy/k8s."""


def main() -> int:
    """Write all files; return the exit code."""
    found = all_renderings()
    if missing := unused(found):
        sys.stderr.write(f"No object has these places of tools/chart/places.py: {missing}\n")
        return 1
    for name, text in templates(found).items():
        (CHART / "templates" / name).write_text(text)
    for name, text in described().items():
        (CHART / name).write_text(text)
    link()
    return 0


def described() -> dict[str, str]:
    """The files that say what the values are."""
    values = (CHART / "values.yaml").read_text()
    head = (CHART / "README.md").read_text().partition(BEFORE)[0]
    return {
        "values.schema.json": schema(yaml.safe_load(values)),
        "README.md": head + BEFORE + table(values),
    }


def link() -> None:
    """Link what a template reads: a chart has the files of its folder `files` only."""
    for path in (CHART / "values.yaml", *(ROOT / "deploy").glob("[km]*/**/*")):
        link = CHART / "files" / path.name
        if path.suffix in (".sh", ".conf", ".acl") or path.name in SHARED:
            link.unlink(missing_ok=True)
            link.symlink_to(os.path.relpath(path, link.parent))


if __name__ == "__main__":
    sys.exit(main())
