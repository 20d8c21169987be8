"""Breaking changes of the protocol since each release, which `make check` refuses.

buf finds them by the rules of proto/buf.yaml. One rule is our own: what a move, or the options of a
game, may have only grows, by what old ones can leave out. The hashes of old log entries and terms
are made of the JSON of what is stored, each time they are asked for.
"""

import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from google.protobuf import descriptor_pb2 as d

from tools import released
from tools.images import ROOT

RULES = ROOT / "proto/buf.yaml"
BUF = Path(sys.executable).with_name("buf")
HASHED = ("Move", "Options")
"""The names of the messages that have any game's move and options."""
Types = dict[str, d.DescriptorProto | d.EnumDescriptorProto]
Part = d.FieldDescriptorProto | d.EnumValueDescriptorProto


def main() -> int:
    """Print what breaks programs of a release; return the exit code, 1 if something does."""
    releases = released.releases()
    if not releases:
        print("Protocol: no release yet, so there is nothing that a change could break.")
    new, found = released.current(), 0
    for path in releases:
        for sentence in breaking(released.load(path), new):
            print(f"Protocol of {path.stem}: {sentence}")
            found += 1
    return int(found > 0)


def breaking(old: d.FileDescriptorSet, new: d.FileDescriptorSet) -> list[str]:
    """A sentence for each breaking change. Raise CalledProcessError if buf cannot tell."""
    with tempfile.TemporaryDirectory() as folder:
        before, after = Path(folder, "old.binpb"), Path(folder, "new.binpb")
        for path, files in ((before, old), (after, new)):
            path.write_bytes(_image(files))
        command = (BUF, "breaking", after, "--against", before, "--config", RULES)
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode not in (0, 100):
        done.check_returncode()
    return [*done.stdout.splitlines(), *of_hashes(old, new)]


def _image(files: d.FileDescriptorSet) -> bytes:
    """The files with the one of protobuf's own that they import."""
    whole = d.FileDescriptorSet(file=files.file)
    d.DESCRIPTOR.CopyToProto(whole.file.add())
    return whole.SerializeToString()


def of_hashes(old: d.FileDescriptorSet, new: d.FileDescriptorSet) -> Iterator[str]:
    """A sentence for each change by which an old move, or options, would have other JSON."""
    before, after = _types(old), _types(new)
    hashed = _reachable(after, [name for name in before if name.rpartition(".")[2] in HASHED])
    for name in sorted(hashed & before.keys() & after.keys()):
        known, parts = _parts(before[name]), _parts(after[name])
        for gone in known.keys() - parts.keys():
            yield f"{name}.{gone}: old matches may have it, so it stays"
        for more in parts.keys() - known.keys():
            if _is_plain(parts[more]):
                yield f"{name}.{more}: old matches would have it; make it optional"


def _types(files: d.FileDescriptorSet) -> Types:
    """All messages and enums by full name, with nested ones."""
    found: Types = {}
    left = [(file.package, each) for file in files.file for each in _inside(file)]
    for above, each in left:
        found[name := f"{above}.{each.name}"] = each
        if isinstance(each, d.DescriptorProto):
            left += [(name, inner) for inner in _inside(each)]
    return found


def _inside(
    each: d.FileDescriptorProto | d.DescriptorProto,
) -> list[d.DescriptorProto | d.EnumDescriptorProto]:
    messages = each.nested_type if isinstance(each, d.DescriptorProto) else each.message_type
    return [*messages, *each.enum_type]


def _parts(each: d.DescriptorProto | d.EnumDescriptorProto) -> dict[str, Part]:
    """The fields or values by name."""
    parts = each.field if isinstance(each, d.DescriptorProto) else each.value
    return {part.name: part for part in parts}


def _reachable(types: Types, names: Iterable[str]) -> set[str]:
    """The names of these messages, and of all messages and enums that they may have."""
    seen, left = set[str](), [*names]
    for name in left:
        if name not in seen and isinstance(found := types.get(name), d.DescriptorProto):
            left += [field.type_name.lstrip(".") for field in found.field]
        seen.add(name)
    return seen


def _is_plain(part: Part) -> bool:
    """Whether it is a field that the JSON of a message without it has all the same."""
    if isinstance(part, d.EnumValueDescriptorProto):
        return False
    if part.label == part.LABEL_REPEATED:
        return True
    return part.type != part.TYPE_MESSAGE and not part.HasField("oneof_index")


if __name__ == "__main__":
    sys.exit(main())
