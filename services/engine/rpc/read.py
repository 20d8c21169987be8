"""Answers to reads that came together: the current match as each caller may see it, as text."""

from collections.abc import Sequence

from croupier.v1 import engine_service_pb2 as pb
from telemetry.tracing import trace_id

from engine.rpc import decode, status
from engine.rpc.match_text import MatchText
from engine.service.looks import Looks
from engine.service.reads import Found, Reads
from engine.store.matches import MatchStore


class ReadMatches:
    """Answers reads of the matches in a store."""

    def __init__(self, store: MatchStore, looks: Looks[MatchText]) -> None:
        """Text is taken from those that `looks` keeps, or made and kept there."""
        self._reads = Reads(store, looks)

    async def answer(self, reads: Sequence[pb.Read]) -> list[pb.ReadResult]:
        """What each caller is told, in their order; never raises."""
        found: Sequence[Found[MatchText] | Exception]
        try:
            found = await self._reads.find(
                [(each.match_id, decode.caller(each.caller)) for each in reads]
            )
        except Exception as error:  # the stream has other callers' reads, too: it must go on
            found = [error] * len(reads)
        return [*map(_result, reads, found)]


def _result(read: pb.Read, found: Found[MatchText] | Exception) -> pb.ReadResult:
    """The view or the refusal; a view that cannot be made fails alone, not the batch."""
    if isinstance(found, Exception):
        return _refusal(read, found)
    try:
        return pb.ReadResult(view=_view(found, read.known))
    except Exception as error:
        return _refusal(read, error)


def _refusal(read: pb.Read, error: Exception) -> pb.ReadResult:
    fields = {"match_id": read.match_id, "trace_id": trace_id(read.traceparent)}
    return pb.ReadResult(refusal=status.refusal(error, "GetMatch", read.request_id, **fields))


def _view(found: Found[MatchText], known: int) -> pb.MatchView:
    match = found.shown.match
    if match.version == known:
        return pb.MatchView(version=known)
    sight = pb.Sight(match=found.shown.sight(found.seat).match)
    return pb.MatchView(version=match.version, sight=sight, ended=match.ended)
