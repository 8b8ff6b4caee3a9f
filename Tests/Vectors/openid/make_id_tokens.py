#!/usr/bin/env python3
"""Writes id_tokens.json: ID tokens of foreign libraries, with their key set. Each run makes new keys.

  python make_id_tokens.py        with Authlib 1.9.9, joserfc 1.8.0, PyJWT 2.15.1 and pyjwkest 1.4.4 (the library of pyoidc)
"""

import json
import pathlib

import joserfc.jwk
import joserfc.jwt
import jwt
from authlib.oidc.core.util import create_half_hash
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from jwkest.jwk import keyrep
from jwkest.jws import JWS, left_hash

ISSUER, CLIENT, NONCE = "https://login.provider.example/tenant", "s6BhdRkqt3", "n-0S6_WzA2Mj"
ACCESS_TOKEN, CODE = "jHkWEdUXMU1BwAsC4vtUsZwnNvTIxEl0z9K3vx5KF0Y", "Qcb0Orv1zh30vL1MPRsbm-diHiMwcLyZvn1arpZv-Jxf_11jnpEX3Tgfvk"
TIME = 1_796_083_200
CLAIMS = {
    "iss": ISSUER, "sub": "248289761001", "aud": CLIENT, "nonce": NONCE, "iat": TIME, "exp": TIME + 600,
    "auth_time": TIME - 30, "acr": "urn:mace:incommon:iap:silver", "amr": ["pwd", "otp"],
    "email": "jane@provider.example", "email_verified": True, "name": "Jane Doe", "given_name": "Jane", "family_name": "Doe"}


def pem(key) -> bytes:
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def main():
    keys = {
        "RS256": rsa.generate_private_key(65537, 2048), "PS256": rsa.generate_private_key(65537, 2048),
        "ES256": ec.generate_private_key(ec.SECP256R1()), "ES384": ec.generate_private_key(ec.SECP384R1()),
        "EdDSA": ed25519.Ed25519PrivateKey.generate()}
    kinds = {"RS": "RSA", "PS": "RSA", "ES": "EC", "Ed": "OKP"}
    vectors, published = [], []
    for alg, key in keys.items():
        kid = f"{alg}-2026"
        # The key of PS256 has no alg, as those of many providers.
        options = {"kid": kid, "use": "sig"} | ({} if alg == "PS256" else {"alg": alg})
        jwk = joserfc.jwk.JWKRegistry.import_key(pem(key), kinds[alg[:2]], options)
        published.append(jwk.as_dict(private=False))
        hashes = {"at_hash": create_half_hash(ACCESS_TOKEN, alg).decode(), "c_hash": create_half_hash(CODE, alg).decode()}
        token = joserfc.jwt.encode({"alg": alg, "kid": kid, "typ": "JWT"}, CLAIMS | hashes, jwk, algorithms=[alg])
        vectors.append({"library": "joserfc", "alg": alg, "token": token})
        if kinds[alg[:2]] == "RSA":
            own = keyrep(jwk.as_dict(private=True) | {"alg": alg})
            hashes = {"at_hash": left_hash(ACCESS_TOKEN), "c_hash": left_hash(CODE)}
            signed = JWS(json.dumps(CLAIMS | hashes), alg=alg, kid=kid).sign_compact([own])
            vectors.append({"library": "pyjwkest", "alg": alg, "token": signed})
        else:
            signed = jwt.encode(CLAIMS | hashes, pem(key), alg, headers={"kid": kid})
            vectors.append({"library": "PyJWT", "alg": alg, "token": signed})
    document = {
        "issuer": ISSUER, "client_id": CLIENT, "nonce": NONCE, "access_token": ACCESS_TOKEN, "code": CODE, "time": TIME,
        "claims": CLAIMS, "jwks": {"keys": published}, "vectors": vectors}
    path = pathlib.Path(__file__).with_name("id_tokens.json")
    path.write_text(json.dumps(document, indent=1) + "\n")


if __name__ == "__main__":
    main()
