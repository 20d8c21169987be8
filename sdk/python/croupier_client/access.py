"""The ways into an account: codes for another device, a printed code, identities at issuers."""

from collections.abc import Sequence

import msgspec

from croupier_client.effects import Steps
from croupier_client.errors import checked_id
from croupier_client.opponents import Pairing
from croupier_client.session import Session
from croupier_client.types import Access, Identity, Player

IDENTITIES = "/v1/players/me/identities"


class NewToken(msgspec.Struct):
    """The token that a code has led to."""

    token: str


class NewCode(msgspec.Struct):
    """A recovery code."""

    code: str


ACCESS = msgspec.json.Decoder(Access)
CODE = msgspec.json.Decoder(NewCode)
IDENTITY = msgspec.json.Decoder(Identity)
PAIRING = msgspec.json.Decoder(Pairing)
PLAYER = msgspec.json.Decoder(Player)
TOKEN = msgspec.json.Decoder(NewToken)


class AccessCore:
    """How a player is opened on other devices, and after its token is lost."""

    session: Session

    def pairing(self, scopes: Sequence[str] | None = None) -> Steps[Pairing]:
        """A code with which another device becomes this player: once, within five minutes.

        `scopes` are what the other device may do, "play" and "read" by default.
        """
        body = {"scopes": scopes}
        request = self.session.request("POST", "/v1/players/me/pairing", body)
        return (yield from self.session.call(PAIRING, request))

    def pair(self, code: str, name: str | None = None) -> Steps[Player]:
        """Speak from now on for the player of this code, by a token of this device's own.

        `name` is that of the token, such as "phone".
        """
        return (yield from self._opened("/v1/pairings", {"code": code, "name": name}))

    def recovery_code(self) -> Steps[str]:
        """A code to print, with which this player can sign in once. It ends the one before.

        It is for people, not for bots, who keep their token.
        """
        request = self.session.request("POST", "/v1/players/me/recovery-code", {})
        return (yield from self.session.call(CODE, request)).code

    def sign_in(
        self,
        recovery_code: str | None = None,
        name: str | None = None,
        *,
        id_token: str | None = None,
        nonce: str | None = None,
    ) -> Steps[Player]:
        """Speak from now on for the player of a recovery code, or of an ID token of an issuer.

        By a session of this device's own, which ends 30 days after its last use. `name` is that of
        its token, such as "phone". An ID token comes with the `nonce` that it was asked for with.
        """
        body = {"recoveryCode": recovery_code, "idToken": id_token, "nonce": nonce, "name": name}
        return (yield from self._opened("/v1/sessions", body))

    def _opened(self, path: str, body: dict[str, str | None]) -> Steps[Player]:
        request = self.session.request("POST", path, body)
        self.session.token = (yield from self.session.call(TOKEN, request)).token
        request = self.session.request("GET", "/v1/players/me")
        return (yield from self.session.call(PLAYER, request))

    def identities(self) -> Steps[Sequence[Identity]]:
        """The subjects of issuers that open the caller's account, the oldest first."""
        request = self.session.request("GET", "/v1/players/me/passkeys")
        return (yield from self.session.call(ACCESS, request)).identities

    def add_identity(self, id_token: str, nonce: str | None = None) -> Steps[Identity]:
        """Have the subject of an ID token open the caller's account, which is kept for good.

        Raise Conflict if it opens an account already.
        """
        body = {"idToken": id_token, "nonce": nonce}
        request = self.session.request("POST", IDENTITIES, body)
        return (yield from self.session.call(IDENTITY, request))

    def remove_identity(self, identity_id: str) -> Steps[None]:
        """Have it open the account no more; sessions that it has begun go on.

        Raise Conflict if nothing else opens the account.
        """
        path = f"{IDENTITIES}/{checked_id(identity_id)}"
        yield from self.session.answer(self.session.request("DELETE", path))
