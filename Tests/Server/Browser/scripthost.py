"""Serves the near-connect stand-in and its list of wallets, as a content delivery network does."""

from __future__ import annotations

import base64
import hashlib
import json
import threading
from collections.abc import Callable
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path


def integrity(script: bytes) -> str:
    return "sha384-" + base64.b64encode(hashlib.sha384(script).digest()).decode()


class ScriptHost:
    """The files and calls of the host, by path."""

    def __init__(self, port: int) -> None:
        self.origin = f"http://127.0.0.1:{port}"
        self.files: dict[str, tuple[str, bytes]] = {}
        self.calls: dict[str, Callable[[dict], dict]] = {}
        self.requested: list[str] = []

    def put(self, path: str, body: bytes | dict, kind: str = "text/javascript") -> str:
        if isinstance(body, dict):
            body, kind = json.dumps(body).encode(), "application/json"
        self.files[path] = (kind, body)
        return self.origin + path


@contextmanager
def script_host():
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            path = self.path.split("?")[0]
            host.requested.append(path)
            self.answer(path in host.files, *host.files.get(path, ("text/plain", b"")))

        def do_POST(self) -> None:
            request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            self.answer(True, "application/json", json.dumps(host.calls[self.path](request)).encode())

        def answer(self, found: bool, kind: str, body: bytes) -> None:
            self.send_response(200 if found else 404)
            self.send_header("Content-Type", f"{kind}; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.send_header("Access-Control-Allow-Origin", "*")
            self.send_header("Cache-Control", "no-store")
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    host = ScriptHost(server.server_address[1])
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield host
    finally:
        server.shutdown()
        server.server_close()


def wallet_entry(host: ScriptHost, wallet: str, name: str, **more: object) -> dict:
    """A manifest entry with near-connect's members."""
    entry = {
        "id": wallet, "name": name, "icon": "", "description": name, "website": f"https://{wallet}.example",
        "version": "1.0.0", "executor": f"{host.origin}/executor.js", "type": "sandbox", "platform": {},
        "features": {"signMessage": True, "signInWithoutAddKey": True, "mainnet": True, "testnet": True},
        "permissions": {"storage": True, "allowsOpen": ["https://wallet.example"]},
    }
    return entry | more


HERE = Path(__file__).parent


def publish_stand_in(host: ScriptHost) -> dict[str, str]:
    """Publishes the stand-in with one wallet for each behavior. Returns the server's configuration."""
    can_both = {"signMessage": True, "signInAndSignMessage": True, "mainnet": True, "testnet": True}
    wallets = [
        wallet_entry(host, "one-approval", "One Approval", features=can_both),
        wallet_entry(host, "two-steps", "Two Steps"),
        wallet_entry(host, "answers-json", "Answers JSON"),
        wallet_entry(host, "no-key", "No Key"),
        wallet_entry(host, "declines", "Declines"),
        wallet_entry(host, "never-answers", "Never Answers"),
        wallet_entry(host, "cannot-sign", "Cannot Sign", features={"signAndSendTransaction": True}),
        wallet_entry(host, "hostile", "<img src=x onerror=alert(1)>", permissions={
            "storage": True, "external": ["window", "parent", "okxwallet.near"],
            "allowsOpen": ["javascript:alert(1)", "https://wallet.example", "near-mobile-wallet://"]}),
        wallet_entry(host, "bad-executor", "Bad Executor", executor="javascript:alert(1)"),
    ]
    script = (HERE / "near-connect.js").read_bytes()
    return {
        "script_url": host.put("/near-connect.js", script),
        "script_integrity": integrity(script),
        "manifest_url": host.put("/manifest.json", {"version": "1.0.0", "wallets": wallets}),
    }
