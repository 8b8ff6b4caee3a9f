"""A server whose database fails answers 503, loses nothing that it has acknowledged, and works again by itself."""

import os
import time
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from bounds import RECOVERY, wait_until_writable
from client import API
from console_mail import LIMITS
from postgresql import PostgreSQL, unprivileged
from programs import run
from running import Doorward
from wallets import EthereumWallet

# How long the database is stopped, in seconds.
OUTAGE = float(os.environ.get("DOORWARD_OUTAGE_SECONDS", "2"))


@pytest.fixture
def serve(tmp_path, document):
    """Starts a server on a database. The function returns a client of it."""
    servers = []

    def serve(url: str) -> API:
        servers.append(Doorward(tmp_path, settings={"rate_limits": LIMITS, "database": url}))
        return API(servers[-1].account, document)

    serve.servers = servers
    yield serve
    for server in servers:
        assert server.terminate() == 0


def refuses(api: API) -> None:
    """A write and the readiness check are refused with the request to come back."""
    answer = api.post("/v1/ethereum/sign-in", api.proof(EthereumWallet()))
    assert (answer.status, int(answer.headers["Retry-After"]) > 0) == (503, True), answer.body
    # A commit of the last second counts as a check.
    deadline = time.monotonic() + 2
    while (answer := api.get("/readyz")).status != 503:
        assert time.monotonic() < deadline, "the server says that it is ready"
        time.sleep(0.05)
    assert int(answer.headers["Retry-After"]) > 0
    assert api.get("/healthz").status == 200


def recovers(api: API, session: dict, database: PostgreSQL) -> None:
    """Requests succeed within a second after another client can write, and an earlier session is good."""
    wait_until_writable(database.url)
    returned = time.monotonic()

    def ask() -> tuple[float, bool]:
        return time.monotonic() - returned, api.get("/readyz").status == 200

    # Requests go on while earlier ones wait for an answer, and one of them at a time tries to connect.
    with ThreadPoolExecutor(64) as pool:
        requests = []
        while not (requests and all(one.done() and one.result()[1] for one in requests[-4:])):
            requests.append(pool.submit(ask))
            if time.monotonic() - returned > RECOVERY:
                break
            time.sleep(0.05)
    refused = [moment for moment, is_ready in (one.result() for one in requests) if not is_ready]
    assert max(refused, default=0) < RECOVERY, "a request fails a second after the return of the database"
    assert requests[-1].result()[1], "the server is not ready"
    assert api.get("/v1/user", token=session["account_token"])["id"] == session["user"]["id"]
    assert api.refresh(session["refresh_token"]).status == 200
    assert api.sign_in(EthereumWallet())["user"]["id"]


def test_a_stopped_database(serve):
    with PostgreSQL() as database:
        api = serve(database.url)
        session = api.sign_in(EthereumWallet())
        database.stop()
        end = time.monotonic() + OUTAGE
        while time.monotonic() < end:
            begin = time.monotonic()
            refuses(api)
            # No request waits for the database.
            assert time.monotonic() - begin < 2
            time.sleep(0.1)
        database.start()
        recovers(api, session, database)


def refuses_at_once(api: API) -> None:
    """Requests are refused without waiting for the database, after those that were the first to notice its silence."""
    deadline = time.monotonic() + 40
    while True:
        begin = time.monotonic()
        refuses(api)
        if time.monotonic() - begin < 1:
            return
        assert time.monotonic() < deadline, "requests wait for the database"


def test_a_database_that_does_not_answer(serve):
    with PostgreSQL() as database:
        api = serve(database.url)
        serve(database.url)
        session = api.sign_in(EthereumWallet())
        database.freeze()
        # The numbers that do not come from the database are read when they are needed most.
        with urllib.request.urlopen(f"http://{serve.servers[0].admin_listen}/metrics", timeout=4) as answer:
            metrics = answer.read().decode()
        assert "\ndoorward_store_waiting{" in metrics and "\ndoorward_sessions_alive " not in metrics
        refuses_at_once(api)
        # A server that ends does not wait for the database for longer than a service manager waits for it.
        assert serve.servers[1].terminate() == 0
        database.thaw()
        recovers(api, session, database)


def test_no_connection_is_left(serve):
    with PostgreSQL() as database:
        api = serve(database.url)
        session = api.sign_in(EthereumWallet())
        database.sql("ALTER ROLE doorward CONNECTION LIMIT 0")
        database.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'doorward'")
        refuses(api)
        database.sql("ALTER ROLE doorward CONNECTION LIMIT -1")
        recovers(api, session, database)


def test_a_database_that_becomes_read_only(serve):
    with PostgreSQL() as database:
        api = serve(database.url)
        session = api.sign_in(EthereumWallet())
        database.set("default_transaction_read_only", "on")
        refuses(api)
        # A request that only reads still succeeds.
        assert api.get("/v1/user", token=session["account_token"])["id"] == session["user"]["id"]
        database.set("default_transaction_read_only", "off")
        recovers(api, session, database)


@pytest.fixture
def small_disk(tmp_path_factory):
    """A folder of PostgreSQL with little space."""
    folder = Path("/tmp") / f"pg-small-{os.getpid()}"
    folder.mkdir()
    options = "size=24m,mode=0700,uid=postgres,gid=postgres"
    if run("mount", "-t", "tmpfs", "-o", options, "tmpfs", folder).returncode:
        folder.rmdir()
        pytest.skip("only root can mount a small disk")
    yield folder
    run("umount", "--lazy", folder)
    folder.rmdir()


def test_a_full_disk(serve, small_disk):
    with PostgreSQL() as database:
        tables = small_disk / "tables"
        run(*unprivileged("mkdir", tables))
        database.sql(f"CREATE TABLESPACE small LOCATION '{tables}'")
        database.sql("ALTER DATABASE doorward SET TABLESPACE small")
        api = serve(database.url)
        session = api.sign_in(EthereumWallet())
        ballast = small_disk / "ballast"
        filling = run("dd", "if=/dev/zero", f"of={ballast}", "bs=64k")
        assert "No space left on device" in filling.stderr
        # Pages with free space still take rows.
        answers = []
        while not answers or answers[-1].status == 200:
            answers.append(api.post("/v1/ethereum/sign-in", api.proof(EthereumWallet())))
            assert len(answers) < 1000, "the disk is not full"
        assert answers.pop().status == 503
        assert api.get("/v1/user", token=session["account_token"])["id"] == session["user"]["id"]
        ballast.unlink()
        recovers(api, session, database)
        for answer in answers:
            assert api.get("/v1/user", token=answer["account_token"])["id"] == answer["user"]["id"]


def test_a_full_disk_of_the_write_ahead_log(serve, small_disk):
    """PostgreSQL stops, because it cannot write what it would acknowledge."""
    log = small_disk / "log"
    run(*unprivileged("mkdir", log))
    with PostgreSQL(log=log, max_wal_size="8MB", min_wal_size="2MB") as database:
        api = serve(database.url)
        session = api.sign_in(EthereumWallet())
        ballast = small_disk / "ballast"
        filling = run("dd", "if=/dev/zero", f"of={ballast}", "bs=64k")
        assert "No space left on device" in filling.stderr
        # The files of the log that exist already still take commits.
        answers = []
        while not answers or answers[-1].status == 200:
            answers.append(api.post("/v1/ethereum/sign-in", api.proof(EthereumWallet())))
            assert len(answers) < 10_000, "the disk is not full"
        assert answers.pop().status == 503
        refuses(api)
        assert "No space left on device" in (database.folder / "server.log").read_text()
        ballast.unlink()
        database.start()
        recovers(api, session, database)
        for answer in answers:
            assert api.get("/v1/user", token=answer["account_token"])["id"] == answer["user"]["id"]


def test_a_promoted_standby_has_everything_that_was_acknowledged(serve):
    with PostgreSQL(wal_level="replica", max_wal_senders="4") as primary, primary.copy() as standby:
        primary.set("synchronous_standby_names", "'*'")
        api = serve(f"postgresql://doorward@{primary.host},{standby.host}/doorward")
        sessions = []
        deadline = time.monotonic() + 1
        while time.monotonic() < deadline:
            sessions.append(api.sign_in(EthereumWallet()))
        spent = [api.proof(EthereumWallet()) for _ in range(5)]
        for proof in spent:
            assert api.post("/v1/ethereum/sign-in", proof).status == 200
        primary.kill()
        refuses(api)
        standby.tool("pg_ctl", "-D", standby.data, "promote", "-w")
        recovers(api, sessions[0], standby)
        for session in sessions:
            assert api.get("/v1/user", token=session["account_token"])["id"] == session["user"]["id"]
        for proof in spent:
            assert api.post("/v1/ethereum/sign-in", proof).code == "challenge_used"


@pytest.mark.takes_long("servers wait until they notice the silence, and a new one waits for the silent machine first")
def test_a_standby_takes_over_from_a_machine_that_falls_silent(serve):
    with PostgreSQL(wal_level="replica", max_wal_senders="4") as primary, primary.copy() as standby:
        primary.set("synchronous_standby_names", "'*'")
        url = f"postgresql://doorward@{primary.host},{standby.host}/doorward"
        api = serve(url)
        session = api.sign_in(EthereumWallet())
        primary.freeze()
        refuses_at_once(api)
        standby.tool("pg_ctl", "-D", standby.data, "promote", "-w")
        recovers(api, session, standby)
        # A server that starts finds the standby behind the silent machine.
        later = serve(url)
        for _ in range(20):
            assert later.sign_in(EthereumWallet())["user"]["id"]
