"""A client for many requests: one connection for each thread, and one check of each kind of answer."""

from __future__ import annotations

import http.client
import io
import re
import socket
import threading
from functools import cached_property
from urllib.parse import urlsplit

from client import API, Answer


class Response:
    """An answer whose header is parsed only if a test reads it."""

    def __init__(self, head: bytes, body: bytes) -> None:
        self.head = head
        self.body = body
        self.status = int(head[9:12])

    @cached_property
    def headers(self) -> http.client.HTTPMessage:
        return http.client.parse_headers(io.BytesIO(self.head.partition(b"\r\n")[2] + b"\r\n\r\n"))

    json, code, __getitem__ = Answer.json, Answer.code, Answer.__getitem__

    @property
    def media(self) -> str:
        found = re.search(rb"\r\ncontent-type: *([^;\r]*)", self.head, re.I)
        return found[1].decode() if found else ""


class Connection:
    def __init__(self, address: tuple[str, int]) -> None:
        self.socket = socket.create_connection(address, 60)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def exchange(self, request: bytes) -> Response:
        self.socket.sendall(request)
        data = b""
        while b"\r\n\r\n" not in data:
            data += self._more()
        head, _, body = data.partition(b"\r\n\r\n")
        length = re.search(rb"\r\ncontent-length: *(\d+)", head, re.I)
        while len(body) < (int(length[1]) if length else 0):
            body += self._more()
        if re.search(rb"\r\nconnection: *close", head, re.I):
            self.socket.close()
        return Response(head, body)

    def _more(self) -> bytes:
        if not (data := self.socket.recv(65536)):
            raise ConnectionResetError
        return data


class KeepAliveAPI(API):
    def __init__(self, origin: str, document, address: tuple[str, int] | None = None) -> None:
        """`address` is that of one of the processes behind the origin."""
        super().__init__(origin, document)
        self._address = address or (urlsplit(origin).hostname, urlsplit(origin).port)
        self._threads = threading.local()
        self._checked: set[tuple] = set()

    def send(self, method: str, path: str, data: str | bytes | None, headers: dict) -> Response:
        data = data.encode() if isinstance(data, str) else data
        fields = {"Host": self.host, **headers} | ({"Content-Length": len(data)} if data is not None else {})
        lines = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
        request = f"{method} {path} HTTP/1.1\r\n{lines}\r\n".encode() + (data or b"")
        for attempt in (1, 2):
            try:
                if getattr(self._threads, "connection", None) is None:
                    self._threads.connection = Connection(self._address)
                return self._threads.connection.exchange(request)
            except OSError:
                # The server has closed the idle connection.
                self._threads.connection = None
                if attempt == 2:
                    raise

    def check(self, method: str, path: str, answer: Response) -> None:
        self.check_once((method, self.document.template(path)), path, answer)

    def check_request(self, method: str, path: str, media: str, body: object) -> None:
        """Checks a request unless one of the same operation with the same members was checked before."""
        kind = (method, self.document.template(path), media, tuple(body))
        if kind not in self._checked:
            super().check_request(method, path, media, body)
            self._checked.add(kind)

    def check_once(self, operation: tuple[str, str | None], path: str, answer: Response) -> None:
        """Checks an answer of an operation unless an answer of the same kind was checked before."""
        media = answer.media
        code = answer.json.get("code") if media.endswith("json") and answer.status >= 400 else None
        kind = (operation, answer.status, media, code)
        if kind not in self._checked:
            self.document.check(operation[0], path, answer)
            self._checked.add(kind)
