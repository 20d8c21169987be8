"""Whether a module of the web table does the same in a block of a joined file.

What is not known to do so is refused: the module is then joined with none.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cache

from tree_sitter import Node, Query, QueryCursor

from gateway.transport.web_source import language

PARTS = """
(call_expression function: (import)) @call
(meta_property) @meta
"await" @wait
"var" @var
[(assignment_expression) (augmented_assignment_expression)
 (for_in_statement) (update_expression)] @write
"""
"""What is looked at wherever it stands. A query finds it in a tenth of the time of a walk."""
ESCAPED = r"""([(identifier) (shorthand_property_identifier)
 (shorthand_property_identifier_pattern)] @name (#match? @name "\\\\"))"""
"""A name that is written in two ways, and would be taken for two."""
IMPORTS = {"import_statement", "comment"}
FUNCTIONS = {
    "arrow_function",
    "function_declaration",
    "function_expression",
    "generator_function",
    "generator_function_declaration",
    "method_definition",
}
LATER = FUNCTIONS | {"field_definition"}
"""What may run after its module. A static block is none: it runs with what the class stands in."""
WRITES = {
    "assignment_expression": "left",
    "augmented_assignment_expression": "left",
    "for_in_statement": "left",
    "update_expression": "argument",
}
"""What gives a name another value, and which part of it has the name."""
CLAUSES = {"import_clause", "export_clause"}
MEMBERS = {"member_expression", "subscript_expression"}
VALUES = {"class", "function_expression", "generator_function"}
DECLARES = re.compile(rb"(class|(async\s+)?function)\b")
"""How a default begins that is a statement, after which another one may begin without a sign."""
BOUND = {"identifier", "shorthand_property_identifier_pattern"}
ONLY_OUTSIDE = set(
    b"arguments await default enum eval implements interface let package private protected public"
    b" static yield".split()
)
"""What others may call an export, but no module its own constant, as a stub would."""
OWN = re.compile(rb"\b(joined_(\d+|default|assign|URL)|outer_\d+|__proto__)\b")
"""Names that joined files have themselves, and one that no object has as others: as texts, too."""
PATH = re.compile(rb"""["']\.{1,2}/[\w./-]+["']""")
"""That of a file beside the module, and nothing to be decoded."""


def understood(root: Node) -> bool:
    """Whether all that the module imports and exports is what `web_modules` reads of it."""
    return (
        not root.has_error
        and not OWN.search(root.text or b"")
        and not _escaped(root)
        and _first(root.children)
        and all(map(_statement, root.children))
        and all(map(_path_is_known, _parts(root, "call")))
        and all(map(_is_address, _parts(root, "meta")))
    )


def changes(root: Node, names: Iterable[str]) -> bool:
    """Whether a function gives one of the names another value: the others would not hear of it."""
    wanted = {name.encode() for name in names}
    return any(
        wanted & {*_targets(node)} and _inside(node, LATER) for node in _parts(root, "write")
    )


def waits(root: Node) -> bool:
    """Whether it waits while it runs: for ever, if that is for a module of the same file."""
    return any(not _inside(node, FUNCTIONS) for node in _parts(root, "wait"))


def scatters(root: Node) -> bool:
    """Whether it has a `var` outside of functions, which would be one of the whole file."""
    return any(not _inside(node, FUNCTIONS) for node in _parts(root, "var"))


def _escaped(root: Node) -> bool:
    r"""Whether a name has a `\u` in it."""
    return b"\\u" in (root.text or b"") and bool(QueryCursor(_escapes()).captures(root))


def _first(statements: list[Node]) -> bool:
    """Whether it imports before anything runs, as browsers do wherever it says so."""
    begun = False
    for each in statements:
        if each.type == "import_statement" and begun:
            return False
        begun = begun or not (each.type in IMPORTS or each.child_by_field_name("source"))
    return True


def _statement(node: Node) -> bool:
    if node.type == "hash_bang_line":
        return False
    if node.type not in ("import_statement", "export_statement"):
        return True
    value = node.child_by_field_name("value")
    if value and value.type not in VALUES and DECLARES.match(value.text or b""):
        return False
    kinds = {each.type for each in node.children}
    source = node.child_by_field_name("source")
    if source and not PATH.fullmatch(source.text or b""):
        return False
    if node.type == "export_statement" and source:
        kinds -= {"export_clause"}
    return not kinds & {"*", "namespace_export", "import_attribute"} and _clauses(node)


def _clauses(node: Node) -> bool:
    """Whether all names are such, and no default comes with a namespace or under another name."""
    parts = [each for clause in node.children if clause.type in CLAUSES for each in _all(clause)]
    names = [
        each.child_by_field_name(field)
        for each in parts
        if each.type in ("import_specifier", "export_specifier")
        for field in ("name", "alias")
        if field == "name" or each.child_by_field_name(field)
    ]
    both = any(each.prev_sibling for each in parts if each.type == "namespace_import")
    return not both and all(
        name and name.type == "identifier" and name.text not in ONLY_OUTSIDE for name in names
    )


def _path_is_known(call: Node) -> bool:
    """Whether an import by a call has one argument, which is a path."""
    given = call.child_by_field_name("arguments")
    parts = given.named_children if given else []
    return len(parts) == 1 and bool(PATH.fullmatch(parts[0].text or b""))


def _is_address(meta: Node) -> bool:
    """Return whether a use of `import.meta` is `import.meta.url`; `new.target` counts as one."""
    asked = meta.parent.text if meta.parent else b""
    return not (meta.text or b"").startswith(b"import") or asked == b"import.meta.url"


def _parts(root: Node, kind: str) -> list[Node]:
    return QueryCursor(_query()).captures(root).get(kind, [])


def _inside(node: Node, kinds: set[str]) -> bool:
    """Whether it stands in one of the kinds; a name that is computed is outside of its method."""
    below, above = node, node.parent
    while above and (above.type not in kinds or above.child_by_field_name("name") == below):
        below, above = above, above.parent
    return above is not None


def _targets(node: Node) -> Iterator[bytes]:
    waiting = [node.child_by_field_name(WRITES[node.type])]
    while waiting:
        each = waiting.pop()
        if each and each.type not in MEMBERS:
            if each.type in BOUND and each.text:
                yield each.text
            waiting += each.children


def _all(root: Node) -> Iterator[Node]:
    waiting = [root]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += node.children


@cache
def _query() -> Query:
    return Query(language(), PARTS)


@cache
def _escapes() -> Query:
    return Query(language(), ESCAPED)
