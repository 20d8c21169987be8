"""A channel of Discord or Telegram that is told how matches end, by a webhook of the installation.

`CROUPIER_URL=https://cards.example.org WEBHOOK_SECRET=whsec_... CHANNEL_URL=... python channel.py`
listens at port 8090, behind whatever has your certificate. `CHANNEL_URL` is the address of a
webhook of Discord, or `https://api.telegram.org/botTOKEN/sendMessage` with a `CHAT_ID`.
"""

import os
from collections import OrderedDict
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import httpx
from croupier_client import Croupier, CroupierError, Refused
from standardwebhooks.webhooks import Webhook, WebhookVerificationError

KEPT = 10_000
told: OrderedDict[str, None] = OrderedDict()
"""The messages that the channel has: each may come twice."""


class Hook(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        body = self.rfile.read(min(int(self.headers.get("content-length", 0)), 65_536))
        try:
            message = Webhook(os.environ["WEBHOOK_SECRET"]).verify(body, dict(self.headers.items()))
            name = self.headers["webhook-id"]
            if message["type"] == "match.finished" and name not in told:
                self.tell(message["data"]["matchId"])
            told[name] = None
            if len(told) > KEPT:
                told.popitem(last=False)
            self.send_response(204)
        except WebhookVerificationError:
            self.send_response(401)
        except (CroupierError, httpx.HTTPError):
            self.send_response(503)  # it comes again
        self.end_headers()

    def tell(self, match_id: str) -> None:
        url, chat = os.environ["CROUPIER_URL"], os.environ.get("CHAT_ID")
        try:
            with Croupier(url) as nobody:
                match = nobody.matches.get(match_id).now
        except Refused:
            return  # a private match, which the channel may not see
        names = [seat.player.display_name if seat.player else "?" for seat in match.seats]
        won = " and ".join(names[each] for each in match.outcome.winners) if match.outcome else ""
        text = f"{match.game}, {', '.join(names)}: won by {won or 'nobody'}. {url}/m/{match_id}"
        to_discord = {"content": text, "allowed_mentions": {"parse": []}}  # names are anybody's
        said = {"chat_id": chat, "text": text} if chat else to_discord
        httpx.post(os.environ["CHANNEL_URL"], json=said).raise_for_status()


if __name__ == "__main__":
    port = int(os.environ.get("PORT", "8090"))
    ThreadingHTTPServer.request_queue_size = 128  # many matches may end at once
    ThreadingHTTPServer(("127.0.0.1", port), Hook).serve_forever()
