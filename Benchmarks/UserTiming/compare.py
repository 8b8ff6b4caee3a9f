"""Compares the times of requests about known and about unknown users: password sign-in, sign-up, code and reset.

An attacker measures the time of the answer; the processor time shows differences that a network hides. The rows "unknown
twice" compare two samples of the same kind, so they show the noise. The last column is the verdict on the time until the
answer, and the exit status is 1 if one differs. Run the program on an idle machine, with an optimized server.
"""

import argparse
import json
import random
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / folder) for folder in ("Tests/Support/Python", "Tests/Contract", "scripts")]

from console_mail import LIMITS  # noqa: E402
from keep_alive import Connection  # noqa: E402
from running import Doorward, doorward, running  # noqa: E402
from statistics_of_ranks import Comparison  # noqa: E402
from wallets import Binding  # noqa: E402

PASSWORD, WRONG = "eleven purple boots swim", "another horse battery staple"
SETTINGS = {
    "rate_limits": LIMITS | {"code_per_hour_and_address": 1_000_000, "code_per_hour_and_network": 1_000_000},
    "delivery": {"console": True}, "log_level": "error",
    "applications": [
        # An unknown address gets no code, because no user may sign up.
        {"id": "default", "methods": ["password", "code"], "sign_up": "closed"},
        # The owner of a known address gets a notice, and that of an unknown one a code.
        {"id": "open", "methods": ["password"]},
    ],
}
# The path, the body, the status of the answer, and the application.
REQUESTS = {
    "password sign-in": ("/v1/password/sign-in", lambda email: {"identifier": email, "password": WRONG}, 401, "default"),
    "sign-up": ("/v1/password/sign-up", lambda email: {"email": email, "password": PASSWORD}, 202, "open"),
    "code": ("/v1/code/send", lambda email: {"email": email, "binding": Binding().value}, 202, "default"),
    "reset": ("/v1/password/reset", lambda email: {"identifier": email}, 202, "default"),
}
# The times of two kinds of users differ if chance explains them less often than this. With four rows, one program in 250
# finds a difference that is none.
CHANCE = 0.001


class Server:
    """A server with users, and one connection to it."""

    def __init__(self, server: Doorward) -> None:
        host, _, port = server.host.rpartition(":")
        self._connection = Connection((host, int(port)))
        self._host = server.host
        self._tasks = Path(f"/proc/{server.program.process.pid}/task")
        made = doorward("admin", "key", "create", "--name", "timing", "--scope", "users:write", "--data",
                        str(server.data), directory=server.directory)
        self._key = made.stdout.strip()

    def post(self, path: str, body: dict, status: int, *fields: str) -> float:
        """Sends a request. Returns the seconds until the answer."""
        data = json.dumps(body).encode()
        head = "".join(f"{field}\r\n" for field in (
            f"POST {path} HTTP/1.1", f"Host: {self._host}", "Content-Type: application/json",
            f"Content-Length: {len(data)}", *fields))
        begin = time.perf_counter()
        answer = self._connection.exchange(f"{head}\r\n".encode() + data)
        seconds = time.perf_counter() - begin
        assert answer.status == status, (path, answer.status, answer.body)
        return seconds

    def add_user(self, email: str) -> None:
        self.post("/v1/users", {"email": email, "password": PASSWORD}, 201, f"Authorization: Bearer {self._key}")

    def processor_time(self) -> float:
        """The processor time of all threads in seconds, after the work of earlier requests has ended."""
        before = -1.0
        while (now := self._read_processor_time()) != before:
            before = now
            time.sleep(0.02)
        return now

    def _read_processor_time(self) -> float:
        return sum(int((task / "schedstat").read_text().split()[0]) for task in self._tasks.iterdir()) / 1e9


def measure(server: Server, request: tuple, emails: dict[str, list[str]]) -> dict[str, tuple[list, list]]:
    """The times of answers and of the processor, by the kind of user.

    A request follows one of a random kind, so that neither the work of the one before nor a slower machine favors a kind.
    """
    path, body, status, application = request
    field = f"Doorward-Application: {application}"
    for kind in emails:
        server.post(path, body(f"warm{kind}@example.com"), status, field)
    found = {kind: ([], []) for kind in emails}
    for users in zip(*emails.values()):
        round = list(zip(emails, users))
        random.shuffle(round)
        for kind, email in round:
            begin = server.processor_time()
            found[kind][0].append(server.post(path, body(email), status, field))
            found[kind][1].append(server.processor_time() - begin)
    return found


def verdict(compared: Comparison, is_timed: bool) -> str:
    if not is_timed:
        return "–"
    return "differs" if compared.p < CHANCE else "the same"


def row(name: str, kind: str, first: list[float], second: list[float], is_timed: bool) -> str:
    compared = Comparison.of(first, second)
    return (f"| {name} | {kind} | {compared.first * 1e6:,.0f} | {compared.second * 1e6:,.0f} | "
            f"{compared.probability:.3f} | {compared.p:.3g} | {verdict(compared, is_timed)} |")


def table(server: Server, requests: int) -> list[str]:
    known = [f"user{number:06}@example.com" for number in range(requests)]
    unknown = [f"none{number:06}@example.com" for number in range(2 * requests)]
    for email in known:
        server.add_user(email)
    lines = ["| request | time | known (µs) | unknown (µs) | known is slower | p | verdict |",
             "| --- | --- | --: | --: | --: | --: | --- |"]
    for name, request in REQUESTS.items():
        emails = {"known": known, "unknown": unknown[:requests], "again": unknown[requests:]}
        found = measure(server, request, emails)
        for index, kind in enumerate(("until the answer", "of the processor")):
            lines.append(row(name, kind, found["known"][index], found["unknown"][index], index == 0))
            lines.append(row(f"{name}, unknown twice", kind, found["again"][index], found["unknown"][index], False))
    return lines


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--requests", type=int, default=400, help="requests of each kind")
    options = arguments.parse_args()
    with tempfile.TemporaryDirectory() as directory, running(Path(directory), settings=SETTINGS) as server:
        lines = table(Server(server), options.requests)
    print("\n".join(lines))
    sys.exit(any(line.endswith("| differs |") for line in lines))


if __name__ == "__main__":
    main()
