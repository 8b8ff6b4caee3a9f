"""Runs the backends of Examples/backends and sends tokens to them over HTTP."""

from __future__ import annotations

import http.client
import json
import sys
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from document import ROOT
from programs import Program
from running import binary, environment

EXAMPLES = ROOT / "Examples/backends"
# The two header fields that can carry a token.
BEARER, OWN = "Authorization", "DOORWARD-ACCESS-TOKEN"


@dataclass
class Answer:
    status: int
    headers: http.client.HTTPMessage
    json: dict

    @property
    def is_refusal(self) -> bool:
        """Whether the answer rejects the token as RFC 6750 requires."""
        return (
            self.status == 401 and self.json == {"error": "Invalid token"}
            and self.headers["WWW-Authenticate"] == 'Bearer realm="my-endpoint", error="invalid_token"')


class Backend:
    COMMANDS = {
        "node": lambda: ["node", str(EXAMPLES / "node/server.js")],
        "python": lambda: [sys.executable, str(EXAMPLES / "python/server.py")],
        "swift": lambda: [str(Path(binary()).parent / "BackendExample")],
    }

    def __init__(self, name: str, directory: Path, *, issuer: str, audience: str, **settings: str) -> None:
        directory.mkdir(parents=True, exist_ok=True)
        self.log = directory / f"{name}.log"
        variables = {
            "PORT": "0", "DOORWARD_ISSUER": issuer, "DOORWARD_AUDIENCE": audience,
            # The folder of Debian's modules. Debian's Node searches it by default, other builds do not.
            "NODE_PATH": "/usr/share/nodejs", **settings}
        self.program = Program(
            *self.COMMANDS[name](), directory=directory, environment={**environment(), **variables}, log=self.log)
        self._host: str | None = None

    @property
    def host(self) -> str:
        if self._host is None:
            try:
                self._host = self.program.output.wait_for(r"^listening on http://(\S+)$", 30)[1]
            except AssertionError:
                raise RuntimeError(f"the backend did not start: {self.log.read_text()}") from None
        return self._host

    def get(self, headers: dict[str, str], path: str = "/my-endpoint") -> Answer:
        connection = http.client.HTTPConnection(self.host, timeout=30)
        try:
            connection.request("GET", path, headers=headers)
            response = connection.getresponse()
            body = response.read()
        finally:
            connection.close()
        assert response.headers["Content-Type"].partition(";")[0].endswith("json"), body
        return Answer(response.status, response.headers, json.loads(body))

    def show(self, token: str, header: str = BEARER) -> Answer:
        return self.get({header: f"Bearer {token}" if header == BEARER else token})


NAMES = list(Backend.COMMANDS)


def all_backends(stack: ExitStack, directory: Path, **options: str) -> dict[str, Backend]:
    """Starts one backend of each kind. The stack stops them."""
    backends = {}
    for name in NAMES:
        backends[name] = Backend(name, directory, **options)
        stack.enter_context(backends[name].program)
    return backends
