"""`doorward database copy`: users, sessions and codes of a file work at servers on PostgreSQL."""

import pytest

from accounts import Account
from client import Page
from console_mail import LIMITS, Mailbox
from postgresql import PostgreSQL
from programs import Program, run
from running import binary, doorward, environment
from stored import Stored, only_sqlite
from terminal import Terminal
from wallets import Binding, EthereumWallet

pytestmark = only_sqlite("the servers that are copied have SQLite")
only_in_test_all = pytest.mark.only_in_test_all("DatabaseCopyTests of ServerTests shows the same in less time")


@pytest.fixture
def database():
    with PostgreSQL() as database:
        yield database


def copy(directory, database):
    return doorward("database", "copy", f"sqlite:{directory / 'data'}", database.url, directory=directory)


@only_in_test_all
def test_everything_of_a_file_works_at_a_server_on_postgresql(start, tmp_path, database):
    server, api = start(settings={"rate_limits": LIMITS})
    account = Account(api, Mailbox(server), "ada@example.com", "+41791234567")
    wallet = EthereumWallet()
    spent = api.proof(wallet)
    session = api.post("/v1/ethereum/sign-in", spent).json
    unspent = api.proof(wallet)
    ended = api.sign_in(wallet)
    api.post("/v1/sign-out", {"scope": "this"}, token=ended["account_token"])
    rotated = api.refresh(session["refresh_token"], key="one").json
    page = Page(api)
    page.sign_in(wallet)
    binding = Binding()
    sent = api.post("/v1/code/send", {"email": account.email, "binding": binding.value})
    code = {"challenge_id": sent["challenge_id"], "code": account.mailbox.code(account.email),
            "binding_secret": binding.secret}
    keys = api.get("/.well-known/jwks.json").json
    assert server.terminate() == 0

    copied = copy(tmp_path, database)
    assert copied.returncode == 0, copied.stderr
    lines = copied.stdout.splitlines()
    assert any(line.startswith("users: 2 rows, checksum ") for line in lines)
    assert lines[-1] == "the copy is complete"
    server, api = start(settings={"rate_limits": LIMITS, "database": database.url}, listen=server.host)

    assert api.get("/.well-known/jwks.json").json == keys
    assert api.post("/v1/ethereum/sign-in", spent).code == "challenge_used"
    assert api.post("/v1/ethereum/sign-in", unspent)["user"]["id"] == session["user"]["id"]
    assert api.get("/v1/user", token=rotated["access_token"])["id"] == session["user"]["id"]
    assert api.get("/v1/user", token=ended["account_token"]).code == "invalid_token"
    assert api.refresh(session["refresh_token"], key="one")["refresh_token"] == rotated["refresh_token"]
    assert api.refresh(rotated["refresh_token"]).status == 200
    page.api = api
    assert page.call("GET", "/session/state")["signed_in"] is True
    assert api.post("/v1/code/sign-in", code)["user"]["id"] == account.id
    account.api = api
    methods = [method for method, answer in account.sessions() if answer["user"]["id"] == account.id]
    assert len(methods) == 5


@only_in_test_all
def test_a_second_copy_is_refused(start, tmp_path, database):
    server, _ = start()
    # The copy is a snapshot, so the server may run.
    assert copy(tmp_path, database).returncode == 0
    again = copy(tmp_path, database)
    assert again.returncode == 1
    assert "choose an empty database" in again.stderr
    assert not again.stdout


@only_in_test_all
def test_a_killed_copy_leaves_the_database_empty(start, tmp_path):
    _, api = start()
    users = [api.sign_in(EthereumWallet())["user"]["id"] for _ in range(3)]
    with PostgreSQL(max_prepared_transactions="1") as database:
        # A prepared transaction keeps its lock without a session. With it, the copy cannot analyze its first table, so the copy
        # waits after it has sent rows and before it commits.
        database.sql("BEGIN; LOCK TABLE pg_statistic IN SHARE MODE; PREPARE TRANSACTION 'held'", "doorward")
        arguments = ["database", "copy", f"sqlite:{tmp_path / 'data'}", database.url]
        with Program(binary(), *arguments, directory=tmp_path, environment=environment()) as program:
            while database.sql("SELECT count(*) FROM pg_locks WHERE NOT granted", "doorward") == "0":
                assert program.is_running, program.errors.rest()
            program.kill()
            assert "users" not in program.output.rest()
        database.sql("ROLLBACK PREPARED 'held'", "doorward")
        again = copy(tmp_path, database)
        assert again.returncode == 0, again.stderr
        assert database.sql("SELECT count(*) FROM users", "doorward") == str(len(users))


# More than the rows between two steps of the progress.
SPENT = 25_000


def add_spent_challenges(data) -> None:
    with Stored(data) as store:
        store.execute(
            "WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?) "
            "INSERT INTO spent_challenges SELECT randomblob(length(id)), expires_at FROM numbers, "
            "(SELECT id, expires_at FROM spent_challenges LIMIT 1)", [SPENT - 1])


def test_a_terminal_shows_the_progress_and_a_pipe_gets_lines_only(start, tmp_path, database):
    server, api = start()
    api.sign_in(EthereumWallet())
    assert server.terminate() == 0
    add_spent_challenges(tmp_path / "data")
    command = [binary(), "database", "copy", f"sqlite:{tmp_path / 'data'}"]
    database.sql("CREATE DATABASE another OWNER doorward")
    another = database.url.removesuffix("/doorward") + "/another"
    with Terminal(*command, database.url, directory=tmp_path, environment=environment()) as terminal:
        assert terminal.wait() == 0, terminal.output
    piped = run(*command, another, directory=tmp_path, environment=environment())
    assert (piped.returncode, piped.stderr) == (0, "")
    lines = piped.stdout.splitlines()
    assert len(lines) > 15 and all(line.isprintable() for line in lines)
    assert [line for line in lines if f"{SPENT} rows" in line] == [
        line for line in lines if line.startswith("spent_challenges: ")]
    shown = terminal.states()
    steps = [f"spent_challenges: {text}" for text in ("10000 rows", "20000 rows", f"comparing {SPENT} rows")]
    moments = [next(index for index, state in enumerate(shown) if state[-1] == step) for step in steps]
    assert moments == sorted(moments)
    # Each step replaces the one before, so at the end the lines alone are on the screen.
    assert shown[-1] == [*lines, ""]


def test_wrong_arguments_are_refused_with_a_sentence(tmp_path):
    for arguments, status, sentence in [
            (["sqlite:data"], 2, "an argument is missing"),
            (["data", "postgresql:///x"], 2, "must be sqlite:DIRECTORY"),
            (["sqlite:data", "mysql://x"], 2, "the second database"),
            (["sqlite:data", "postgresql:///x"], 1, "there is no database")]:
        done = doorward("database", "copy", *arguments, directory=tmp_path)
        assert (done.returncode, sentence in done.stderr) == (status, True), done.stderr
