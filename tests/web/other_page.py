"""Another web table in place of the one of a service that tests share."""

from collections.abc import Iterator
from contextlib import contextmanager

from gateway.web.page import WebPage

from tests.support.live import Live


@contextmanager
def other_page(service: Live, page: WebPage) -> Iterator[None]:
    """Have the service serve this page in the block.

    `monkeypatch` cannot: it deletes what is no attribute of the object's own, and a State has none.
    """
    assert service.app
    own = service.app.state.web
    service.app.state.web = page
    try:
        yield
    finally:
        service.app.state.web = own
