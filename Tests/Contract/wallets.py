"""Wallets that sign with real libraries of their ecosystems."""

from __future__ import annotations

import base64
import hashlib
import secrets
import struct
from dataclasses import dataclass, field

from eth_account import Account
from eth_account.messages import encode_defunct
from eth_keys.backends import CoinCurveECCBackend
from eth_keys.datatypes import LazyBackend
from nacl.signing import SigningKey

# Without a backend, the library looks for one at each signature. This one is libsecp256k1, the other one is slow.
LazyBackend._backend = CoinCurveECCBackend()

_BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"


def base64url(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def from_base64url(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def base58(data: bytes) -> str:
    number, text = int.from_bytes(data, "big"), ""
    while number:
        number, rest = divmod(number, 58)
        text = _BASE58[rest] + text
    return "1" * (len(data) - len(data.lstrip(b"\0"))) + text


def base58_bytes(text: str) -> bytes:
    number = 0
    for character in text:
        number = number * 58 + _BASE58.index(character)
    return number.to_bytes((number.bit_length() + 7) // 8, "big")


@dataclass(frozen=True)
class Binding:
    """The secret that a client keeps, and its hash."""

    secret: str = field(default_factory=lambda: base64url(secrets.token_bytes(32)))

    @property
    def value(self) -> str:
        return base64url(hashlib.sha256(self.secret.encode("ascii")).digest())


class EthereumWallet:
    method = "siwe"
    path = "/v1/ethereum"
    page_path = "/session/ethereum"
    challenge_name = "message"

    def __init__(self) -> None:
        self._account = Account.create()
        self.address = self._account.address

    def ask(self, api, **changes) -> dict:
        return {"address": self.address, "chain_id": 1, "domain": api.host, "uri": api.origin, **changes}

    def sign(self, message: str) -> str:
        signed = self._account.sign_message(encode_defunct(text=message))
        return "0x" + bytes(signed.signature).hex()

    def answer(self, challenge: dict) -> dict:
        return {"message": challenge["message"], "signature": self.sign(challenge["message"])}


class NearWallet:
    """A wallet with the key of an implicit account, or of the given account."""

    method = "near"
    path = "/v1/near"
    page_path = "/session/near"
    challenge_name = "challenge"

    def __init__(self, account: str | None = None) -> None:
        self._key = SigningKey.generate()
        public = bytes(self._key.verify_key)
        self.account = account or public.hex()
        self.public_key = "ed25519:" + base58(public)

    def ask(self, api, **changes) -> dict:
        return dict(changes)

    def sign(self, message: str, recipient: str, nonce: str, callback_url: str | None = None) -> str:
        """NEP-413: SHA-256 over the tag 2^31 + 413 and the Borsh encoding of the payload."""
        def text(value: str) -> bytes:
            return struct.pack("<I", len(value.encode())) + value.encode()

        payload = struct.pack("<I", 2**31 + 413) + text(message) + base64.b64decode(nonce) + text(recipient)
        payload += b"\0" if callback_url is None else b"\1" + text(callback_url)
        return base64.b64encode(self._key.sign(hashlib.sha256(payload).digest()).signature).decode()

    def answer(self, challenge: dict) -> dict:
        signature = self.sign(
            challenge["message"], challenge["recipient"], challenge["nonce"], challenge.get("callback_url"))
        proof = {name: challenge[name] for name in ("message", "recipient", "nonce", "network")}
        if "callback_url" in challenge:
            proof["callback_url"] = challenge["callback_url"]
        return {**proof, "account_id": self.account, "public_key": self.public_key, "signature": signature}


WALLETS = [EthereumWallet, NearWallet]
