"""A service in which only this test's players are."""

from tests.sdk.conftest import own_server as own_server
from tests.sdk.conftest import quiet as quiet
