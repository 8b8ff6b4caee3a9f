"""A NEAR RPC endpoint on this machine. It answers like nearcore, from a table."""

from __future__ import annotations

import json
import ssl
import threading
from datetime import datetime, timezone
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

BLOCK = {"block_height": 200_000_000, "block_hash": "EPnLgE7iEq9s7yTkos96M3cWymH5avBAPm3qx3NXqR8H"}
FUNCTION_CALL = {"FunctionCall": {"allowance": None, "receiver_id": "a.near", "method_names": []}}


class NearEndpoint:
    """Has accounts with their keys and permissions. It can delay every answer."""

    def __init__(self, address: tuple[str, int] = ("127.0.0.1", 0), tls: ssl.SSLContext | None = None) -> None:
        self.accounts: dict[str, dict[str, object]] = {}
        self.asked = threading.Event()
        self.may_answer = threading.Event()
        self.may_answer.set()
        endpoint = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                endpoint.asked.set()
                endpoint.may_answer.wait(30)
                answer = endpoint.answer(request["method"], request["params"])
                body = json.dumps({"jsonrpc": "2.0", "id": request["id"], **answer}).encode()
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *arguments) -> None:
                pass

        self._server = ThreadingHTTPServer(address, Handler)
        if tls:
            self._server.socket = tls.wrap_socket(self._server.socket, server_side=True)
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self._server.server_port}"

    def stop(self) -> None:
        self.may_answer.set()
        self._server.shutdown()
        self._server.server_close()

    @staticmethod
    def _refusal(cause: str, **info: object) -> dict:
        return {"error": {"name": "HANDLER_ERROR", "cause": {"name": cause, "info": {**info, **BLOCK}},
                          "code": -32000, "message": "Server error"}}

    def answer(self, method: str, params: dict) -> dict:
        if method == "status":
            return {"result": {
                "chain_id": "mainnet", "genesis_hash": BLOCK["block_hash"], "protocol_version": 80,
                "version": {"version": "2.9.0"}, "sync_info": {
                    "latest_block_height": BLOCK["block_height"], "latest_block_hash": BLOCK["block_hash"],
                    "latest_block_time": datetime.now(timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.%f000Z"),
                    "syncing": False}}}
        keys = self.accounts.get(params["account_id"])
        if params["request_type"] == "view_account":
            if keys is None:
                return self._refusal("UNKNOWN_ACCOUNT", requested_account_id=params["account_id"])
            return {"result": {"amount": "1", "locked": "0", "code_hash": "1" * 32, "storage_usage": 182, **BLOCK}}
        # Nodes look up the key only, even if the account does not exist.
        permission = (keys or {}).get(params["public_key"])
        if permission is None:
            return self._refusal("UNKNOWN_ACCESS_KEY", public_key=params["public_key"])
        return {"result": {"nonce": 1, "permission": permission, **BLOCK}}
