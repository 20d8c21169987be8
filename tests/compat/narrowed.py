"""What a change of the OpenAPI document takes away from clients.

A client knows one document and talks to a service of another. What the service answers must be
as the client knows it: so answers keep their members and types, and may have more of both. What
the client sends must be understood: so requests may have more, and need no more. A schema that is
a choice is compared arm by arm, and a choice between objects is told apart by its constants.
"""

from collections.abc import Iterator
from typing import Any

from tests.support.openapi import responses

Json = dict[str, Any]

BOUNDS = ("pattern", "minimum", "maximum", "minLength", "maxLength", "maxItems")


def narrowed(old: Json, new: Json) -> list[str]:
    """A sentence for each thing that clients of the old document lose."""
    return sorted({*_Comparison(old, new).all()})


class _Comparison:
    def __init__(self, old: Json, new: Json) -> None:
        self._old, self._new = old, new
        self._seen: set[tuple[str, str, bool]] = set()

    def all(self) -> Iterator[str]:
        for path, methods in self._old["paths"].items():
            for method in methods:
                here = self._new["paths"].get(path, {}).get(method)
                if here is None:
                    yield f"{method.upper()} {path}: it is gone"
                else:
                    yield from self._operation(f"{method.upper()} {path}", methods[method], here)
        for name, schema in self._old["components"]["schemas"].items():
            if name.startswith("Socket"):
                there = self._new["components"]["schemas"].get(name)
                answer = name in ("SocketAnswer", "SocketPush")
                yield from self._schema(name, schema, there or {}, answer)

    def _operation(self, where: str, old: Json, new: Json) -> Iterator[str]:
        yield from self._parameters(where, old, new)
        body, now = _content(old.get("requestBody", {})), _content(new.get("requestBody", {}))
        if body and new["requestBody"].get("required") and not old["requestBody"].get("required"):
            yield f"{where}: its body is required"
        for kind, content in body.items():
            if kind not in now:
                yield f"{where}: it does not take {kind}"
            else:
                yield from self._schema(
                    f"{where} body", content.get("schema", {}), now[kind].get("schema", {}), False
                )
        before, there = responses(self._old, old), responses(self._new, new)
        for status, response in before.items():
            yield from self._response(f"{where} {status}", response, there.get(status))
        if new["security"] != old["security"] and {} not in [*new["security"], *_free(new)]:
            yield f"{where}: it needs a token"

    def _parameters(self, where: str, old: Json, new: Json) -> Iterator[str]:
        before = {(each["in"], each["name"]): each for each in old.get("parameters", ())}
        now = {(each["in"], each["name"]): each for each in new.get("parameters", ())}
        for key, parameter in before.items():
            if key not in now:
                yield f"{where} {key[1]}: the parameter is gone"
            else:
                there = f"{where} {key[1]}"
                yield from self._schema(there, parameter["schema"], now[key]["schema"], False)
        for key, parameter in now.items():
            if key not in before and parameter.get("required"):
                yield f"{where} {key[1]}: the parameter is required"

    def _response(self, where: str, old: Json, new: Json | None) -> Iterator[str]:
        if new is None:
            # One that is not given any more takes nothing away but success.
            if where.rsplit(" ", 1)[1].startswith("2"):
                yield f"{where}: the answer is gone"
            return
        for name in {*old.get("headers", {})} - {*new.get("headers", {})}:
            yield f"{where}: the header {name} is gone"
        for kind, content in _content(old).items():
            if kind not in _content(new):
                yield f"{where}: it has no {kind}"
            else:
                yield from self._schema(
                    where, content.get("schema", {}), _content(new)[kind].get("schema", {}), True
                )

    def _schema(self, where: str, old: Json, new: Json, answer: bool) -> Iterator[str]:
        """Compare; in an answer the new must fit the old, in a request the old the new."""
        key = (str(old.get("$ref", id(old))), str(new.get("$ref", id(new))), answer)
        if key in self._seen:
            return
        self._seen.add(key)
        before, now = self._arms(self._old, old), self._arms(self._new, new)
        given, taken = (now, before) if answer else (before, now)
        for arm in given:
            fits = [
                list(self._arm(where, *_pair(arm, each, answer), answer))
                for each in taken
                if _alike(arm, each)
            ]
            if not fits and answer and _constants(arm):
                continue  # another game, or another event: clients look at the constant first
            if not fits:
                yield f"{where}: {_name(arm)} is {'new' if answer else 'gone'}"
            elif all(fits):
                yield from min(fits, key=len)

    def _arm(self, where: str, old: Json, new: Json, answer: bool) -> Iterator[str]:
        strict, loose = (old, new) if answer else (new, old)
        for bound in BOUNDS:
            if bound in strict and strict[bound] != loose.get(bound):
                yield f"{where}: its {bound} is another"
        if "enum" in strict and not {*loose.get("enum", [None])} <= {*strict["enum"]}:
            yield f"{where}: its values are others"
        if "items" in old and "items" in new:
            yield from self._schema(f"{where}[]", old["items"], new["items"], answer)
        yield from self._members(where, old, new, answer)

    def _members(self, where: str, old: Json, new: Json, answer: bool) -> Iterator[str]:
        before, now = old.get("properties", {}), new.get("properties", {})
        for name in before:
            if name not in now:
                yield f"{where}.{name}: the member is gone"
            else:
                yield from self._schema(f"{where}.{name}", before[name], now[name], answer)
        if answer:
            for name in {*old.get("required", ())} - {*new.get("required", ())}:
                yield f"{where}.{name}: the member may be left out"
        else:
            for name in {*new.get("required", ())} - {*old.get("required", ())}:
                yield f"{where}.{name}: the member is required"

    def _arms(self, document: Json, schema: Json) -> list[Json]:
        """The schemas that a choice is between, with choices between choices laid flat."""
        if "$ref" in schema:
            name = schema["$ref"].rsplit("/", 1)[1]
            return self._arms(document, document["components"]["schemas"][name])
        inner = schema.get("oneOf") or schema.get("anyOf")
        if inner is None:
            return [schema]
        return [arm for each in inner for arm in self._arms(document, each)]


def _free(operation: Json) -> list[Json]:
    """Return the empty requirement for an operation without security, which needs no token."""
    return [] if operation["security"] else [{}]


def _content(part: Json) -> Json:
    found: Json = part.get("content", {})
    return found


def _pair(given: Json, taken: Json, answer: bool) -> tuple[Json, Json]:
    """The old and the new one."""
    return (taken, given) if answer else (given, taken)


def _alike(one: Json, other: Json) -> bool:
    """Whether they are of one type, and no member has different constants."""
    types = {each["type"] for each in (one, other) if "type" in each}
    mine, theirs = one.get("properties", {}), other.get("properties", {})
    constants = [
        {each[name]["const"] for each in (mine, theirs) if "const" in each[name]}
        for name in mine.keys() & theirs.keys()
    ]
    same = len({each["const"] for each in (one, other) if "const" in each}) <= 1
    return len(types) <= 1 and same and all(len(each) <= 1 for each in constants)


def _name(schema: Json) -> str:
    """What to call one arm of a choice: its constants, or its type."""
    return " ".join(_constants(schema)) or str(schema.get("type", "something"))


def _constants(schema: Json) -> list[str]:
    members = schema.get("properties", {}).values()
    return [str(each["const"]) for each in members if "const" in each]
