"""An SMS service on loopback. It accepts each SMS, and keeps the requests."""
from __future__ import annotations

import json
import queue
import re
import threading
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass(frozen=True)
class Request:
    path: str
    fields: dict[str, str]
    body: bytes


class SMSGateway:
    def __init__(self) -> None:
        self._requests: queue.Queue[Request] = queue.Queue()
        gateway = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                fields = {name.lower(): value for name, value in self.headers.items()}
                gateway._requests.put(Request(self.path, fields, body))
                answer = json.dumps({"sid": "SM1"}).encode()
                self.send_response(201)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(answer)))
                self.end_headers()
                self.wfile.write(answer)

            def log_message(self, *arguments) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_port}"

    def __enter__(self) -> SMSGateway:
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *error) -> None:
        self._server.shutdown()
        self._server.server_close()

    def next(self) -> Request:
        """Waits for the next request."""
        return self._requests.get(timeout=30)

    def arrived(self) -> list[Request]:
        """Takes the requests that have arrived, without waiting."""
        return [self._requests.get() for _ in range(self._requests.qsize())]


def code(text: str) -> str:
    """The code of an SMS."""
    return re.search(r"\b\d{6}\b", text)[0]
