"""Logs and store contain no secret after many requests."""

import base64
import json
import os
import re
import shutil
import signal
import stat
from pathlib import Path

import pytest

from client import Page
from databases import STORES, database_of, has_database
from running import doorward
from stored import stored_files
from wallets import WALLETS, Binding, base58_bytes


def forms(secret: str) -> set[bytes]:
    """A secret as its text and as the bytes that the text encodes."""
    found = {secret.encode()}
    padded = secret + "=" * (-len(secret) % 4)
    for text in (secret, secret.removeprefix("dwr_"), secret.removeprefix("dwk_")):
        padded = text + "=" * (-len(text) % 4)
        for decode in (base64.urlsafe_b64decode, base64.b64decode):
            try:
                found.add(decode(padded))
            except ValueError:
                pass
    if re.fullmatch(r"0x[0-9a-f]+", secret):
        found |= {secret[2:].encode(), bytes.fromhex(secret[2:])}
    if re.fullmatch(r"[1-9A-HJ-NP-Za-km-z]{32,44}", secret):
        found.add(base58_bytes(secret))
    return {form for form in found if len(form) >= 12}


def journey(api, make) -> dict[str, str]:
    """Every secret that a client and the server share, by name."""
    wallet, binding = make(), Binding()
    challenge = api.challenge(wallet, binding).json
    proof = {**wallet.answer(challenge), "binding_secret": binding.secret}
    wrong = api.post(f"{wallet.path}/sign-in", {**proof, "binding_secret": Binding().secret})
    assert wrong.code == "invalid_challenge"
    answer = api.post(f"{wallet.path}/sign-in", proof)
    session = answer.json
    nonce = challenge.get("nonce") or re.search(r"^Nonce: (\S+)$", challenge["message"], re.M)[1]
    secrets = {"binding secret": binding.secret, "nonce": nonce, "signature": proof["signature"]}
    assert answer.status == 200, session
    for kind in ("access_token", "account_token", "refresh_token"):
        secrets[f"first {kind}"] = session[kind]
    renewed = api.refresh(session["refresh_token"], key="a key of the client's").json
    for kind in ("access_token", "account_token", "refresh_token"):
        secrets[f"second {kind}"] = renewed[kind]
    api.get("/v1/user", token=session["refresh_token"])
    api.get("/v1/user", token=renewed["access_token"] + "x")
    api.post("/v1/introspect", form={"token": renewed["access_token"]}, token="dwk_" + binding.secret)
    page = Page(api)
    page.sign_in(wallet)
    for name, value in page.cookies.items():
        secrets[name] = value
    api.post("/v1/revoke", form={"token": renewed["refresh_token"]})
    return secrets


def contents(server) -> dict[str, bytes]:
    """Every file and table of the server except the master key, and its log."""
    files = stored_files(server.data)
    assert ("users" if has_database(server.data) else "doorward.sqlite3") in files
    del files["master.key"]
    return {**files, "log": server.log.read_bytes()}


@pytest.mark.parametrize("store", STORES)
@pytest.mark.parametrize("development, wallets", [(True, WALLETS), (False, WALLETS[:1])])
def test_log_and_store_contain_no_secret(start, tmp_path, development, wallets, store):
    limits = {"sign_in_per_minute": 1000, "challenge_per_minute": 1000, "refresh_per_minute": 1000}
    settings = {"rate_limits": limits}
    if store == "postgresql":
        settings["database"] = database_of(tmp_path / "data")
    server, api = start(development=development, settings=settings)
    made = doorward("admin", "key", "create", "--name", "x", "--data", str(server.data), directory=server.directory)
    key = made.stdout.strip()
    secrets = {"API key": key, "master key": (server.data / "master.key").read_text().strip()}
    for make in wallets:
        secrets |= {f"{make.__name__}: {name}": value for name, value in journey(api, make).items()}
    assert api.post("/v1/introspect", form={"token": "x"}, token=key).json == {"active": False}

    def hold_no_secret() -> None:
        for file, data in contents(server).items():
            for name, secret in secrets.items():
                for form in forms(secret):
                    assert form not in data, f"{file} holds the {name}"
            # A private key would appear as a JWK or in PEM.
            assert not re.search(rb'"d"\s*:\s*"', data), file
            assert b"PRIVATE KEY" not in data, file

    hold_no_secret()
    assert server.terminate() == 0
    hold_no_secret()
    if not development:
        assert b"/v1/ethereum/sign-in" in server.log.read_bytes(), "requests are logged outside development"
        for line in server.log.read_text().splitlines():
            assert {"time", "level", "message"} <= json.loads(line).keys()


def backtracer() -> str:
    """The program of Swift's runtime that prints a report of a crash."""
    swift = shutil.which("swift")
    found = sorted(Path(swift).resolve().parents[1].glob("libexec/swift/*/swift-backtrace")) if swift else []
    return f",swift-backtrace={found[0]}" if found else ""


@pytest.mark.parametrize("number", [signal.SIGSEGV, signal.SIGABRT, signal.SIGILL, signal.SIGTRAP])
def test_a_crash_prints_no_secret(start, monkeypatch, number):
    """A report of a crash would have the registers, and the memory that they point to."""
    monkeypatch.setenv("SWIFT_BACKTRACE", f"enable=yes,color=no{backtracer()}")
    server, api = start()
    secrets = journey(api, WALLETS[0])
    printed = len(server.log.read_bytes())
    server.program.send(number)
    assert server.program.wait(60) == -number
    # The lines of the last requests may follow their answers.
    for line in server.log.read_bytes()[printed:].decode().splitlines():
        assert {"time", "level", "message"} <= json.loads(line).keys(), "a crash prints something"
    for name, secret in secrets.items():
        assert not any(form in server.log.read_bytes() for form in forms(secret)), name


def test_the_search_finds_a_stored_secret(start):
    """The master key is found in its own file."""
    server, _ = start()
    text = (server.data / "master.key").read_text().strip()
    assert any(form in (server.data / "master.key").read_bytes() for form in forms(text))
    assert any(len(form) == 32 for form in forms(text))


def test_files_are_readable_by_their_owner_only(start):
    server, _ = start()
    assert stat.S_IMODE(server.data.stat().st_mode) & 0o077 == 0
    for path in server.data.rglob("*"):
        assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0, path


def test_a_master_key_that_other_users_may_read_is_refused(start):
    server, _ = start()
    server.terminate()
    os.chmod(server.data / "master.key", 0o644)
    result = doorward("serve", "--listen", "127.0.0.1:0", "--data", str(server.data), directory=server.directory)
    assert result.returncode == 1
    assert "chmod 600" in result.stderr


def test_another_master_key_is_refused(start):
    server, _ = start()
    server.terminate()
    key = base64.urlsafe_b64encode(bytes(32)).rstrip(b"=").decode()
    (server.data / "master.key").write_text(key + "\n")
    result = doorward("serve", "--listen", "127.0.0.1:0", "--data", str(server.data), directory=server.directory)
    assert result.returncode == 1
    assert "master key" in result.stderr and key not in result.stderr
