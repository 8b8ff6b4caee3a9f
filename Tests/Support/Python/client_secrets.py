"""Secrets of confidential clients."""

import base64
import hashlib
import secrets
from dataclasses import dataclass


@dataclass(frozen=True)
class ClientSecret:
    text: str

    @staticmethod
    def new() -> "ClientSecret":
        return ClientSecret("dws_" + secrets.token_urlsafe(32))

    @property
    def hash(self) -> str:
        return base64.urlsafe_b64encode(hashlib.sha256(self.text.encode()).digest()).rstrip(b"=").decode()
