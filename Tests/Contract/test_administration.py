"""Administrators: the commands, the link of the first owner, and the last owner, who stays."""

import json

import pytest

from client import API
from running import doorward, running
from wallets import EthereumWallet


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with running(tmp_path_factory.mktemp("administration")) as server:
        yield server


@pytest.fixture
def command(server):
    def run(*words: str):
        return doorward("admin", *words, "--data", str(server.data), directory=server.directory)
    return run


def refused(done, reason: str) -> None:
    assert done.returncode == 1 and reason in done.stderr, done


def test_a_server_without_an_owner_prints_a_link_at_each_start(tmp_path, document):
    links = set()
    for _ in range(2):
        with running(tmp_path) as server:
            origin = server.program.output.wait_for(r"^admin (\S+)$", 10)[1]
            link = server.program.output.wait_for(r"^claim (\S+)$", 10)[1]
            assert link.startswith(f"{origin}/claim#") and len(link.partition("#")[2]) == 43
            assert link.partition("#")[2] not in server.log.read_text()
            links.add(link)
            user = API(server.account, document).sign_in(EthereumWallet())["user"]["id"]
    assert len(links) == 2
    added = doorward("admin", "administrator", "add", user, "--role", "owner", "--data", str(server.data), directory=tmp_path)
    assert added.returncode == 0, added.stderr
    with running(tmp_path) as server:
        server.program.output.wait_for(r"^admin (\S+)$", 10)
        API(server.account, document).get("/healthz")
        assert "claim" not in server.program.output.text


def test_the_last_owner_stays(server, command, document):
    api = API(server.account, document)
    first, second = (api.sign_in(EthereumWallet()) for _ in range(2))
    ids = [session["user"]["id"] for session in (first, second)]
    refused(command("administrator", "role", ids[0], "owner"), "there is no administrator")
    assert command("administrator", "add", ids[0], "--role", "owner").returncode == 0
    assert command("administrator", "add", ids[1]).returncode == 0
    refused(command("administrator", "remove", ids[0]), "last owner")
    refused(command("administrator", "role", ids[0], "support"), "last owner")
    refused(command("user", "ban", ids[0]), "last owner")
    refused(command("user", "delete", ids[0], "--yes"), "last owner")
    answer = api.call("DELETE", "/v1/user", token=first["account_token"])
    assert (answer.status, answer.code) == (409, "last_owner")
    key = command("key", "create", "--name", "k", "--scope", "users:read,users:write").stdout.strip()
    for method, path, body in (("DELETE", "", None), ("POST", "/ban", {})):
        answer = api.call(method, f"/v1/users/{ids[0]}{path}", body, token=key)
        assert (answer.status, answer.code) == (403, "insufficient_scope")
    rows = [json.loads(line) for line in command("administrator", "list").stdout.splitlines()]
    assert [(row["user_id"], row["role"]) for row in rows] == [(ids[0], "owner"), (ids[1], "viewer")]
    assert all(row["added_by"].startswith("operator ") for row in rows)
    assert command("administrator", "role", ids[1], "owner").returncode == 0
    assert command("administrator", "remove", ids[0]).returncode == 0
    refused(command("administrator", "remove", ids[0]), "there is no administrator")
    refused(command("administrator", "remove", ids[1]), "last owner")
    assert command("user", "ban", ids[0]).returncode == 0


def test_wrong_use_of_the_commands(command):
    assert command("administrator", "add", "nobody@example.com").returncode == 1
    assert command("administrator", "add", "nobody@example.com", "--role", "root").returncode == 2
    assert command("claim", "x").returncode == 2
    link = command("claim")
    assert link.returncode == 0 and "/claim#" in link.stdout
