"""An app on this machine that listens for the redirect of the browser (RFC 8252 §7.3)."""

from __future__ import annotations

import base64
import hashlib
import json
import queue
import secrets
import threading
import urllib.error
import urllib.request
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlencode, urlsplit


class LoopbackApp:
    def __init__(self, account: str, redirect_uri: str) -> None:
        self.account = account
        self.redirect_uri = redirect_uri
        self.answers: queue.Queue[dict[str, str]] = queue.Queue()
        self.cookies: list[str | None] = []
        self.verifier = secrets.token_urlsafe(32)

    def address(self, **changes: str) -> str:
        challenge = base64.urlsafe_b64encode(hashlib.sha256(self.verifier.encode()).digest()).rstrip(b"=").decode()
        request = {
            "response_type": "code", "client_id": "default", "redirect_uri": self.redirect_uri, "scope": "openid account",
            "state": "s", "code_challenge": challenge, "code_challenge_method": "S256", **changes}
        return f"{self.account}/authorize?{urlencode(request)}"

    def answer(self) -> dict[str, str]:
        return self.answers.get(timeout=20)

    def exchange(self, code: str, client: str = "default", secret: str | None = None) -> dict:
        form = {"grant_type": "authorization_code", "code": code, "redirect_uri": self.redirect_uri,
                "client_id": client, "code_verifier": self.verifier}
        if secret:
            form["client_secret"] = secret
        with urllib.request.urlopen(f"{self.account}/v1/token", urlencode(form).encode(), timeout=20) as answer:
            return json.load(answer)

    def refresh(self, token: str, client: str = "default") -> int:
        """Returns the status of the response."""
        form = {"grant_type": "refresh_token", "refresh_token": token, "client_id": client}
        try:
            with urllib.request.urlopen(f"{self.account}/v1/token", urlencode(form).encode(), timeout=20) as answer:
                return answer.status
        except urllib.error.HTTPError as refusal:
            return refusal.code


@contextmanager
def loopback_app(account: str):
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            # Cookies are shared between ports. The test checks that the page's cookies are not sent here.
            app.cookies.append(self.headers.get("Cookie"))
            found = urlsplit(self.path)
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(b"<!doctype html><title>app</title><link rel=icon href=data:,><h1>Back in the app</h1>")
            if found.path == "/callback":
                app.answers.put({name: values[0] for name, values in parse_qs(found.query).items()})

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as listener:
        app = LoopbackApp(account, f"http://127.0.0.1:{listener.server_port}/callback")
        threading.Thread(target=listener.serve_forever, daemon=True).start()
        yield app
        listener.shutdown()
