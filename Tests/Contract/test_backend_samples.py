"""The samples of docs/backends.md check real tokens by the published keys alone, and refuse all others.

Each sample is taken from the document as it stands; a driver of a line or two calls it.
"""

import base64
import json
import os
import shutil
import subprocess
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, utils

import swift_program
from document import ROOT
from documentation import code_blocks
from wallets import WALLETS, base64url

FILE = ROOT / "docs/backends.md"

# Each driver reads a token a line and answers an object a line: the claims, or why there are none.
NODE = """
import { createInterface } from "node:readline";
for await (const token of createInterface({ input: process.stdin })) {
  const answer = await verifyAccessToken(token).then((claims) => ({ claims }), ({ message }) => ({ refused: message }));
  console.log(JSON.stringify(answer));
}
"""
PYTHON = """
import json, sys
for line in sys.stdin:
    try:
        print(json.dumps({"claims": verify_access_token(line.rstrip("\\n"))}))
    except jwt.PyJWTError as error:
        print(json.dumps({"refused": str(error)}))
"""
GO = """
func main() {
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		answer := map[string]any{}
		if claims, err := verifyAccessToken(lines.Text()); err != nil {
			answer["refused"] = err.Error()
		} else {
			answer["claims"] = claims
		}
		json.NewEncoder(os.Stdout).Encode(answer)
	}
}
"""
SWIFT = """
let variables = ProcessInfo.processInfo.environment
let tokens = try await AccessTokens(
  issuer: variables["DOORWARD_ISSUER"] ?? "", audience: variables["DOORWARD_AUDIENCE"] ?? "")
while let token = readLine() {
  let answer: JSONObject
  do {
    answer = ["claims": .object(try tokens.verify(token).all)]
  } catch {
    answer = ["refused": .string(error.reason)]
  }
  print(String(decoding: JSONValue.object(answer).serialized(), as: UTF8.self))
}
"""


def prepare_node(source, directory):
    file = directory / "check.mjs"
    file.write_text(source + NODE)
    return ["node", str(file)]


def prepare_python(source, directory):
    file = directory / "check.py"
    file.write_text(source + PYTHON)
    return [sys.executable, str(file)]


def prepare_go(source, directory):
    if not shutil.which("go"):
        pytest.skip("Go is not installed")
    file = directory / "check.go"
    file.write_text(source.replace('import (\n', 'import (\n\t"bufio"\n', 1) + GO)
    subprocess.run(
        ["go", "build", "-o", str(directory / "check"), str(file)], check=True, cwd=directory,
        env={**os.environ, "GOFLAGS": "-mod=mod", "GO111MODULE": "off", "GOCACHE": str(directory / "cache")})
    return [str(directory / "check")]


def prepare_swift(source, directory):
    return [str(swift_program.build(source + SWIFT, directory))]


SAMPLES = {"js": prepare_node, "python": prepare_python, "go": prepare_go, "swift": prepare_swift}


@pytest.fixture(scope="module", params=SAMPLES)
def backend(request, tmp_path_factory, api):
    """A backend in one language: takes a token, answers its claims or why not."""
    [source] = code_blocks(FILE, request.param)
    command = SAMPLES[request.param](source, tmp_path_factory.mktemp(request.param))

    def check(*tokens: str, issuer: str | None = None, audience: str | None = None) -> list[dict]:
        result = subprocess.run(
            command, input="".join(f"{token}\n" for token in tokens), capture_output=True, text=True, timeout=60,
            env={**os.environ, "DOORWARD_ISSUER": issuer or api.origin,
                 "DOORWARD_AUDIENCE": audience or f"{api.origin}/applications/default"})
        answers = [json.loads(line) for line in result.stdout.splitlines()]
        assert len(answers) == len(tokens), result.stderr
        return answers

    return check


def is_refused(answer: dict) -> bool:
    return set(answer) == {"refused"} and bool(answer["refused"])


def parts(token: str) -> list[dict]:
    return [json.loads(base64.urlsafe_b64decode(part + "==")) for part in token.split(".")[:2]]


def encoded(part: dict) -> str:
    return base64url(json.dumps(part).encode())


def signed(key, header: dict, claims: dict) -> str:
    text = f"{encoded(header)}.{encoded(claims)}"
    r, s = utils.decode_dss_signature(key.sign(text.encode(), ec.ECDSA(hashes.SHA256())))
    return f"{text}.{base64url(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}"


@pytest.mark.parametrize("make", WALLETS)
def test_an_access_token_is_taken(api, backend, make):
    session = api.sign_in(make())
    [answer] = backend(session["access_token"])
    claims = answer["claims"]
    assert claims["sub"] == session["user"]["id"]
    assert claims["sid"] == session["session_id"]
    assert claims["amr"] == [make.method]
    assert abs(claims["exp"] - time.time() - session["expires_in"]) < 30


def test_every_other_token_is_refused(api, backend):
    session = api.sign_in(WALLETS[0]())
    token = session["access_token"]
    header, claims = parts(token)
    head, body, signature = token.split(".")
    raw = base64.urlsafe_b64decode(signature + "==")
    stranger = ec.generate_private_key(ec.SECP256R1())

    refused = {
        "the account token": session["account_token"],
        "the refresh token": session["refresh_token"],
        "a changed claim": f"{head}.{encoded({**claims, 'sub': 'someone'})}.{signature}",
        "a changed signature": f"{head}.{body}.{base64url(raw[:-1] + bytes([raw[-1] ^ 1]))}",
        "a shorter signature": f"{head}.{body}.{base64url(raw[:-1])}",
        "no signature": f"{head}.{body}.",
        "a signature in DER": f"{head}.{body}." + base64url(
            utils.encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))),
        "alg none": f"{encoded({**header, 'alg': 'none'})}.{body}.",
        "alg HS256": f"{encoded({**header, 'alg': 'HS256'})}.{body}.{signature}",
        "another type": f"{encoded({**header, 'typ': 'JWT'})}.{body}.{signature}",
        "another key": signed(stranger, header, claims),
        "an unknown key": signed(stranger, {**header, "kid": "unknown"}, claims),
        "four parts": token + ".x", "no token": "nonsense", "nothing": "",
    }
    *answers, last = backend(*refused.values(), token)
    assert [name for name, answer in zip(refused, answers, strict=True) if not is_refused(answer)] == []
    assert last["claims"]["sub"] == session["user"]["id"]
    assert is_refused(backend(token, audience=f"{api.origin}/applications/other")[0])


@pytest.fixture(scope="module")
def issuer():
    """An issuer whose key the test holds, for tokens that the server would never make."""
    key = ec.generate_private_key(ec.SECP256R1())
    numbers = key.public_key().public_numbers()
    jwk = {"kty": "EC", "crv": "P-256", "alg": "ES256", "use": "sig", "kid": "k",
           "x": base64url(numbers.x.to_bytes(32, "big")), "y": base64url(numbers.y.to_bytes(32, "big"))}

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(json.dumps({"keys": [jwk]}).encode())

        def log_message(self, *arguments) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    url = f"http://127.0.0.1:{server.server_port}"

    def make(typ: str = "at+jwt", **changes: object) -> str:
        now = int(time.time())
        claims = {"iss": url, "aud": "us", "sub": "u", "sid": "s", "client_id": "a", "jti": "j", "iat": now - 60,
                  "exp": now + 60, **changes}
        kept = {name: value for name, value in claims.items() if value is not None}
        return signed(key, {"alg": "ES256", "typ": typ, "kid": "k"}, kept)

    yield url, make
    server.shutdown()


def test_a_token_must_say_what_it_must(backend, issuer):
    url, make = issuer

    refused = {
        "expired": {"exp": int(time.time()) - 5}, "no expiry": {"exp": None}, "no issuer": {"iss": None},
        "another issuer": {"iss": url + "/"}, "no audience": {"aud": None}, "another audience": {"aud": "them"},
        "another type": {"typ": "JWT"},
    }
    first, *answers = backend(make(), *(make(**changes) for changes in refused.values()), issuer=url, audience="us")
    assert first["claims"]["sub"] == "u"
    assert [name for name, answer in zip(refused, answers, strict=True) if not is_refused(answer)] == []
