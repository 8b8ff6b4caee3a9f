"""Starts the mail server of the delivery tests."""

import base64
import json
import re
import sys
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

from document import ROOT
from programs import Program, output_of

PROGRAM = ROOT / "Tests/Server/DeliveryTests/Servers/smtp_server.py"


class MailServer:
    """A real mail server on loopback, with TLS and authentication."""

    def __init__(self, program: Program, certificate: Path) -> None:
        self.program = program
        port = json.loads(program.output.wait_for(r'^\{"event": "ready".*$')[0])["port"]
        self.settings = {
            "host": "127.0.0.1", "port": port, "user": "door", "password": "pass word", "from": "no-reply@example.com",
            "certificate_authorities": str(certificate)}

    def code(self) -> str:
        """Waits for a mail with a code."""
        event = json.loads(self.program.output.wait_for(r'^\{"event": "message".*$')[0])
        [mail] = mails([event])
        return re.search(r"\b\d{6}\b", mail.get_body(["plain"]).get_content())[0]

    def stop(self) -> list[dict]:
        """Stops the server and returns its events."""
        self.program.kill()
        return [json.loads(line) for line in self.program.output.rest().splitlines()]


@contextmanager
def mail_server(directory: Path, *script: str, port: int = 0):
    """Runs a mail server; each step of the script treats one message. Servers of one directory have one certificate."""
    certificate, key = directory / "certificate.pem", directory / "key.pem"
    if not certificate.exists():
        output_of(
            "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
            "-subj", "/CN=test", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", certificate)
    with Program(
            sys.executable, PROGRAM, "--tls", "starttls", "--certificate", certificate, "--key", key, "--user", "door",
            "--password", "pass word", "--script", json.dumps(script or ["accept"]), "--port", port) as program:
        yield MailServer(program, certificate)


def mails(events: list[dict]) -> list[EmailMessage]:
    """The mails among the events."""
    return [message_from_bytes(base64.b64decode(event["content"]), policy=policy.default)
            for event in events if event["event"] == "message"]
