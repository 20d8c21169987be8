"""The API's reference as Markdown, from docs/openapi.json: a page for each tag, and one of schemas.

It needs no script and nothing from elsewhere, so the site's search finds every member.
"""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

Json = dict[str, Any]

METHODS = ("get", "put", "post", "patch", "delete")
SCHEMAS = "schemas.md"
TIGHT = 60
"""The longest list of values that is shown in a table."""


def pages(document: Json) -> Iterator[tuple[str, str, str]]:
    """Each page as its file name, its title and its text."""
    for tag in document["tags"]:
        operations = [*_operations(document, tag["name"])]
        if operations:
            text = [f"# {tag['name']}", tag.get("description", ""), *operations]
            yield f"{_slug(tag['name'])}.md", tag["name"], _page(text)
    known = document["components"]["schemas"]
    text = ["# Schemas", "What requests and answers consist of, in the order of the alphabet."]
    yield (
        SCHEMAS,
        "Schemas",
        _page([*text, *(_schema(name, known[name]) for name in sorted(known))]),
    )


def _page(parts: list[str]) -> str:
    return "\n\n".join(part.strip() for part in parts if part.strip()) + "\n"


def _operations(document: Json, tag: str) -> Iterator[str]:
    for path, methods in document["paths"].items():
        for method in METHODS:
            if tag in methods.get(method, {}).get("tags", ()):
                yield _operation(method, path, methods[method])


def _operation(method: str, path: str, said: Json) -> str:
    parts = [f"## {said['summary']} {{ #{said['operationId']} }}", f"`{method.upper()} {path}`"]
    parts += [_text(said.get("description", ""))]
    parts += [_parameters(said.get("parameters", ()))]
    if body := said.get("requestBody"):
        parts += ["**Request**", _table(("type", "schema"), _contents(body))]
    parts += ["**Answers**", _table(("status", "what", "schema"), _answers(said["responses"]))]
    return "\n\n".join(part for part in parts if part)


def _parameters(parameters: Any) -> str:
    rows = [
        (
            f"`{each['name']}`",
            each["in"] + (", required" if each.get("required") else ""),
            _type(each["schema"]),
            _line(each.get("description", "")),
        )
        for each in parameters
    ]
    return _table(("parameter", "in", "type", "what"), rows) if rows else ""


def _contents(said: Json) -> list[tuple[str, ...]]:
    contents: Json = said.get("content", {})
    return [(f"`{kind}`", _type(each.get("schema", {}))) for kind, each in contents.items()]


def _answers(responses: Json) -> Iterator[tuple[str, ...]]:
    for status, said in responses.items():
        shown = dict.fromkeys(kind for _, kind in _contents(said) if kind)
        yield status, _line(said["description"]), ", ".join(shown)


def _schema(name: str, schema: Json) -> str:
    parts = [f"## {name} {{ #{_slug(name)} }}", _text(schema.get("description", ""))]
    if members := schema.get("properties"):
        rows = [*_members(members, schema)]
        width = 3 if any(row[2] for row in rows) else 2
        parts += [_table(("member", "type", "what")[:width], [row[:width] for row in rows])]
    elif "enum" in schema:
        parts += [f"One of {_values(schema['enum'])}."]
    else:
        parts += [_type(schema)]
    return "\n\n".join(part for part in parts if part)


def _members(members: Json, schema: Json) -> Iterator[tuple[str, str, str]]:
    needed = schema.get("required", ())
    for name, each in members.items():
        optional = "" if name in needed else " (optional)"
        yield f"`{name}`{optional}", _type(each), _line(each.get("description", ""))


def _type(schema: Any) -> str:
    """A schema in a few words, with links to those that have a name."""
    if not isinstance(schema, Mapping) or not schema:
        return "any"
    if "$ref" in schema:
        name = schema["$ref"].rsplit("/", 1)[1]
        return f"[{name}]({SCHEMAS}#{_slug(name)})"
    for word, between in (("anyOf", " or "), ("oneOf", " or "), ("allOf", " and ")):
        if word in schema:
            return between.join(dict.fromkeys(_type(each) for each in schema[word]))
    if "const" in schema:
        return f"`{json.dumps(schema['const'])}`"
    if "enum" in schema:
        return _values(schema["enum"])
    return _plain(schema)


def _plain(schema: Mapping[str, Any]) -> str:
    kind = schema.get("type", "any")
    if isinstance(kind, list):
        return " or ".join(kind)
    if kind == "array":
        return f"array of {_type(schema.get('items', schema.get('prefixItems', {})))}"
    if kind == "object" and isinstance(schema.get("additionalProperties"), Mapping):
        return f"object of {_type(schema['additionalProperties'])}"
    return f"{kind} ({schema['format']})" if "format" in schema else str(kind)


def _values(values: list[Any]) -> str:
    shown = [f"`{json.dumps(each)}`" for each in values]
    rest = len(shown) - TIGHT
    return ", ".join(shown[:TIGHT]) + (f" and {rest} more" if rest > 0 else "")


def _table(head: tuple[str, ...], rows: Any) -> str:
    lines = [head, ("---",) * len(head), *rows]
    return "\n".join("| " + " | ".join(_cell(each) for each in line) + " |" for line in lines)


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _line(text: str) -> str:
    return " ".join(_text(text).split())


def _text(text: str) -> str:
    """A description: what looks like HTML or a link to a page of the service is none here."""
    outside = re.split(r"(`[^`]*`)", text)
    return "".join(
        part if part.startswith("`") else _unlinked(part.replace("<", "&lt;")) for part in outside
    )


def _unlinked(text: str) -> str:
    return re.sub(r"\[([^\]]+)\]\((?!https?:)[^)]*\)", r"\1", text)


def _slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def write(source: Path, folder: Path) -> list[tuple[str, str]]:
    """Write all pages into the folder; return the title and the file name of each."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name, title, text in pages(json.loads(source.read_text())):
        (folder / name).write_text(text)
        written.append((title, name))
    return written
