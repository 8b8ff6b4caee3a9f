"""Runs the backends of Examples/backends and sends tokens to them over HTTP."""

import http.client
import json
import queue
import subprocess
import sys
import threading
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from document import ROOT
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
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.COMMANDS[name](), cwd=directory, env={**environment(), **variables}, stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE, stderr=log, text=True)
        self._lines: queue.Queue[str] = queue.Queue()
        threading.Thread(target=lambda: self._lines.put(self.process.stdout.readline()), daemon=True).start()
        self._host: str | None = None

    @property
    def host(self) -> str:
        if self._host is None:
            try:
                line = self._lines.get(timeout=30)
            except queue.Empty:
                line = ""
            assert line.startswith("listening on http://"), self.log.read_text()
            self._host = line.strip().partition("//")[2]
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

    def stop(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(timeout=30)
        finally:
            self.process.kill()
            self.process.stdout.close()


NAMES = list(Backend.COMMANDS)


def all_backends(stack: ExitStack, directory: Path, **options: str) -> dict[str, Backend]:
    """Starts one backend of each kind. The stack stops them."""
    backends = {name: Backend(name, directory, **options) for name in NAMES}
    for backend in backends.values():
        stack.callback(backend.stop)
    return backends
