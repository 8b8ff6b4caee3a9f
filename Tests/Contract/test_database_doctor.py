"""The doctor reports standbys, a standby in place of the primary, and a connection without TLS to another host."""

import json
import time

import pytest

from postgresql import PostgreSQL
from running import Doorward, doorward

# libpq reads this as 127.0.0.1. The server knows no other names of loopback than the usual ones, so it is another host.
OTHER_HOST = "127.1"


@pytest.fixture(scope="module")
def primary():
    with PostgreSQL(wal_level="replica", max_wal_senders="4") as primary:
        yield primary


@pytest.fixture(scope="module")
def standby(primary):
    with primary.copy(wal_receiver_status_interval="1s") as standby:
        yield standby


@pytest.fixture(scope="module")
def diagnose(tmp_path_factory, primary):
    """Runs the doctor for a database with tables. Returns its findings, by name."""
    directory = tmp_path_factory.mktemp("doctor")
    server = Doorward(directory, settings={"database": primary.url})
    assert server.terminate() == 0

    def diagnose(url: str) -> dict[str, dict]:
        done = doorward(
            "doctor", "--json", "--development", "--listen", "127.0.0.1:0", "--data", "data", "--database", url,
            directory=directory)
        return {finding["check"]: finding for finding in json.loads(done.stdout)["checks"]}

    return diagnose


def test_a_standby_is_shown_to_a_user_with_the_right_to_see_it(primary, standby, diagnose):
    primary.sql("REVOKE pg_monitor FROM doorward")
    finding = diagnose(primary.url)["standby walreceiver"]
    assert (finding["status"], "grant pg_monitor" in finding["detail"]) == ("ok", True), finding
    primary.sql("GRANT pg_monitor TO doorward")
    finding = diagnose(primary.url)["standby walreceiver"]
    assert (finding["status"], finding["detail"].startswith("async, ")) == ("ok", True), finding


@pytest.mark.only_in_test_all("waits for a lag of twelve seconds")
def test_a_standby_that_lags_is_a_warning(primary, standby, diagnose):
    primary.sql("GRANT pg_monitor TO doorward")
    standby.sql("SELECT pg_wal_replay_pause()")
    try:
        primary.sql("CREATE TABLE ballast AS SELECT generate_series(1, 1000) AS number")
        deadline = time.monotonic() + 60
        while primary.sql("SELECT replay_lag > interval '12 s' FROM pg_stat_replication") != "t":
            assert time.monotonic() < deadline, "the standby does not lag"
            time.sleep(0.2)
        finding = diagnose(primary.url)["standby walreceiver"]
    finally:
        standby.sql("SELECT pg_wal_replay_resume()")
    assert finding["status"] == "warning" and "seconds behind" in finding["detail"], finding
    assert finding["remedy"]


def test_a_standby_in_place_of_the_primary_is_a_problem(standby, diagnose):
    finding = diagnose(standby.url)["PostgreSQL"]
    assert (finding["status"], "standby" in finding["detail"]) == ("problem", True), finding
    assert "name the primary" in finding["remedy"]


def test_the_primary_is_found_in_a_list_that_begins_with_a_standby(primary, standby, diagnose):
    finding = diagnose(f"postgresql://doorward@{standby.host},{primary.host}/doorward")["PostgreSQL"]
    assert finding["status"] == "ok", finding


def test_a_connection_without_tls_to_another_host_is_a_warning(primary, diagnose):
    url = primary.url.replace("127.0.0.1", OTHER_HOST)
    finding = diagnose(f"{url}?insecure=yes&sslmode=disable")["database TLS"]
    assert (finding["status"], "not encrypted" in finding["detail"]) == ("warning", True), finding
    # Without the parameter, the doctor does not connect.
    [problem] = [finding for finding in diagnose(f"{url}?sslmode=disable").values()
                 if finding["status"] == "problem" and "sslmode" in finding["detail"]]
    assert problem["remedy"]
    assert diagnose(primary.url)["database TLS"]["status"] == "ok"


def test_a_user_who_does_not_own_the_tables_cannot_migrate_them(primary, diagnose):
    primary.sql("CREATE ROLE app LOGIN")
    primary.sql(
        "GRANT ALL ON SCHEMA public TO app; GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO app",
        "doorward")
    finding = diagnose(primary.url.replace("doorward@", "app@"))["database privileges"]
    assert (finding["status"], "lacks ownership of table" in finding["detail"]) == ("problem", True), finding
    assert diagnose(primary.url)["database privileges"]["status"] == "ok"


@pytest.mark.parametrize("owner", ["ROLE", "DATABASE"])
def test_the_connection_limit_of_the_user_and_of_the_database_counts(primary, diagnose, owner):
    primary.sql(f"ALTER {owner} doorward CONNECTION LIMIT 3")
    try:
        finding = diagnose(primary.url)["database connections"]
    finally:
        primary.sql(f"ALTER {owner} doorward CONNECTION LIMIT -1")
    assert (finding["status"], "the server accepts 3 " in finding["detail"]) == ("problem", True), finding


def test_a_url_in_the_wrong_place_is_not_printed(tmp_path):
    url = "postgresql://doorward:a-secret@127.0.0.1:1/doorward"
    for command in (["serve", url], ["database", "check", url], ["doctor", url]):
        done = doorward(*command, directory=tmp_path)
        assert done.returncode == 2 and "--database URL" in done.stderr, done.stderr
        assert "a-secret" not in done.stdout + done.stderr


@pytest.mark.parametrize(("seconds", "status", "detail"), [
    (0, "ok", "less than a second from"), (20, "ok", "ahead of"), (-45, "warning", "behind"), (120, "problem", "ahead of")])
def test_the_clocks_of_the_database_and_of_this_machine_are_compared(primary, diagnose, seconds, status, detail):
    # The search path puts another clock before that of the system.
    primary.sql("CREATE SCHEMA IF NOT EXISTS shifted; GRANT USAGE ON SCHEMA shifted TO doorward", "doorward")
    primary.sql(
        "CREATE OR REPLACE FUNCTION shifted.clock_timestamp() RETURNS timestamptz LANGUAGE sql AS "
        f"$$ SELECT pg_catalog.clock_timestamp() + interval '{seconds} seconds' $$", "doorward")
    primary.sql("ALTER ROLE doorward SET search_path = shifted, pg_catalog, public")
    try:
        finding = diagnose(primary.url)["database clock"]
    finally:
        primary.sql("ALTER ROLE doorward RESET search_path")
    assert (finding["status"], detail in finding["detail"]) == (status, True), finding
    assert ("NTP" in (finding.get("remedy") or "")) == (status != "ok")
