"""Breaking changes of the protocol since each release, which `make check` refuses.

buf finds them by the rules of proto/buf.yaml. What the moves and options of a game must keep is in
its `wire.lock`: see `croupier_game.protobuf.lock`.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

from google.protobuf import descriptor_pb2 as d

from tools import released
from tools.images import ROOT

RULES = ROOT / "proto/buf.yaml"
BUF = Path(sys.executable).with_name("buf")


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
    return done.stdout.splitlines()


def _image(files: d.FileDescriptorSet) -> bytes:
    """The files with the one of protobuf's own that they import."""
    whole = d.FileDescriptorSet(file=files.file)
    d.DESCRIPTOR.CopyToProto(whole.file.add())
    return whole.SerializeToString()


if __name__ == "__main__":
    sys.exit(main())
