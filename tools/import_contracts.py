"""Two contracts for import-linter, which `pyproject.toml` registers by their types.

`allowed` lists what modules may import. import-linter's own `forbidden` needs a longer list with
every library that the project takes up, and stays silent where one was forgotten. `no_circles` is
about single modules: import-linter's own `acyclic_siblings` is about packages, whose modules may
well use each other without a circle.
"""

import sys
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, fields, output
from importlinter.domain.helpers import module_expressions_to_modules


class AllowedImports(Contract):
    """The importers import the standard library and what is allowed, and no other module.

    importers: the modules that the contract is about; wildcards as in import-linter.
    exempt:    modules among these that it is not about.
    allowed:   modules that may be imported, with all that is in them; "." is the package of
               the importer.

    Only direct imports count: what an allowed module imports is the business of its own contract.
    """

    importers = fields.SetField(subfield=fields.ModuleExpressionField())
    exempt = fields.SetField(subfield=fields.ModuleExpressionField(), default=set())
    allowed = fields.ListField(subfield=fields.StringField(), default=[])

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        """Raise ValueError if no module matches one of `importers`."""
        illegal = [
            (importer, imported)
            for importer in self._importers(graph)
            for imported in sorted(graph.find_modules_directly_imported_by(importer))
            if not self._may_import(importer, imported)
        ]
        return ContractCheck(kept=not illegal, metadata={"illegal": illegal})

    def render_broken_contract(self, check: ContractCheck) -> None:
        for importer, imported in check.metadata["illegal"]:
            output.print_error(f"- {importer} may not import {imported}")
        output.new_line()

    def _importers(self, graph: ImportGraph) -> list[str]:
        matching = module_expressions_to_modules(graph, self.importers, raise_if_unmatched=True)  # type: ignore[arg-type]
        exempt = module_expressions_to_modules(graph, self.exempt)  # type: ignore[arg-type]
        return sorted(module.name for module in matching - exempt)

    def _may_import(self, importer: str, imported: str) -> bool:
        library, _, _ = imported.partition(".")
        packages = self._packages(importer)
        return library in sys.stdlib_module_names or any(
            f"{imported}.".startswith(f"{package}.") for package in packages
        )

    def _packages(self, importer: str) -> Iterator[str]:
        for package in self.allowed:  # type: ignore[attr-defined]
            yield importer.rpartition(".")[0] if package == "." else package


class NoCircles(Contract):
    """No module of the root packages imports itself by way of others.

    Imports for type checkers count, and those within functions: two modules that need each other
    are one, or have a third in them.
    """

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        imports = {
            module: graph.find_modules_directly_imported_by(module) for module in graph.modules
        }
        try:
            TopologicalSorter(imports).prepare()
        except CycleError as error:
            return ContractCheck(kept=False, metadata={"circle": error.args[1][::-1]})
        return ContractCheck(kept=True)

    def render_broken_contract(self, check: ContractCheck) -> None:
        output.print_error(f"- {' imports '.join(check.metadata['circle'])}")
        output.new_line()
