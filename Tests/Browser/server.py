"""Starts the real server for the tests, with the tests' own near-connect script."""

import json
import os
import queue
import subprocess
import threading
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class RunningServer:
    account: str
    wallet: str


def _first_lines(process: subprocess.Popen, seconds: float) -> dict[str, str]:
    """Reads the addresses that the server prints: `account http://…` and `wallet http://…`."""
    lines: queue.Queue[str] = queue.Queue()

    def read() -> None:
        for line in process.stdout:
            lines.put(line)
        lines.put("")

    threading.Thread(target=read, daemon=True).start()
    found: dict[str, str] = {}
    while {"account", "wallet"} - found.keys():
        try:
            line = lines.get(timeout=seconds)
        except queue.Empty:
            raise RuntimeError(f"the server printed no addresses within {seconds} s; it printed {found}") from None
        if line == "":
            raise RuntimeError(f"the server stopped before it printed its addresses; it printed {found}")
        name, _, value = line.strip().partition(" ")
        if name in ("account", "wallet"):
            found[name] = value.strip().rstrip("/")
    return found


@contextmanager
def running_server(directory: Path, near_connect: dict[str, str], **more: object):
    """`more`: further members of the server's configuration."""
    binary = os.environ.get("DOORWARD_BINARY")
    if not binary:
        raise RuntimeError("DOORWARD_BINARY must name the doorward program")
    directory.mkdir(parents=True, exist_ok=True)
    configuration = directory / "doorward.json"
    configuration.write_text(json.dumps({
        "near_connect": near_connect,
        # There is no node at this address. In development, implicit accounts are accepted without one.
        "near": {"mainnet": {"rpc": ["http://127.0.0.1:1"]}},
    } | more))
    # Variables of the environment must not configure this server.
    environment = {name: value for name, value in os.environ.items() if not name.startswith("DOORWARD_")}
    with (directory / "server.log").open("w") as log:
        process = subprocess.Popen(
            [binary, "serve", "--listen", "127.0.0.1:0", "--data", str(directory / "data"),
             "--config", str(configuration), "--development"],
            stdout=subprocess.PIPE, stderr=log, text=True, env=environment)
        try:
            found = _first_lines(process, seconds=30)
            yield RunningServer(account=found["account"], wallet=found["wallet"])
        finally:
            process.terminate()
            try:
                process.wait(timeout=15)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
                raise
