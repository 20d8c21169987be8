"""Functions that make the JSON of a message, each with the parameters of the message's class.

Whatever a game shows leaves the engine as JSON: no message is made only to be read again. Each
function is compiled from the descriptor of its message, and returns the proto3 JSON mapping of what
it is given. For a small message that is what one would write by hand:

    def make(*, color=None, top=None):
        _json = {}
        if color: _json['color'] = _names1.get(color, color)
        if top: _json['top'] = top
        if not color: _json['color'] = 'COLOR_UNSPECIFIED'
        if not top: _json['top'] = ''
        return _json

`make.part` is the same with nothing for what it is not given, nor for what is None: what a viewer
sees is made in two parts, which have the members of one message.

The mapping is that of protobuf's MessageToDict, member by member, which the tests of every game
compare. docs/decisions/api-contract.md has why.

Values that are equal have the same JSON, by which moves are hashed: True is 1 in a member of
numbers, also in a game that mixes them up.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from keyword import iskeyword
from operator import attrgetter
from typing import Any, TypeAlias

from google.protobuf.descriptor import Descriptor, FieldDescriptor

Json: TypeAlias = Any
"""A value of JSON, an object for a message."""
INDENT = "\n    "
PLAIN = {FieldDescriptor.CPPTYPE_INT32: int, FieldDescriptor.CPPTYPE_BOOL: bool}


def maker(descriptor: Descriptor) -> Callable[..., Json]:
    """Return a function with the parameters of the message's class, and its nested names.

    Values are taken as they are: messages must have been made by makers, too.
    """
    names: dict[str, Any] = {
        f"_names{field.number}": {
            each.number: field.enum_type.values_by_number[each.number].name
            for each in field.enum_type.values
        }
        for field in descriptor.fields
        if field.enum_type
    }
    # A member may be called int.
    names |= {f"_{kind.__name__}": kind for kind in PLAIN.values()}
    fields = sorted(descriptor.fields, key=attrgetter("number"))
    # What is unset comes last, in the order of declaration.
    unset = [_if_unset(each) for each in descriptor.fields if not each.has_presence]
    make = _compiled(fields, [*chain(*map(_if_set, fields)), *unset], names)
    make.part = _compiled(fields, map(_if_given, fields), names)
    for nested in descriptor.nested_types:
        setattr(make, nested.name, maker(nested))
    for enum in descriptor.enum_types:
        for value in enum.values:
            setattr(make, value.name, value.number)
    return make  # type: ignore[no-any-return]


def _compiled(
    fields: Sequence[FieldDescriptor], lines: Iterable[str], names: dict[str, Any]
) -> Any:
    exec(_source(fields, lines), names)  # noqa: S102 - made of names in descriptors only
    return names["make"]


def _source(fields: Sequence[FieldDescriptor], lines: Iterable[str]) -> str:
    plain = [f"{each.name}=None" for each in fields if not iskeyword(each.name)]
    words = [each.name for each in fields if iskeyword(each.name)]
    parameters = ", ".join([*["*"] * bool(plain), *plain, *["**_words"] * bool(words)])
    return INDENT.join(
        [
            f"def make({parameters}):",
            "_json = {}",
            # A move may be called pass, as no parameter can be.
            *(f"{word}_ = _words.get({word!r})" for word in words),
            *lines,
            "return _json",
        ]
    )


def _if_set(field: FieldDescriptor) -> Iterator[str]:
    name = _variable(field)
    if field.is_repeated:
        # A list, since it may be an iterator, which would never be empty.
        yield f"{name} = {_list(field, f'({name} or ())')}"
        yield f"if {name}: _json[{field.json_name!r}] = {name}"
        return
    condition = f"{name} is not None" if field.has_presence else name
    yield f"if {condition}: _json[{field.json_name!r}] = {_one(field, name)}"


def _if_given(field: FieldDescriptor) -> str:
    name = _variable(field)
    value = _list(field, name) if field.is_repeated else _one(field, name)
    return f"if {name} is not None: _json[{field.json_name!r}] = {value}"


def _if_unset(field: FieldDescriptor) -> str:
    default = [] if field.is_repeated else field.default_value
    if field.enum_type and not field.is_repeated:
        default = field.enum_type.values_by_number[field.default_value].name
    return f"if not {_variable(field)}: _json[{field.json_name!r}] = {default!r}"


def _variable(field: FieldDescriptor) -> str:
    return f"{field.name}_" if iskeyword(field.name) else field.name


def _list(field: FieldDescriptor, values: str) -> str:
    each = _one(field, "each")
    return f"[*{values}]" if each == "each" else f"[{each} for each in {values}]"


def _one(field: FieldDescriptor, value: str) -> str:
    if field.enum_type:
        return f"_names{field.number}.get({value}, {value})"
    return f"_{PLAIN[field.cpp_type].__name__}({value})" if field.cpp_type in PLAIN else value
