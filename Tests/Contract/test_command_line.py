"""The program's conventions: GNU options, 0 done, 1 the answer is no, 2 wrong use; data on standard output."""

import json
import re
from pathlib import Path

import pytest

from running import doorward


def commands() -> list[tuple[str, ...]]:
    """Every command the program lists, as its words."""
    listed = doorward("--help", directory=Path("/")).stdout
    return [tuple(match.split()) for match in re.findall(r"^  ([a-z][a-z -]*?)  +\S", listed, re.M)]


def run(tmp_path, *arguments, **options):
    return doorward(*arguments, directory=tmp_path, **options)


def test_the_commands_of_this_version_are_listed():
    assert {("serve",), ("try",), ("admin", "key", "create"), ("admin", "key", "list"), ("admin", "key", "revoke")} \
        <= set(commands())


@pytest.mark.parametrize("words", commands(), ids=" ".join)
def test_every_command_explains_itself(tmp_path, words):
    result = run(tmp_path, *words, "--help")
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.startswith(f"usage: doorward {' '.join(words)}")
    assert re.search(r"^  --help\b", result.stdout, re.M)
    assert not list(tmp_path.iterdir()), "asking for help leaves nothing behind"


@pytest.mark.parametrize("words", commands(), ids=" ".join)
@pytest.mark.parametrize("option", ["--no-such-option", "--no-such-option=1", "-x"])
def test_an_unknown_option_is_wrong_use(tmp_path, words, option):
    result = run(tmp_path, *words, option)
    assert (result.returncode, result.stdout) == (2, "")
    assert option.partition("=")[0] in result.stderr
    assert f"doorward {' '.join(words)} --help" in result.stderr


@pytest.mark.parametrize("arguments, says", [
    (["nonsense"], "nonsense"), (["admin"], "admin key create"), (["admin", "key"], "admin key create"),
    (["serve", "extra"], "extra"), (["serve", "--listen"], "--listen"), (["serve", "--listen", "1", "--listen", "2"], "twice"),
    (["serve", "--development=yes"], "--development"), (["admin", "key", "revoke"], "missing"),
    (["admin", "key", "create"], "--name"), (["try"], "missing"), (["try", "no-address"], "no-address")])
def test_wrong_use_is_told(tmp_path, arguments, says):
    result = run(tmp_path, *arguments)
    assert (result.returncode, result.stdout) == (2, "")
    assert says in result.stderr


def test_no_command_at_all_is_wrong_use(tmp_path):
    result = run(tmp_path)
    assert (result.returncode, result.stdout) == (2, "")
    assert "serve" in result.stderr
    assert run(tmp_path, "help").stdout == run(tmp_path, "--help").stdout == result.stderr


def test_the_version_is_told(tmp_path):
    result = run(tmp_path, "--version")
    assert result.returncode == 0
    assert re.fullmatch(r"doorward \d+\.\d+\.\d+\n", result.stdout)


def test_an_api_key_is_made_listed_and_revoked(tmp_path):
    made = run(tmp_path, "admin", "key", "create", "--name", "shop", "--data", "here")
    assert made.returncode == 0
    assert re.fullmatch(r"dwk_[A-Za-z0-9_-]{43}\n", made.stdout)
    listed = run(tmp_path, "admin", "key", "list", "--data=here")
    row = json.loads(listed.stdout)
    assert (row["name"], row["application"], row["revoked_at"]) == ("shop", "default", None)
    assert made.stdout.strip() not in listed.stdout + made.stderr
    for status in (0, 1):
        result = run(tmp_path, "admin", "key", "revoke", row["id"], "--data", "here")
        assert (result.returncode, result.stdout) == (status, "")
    assert json.loads(run(tmp_path, "admin", "key", "list", "--data", "here").stdout)["revoked_at"]


def test_an_address_in_use_is_a_no(tmp_path, server):
    result = run(tmp_path, "serve", "--listen", server.host, "--data", "here")
    assert (result.returncode, result.stdout) == (1, "")
    assert server.host.rpartition(":")[2] in result.stderr


def test_trying_a_running_server_works(tmp_path, server):
    result = run(tmp_path, "try", server.account)
    assert result.returncode == 0, result.stdout + result.stderr
    assert "ethereum" in result.stdout.lower() and "near" in result.stdout.lower()


def test_trying_nobody_is_a_no(tmp_path):
    assert run(tmp_path, "try", "http://127.0.0.1:1").returncode == 1


@pytest.mark.parametrize("settings, key", [
    ({"pulbic_url": "x"}, "pulbic_url"), ({"listen": 1}, "listen"), ({"listen": "nowhere"}, "listen"),
    ({"lifetimes": {"access_token": 1}}, "lifetimes.access_token"),
    ({"applications": [{"id": "a"}, {"id": "b", "ethereum": {"chains": ["x"]}}]}, "applications[1].ethereum.chains[0]"),
    ({"applications": [{"name": "a"}]}, "applications[0].id")])
def test_a_wrong_configuration_is_refused_by_the_name_of_its_key(tmp_path, settings, key):
    (tmp_path / "doorward.json").write_text(json.dumps(settings))
    result = run(tmp_path, "serve", *(() if "listen" in settings else ("--listen", "127.0.0.1:0")))
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.startswith(f"doorward: {key}: "), result.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["doorward.json"]


def test_a_configuration_that_is_not_there_is_wrong_use(tmp_path):
    result = run(tmp_path, "serve", "--config", "none.json")
    assert result.returncode == 2 and "none.json" in result.stderr


@pytest.mark.parametrize("option", ["--listen=0.0.0.0:0", "--public-url=https://accounts.example.com"])
def test_development_is_for_this_machine_alone(tmp_path, option):
    result = run(tmp_path, "serve", "--development", option)
    assert result.returncode == 2 and "development" in result.stderr
