"""Catches mail on port 1025, and answers like Mailpit's API on port 8025: the list of messages, and one message."""

import email
import email.policy
import json
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from aiosmtpd.controller import Controller

CAUGHT: list[dict] = []


class Catcher:
    """Keeps each mail in memory."""

    async def handle_DATA(self, _server, _session, envelope):  # noqa: N802 (the library's name)
        """Adds a mail to the list, newest first."""
        message = email.message_from_bytes(envelope.content, policy=email.policy.default)
        body = message.get_body(("plain",))
        CAUGHT.insert(
            0,
            {
                "ID": str(len(CAUGHT)),
                "To": [{"Address": address} for address in envelope.rcpt_tos],
                "Subject": message["Subject"],
                "Text": body.get_content() if body else "",
            },
        )
        return "250 OK"


class Pages(BaseHTTPRequestHandler):
    """The two paths."""

    def do_GET(self):  # noqa: N802 (the library's name)
        """Answers with JSON."""
        found = self.found()
        body = json.dumps(found).encode()
        self.send_response(200 if found is not None else 404)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def found(self):
        """Returns what the path names, or nothing."""
        path = self.path.split("?")[0]
        if path == "/api/v1/messages":
            return {"messages": [{name: mail[name] for name in ("ID", "To", "Subject")} for mail in CAUGHT]}
        if path.startswith("/api/v1/message/"):
            return next((mail for mail in CAUGHT if mail["ID"] == path.rsplit("/", 1)[1]), None)
        return None

    def log_message(self, *_words):
        """Logs nothing."""


Controller(Catcher(), hostname="0.0.0.0", port=1025).start()
ThreadingHTTPServer(("0.0.0.0", 8025), Pages).serve_forever()
