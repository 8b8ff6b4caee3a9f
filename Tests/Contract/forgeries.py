"""Forged tokens of every known kind."""

import base64
import hashlib
import hmac
import json

from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tokens import Issuer, decoded, encoded, jwk_of, parts, signed
from wallets import base64url


def hs256(secret: bytes, header: dict, body: str) -> str:
    text = f"{encoded({**header, 'alg': 'HS256'})}.{body}"
    return f"{text}.{base64url(hmac.digest(secret, text.encode(), hashlib.sha256))}"


def forgeries(api, token: str, elsewhere: Issuer) -> dict[str, str]:
    """Forgeries based on a valid token; `elsewhere` publishes the attacker's key."""
    header, claims = parts(token)
    head, body, signature = token.split(".")
    raw = decoded(signature)
    [published] = [key for key in api.get("/.well-known/jwks.json")["keys"] if key["kid"] == header["kid"]]
    point = [int.from_bytes(decoded(published[name]), "big") for name in "xy"]
    public = ec.EllipticCurvePublicNumbers(*point, ec.SECP256R1()).public_key()
    spki = PublicFormat.SubjectPublicKeyInfo
    secrets = {
        "PEM": public.public_bytes(Encoding.PEM, spki), "DER": public.public_bytes(Encoding.DER, spki),
        "point": public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint),
        "JWK": json.dumps(published).encode(), "nothing": b""}
    mine, jwk = elsewhere.key, jwk_of(elsewhere.key, header["kid"])
    der = utils.encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    twice = json.dumps(header)[:-1].encode() + b', "alg": "none"}'
    return {
        **{f"HS256 by the public key's {form}": hs256(secret, header, body) for form, secret in secrets.items()},
        **{f"alg {alg}": f"{encoded({**header, 'alg': alg})}.{body}." for alg in ("none", "None", "NONE", "")},
        "alg none with a signature": f"{encoded({**header, 'alg': 'none'})}.{body}.{signature}",
        "two algorithms": f"{base64url(twice)}.{body}.", "an algorithm of another kind":
            f"{encoded({**header, 'alg': ['ES256']})}.{body}.{signature}",
        "a changed claim": f"{head}.{encoded({**claims, 'sub': 'someone'})}.{signature}",
        "a changed signature": f"{head}.{body}.{base64url(raw[:-1] + bytes([raw[-1] ^ 1]))}",
        "a shorter signature": f"{head}.{body}.{base64url(raw[:-1])}",
        "no signature": f"{head}.{body}.", "a signature of zeros": f"{head}.{body}.{base64url(bytes(64))}",
        "a signature in DER": f"{head}.{body}.{base64url(der)}",
        "another type": f"{encoded({**header, 'typ': 'JWT'})}.{body}.{signature}",
        "four parts": token + ".x", "another key": signed(mine, header, claims),
        "an unknown key": signed(mine, {**header, "kid": "unknown"}, claims),
        **{f"kid {kid}": signed(mine, {**header, "kid": kid}, claims)
           for kid in ("", "/dev/null", "../../etc/passwd", "' OR 1=1 --", 1, None, ["k"], {"k": "k"})},
        "no kid": signed(mine, {name: header[name] for name in ("alg", "typ")}, claims),
        "jku": signed(mine, {**header, "jku": f"{elsewhere.url}/jwks.json"}, claims),
        "x5u": signed(mine, {**header, "x5u": f"{elsewhere.url}/x5u.pem"}, claims),
        "jku and an unknown kid": signed(
            mine, {**header, "kid": "k", "jku": f"{elsewhere.url}/jwks.json"}, claims),
        "an issuer of its own": signed(mine, {**header, "kid": "k"}, {**claims, "iss": elsewhere.url}),
        "jwk": signed(mine, {**header, "jwk": jwk}, claims),
        "x5c": signed(mine, {**header, "x5c": [base64.b64encode(b"certificate").decode()]}, claims),
        "a critical extension": signed(mine, {**header, "crit": ["b64"], "b64": False}, claims),
        "a deep header": f"{base64url(b'[' * 4000)}.{body}.{signature}",
        "a deep payload": f"{head}.{base64url(b'[' * 4000)}.{signature}",
        "a header that is no text": f"{base64url(bytes(range(128, 160)))}.{body}.{signature}",
    }
