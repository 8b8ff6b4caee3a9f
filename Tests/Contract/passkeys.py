"""An authenticator in software, with one passkey."""

from __future__ import annotations

import hashlib
import json
import os

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from fido2 import cbor

from wallets import base64url, from_base64url

RP_ID = "localhost"
ORIGIN = "http://localhost"
# The settings of an application whose users have passkeys of this authenticator.
SETTINGS = {
    "rp_id": RP_ID, "origins": [ORIGIN, "https://site.example"], "apple_apps": ["A1B2C3D4E5.org.example.app"],
    "android_apps": [{"package_name": "org.example.app", "certificates": [":".join(["AB"] * 32)]}]}

PRESENT, VERIFIED, BACKUP_ELIGIBLE, BACKED_UP, ATTESTED = 0b1, 0b100, 0b1000, 0b10000, 0b1000000


class Passkey:
    """A passkey. The arguments of the ceremonies change what a real authenticator and browser would say."""

    def __init__(self, id: bytes | None = None) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.id = id or os.urandom(32)
        self.user_handle = b""

    @property
    def text(self) -> str:
        return base64url(self.id)

    def cose_key(self) -> dict:
        point = self.key.public_key().public_numbers()
        return {1: 2, 3: -7, -1: 1, -2: point.x.to_bytes(32, "big"), -3: point.y.to_bytes(32, "big")}

    def register(
        self, options: dict, *, flags: int = PRESENT | VERIFIED, rp_id: str = RP_ID, key: dict | None = None,
        format: str = "none", statement: dict = {}, **client_data: object
    ) -> dict:
        """`RegistrationResponseJSON` with the challenge of the options."""
        self.user_handle = from_base64url(options["user"]["id"])
        attested = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + cbor.encode(key or self.cose_key())
        data = self._data(rp_id, flags | ATTESTED) + attested
        return self._answer(options, {
            "clientDataJSON": base64url(self._client_data("webauthn.create", options, client_data)),
            "attestationObject": base64url(cbor.encode({"fmt": format, "attStmt": statement, "authData": data})),
            "transports": ["internal"]})

    def authenticate(
        self, options: dict, *, flags: int = PRESENT | VERIFIED, rp_id: str = RP_ID, count: int = 0,
        **client_data: object
    ) -> dict:
        """`AuthenticationResponseJSON` with the challenge of the options, if they have one for the sign-in."""
        data = self._data(rp_id, flags, count)
        client = self._client_data("webauthn.get", options, client_data)
        signature = self.signature(data, client)
        return self._answer(options, {
            "clientDataJSON": base64url(client), "authenticatorData": base64url(data),
            "signature": base64url(signature), "userHandle": base64url(self.user_handle)})

    def signature(self, data: bytes, client_data: bytes) -> bytes:
        return self.key.sign(data + hashlib.sha256(client_data).digest(), ec.ECDSA(hashes.SHA256()))

    def _data(self, rp_id: str, flags: int, count: int = 0) -> bytes:
        return hashlib.sha256(rp_id.encode()).digest() + bytes([flags]) + count.to_bytes(4, "big")

    def _client_data(self, ceremony: str, options: dict, changes: dict) -> bytes:
        data = {"type": ceremony, "challenge": options["challenge"], "origin": ORIGIN, "crossOrigin": False}
        return json.dumps(data | changes).encode()

    def _answer(self, options: dict, response: dict) -> dict:
        body = {"id": self.text, "rawId": self.text, "type": "public-key", "clientExtensionResults": {},
                "response": response}
        return body | ({"challenge_id": options["challenge_id"]} if "challenge_id" in options else {})


def sign_up(person, side: str, passkey: Passkey) -> dict:
    """A new user with a passkey alone."""
    options = person.post(side, "/passkeys/registration/options", person.asking(side, {})).json
    return person.post(side, "/passkeys/registration", person.proving(side, passkey.register(options))).json


def add(person, side: str, passkey: Passkey) -> Passkey:
    """Another passkey of a signed-in user."""
    options = person.post(side, "/passkeys/registration/options", person.asking(side, {"purpose": "link"})).json
    person.post(side, "/passkeys/registration", person.proving(side, passkey.register(options)))
    return passkey
