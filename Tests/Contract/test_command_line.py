"""The conventions of the program: GNU options, exit status 0, 1 or 2, data on standard output."""

import http.server
import json
import re
import socket
import threading
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import pytest

from databases import store_settings
from running import doorward
from sampling import sample
from stored import Stored


@cache
def commands() -> list[tuple[str, ...]]:
    """The words of every command that the program lists."""
    listed = doorward("--help", directory=Path("/")).stdout
    return [tuple(match.split()) for match in re.findall(r"^  ([a-z][a-z -]*?)  +\S", listed, re.M)]


def run(tmp_path, *arguments, **options):
    return doorward(*arguments, directory=tmp_path, **options)


def test_the_commands_of_this_version_are_listed():
    assert {("serve",), ("try",), ("admin", "key", "create"), ("admin", "key", "list"), ("admin", "key", "revoke")} \
        <= set(commands())


@pytest.mark.parametrize("words", commands(), ids=" ".join)
def test_every_command_has_help(tmp_path, words):
    result = run(tmp_path, *words, "--help")
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.startswith(f"usage: doorward {' '.join(words)}")
    assert re.search(r"^  --help\b", result.stdout, re.M)
    assert not list(tmp_path.iterdir()), "help creates no file"


@pytest.mark.sampled(one_in=6)
@pytest.mark.parametrize("words", commands(), ids=" ".join)
@pytest.mark.parametrize("option", ["--no-such-option", "--no-such-option=1", "-x"])
def test_an_unknown_option_is_wrong_usage(tmp_path, words, option):
    result = run(tmp_path, *words, option)
    assert (result.returncode, result.stdout) == (2, "")
    assert option.partition("=")[0] in result.stderr
    assert f"doorward {' '.join(words)} --help" in result.stderr


@pytest.mark.parametrize("arguments, says", [
    (["nonsense"], "nonsense"), (["admin"], "admin key create"), (["admin", "key"], "admin key create"),
    (["serve", "extra"], "extra"), (["serve", "--listen"], "--listen"), (["serve", "--listen", "1", "--listen", "2"], "twice"),
    (["serve", "--development=yes"], "--development"), (["admin", "key", "revoke"], "missing"),
    (["admin", "key", "create"], "--name"), (["try"], "missing"), (["try", "no-address"], "no-address")])
def test_wrong_usage_is_reported(tmp_path, arguments, says):
    result = run(tmp_path, *arguments)
    assert (result.returncode, result.stdout) == (2, "")
    assert says in result.stderr


def test_a_missing_command_is_wrong_usage(tmp_path):
    result = run(tmp_path)
    assert (result.returncode, result.stdout) == (2, "")
    assert "serve" in result.stderr
    assert run(tmp_path, "help").stdout == run(tmp_path, "--help").stdout == result.stderr


@pytest.mark.parametrize("word", ["--version", "version"])
def test_the_version_is_printed(tmp_path, word):
    result = run(tmp_path, word)
    assert (result.returncode, result.stderr) == (0, "")
    assert re.fullmatch(r"doorward \d+\.\d+\.\d+\n", result.stdout)


def test_the_short_option_prints_help(tmp_path):
    for words in sample([(), *commands()], one_in=6):
        result = run(tmp_path, *words, "-h")
        assert (result.returncode, result.stderr) == (0, "")
        assert result.stdout == run(tmp_path, *words, "--help").stdout
    # After "--" it is an operand.
    assert run(tmp_path, "try", "--", "-h").returncode == 2


@pytest.mark.parametrize("words", [("admin",), ("admin", "key"), ("admin", "application"), ("keys",), ("database",)])
def test_help_of_a_group_lists_its_commands(tmp_path, words):
    result = run(tmp_path, *words, "--help")
    assert (result.returncode, result.stderr) == (0, "")
    listed = {tuple(match.split()) for match in re.findall(r"^  ([a-z][a-z -]*?)  +\S", result.stdout, re.M)}
    assert listed == {command for command in commands() if command[:len(words)] == words}
    assert run(tmp_path, *words).returncode == 2
    assert run(tmp_path, *words, "nonsense", "--help").returncode == 2


@pytest.mark.parametrize("words, group, guess", [
    (["serv"], "", "serve"), (["doctr"], "", "doctor"), (["admin", "usr"], "admin ", "admin user"),
    (["admin", "user", "lst"], "admin user ", "admin user list"), (["admin", "app", "list"], "admin ", "admin application list"),
    (["user", "list"], "", "admin user list"), (["application", "secret", "blog"], "", "admin application secret"),
    (["keys", "rotat"], "keys ", "keys rotate"), (["databse", "check"], "", "database check"),
    (["admin", "usr", "delete", "ada"], "admin ", "admin user delete")])
def test_a_misspelled_command_is_reported_with_the_one_that_was_meant(tmp_path, words, group, guess):
    result = run(tmp_path, *words)
    assert (result.returncode, result.stdout) == (2, "")
    wrong = " ".join(words[:len(group.split()) + 1])
    assert result.stderr == (
        f'doorward: there is no command "{wrong}". Did you mean "{guess}"?\nTry doorward {group}--help.\n')


@pytest.mark.parametrize("arguments, guess", [
    (["serve", "--lissen", "x"], "--listen"), (["serve", "--developmnt"], "--development"), (["serve", "--dev"], "--development"),
    (["admin", "user", "list", "--limt=3"], "--limit"), (["serve", "-listen"], "--listen"), (["serve", "--hepl"], "--help")])
def test_a_misspelled_option_is_reported_with_the_one_that_was_meant(tmp_path, arguments, guess):
    result = run(tmp_path, *arguments)
    assert (result.returncode, result.stdout) == (2, "")
    assert f"Did you mean {guess}?" in result.stderr.splitlines()[0]


@pytest.mark.parametrize("words", [["nonsense"], ["admin", "nonsense"], ["x"]])
def test_a_word_that_is_near_no_command_has_no_guess(tmp_path, words):
    assert "Did you mean" not in run(tmp_path, *words).stderr


@pytest.mark.parametrize("words", [("admin",), ("admin", "user"), ("keys",)])
def test_a_group_without_a_command_lists_that_group_alone(tmp_path, words):
    result = run(tmp_path, *words)
    assert (result.returncode, result.stdout) == (2, "")
    listed = {tuple(match.split()) for match in re.findall(r"^  ([a-z][a-z -]*?)  +\S", result.stderr, re.M)}
    assert listed == {command for command in commands() if command[:len(words)] == words}
    assert run(tmp_path, "help", *words).stdout == run(tmp_path, *words, "--help").stdout


def test_help_explains_the_named_command(tmp_path):
    assert run(tmp_path, "help", "admin", "user", "delete").stdout == run(tmp_path, "admin", "user", "delete", "--help").stdout
    assert run(tmp_path, "help", "nonsense").returncode == 2


def test_an_api_key_is_created_listed_and_revoked(tmp_path):
    (tmp_path / "doorward.json").write_text(json.dumps(store_settings(tmp_path / "here")))
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


def test_an_address_in_use_is_a_failure(tmp_path, server):
    result = run(tmp_path, "serve", "--listen", server.host, "--data", "here")
    assert (result.returncode, result.stdout) == (1, "")
    assert server.host.rpartition(":")[2] in result.stderr


def test_try_succeeds_with_a_running_server(tmp_path, server):
    result = run(tmp_path, "try", server.account)
    assert result.returncode == 0, result.stdout + result.stderr
    assert "ethereum" in result.stdout.lower() and "near" in result.stdout.lower()


def test_try_deletes_its_users(tmp_path, start):
    server, api = start(settings={"limits": {"deletion_grace": 0}})
    tried = run(tmp_path, "try", server.account)
    assert tried.returncode == 0, tried.stdout
    assert server.terminate() == 0
    with Stored(server.data) as database:
        assert database.execute("SELECT count(*) FROM users").fetchone() == (0,)
        assert database.execute("SELECT count(*) FROM sessions WHERE ended_at IS NULL").fetchone() == (0,)


def test_users_of_try_wait_for_the_end_of_the_grace_period(tmp_path, start):
    server, api = start()
    assert run(tmp_path, "try", server.account).returncode == 0
    assert server.terminate() == 0
    with Stored(server.data) as database:
        assert database.execute("SELECT count(*) FROM sessions WHERE ended_at IS NULL").fetchone() == (0,)
        waiting = "SELECT count(*) FROM users LEFT JOIN pending_deletions ON user_id = id WHERE due_at IS NULL"
        assert database.execute(waiting).fetchone() == (0,)


def test_try_uses_the_given_domain(tmp_path, start):
    ethereum = {"domains": ["shop.example"], "uris": ["https://shop.example", "https://shop.example/login"]}
    server, _ = start(settings={"applications": [{"id": "shop", "ethereum": ethereum}]})
    assert "wrong_domain" in run(tmp_path, "try", server.account).stdout
    right = run(tmp_path, "try", server.account, "--domain", "shop.example")
    assert right.returncode == 0 and "shop.example wants you to sign in" in right.stdout, right.stdout
    page = run(tmp_path, "try", server.account, "--domain", "shop.example", "--uri", "https://shop.example/login")
    assert page.returncode == 0, page.stdout
    assert "wrong_uri" in run(tmp_path, "try", server.account, "--domain", "shop.example", "--uri", "https://a.example").stdout
    assert run(tmp_path, "try", server.account, "--domain", "https://shop.example").returncode == 2


def test_try_prints_a_token_for_a_backend(tmp_path, server, api):
    result = run(tmp_path, "try", server.account, "--token")
    assert result.returncode == 0, result.stderr
    token = result.stdout.removesuffix("\n")
    assert "\n" not in token and token.count(".") == 2 and token not in result.stderr
    assert api.get("/v1/user", token=token).status == 200
    unreachable = run(tmp_path, "try", "http://127.0.0.1:1", "--token")
    assert (unreachable.returncode, unreachable.stdout) == (1, "")


def test_try_without_a_server_is_a_failure(tmp_path):
    assert run(tmp_path, "try", "http://127.0.0.1:1").returncode == 1


@pytest.mark.parametrize("settings, key", [
    ({"pulbic_url": "x"}, "pulbic_url"), ({"listen": 1}, "listen"), ({"listen": "nowhere"}, "listen"),
    ({"lifetimes": {"access_token": 1}}, "lifetimes.access_token"),
    ({"applications": [{"id": "a"}, {"id": "b", "ethereum": {"chains": ["x"]}}]}, "applications[1].ethereum.chains[0]"),
    ({"applications": [{"name": "a"}]}, "applications[0].id")])
def test_a_wrong_configuration_is_refused_with_its_key(tmp_path, settings, key):
    (tmp_path / "doorward.json").write_text(json.dumps(settings))
    result = run(tmp_path, "serve", *(() if "listen" in settings else ("--listen", "127.0.0.1:0")))
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.startswith(f"doorward: doorward.json: {key}: "), result.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["doorward.json"]


def test_all_configuration_errors_are_reported_together(tmp_path):
    (tmp_path / "doorward.json").write_text(json.dumps({
        "listen": "nowhere", "pulbic_url": "x", "lifetimes": {"session": 1, "acces_token": 900},
        "applications": [{"id": "a b", "ethereum": {"chains": ["1", "x"]}}, {"name": "b", "client_secret": "s"}]}))
    result = run(tmp_path, "serve")
    assert (result.returncode, result.stdout) == (2, "")
    lines = result.stderr.splitlines()
    assert {line.split(": ")[2] for line in lines} == {
        "listen", "pulbic_url", "lifetimes.session", "lifetimes.acces_token", "applications[0].id",
        "applications[0].ethereum.chains[0]", "applications[0].ethereum.chains[1]", "applications[1].id",
        "applications[1].client_secret"}
    assert len(lines) == 9
    found = json.loads(run(tmp_path, "doctor", "--json").stdout)["checks"]
    assert [check["detail"] for check in found if check["check"] == "configuration"] == [
        line.removeprefix("doorward: ") for line in lines]


@pytest.mark.parametrize("settings, expected", [
    ({"applications": [{"id": "a", "ethereum": {"chains": ["1"]}}]},
     "applications[0].ethereum.chains[0]: must be a whole number, zero or more, without quotes"),
    ({"lifetimes": {"session": "3600"}}, "lifetimes.session: must be a whole number, without quotes"),
    ({"development": "true"}, "development: must be true or false, without quotes"),
    ({"trusted_proxies": "10.0.0.0/8"}, "trusted_proxies: must be a list of texts")])
def test_values_of_a_wrong_type_are_reported(tmp_path, settings, expected):
    (tmp_path / "doorward.json").write_text(json.dumps(settings))
    assert run(tmp_path, "serve").stderr == f"doorward: doorward.json: {expected}\n"


def test_a_client_secret_in_the_configuration_is_refused(tmp_path):
    (tmp_path / "doorward.json").write_text(json.dumps({"applications": [{"id": "a", "client_secret": "hunter2"}]}))
    output = run(tmp_path, "serve").stderr
    assert "client_secret_hash" in output and "doorward admin application secret" in output and "hunter2" not in output


@pytest.mark.parametrize("arguments, variables, place", [
    (("--listen", "nowhere"), {}, "--listen"), ((), {"DOORWARD_LISTEN": "nowhere"}, "DOORWARD_LISTEN"),
    (("--listen", "nowhere"), {"DOORWARD_LISTEN": "127.0.0.1:0"}, "--listen"),
    ((), {"DOORWARD_TRUSTED_PROXIES": "10.0.0.0/8,x"}, r"DOORWARD_TRUSTED_PROXIES(: trusted_proxies\[1\])?"),
    (("--config", "other.json"), {}, r"other\.json: lifetimes\.session")])
def test_a_wrong_value_is_reported_with_its_place(tmp_path, arguments, variables, place):
    (tmp_path / "doorward.json").write_text("{}")
    (tmp_path / "other.json").write_text('{"lifetimes": {"session": 1}}')
    result = run(tmp_path, "serve", *arguments, variables=variables)
    assert (result.returncode, result.stdout) == (2, "")
    assert re.match(rf"doorward: {place}: [a-z\"]", result.stderr), result.stderr


def test_a_mistake_in_a_file_of_an_application_is_reported_with_the_file(tmp_path):
    (tmp_path / "doorward.json").write_text(json.dumps(store_settings(tmp_path / ".doorward")))
    (tmp_path / "shop.json").write_text('{"redirect_uris": ["nonsense"]}')
    result = run(tmp_path, "admin", "application", "add", "shop", "--file", "shop.json")
    assert result.returncode == 2 and result.stderr.startswith("doorward: shop.json: redirect_uris"), result.stderr


@pytest.mark.parametrize("text, place", [
    ('{\n  "listen": "127.0.0.1:1",\n  "data" "x"\n}\n', "3:10"), ('{"data": "a",\n "data": "b"}', "2:2"),
    ('{"name": "ü", x}', "1:15"), ("", "1:1"), ('{\n"a": 01}', "2:7")])
def test_a_json_error_has_its_line_and_column(tmp_path, text, place):
    (tmp_path / "doorward.json").write_text(text)
    result = run(tmp_path, "serve")
    assert (result.returncode, result.stdout) == (2, "")
    assert re.fullmatch(rf"doorward: doorward\.json:{place}: this is not valid JSON: [a-z].+\n", result.stderr), result.stderr


def test_a_missing_configuration_file_is_wrong_usage(tmp_path):
    result = run(tmp_path, "serve", "--config", "none.json")
    assert result.returncode == 2 and "none.json" in result.stderr


@pytest.mark.parametrize("option", ["--listen=0.0.0.0:0", "--public-url=https://accounts.example.com"])
def test_development_is_limited_to_loopback(tmp_path, option):
    result = run(tmp_path, "serve", "--development", option)
    assert result.returncode == 2 and "development" in result.stderr


def test_doctor_looks_at_both_addresses_of_localhost(tmp_path):
    """Another program at the second address would get the requests of browsers."""
    with socket.socket(socket.AF_INET6) as other:
        other.bind(("::1", 0))
        other.listen()
        port = other.getsockname()[1]
        result = doorward("doctor", "--json", "--development", "--listen", f"localhost:{port}", directory=tmp_path)
        [finding] = [check for check in json.loads(result.stdout)["checks"] if check["check"] == "port"]
        assert (finding["status"], finding["detail"]) == ("problem", f"another program listens on [::1]:{port}")
        started = doorward("serve", "--development", "--listen", f"localhost:{port}", directory=tmp_path)
        assert started.returncode != 0 and f"Another program already listens on [::1]:{port}" in started.stderr


def ports(directory: Path, host: str, *options: str) -> dict[str, tuple[str, str]]:
    """The doctor's findings about the two ports, with the configuration of a directory."""
    result = doorward("doctor", "--json", "--development", "--listen", host, *options, directory=directory)
    return {check["check"]: (check["status"], check["detail"]) for check in json.loads(result.stdout)["checks"]
            if check["check"].endswith("port")}


def test_doctor_tells_its_own_server_from_that_of_another_installation(tmp_path, start):
    server, _ = start()
    wallets = f"127.0.0.1:{server.wallet.rpartition(':')[2]}"
    operator = server.admin_listen
    options = ("--wallet-listen", wallets, "--admin-listen", operator, "--data", "data")
    assert ports(server.directory, server.host, *options) == {
        "port": ("ok", f"a Doorward server runs on {server.host}"),
        "wallet port": ("ok", f"a Doorward server runs on {wallets}"),
        "admin port": ("ok", f"a Doorward server runs on {operator}")}
    # Neither an installation of its own nor none has the keys of that server.
    other = tmp_path / "other"
    other.mkdir()
    (other / "doorward.json").write_text(json.dumps(store_settings(other / "data")))
    for _ in range(2):
        assert ports(other, server.host, *options) == {
            "port": ("problem", f"a Doorward server of another installation runs on {server.host}"),
            "wallet port": ("problem", f"a Doorward server of another installation runs on {wallets}"),
            "admin port": ("problem", f"a Doorward server of another installation runs on {operator}")}
        assert run(other, "admin", "key", "create", "--name", "a", "--data", "data").returncode == 0


@contextmanager
def imitation():
    """Another program with the health check of a Doorward server."""
    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200 if self.path == "/healthz" else 404)
            self.end_headers()
            self.wfile.write(b'{"status": "ok"}')

        def log_message(self, *_):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"127.0.0.1:{server.server_address[1]}"
        server.shutdown()


def test_doctor_does_not_take_another_program_for_a_doorward_server(tmp_path):
    with imitation() as host:
        assert ports(tmp_path, host)["port"] == ("problem", f"another program listens on {host}")
