"""The commands of doorward-user about passkeys and security keys. The machine has no security key."""

import re

import pytest

from client import API
from passkeys import SETTINGS as PASSKEYS, Passkey
from ports import free_port
from test_user_commands import PASSWORD, CommandLine
from wallets import Binding

APPLICATION = {"id": "default", "methods": ["password", "passkey"], "password": {"identifiers": ["username"]}}


@pytest.fixture
def command_line(tmp_path, start, document):
    server, api = start(
        directory=tmp_path / "server", settings={"applications": [{**APPLICATION, "passkeys": PASSKEYS}]})
    command_line = CommandLine(tmp_path / "home", server)
    signed_up = command_line.run("sign-up", "--user", "lovelace", input=f"{PASSWORD}\n")
    assert signed_up.returncode == 0, signed_up.stderr
    return command_line, api


def add_passkey(api: API) -> None:
    """Adds a passkey on another device of the user."""
    session = api.call("POST", "/v1/password/sign-in", {"identifier": "lovelace", "password": PASSWORD}).json
    binding = Binding()
    options = api.call(
        "POST", "/v1/passkeys/registration/options", {"binding": binding.value}, token=session["account_token"]).json
    body = Passkey().register(options) | {"binding_secret": binding.secret}
    added = api.call("POST", "/v1/passkeys/registration", body, token=session["account_token"])
    assert added.status == 200, added.json


def test_list_rename_and_remove(command_line):
    command_line, api = command_line
    none = command_line.run("passkey", "list")
    assert (none.returncode, none.stdout) == (0, "")
    missing = command_line.run("passkey", "remove")
    assert (missing.returncode, missing.stderr) == (1, "You have no passkey.\n")
    add_passkey(api)
    listed = command_line.run("passkey", "list").stdout
    assert re.fullmatch(r"\S+  Passkey  on one device  added \S+Z\n", listed), listed
    renamed = command_line.run("passkey", "rename", input="Blue key\n")
    assert renamed.returncode == 0 and "The passkey is named Blue key." in renamed.stderr
    add_passkey(api)
    several = command_line.run("passkey", "rename", "--name", "Other")
    assert several.returncode == 1 and "Name one with --id" in several.stderr
    first, second = [line.split("  ") for line in command_line.run("passkey", "list").stdout.splitlines()]
    assert (first[1], second[1]) == ("Blue key", "Passkey")
    assert command_line.run("passkey", "remove", "--id", second[0]).returncode == 0
    assert command_line.run("passkey", "remove", f"--id={first[0]}").returncode == 0
    assert command_line.run("passkey", "list").stdout == ""
    unknown = command_line.run("passkey", "remove", "--id", first[0])
    assert unknown.returncode == 1 and unknown.stderr.startswith("doorward-user: There is no such ")


def test_wrong_use(command_line):
    command_line, _ = command_line
    for arguments, reason in [
        (["passkey"], "passkey is not a command"), (["passkey", "show"], "passkey show is not a command"),
        (["login", "--security-key", "--password"], "--password and --security-key exclude each other"),
        (["passkey", "add", "--name", "x"], "unknown option --name"),
    ]:
        wrong = command_line.run(*arguments)
        assert wrong.returncode == 2 and reason in wrong.stderr, wrong.stderr


def test_key_of_another_domain_is_not_used(command_line):
    command_line, _ = command_line
    # The program would sign for the server's own address, which is not in the domain of the passkeys.
    refused = command_line.run("passkey", "add")
    assert refused.returncode == 1
    assert refused.stderr.startswith("doorward-user: This app may not use passkeys of this server.")


def test_missing_security_key(tmp_path, start):
    port = free_port()
    server, _ = start(
        directory=tmp_path / "server", listen=f"127.0.0.1:{port}",
        settings={"public_url": f"http://localhost:{port}", "applications": [APPLICATION]})
    command_line = CommandLine(tmp_path / "home", server)
    missing = command_line.run("login", "--security-key")
    assert missing.returncode == 1
    assert missing.stderr == (
        "doorward-user: No security key is connected.\nPlug your security key in, then try again.\n")
    command_line.run("sign-up", "--user", "lovelace", input=f"{PASSWORD}\n")
    assert command_line.run("passkey", "add").stderr == missing.stderr
    assert command_line.run("passkey", "list").stdout == ""
