"""The commands on the settings of the server, with and without a running server."""

import json
import time

import pytest

from client import API
from running import doorward, running


@pytest.fixture
def command(tmp_path):
    def run(*words: str, **variables: str):
        return doorward(*words, "--data", str(tmp_path / "data"), directory=tmp_path, variables=variables)
    return run


def shown(command, key: str, **variables: str) -> dict:
    rows = [json.loads(line) for line in command("settings", "show", **variables).stdout.splitlines()]
    return next(row for row in rows if row["key"] == key)


def test_a_setting_is_set_shown_and_returned_to_its_default(command, tmp_path):
    done = command("settings", "set", "lifetimes.access_token=300", "near.mainnet.rpc=[\"https://rpc.example\"]")
    assert done.returncode == 0, done.stderr
    assert {json.loads(line)["key"] for line in done.stdout.splitlines()} == {"lifetimes.access_token", "near.mainnet.rpc"}
    assert shown(command, "lifetimes.access_token")["value"] == 300
    # A variable wins, and is named.
    own = shown(command, "lifetimes.access_token", DOORWARD_LIFETIMES__ACCESS_TOKEN="120")
    assert (own["value"], own["source"], own["set_by"]) == (120, "environment", "DOORWARD_LIFETIMES__ACCESS_TOKEN")
    refused = command("settings", "set", "lifetimes.access_token=200", DOORWARD_LIFETIMES__ACCESS_TOKEN="120")
    assert refused.returncode != 0 and "DOORWARD_LIFETIMES__ACCESS_TOKEN sets this" in refused.stderr
    assert command("settings", "set", "lifetimes.access_token=").returncode == 0
    assert shown(command, "lifetimes.access_token")["source"] == "default"
    for wrong, sentence in (
            ("lifetimes.access_token=1", "lifetimes.access_token: must be from 30 to 3600"),
            ("lifetimes.acces_token=300", 'Did you mean "access_token"?'), ("listen=127.0.0.1:1", "restart the server"),
            ("mail.password_file=/etc/passwd", "mail.host")):
        refused = command("settings", "set", wrong)
        assert refused.returncode != 0 and sentence in refused.stderr, refused
    assert command("settings", "set").returncode == 2


def test_a_secret_comes_from_a_file_and_is_not_shown(command, tmp_path):
    mail = {"mail": {"host": "127.0.0.1", "from": "a@a.example", "user": "ada", "password": "tops3cret"}}
    (tmp_path / "mail.json").write_text(json.dumps(mail))
    done = command("settings", "set", "--file", "mail.json")
    assert done.returncode == 0, done.stderr
    exported = command("settings", "export")
    assert json.loads(exported.stdout)["settings"]["mail"] == {"host": "127.0.0.1", "from": "a@a.example", "user": "ada"}
    assert "tops3cret" not in done.stdout + done.stderr + exported.stdout + command("settings", "show").stdout
    assert shown(command, "mail.password")["is_set"]
    assert all(b"tops3cret" not in file.read_bytes() for file in (tmp_path / "data").iterdir() if file.is_file())


def test_an_export_moves_to_a_running_server(command, tmp_path, document):
    assert command("settings", "set", 'chains=[{"id": 1, "name": "Main"}]').returncode == 0
    assert command("admin", "application", "add", "shop", "name=Shop").returncode == 0
    (tmp_path / "export.json").write_text(command("settings", "export").stdout)
    other = tmp_path / "other"
    other.mkdir()
    with running(other) as server:
        done = doorward("settings", "import", str(tmp_path / "export.json"), "--data", str(server.data), directory=other)
        assert done.returncode == 0, done.stderr
        api, deadline = API(server.account, document), time.monotonic() + 2
        while (api.get("/v1/config").json["chains"][0]["name"] != "Main"
               or api.get("/v1/config", headers={"Doorward-Application": "shop"}).json.get("name") != "Shop"):
            assert time.monotonic() < deadline
            time.sleep(0.02)
