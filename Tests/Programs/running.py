"""Starts and stops the real program."""

import json
import os
import queue
import signal
import subprocess
import threading
from contextlib import contextmanager
from pathlib import Path

# Nothing listens on port 1 of loopback, so no test sends a request to another machine.
NOWHERE = {"mainnet": {"rpc": ["http://127.0.0.1:1"]}}


def binary() -> str:
    path = os.environ.get("DOORWARD_BINARY")
    if not path:
        raise RuntimeError("DOORWARD_BINARY must name the doorward program; `make python-tests` sets it")
    return path


def environment() -> dict[str, str]:
    """The environment without the developer's settings."""
    return {name: value for name, value in os.environ.items() if not name.startswith("DOORWARD_")}


def doorward(*arguments: str, directory: Path, stdin: str = "") -> subprocess.CompletedProcess:
    """Runs one command without a terminal and without a doorward.json."""
    return subprocess.run(
        [binary(), *arguments], cwd=directory, env=environment(), input=stdin, capture_output=True, text=True,
        timeout=60)


class Doorward:
    """A running `doorward serve`."""

    def __init__(
        self, directory: Path, *, settings: dict | None = None, development: bool = True,
        listen: str = "127.0.0.1:0"
    ) -> None:
        directory.mkdir(parents=True, exist_ok=True)
        self.directory = directory
        self.data = directory / "data"
        self.log = directory / "server.log"
        configuration = directory / "doorward.json"
        configuration.write_text(json.dumps({"near": NOWHERE, **(settings or {})}))
        arguments = [binary(), "serve", "--listen", listen, "--data", str(self.data), "--config", str(configuration)]
        if development:
            arguments.append("--development")
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                arguments, cwd=directory, env=environment(), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                stderr=log, text=True)
        self.lines = self._first_lines()
        self.account = self.lines["account"]
        self.wallet = self.lines["wallet"]

    def _first_lines(self) -> dict[str, str]:
        lines: queue.Queue[str] = queue.Queue()

        def read() -> None:
            for line in self.process.stdout:
                lines.put(line)
            lines.put("")

        threading.Thread(target=read, daemon=True).start()
        found: dict[str, str] = {}
        while {"account", "wallet"} - found.keys():
            try:
                line = lines.get(timeout=30)
            except queue.Empty:
                line = ""
            if not line:
                self.process.kill()
                raise RuntimeError(f"the server did not start: {self.log.read_text()}")
            name, _, address = line.strip().partition(" ")
            found[name] = address
        return found

    @property
    def host(self) -> str:
        return self.account.partition("://")[2]

    def terminate(self) -> int:
        """Stops the server with SIGTERM. Returns the exit status."""
        self.process.send_signal(signal.SIGTERM)
        return self.wait()

    def wait(self) -> int:
        try:
            return self.process.wait(timeout=30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise

    def crash(self) -> None:
        self.process.kill()
        self.process.wait(timeout=30)


@contextmanager
def running(directory: Path, **options):
    server = Doorward(directory, **options)
    try:
        yield server
    except BaseException:
        server.crash()
        raise
    else:
        if server.process.poll() is None:
            assert server.terminate() == 0, server.log.read_text()
