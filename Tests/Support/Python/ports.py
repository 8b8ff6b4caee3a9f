"""Ports of loopback for programs that the tests start."""

import random
import socket
import time

from programs import Program


def free_port() -> int:
    """A port that no program uses now.

    Linux gives the ports from 32768 to outgoing connections. Such a connection could take the port before the program does.
    """
    while True:
        port = random.randrange(10_000, 32_768)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
                return port
            except OSError:
                continue


def wait_until_listening(program: Program, port: int) -> None:
    """Waits until a program with a log accepts connections. Fails if it ends before."""
    until = time.monotonic() + 30
    while time.monotonic() < until and program.is_running:
        with socket.socket() as probe:
            probe.settimeout(1)
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise RuntimeError(f"the program did not start: {program.log.read_text()}")
