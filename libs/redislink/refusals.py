"""Why Redis refuses a command or does not answer: a kind from a closed list, and a text of it.

Errors of Redis may quote what was sent, so neither logs nor answers have their messages.
"""

import re
import ssl
from collections.abc import Mapping

from redis import exceptions

from redislink.durability import NotDurable

TEXTS: Mapping[str, str] = {
    "memory": "its memory is full (maxmemory): it refuses every write until there is room",
    "password": "wrong password, or no such user",
    "permission": "its user lacks a right: compare its rules with deploy/k8s/base/redis/users.acl",
    "read_only": "it is a replica, or has become one, and refuses every write",
    "loading": "it is still loading its data",
    "disk": "it cannot write to its disk, and so refuses every write",
    "cluster": "the cluster is down, or lacks a node for some of its slots",
    "replicas": "too few replicas or disks have what is written",
    "timeout": "it does not answer in time",
    "certificate_authority": (
        "its certificate is by an authority that is not believed: name the file of the authority in"
        " the URL (?ssl_ca_certs=)"
    ),
    "certificate_expired": (
        "its certificate has expired, or is not valid yet: renew it, or set this machine's clock"
    ),
    "certificate_name": (
        "its certificate is for another name: use a name in the URL that the certificate has"
    ),
    "tls": "it does not speak TLS there as rediss:// needs it: compare the port of the URL",
    "unreachable": "it cannot be reached",
    "refused": "it refuses a command",
}
"""Each kind, and what is wrong with Redis then."""

_CLASSES: Mapping[str, tuple[type[Exception], ...]] = {
    "memory": (exceptions.OutOfMemoryError,),
    "password": (exceptions.AuthenticationError,),
    "permission": (exceptions.NoPermissionError,),
    "read_only": (exceptions.ReadOnlyError,),
    "loading": (exceptions.BusyLoadingError,),
    "disk": (),
    "cluster": (
        exceptions.ClusterError,
        exceptions.MasterDownError,
        exceptions.SlotNotCoveredError,
    ),
    "replicas": (NotDurable,),
    "timeout": (exceptions.TimeoutError, TimeoutError),
    "unreachable": (exceptions.ConnectionError, OSError),
}
_CODES = {
    "OOM": "memory",
    "WRONGPASS": "password",
    "NOAUTH": "password",
    "NOPERM": "permission",
    "READONLY": "read_only",
    "LOADING": "loading",
    "MISCONF": "disk",
    "CLUSTERDOWN": "cluster",
    "MASTERDOWN": "cluster",
    "NOREPLICAS": "replicas",
}
_CODE = re.compile(
    r"(?:\([\"'])?(?:Error running script \([\w ]+\): )?(?:@\w+: ?\d+: )*-?([A-Z]+)\b"
)
"""Where an answer of Redis has its code. Before Redis 7, a script's error begins with a place; that
of a pipeline is quoted."""


_VERIFY = {9: "certificate_expired", 10: "certificate_expired"}
_VERIFY |= {62: "certificate_name", 64: "certificate_name"}
"""OpenSSL's numbers of what is wrong with a certificate; any other one is about its authority."""


def kind_of(error: BaseException) -> str:
    """The kind of an error of Redis, or of the connection to it: a key of TEXTS."""
    if found := _kind_of_tls(error):
        return found
    # redis-py turns a refused log-in into a lost connection, whose cause is the refusal.
    chain = [error, *([error.__cause__] if error.__cause__ else [])]
    for kind, classes in _CLASSES.items():
        if any(isinstance(each, classes) or _coded(each) == kind for each in chain):
            return kind
    return "refused"


def _kind_of_tls(error: BaseException | None) -> str:
    """The fault of TLS somewhere in what led to the error; "" without one."""
    while error:
        if isinstance(error, ssl.SSLCertVerificationError):
            return _VERIFY.get(error.verify_code, "certificate_authority")
        if isinstance(error, ssl.SSLError):
            return "tls"
        error = error.__cause__ or error.__context__
    return ""


def _coded(error: BaseException) -> str | None:
    # A pipeline puts the command before the error, and with it whatever was sent.
    code = _CODE.match(str(error).rpartition("caused error: ")[2])
    return _CODES.get(code[1]) if code else None
