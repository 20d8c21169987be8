"""A game's wire once more, whose functions return JSON values instead of protobuf messages.

`wire.py` of a game builds messages by calling their classes. Here its source is run a second
time, with a function in place of each class, which is compiled from the class's descriptor and
returns the proto3 JSON mapping of what it is given. For a small message that is what one would
write by hand:

    def make(*, color=None, top=None):
        json = {}
        if color: json['color'] = names1.get(color, color)
        if top: json['top'] = top
        if not color: json['color'] = 'COLOR_UNSPECIFIED'
        if not top: json['top'] = ''
        return json

So what a game shows is written down once, and no message is made only to be read again. The
mapping is that of protobuf's MessageToDict, member by member, which a test compares.
docs/decisions/api-contract.md has why.
"""

from collections.abc import Callable, Iterator
from functools import cache
from importlib.util import module_from_spec
from operator import attrgetter
from types import ModuleType, SimpleNamespace
from typing import Any, TypeAlias

from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.message import Message

Json: TypeAlias = dict[str, Any]
INDENT = "\n    "


def json_wire(wire: Any) -> Any:
    """Return a copy of the module whose functions return JSON where `wire`'s return messages."""
    spec = wire.__spec__
    copy = module_from_spec(spec)
    spec.loader.exec_module(copy)
    for name, value in [*vars(copy).items()]:
        if isinstance(value, ModuleType) and hasattr(value, "DESCRIPTOR"):
            setattr(copy, name, _namespace(value))
        elif _is_message(value):
            setattr(copy, name, maker(value))
    return copy


def _is_message(value: Any) -> bool:
    return isinstance(value, type) and issubclass(value, Message)


def _namespace(module: ModuleType) -> SimpleNamespace:
    """Return what a generated module has, with makers in place of its message classes."""
    return SimpleNamespace(
        **{
            name: maker(value) if _is_message(value) else value
            for name, value in vars(module).items()
            if not name.startswith("_")
        }
    )


@cache
def maker(kind: Any) -> Callable[..., Json]:
    """Return a function with the parameters of the message class, and its nested names.

    Values are taken as they are: messages must have been made by makers, too.
    """
    descriptor: Descriptor = kind.DESCRIPTOR
    names: dict[str, Any] = {
        f"names{field.number}": {
            each.number: field.enum_type.values_by_number[each.number].name
            for each in field.enum_type.values
        }
        for field in descriptor.fields
        if field.enum_type
    }
    exec(_source(descriptor), names)  # noqa: S102 - made of nothing but our .proto files
    make: Any = names["make"]
    for nested in descriptor.nested_types:
        setattr(make, nested.name, maker(getattr(kind, nested.name)))
    for enum in descriptor.enum_types:
        setattr(make, enum.name, getattr(kind, enum.name))
        for value in enum.values:
            setattr(make, value.name, value.number)
    return make  # type: ignore[no-any-return]


def _source(descriptor: Descriptor) -> str:
    fields = sorted(descriptor.fields, key=attrgetter("number"))
    parameters = ", ".join(f"{each.name}=None" for each in fields)
    return INDENT.join(
        [
            f"def make({'*, ' if parameters else ''}{parameters}):",
            "json = {}",
            *(line for each in fields for line in _if_set(each)),
            # What is unset comes last, in the order of declaration.
            *(_if_unset(each) for each in descriptor.fields if not each.has_presence),
            "return json",
        ]
    )


def _if_set(field: FieldDescriptor) -> Iterator[str]:
    name = field.name
    if field.is_repeated:
        # A list, since it may be an iterator, which would never be empty.
        yield f"{name} = [{_one(field, 'each')} for each in {name} or ()]"
        yield f"if {name}: json[{field.json_name!r}] = {name}"
        return
    condition = f"{name} is not None" if field.has_presence else name
    yield f"if {condition}: json[{field.json_name!r}] = {_one(field, name)}"


def _if_unset(field: FieldDescriptor) -> str:
    default = [] if field.is_repeated else field.default_value
    if field.enum_type and not field.is_repeated:
        default = field.enum_type.values_by_number[field.default_value].name
    return f"if not {field.name}: json[{field.json_name!r}] = {default!r}"


def _one(field: FieldDescriptor, value: str) -> str:
    return f"names{field.number}.get({value}, {value})" if field.enum_type else value
