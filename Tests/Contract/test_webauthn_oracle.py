"""python-fido2 judges the attestations that `doorward verify webauthn-registration` accepts and refuses."""

from __future__ import annotations

import base64
import hashlib
import json
import random

import pytest
from fido2.attestation import Attestation
from fido2.webauthn import AttestationObject

from document import ROOT
from running import doorward

VECTORS = ROOT / "Tests/Vectors/webauthn"
# The formats that both verify. The oracle has no android-key and no compound.
FORMATS = ("packed", "fido-u2f", "tpm", "apple")
# The algorithms that only the oracle accepts.
UNSUPPORTED = (-38, -53, -65535)
# Intended differences.
DIFFERENCES = {
    # WebAuthn L3 §8.3 ignores clockInfo, whose `safe` is not a truth value here.
    "sctn-test-vectors-tpm-es256": True,
    # The oracle's parser of certificates refuses an explicit CA false.
    "verifyAttestationPacked.test.ts:21": True,
    # It refuses the user notice of a certificate policy.
    "verifyAttestationTPM.test.ts:98": True,
    # It does not compare the AAGUID of a TPM's certificate (WebAuthn L3 §8.3).
    "verifyAttestationTPM.test.ts:271": False,
}


def decode(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def encode(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def registrations() -> list[dict]:
    """The published registrations: attestation object, client data, and what the verifier needs to know."""
    found = []
    for vector in json.loads((VECTORS / "w3c_level3_test_vectors.json").read_text())["vectors"]:
        values = vector["registration"]
        found.append({
            "name": vector["id"], "object": bytes.fromhex(values["attestationObject"]),
            "client_data": bytes.fromhex(values["clientDataJSON"]),
            "challenge": encode(bytes.fromhex(values["challenge"])), "origin": vector["origin"], "rp_id": vector["rpId"]})
    for vector in json.loads((VECTORS / "simplewebauthn_registrations.json").read_text())["vectors"]:
        if vector["rpId"]:
            found.append({
                "name": vector["name"], "object": decode(vector["attestationObject"]),
                "client_data": decode(vector["clientDataJSON"]), "challenge": vector["challenge"],
                "origin": vector["origin"], "rp_id": vector["rpId"]})
    return [entry for entry in found if AttestationObject(entry["object"]).fmt in FORMATS]


def line(entry: dict, data: bytes) -> dict:
    credential = encode(AttestationObject(entry["object"]).auth_data.credential_data.credential_id)
    return {
        "response": {
            "id": credential, "rawId": credential, "type": "public-key",
            "response": {"clientDataJSON": encode(entry["client_data"]), "attestationObject": encode(data)}},
        "challenge": entry["challenge"], "origin": entry["origin"], "rp_id": entry["rp_id"]}


def refusal(entry: dict, data: bytes) -> str | None:
    """Why the oracle refuses the statement; None if it accepts it."""
    try:
        parsed = AttestationObject(data)
        statement = Attestation.for_type(parsed.fmt)()
        statement.verify(parsed.att_stmt, parsed.auth_data, hashlib.sha256(entry["client_data"]).digest())
    except Exception as error:  # The oracle has many exceptions for malformed data; each is a refusal.
        return f"{type(error).__name__}: {error}"
    return None


def answers(tmp_path, lines: list[dict]) -> list[dict]:
    result = doorward(
        "verify", "webauthn-registration", directory=tmp_path, stdin="".join(f"{json.dumps(entry)}\n" for entry in lines))
    return [json.loads(text) for text in result.stdout.splitlines()]


def test_both_accept_the_published_statements(tmp_path):
    entries = registrations()
    assert len(entries) > 20
    for entry, answer in zip(entries, answers(tmp_path, [line(entry, entry["object"]) for entry in entries])):
        if answer.get("code") == "unsupported_algorithm":
            assert AttestationObject(entry["object"]).auth_data.credential_data.public_key[3] in UNSUPPORTED
            continue
        expected = DIFFERENCES.get(entry["name"], refusal(entry, entry["object"]) is None)
        assert answer["valid"] == expected, f"{entry['name']}: {answer}"


@pytest.mark.parametrize("seed", range(4))
def test_the_oracle_accepts_every_changed_response_that_is_accepted(tmp_path, seed):
    source = random.Random(seed)
    cases = []
    for entry in registrations():
        if entry["name"] in DIFFERENCES:
            continue
        for _ in range(40):
            data = bytearray(entry["object"])
            for _ in range(source.randint(1, 2)):
                data[source.randrange(len(data))] ^= 1 << source.randrange(8)
            cases.append((entry, bytes(data)))
    accepted = 0
    for (entry, data), answer in zip(cases, answers(tmp_path, [line(entry, data) for entry, data in cases])):
        if answer["valid"]:
            accepted += 1
            reason = refusal(entry, data)
            # No root covers the certificates here. The oracle reads more of their extensions and texts.
            assert reason is None or "error parsing asn1" in reason, f"{entry['name']}: {reason} {data.hex()}"
    assert accepted < len(cases) // 2
