"""Decodes and builds tokens, and an issuer with a key of the tests."""

from __future__ import annotations

import base64
import json
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, utils

from wallets import base64url


def decoded(part: str) -> bytes:
    return base64.urlsafe_b64decode(part + "=" * (-len(part) % 4))


def parts(token: str) -> tuple[dict, dict]:
    """The header and the claims of a token."""
    head, body, _ = token.split(".")
    return json.loads(decoded(head)), json.loads(decoded(body))


def encoded(part: object) -> str:
    return base64url(json.dumps(part).encode())


def signed(key: ec.EllipticCurvePrivateKey, header: dict, claims: dict) -> str:
    text = f"{encoded(header)}.{encoded(claims)}"
    r, s = utils.decode_dss_signature(key.sign(text.encode(), ec.ECDSA(hashes.SHA256())))
    return f"{text}.{base64url(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}"


def jwk_of(key: ec.EllipticCurvePrivateKey, kid: str) -> dict:
    numbers = key.public_key().public_numbers()
    return {"kty": "EC", "crv": "P-256", "alg": "ES256", "use": "sig", "kid": kid,
            "x": base64url(numbers.x.to_bytes(32, "big")), "y": base64url(numbers.y.to_bytes(32, "big"))}


class Issuer:
    """Publishes a key and signs any token. Counts the requests, and can return other answers."""

    def __init__(self) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.asked: list[str] = []
        self.may_answer = threading.Event()
        self.may_answer.set()
        self.answer = (200, json.dumps({"keys": [jwk_of(self.key, "k")]}))
        issuer = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                issuer.asked.append(self.path)
                issuer.may_answer.wait(30)
                status, body = issuer.answer
                self.send_response(status)
                self.end_headers()
                self.wfile.write(body.encode())

            def log_message(self, *arguments: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self._server.server_port}"

    def token(self, header: dict | None = None, **changes: object) -> str:
        """A valid token of the audience "us" with changes; a claim with the value None is omitted."""
        now = int(time.time())
        claims = {"iss": self.url, "aud": "us", "sub": "u", "sid": "s", "client_id": "a", "jti": "j", "iat": now - 60,
                  "exp": now + 60, **changes}
        kept = {name: value for name, value in claims.items() if value is not None}
        return signed(self.key, {"alg": "ES256", "typ": "at+jwt", "kid": "k", **(header or {})}, kept)

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()
