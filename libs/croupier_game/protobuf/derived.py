"""The wire of a game without a `.proto`: messages made of its dataclasses.

A dataclass is a message and its docstring the comment; a union of dataclasses has a field for each;
a Literal is an enum, whose values have the texts in capitals; what may be None is left out then. A
`Secret` member has no field at all. Field numbers are those of `wire.lock`: see `lock`.
"""

from collections.abc import Callable, Mapping
from functools import cache
from inspect import signature
from typing import Any

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.descriptor_pb2 import DescriptorProto, FieldDescriptorProto, FileDescriptorSet

from croupier_game import example_pb2
from croupier_game.errors import BadGame, InvalidMove, InvalidOptions
from croupier_game.game import Rules
from croupier_game.members import (
    Member,
    arm_name,
    arms,
    choice_name,
    has_secrets,
    members,
    reached,
)
from croupier_game.protobuf.lock import Lock
from croupier_game.protobuf.makers import Json, maker
from croupier_game.protobuf.messages import classes_in, file_of, parsed
from croupier_game.view import View

MESSAGE_TYPE = 4
FIELD = 2
SCALARS = {
    int: FieldDescriptorProto.TYPE_INT32,
    bool: FieldDescriptorProto.TYPE_BOOL,
    str: FieldDescriptorProto.TYPE_STRING,
}
IS = "is"
"""The oneof of a message that is a choice."""


class DerivedWire:
    """The wire of rules, by their types; see `croupier_game.game.Wire`. Raise BadGame."""

    options_json: Callable[[Any], Json]
    move_json: Callable[[Any], Json]
    public_view_json: Callable[[Any], Json]
    private_view_json: Callable[[Any], Json]
    event_json: Callable[[Any], Json]

    def __init__(self, rules: Rules, lock: Lock) -> None:
        _check(rules)
        _check_frozen(rules)
        self.descriptors = _File(rules, lock).serialized()
        lock.check_kept()
        file = file_of(self.descriptors)
        self.classes = classes_in(file)
        makers = {name: maker(each) for name, each in file.message_types_by_name.items()}
        self.options_json = _encoder("Options", rules.Options, makers)
        self.move_json = _encoder("Move", rules.Move, makers)
        self.event_json = _encoder("Event", rules.Event, makers)
        view: Any = makers["View"]
        self.public_view_json = _object_encoder(rules.PublicView, view.part, makers)
        self.private_view_json = _object_encoder(rules.PrivateView, view.part, makers)
        forms = file.message_types_by_name
        self._options = _decoder(rules.Options, InvalidOptions, forms["Options"])
        self._move = _decoder(rules.Move, InvalidMove, forms["Move"])

    def read_options(self, message: bytes) -> Any:
        return self._options(parsed(self.classes["Options"], message))

    def read_move(self, message: bytes) -> Any:
        return self._move(parsed(self.classes["Move"], message))


def _check(rules: Rules) -> None:
    """Raise BadGame for secrets that the rules must share out, and for what cannot be read."""
    own = vars(rules)
    if has_secrets(rules.Event) and "event_view" not in own:
        raise BadGame("has secret members in events: write event_view, which says who sees what")
    for kind in ("Move", "Options", "PublicView", "PrivateView"):
        if has_secrets(getattr(rules, kind)):
            raise BadGame(f"has a secret member in {kind}, which nobody could see: remove it")
    for own in (*reached(rules.Options), *reached(rules.Move)):
        try:
            signature(own).bind(**{each.name: None for each in members(own)})
        except TypeError as error:
            raise BadGame(
                f"has {own.__name__}, which cannot be made of what messages have of it, {error}:"
                " give its constants a default"
            ) from None
    for own in reached(rules.Options):
        try:
            own()
        except TypeError:
            raise BadGame(
                f"has options without a default: give each member of {own.__name__} one"
            ) from None
        for each in members(own):
            if each.optional and not each.lacking:
                raise BadGame(
                    f"has {own.__name__}.{each.name}, for which None could not be told from its"
                    " default: let that be None"
                )


def _check_frozen(rules: Rules) -> None:
    """Raise BadGame for what cannot be remembered by its value, as options, moves and events are.

    `croupier_game.installed` has looked at these themselves, for every game.
    """
    for kind in (rules.Options, rules.Move, rules.Event):
        for each in reached(kind):
            if each.__hash__ is None:
                raise BadGame(
                    f"has {each.__name__} that can be changed: write @dataclass(frozen=True)"
                )


class _File:
    """Descriptors with comments, as they are made."""

    def __init__(self, rules: Rules, lock: Lock) -> None:
        self._set = FileDescriptorSet()
        self._file = self._set.file.add(name="game.proto", syntax="proto3")
        self._file.package = f"croupier.games.{rules.ID.replace('-', '_')}"
        self._file.dependency.append(example_pb2.DESCRIPTOR.name)
        self._lock = lock
        self._made: dict[str, Any] = {}
        self._options = reached(rules.Options)
        self._hashed = (*self._options, *reached(rules.Move))
        self._add("Options", rules.Options)
        self._add("Move", rules.Move)
        self._add_view(rules.PublicView, rules.PrivateView)
        self._add("Event", rules.Event)

    def serialized(self) -> bytes:
        return self._set.SerializeToString()

    def _add(self, name: str, kind: Any) -> str:
        """Add the message of a type, and those in it; return its full name."""
        if self._made.setdefault(name, kind) is not kind:
            raise BadGame(f"has two types named {name}: rename one")
        full_name = f".{self._file.package}.{name}"
        if any(each.name == name for each in self._file.message_type):
            return full_name
        message = self._file.message_type.add(name=name)
        if len(arms(kind)) > 1:
            self._choice(message, kind)
        else:
            self._object(message, kind)
        return full_name

    def _add_view(self, public: Any, private: Any) -> None:
        """Add the message that has the members of both."""
        if twice := {each.name for each in members(public)} & {
            each.name for each in members(private)
        }:
            raise BadGame(
                f"has {', '.join(sorted(twice))} in PublicView and in PrivateView: if viewers are"
                " shown it otherwise, have it in PrivateView alone"
            )
        if self._made.setdefault("View", View) is not View:
            raise BadGame("has two types named View: rename one")
        self._object(self._file.message_type.add(name="View"), public, private)

    def _object(self, message: DescriptorProto, *kinds: Any) -> None:
        """Add the members of the kinds to the message."""
        path = [MESSAGE_TYPE, len(self._file.message_type) - 1]
        self._comment(path, " ".join(filter(None, map(_about, kinds))))
        for kind in kinds:
            for member in members(kind):
                self._member(message, path, kind, member)
        # Those of `optional` come after all others.
        for field in message.field:
            if field.proto3_optional:
                field.oneof_index = len(message.oneof_decl)
                message.oneof_decl.add(name=f"_{field.name}")

    def _choice(self, message: DescriptorProto, kind: Any) -> None:
        message.oneof_decl.add(name=IS)
        for each in arms(kind):
            field = self._field(message, arm_name(each), each.__name__)
            field.oneof_index = 0
            field.type = FieldDescriptorProto.TYPE_MESSAGE
            field.type_name = self._add(each.__name__, each)

    def _member(
        self, message: DescriptorProto, path: list[int], owner: Any, member: Member
    ) -> None:
        lacking = member.lacking or owner not in self._hashed
        field = self._field(message, member.name, _form(member), lacking)
        self._comment([*path, FIELD, len(message.field) - 1], member.about)
        if member.many:
            field.label = FieldDescriptorProto.LABEL_REPEATED
        if member.is_choice:
            field.type = FieldDescriptorProto.TYPE_ENUM
            field.type_name = self._enum(message, member)
        elif member.kind in SCALARS:
            field.type = SCALARS[member.kind]
        else:
            field.type = FieldDescriptorProto.TYPE_MESSAGE
            field.type_name = self._add(member.kind.__name__, member.kind)
            field.options.Extensions[example_pb2.left_out] = member.optional
        if member.kind in SCALARS or member.is_choice:
            # Of options, what is left out has its default, which may be another than 0.
            field.proto3_optional = member.optional or (owner in self._options and not member.many)
        if owner in self._options and member.optional:
            field.options.Extensions[example_pb2.left_out] = True

    def _field(
        self, message: DescriptorProto, name: str, form: str, lacking: bool = True
    ) -> FieldDescriptorProto:
        words = name.split("_")
        return message.field.add(
            name=name,
            json_name="".join([words[0], *(word.capitalize() for word in words[1:])]),
            number=self._lock.number(f"{message.name}.{name}", form, lacking=lacking),
            label=FieldDescriptorProto.LABEL_OPTIONAL,
        )

    def _enum(self, message: DescriptorProto, member: Member) -> str:
        # In a message of its own: values of two enums of one message must differ.
        place = message.nested_type.add(name=f"{member.name.title().replace('_', '')}Is")
        enum = place.enum_type.add(name="Value")
        enum.value.add(name=f"{member.name.upper()}_UNSPECIFIED", number=0)
        for text in member.kind:
            name = choice_name(text)
            number = self._lock.number(f"{message.name}.{member.name}={name}")
            enum.value.add(name=name, number=number)
        return f".{self._file.package}.{message.name}.{place.name}.{enum.name}"

    def _comment(self, path: list[int], text: str) -> None:
        if text:
            place = self._file.source_code_info.location.add(path=path, span=[0, 0, 0])
            place.leading_comments = f" {' '.join(text.split())}\n"


def _form(member: Member) -> str:
    """Return what a lock says of a member: "int", "choice", a type's name; with "?" or "*"."""
    form = "choice" if member.is_choice else member.kind.__name__
    return form + "?" * member.optional + "*" * member.many


def _about(kind: Any) -> str:
    """Return the docstring of a dataclass that has one."""
    text = kind.__doc__ or ""
    return "" if text.startswith(f"{kind.__name__}(") else text  # as dataclasses write it


def _encoder(name: str, kind: Any, makers: Mapping[str, Any]) -> Callable[[Any], Json]:
    """Return a function that makes the JSON of a value of the type."""
    make = makers[name]
    if len(arms(kind)) > 1:
        by_type = {
            each: (arm_name(each), _encoder(each.__name__, each, makers)) for each in arms(kind)
        }

        def encode_choice(value: Any) -> Json:
            arm, encode = by_type[type(value)]
            return make(**{arm: encode(value)})

        return encode_choice
    return _object_encoder(kind, make, makers)


def _object_encoder(
    kind: Any, make: Callable[..., Json], makers: Mapping[str, Any]
) -> Callable[[Any], Json]:
    plain = [each.name for each in members(kind) if _is_plain(each)]
    others = [
        (each.name, _member_encoder(each, makers)) for each in members(kind) if not _is_plain(each)
    ]

    def encode(value: Any) -> Json:
        given = {name: getattr(value, name) for name in plain}
        for name, own in others:
            given[name] = own(getattr(value, name))
        return make(**given)

    return encode


def _is_plain(member: Member) -> bool:
    return member.kind in SCALARS


def _member_encoder(member: Member, makers: Mapping[str, Any]) -> Callable[[Any], Json]:
    # Not made before it is needed: a type may have members of its own kind.
    encoder = cache(lambda: _encoder(member.kind.__name__, member.kind, makers))
    names = {text: choice_name(text) for text in member.kind} if member.is_choice else {}

    def one(value: Any) -> Json:
        return names[value] if names else encoder()(value)

    if member.many:
        return lambda values: [one(each) for each in values]
    return lambda value: None if value is None else one(value)


def _decoder(kind: Any, refusal: type[Exception], form: Any) -> Callable[[Any], Any]:
    """Return a function that reads a message of this form; it raises the refusal."""
    if len(arms(kind)) > 1:
        fields: Any = form.fields_by_name
        by_name = {
            name: _decoder(each, refusal, fields[name].message_type)
            for each in arms(kind)
            for name in [arm_name(each)]
        }
        names = ", ".join(fields[name].json_name for name in by_name)

        def decode_choice(message: Any) -> Any:
            arm = message.WhichOneof(IS)
            if arm is None:
                raise refusal(f"One of these must be given: {names}.")
            return by_name[arm](getattr(message, arm))

        return decode_choice
    own = [
        (each.name, _member_decoder(each, refusal, form.fields_by_name[each.name]))
        for each in members(kind)
    ]

    def decode(message: Any) -> Any:
        given = ((name, read(message)) for name, read in own)
        return kind(**{name: value for name, value in given if value is not LEFT_OUT})

    return decode


LEFT_OUT: Any = object()
"""Stands for a member that is not given, and so has its default."""


def _member_decoder(
    member: Member, refusal: type[Exception], field: FieldDescriptor
) -> Callable[[Any], Any]:
    """Return a function that reads the member from a message."""
    name, one = member.name, _value_decoder(member, refusal, field)
    # Options have a default for each member, and a move has none that must not be left out.
    absent = LEFT_OUT if refusal is InvalidOptions else None

    def read_many(message: Any) -> Any:
        values = tuple(one(each) for each in getattr(message, name))
        return values or (LEFT_OUT if refusal is InvalidOptions else ())

    def read_given(message: Any) -> Any:
        if message.HasField(name):
            return one(getattr(message, name))
        if absent is LEFT_OUT or member.optional:
            return absent
        raise refusal(f"{field.json_name} must be given.")

    def read(message: Any) -> Any:
        return one(getattr(message, name))

    if member.many:
        return read_many
    return read_given if field.has_presence else read


def _value_decoder(
    member: Member, refusal: type[Exception], field: FieldDescriptor
) -> Callable[[Any], Any]:
    if member.kind in SCALARS:
        return lambda value: value
    if not member.is_choice:
        # Not made before it is needed: a type may have members of its own kind.
        decoder = cache(lambda: _decoder(member.kind, refusal, field.message_type))
        return lambda value: decoder()(value)
    numbers: Any = field.enum_type.values_by_name  # type: ignore[union-attr]
    texts = {numbers[choice_name(text)].number: text for text in member.kind}
    names = " or ".join(map(choice_name, member.kind))

    def read(number: int) -> Any:
        if number not in texts:
            raise refusal(f"{field.json_name} must be {names}.")
        return texts[number]

    return read
