"""The herald's metrics. Labels are of closed lists: nothing says who is called."""

from redislink.hooks import EVENTS, OF_INSTALLATION, TEST
from telemetry.metrics import ProgramMetrics

OUTCOMES = ("sent", "refused", "failed", "gone")
BEFORE_SENT = (0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0, 60.0, 300.0, 3600.0)


class Metrics(ProgramMetrics):
    """What the herald counts."""

    def __init__(self) -> None:
        super().__init__("herald")
        kinds = (*EVENTS, *OF_INSTALLATION, TEST)
        self.messages = self.counters(
            "messages_total",
            "Tries to send a message, by its type and by what came of it: sent; refused, since its "
            "address may not be called; gone, as the receiver says; or failed.",
            "type",
            "outcome",
            known=(kinds, OUTCOMES),
        )
        self.late = self.sizes(
            "message_age_seconds",
            "Seconds from the moment at which a message was made to its delivery.",
            BEFORE_SENT,
        )
        self.hooks = self.gauge("hooks", "Hooks that are this herald's.")
        self.partitions = self.gauge("partitions", "Partitions of hooks that are this herald's.")
        self.on_their_way = self.gauge("calls", "Messages that are being sent now.")
        self.looked = self.gauge(
            "looked_timestamp_seconds", "When all hooks of this herald were last looked at."
        )
        self.key_sets = self.counters(
            "key_sets_total",
            "Key sets of issuers that were fetched, and that could not be.",
            "outcome",
            known=(("fetched", "failed"),),
        )
        self.issuers_away = self.gauge(
            "issuers_away", "Issuers whose keys could not be fetched when that was last tried."
        )
        self.failures = self.counters(
            "failures_total",
            "What could not be looked at or stored: redis or engine does not answer, or an error.",
            "part",
            known=(("redis", "engine", "error"),),
        )
