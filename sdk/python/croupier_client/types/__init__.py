"""What a service says: the protocol, and the games of its repository.

`python -m croupier_client.types URL > games.py` writes the types of all games of a service, which
the client knows once that module is imported.
"""

from croupier_client.base import Options as Options
from croupier_client.types.games import *  # noqa: F403 - all that the document names
from croupier_client.types.known import AnyHistoryEntry as AnyHistoryEntry
from croupier_client.types.known import AnyLegalMove as AnyLegalMove
from croupier_client.types.known import AnyLegalMoves as AnyLegalMoves
from croupier_client.types.known import AnyMatch as AnyMatch
from croupier_client.types.known import OtherHistoryEntry as OtherHistoryEntry
from croupier_client.types.known import OtherLegalMove as OtherLegalMove
from croupier_client.types.known import OtherLegalMoves as OtherLegalMoves
from croupier_client.types.known import OtherMatch as OtherMatch
from croupier_client.types.known import OtherTurn as OtherTurn
from croupier_client.types.known import register as register
from croupier_client.types.protocol import *  # noqa: F403 - and the refusals
from croupier_client.types.turn import AnyTurn as AnyTurn
