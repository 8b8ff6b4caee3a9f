"""Keys of the wallets in the tests. They make real signatures."""

from __future__ import annotations

import base64
import hashlib
import struct

from eth_account import Account
from eth_account.messages import encode_defunct
from nacl.signing import SigningKey

_BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"


def base58(data: bytes) -> str:
    number, text = int.from_bytes(data, "big"), ""
    while number:
        number, rest = divmod(number, 58)
        text = _BASE58[rest] + text
    return "1" * (len(data) - len(data.lstrip(b"\0"))) + text


class EthereumKeys:
    """Externally owned accounts."""

    def __init__(self) -> None:
        self._accounts: dict[str, object] = {}

    def new(self) -> str:
        account = Account.create()
        self._accounts[account.address.lower()] = account
        return account.address

    def personal_sign(self, message: str, address: str) -> str:
        """Signs bytes in hex (EIP-191 version 0x45)."""
        signed = self._accounts[address.lower()].sign_message(encode_defunct(hexstr=message))
        return "0x" + bytes(signed.signature).hex()


class NearKey:
    """The key of an implicit account. The account id is the public key in hex."""

    def __init__(self) -> None:
        self._key = SigningKey.generate()
        self.account = bytes(self._key.verify_key).hex()
        self.public_key = "ed25519:" + base58(bytes(self._key.verify_key))

    def sign(self, message: str, recipient: str, nonce: str, callback: str | None) -> str:
        """NEP-413: SHA-256 over the tag 2^31 + 413 and the Borsh of the payload."""
        def text(value: str) -> bytes:
            return struct.pack("<I", len(value.encode())) + value.encode()

        payload = struct.pack("<I", 2**31 + 413) + text(message) + base64.b64decode(nonce) + text(recipient)
        payload += b"\0" if callback is None else b"\1" + text(callback)
        return base64.b64encode(self._key.sign(hashlib.sha256(payload).digest()).signature).decode()
