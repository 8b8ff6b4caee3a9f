"""Faults of an installation: the doctor and the server report the same, and the advice works."""

import json
import os
import re
import resource
import signal
import sqlite3
import sys
from pathlib import Path

import pytest

from databases import IS_POSTGRESQL
from running import doorward
from stored import only_sqlite
from unprivileged import Place, place

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="Bubblewrap and /proc are Linux's")

STORED = ("data directory", "master key", "database", "signing keys")
READ_ONLY = ("bwrap", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc")


@pytest.fixture
def new():
    """A place without an installation."""
    with place() as made:
        made.give()
        yield made


@pytest.fixture
def used(new):
    """A place with the installation of a stopped server."""
    with new.serving() as server:
        assert server, new.said
    return new


def no_parent(place: Place) -> None:
    (place.path / "locked").mkdir(mode=0o555)
    place.configure(data=str(place.path / "locked/data"))


def locked_directory(place: Place) -> None:
    place.data.chmod(0o500)


def file_in_place_of_directory(place: Place) -> None:
    place.configure(data=str(place.program))


def key_in_missing_directory(place: Place) -> None:
    place.remove_installation()
    place.configure(master_key_file=str(place.path / "none/master.key"))


def key_in_locked_directory(place: Place) -> None:
    place.remove_installation()
    (place.path / "locked").mkdir(mode=0o555)
    place.configure(master_key_file=str(place.path / "locked/master.key"))


def key_lost(place: Place) -> None:
    (place.data / "master.key").unlink()


def key_unreadable(place: Place) -> None:
    (place.data / "master.key").chmod(0)


def key_open(place: Place) -> None:
    (place.data / "master.key").chmod(0o644)


def database_read_only(place: Place) -> None:
    (place.data / "doorward.sqlite3").chmod(0o400)


def database_empty(place: Place) -> None:
    (place.data / "doorward.sqlite3").write_bytes(b"")


def database_damaged(place: Place) -> None:
    (place.data / "doorward.sqlite3").write_bytes(b"x" * 8192)


def log_read_only(place: Place) -> None:
    with place.serving() as server:
        server.kill()
    for name in ("doorward.sqlite3-wal", "doorward.sqlite3-shm"):
        (place.data / name).chmod(0o400)


FAULTS = [no_parent, locked_directory, file_in_place_of_directory, key_in_missing_directory, key_in_locked_directory,
          key_lost, key_unreadable, key_open]
FILE_FAULTS = [database_read_only, database_empty, database_damaged, log_read_only]


def problems(found: dict[str, list[dict]]) -> list[str]:
    return [f"{check['detail']}; {check.get('remedy', '')}" for name in STORED for check in found.get(name, [])
            if check["status"] == "problem"]


def test_doctor_and_server_accept_a_healthy_installation(new):
    assert problems(new.doctor()) == []
    with new.serving() as server:
        assert server, new.said
        assert problems(new.doctor()) == []
    assert problems(new.doctor()) == []


@pytest.mark.parametrize(
    "fault", [*FAULTS, *(pytest.param(fault, marks=only_sqlite("the fault is one of the file")) for fault in FILE_FAULTS)],
    ids=lambda fault: fault.__name__)
def test_doctor_and_server_report_the_same_fault(used, fault):
    fault(used)
    used.give()
    found = problems(used.doctor())
    assert found
    with used.serving() as server:
        assert not server, found
    assert used.status == 1
    assert re.fullmatch(r"doorward: .+\n", used.said), "one sentence with the remedy"


def test_a_read_only_file_system_is_reported(used):
    found = problems(used.doctor(before=READ_ONLY))
    assert found and all("read-only" in text and "chmod" not in text for text in found), found
    with used.serving(before=READ_ONLY) as server:
        assert not server
    assert "read-only" in used.said and "chmod" not in used.said


@only_sqlite("the database is a file")
@pytest.mark.parametrize("log", ["none", "header", "pages"])
def test_a_database_on_a_read_only_medium_is_checked_and_copied(used, log):
    if log != "none":
        with used.serving() as server:
            server.kill()
    if log == "header":
        os.truncate(used.data / "doorward.sqlite3-wal", 32)
    used.give()
    files = {path.name: path.stat().st_mtime_ns for path in used.data.iterdir()}
    assert ("doorward.sqlite3-wal" in files) == (log != "none")
    copy = used.path / "copy.sqlite3"
    medium = ("bwrap", "--bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--ro-bind", str(used.data), str(used.data))
    for arguments, said in (("check",), "ok\n"), (("migrate", "--dry-run"), ""), (("backup", str(copy)), ""):
        with used.start("database", *arguments, before=medium) as program:
            assert program.wait() == 0, program.errors.rest()
            assert program.output.rest() == said
    assert {path.name: path.stat().st_mtime_ns for path in used.data.iterdir()} == files
    assert sqlite3.connect(copy).execute("SELECT count(*) FROM signing_keys").fetchone()[0] > 0


def test_advice_is_for_the_owner_if_only_the_owner_can_follow_it(used):
    # Every user may write there, and only root may change that.
    assert os.stat("/tmp").st_uid == 0 and os.stat("/tmp").st_mode & 0o002
    [check] = used.doctor("--data", "/tmp")["data directory"]
    assert (check["status"], check["remedy"]) == ("warning", "run chmod 700 /tmp as its owner (user id 0)")
    used.data.chmod(0o755)
    [check] = used.doctor()["data directory"]
    assert check["remedy"] == f"chmod 700 {used.data}"


def test_the_advice_for_a_master_key_that_cannot_be_created_works(used):
    key_in_missing_directory(used)
    target = used.path / "none/master.key"
    with used.serving() as server:
        assert not server
    told = re.search(r"for the server's user only: (.+); or choose another path \(master_key_file\)", used.said)[1]
    assert problems(used.doctor()) == [used.said.removeprefix("doorward: ").strip() + "; "]
    target.parent.mkdir()
    assert os.system(told.replace("-o USER ", "")) == 0
    used.give()
    with used.serving() as server:
        assert server, used.said


def test_what_cannot_be_read_is_told_from_what_does_not_exist(used):
    locked = used.path / "locked"
    locked.mkdir()
    used.data.rename(locked / "data")
    used.configure(data=str(locked / "data"))
    used.give()
    locked.chmod(0)
    try:
        found = used.doctor()
        for name in ("data directory", "master key", *([] if IS_POSTGRESQL else ["database"])):
            [check] = found[name]
            assert check["status"] == "problem" and "cannot be read: Permission denied" in check["detail"], check
        with used.start("admin", "key", "list", "--config", "doorward.json") as program:
            said = program.errors.rest()
            assert "Permission denied" in said and "there is no" not in said
            assert program.wait() == 1
    finally:
        locked.chmod(0o700)
    used.configure(data=str(used.path / "nothing"))
    assert "does not exist yet" in used.doctor()["data directory"][0]["detail"]


@only_sqlite("a database of PostgreSQL may be empty before the first start")
def test_an_empty_database_is_not_replaced(used):
    database_empty(used)
    for command in (["serve"], ["admin", "key", "list"], ["database", "check"], ["database", "migrate"]):
        with used.start(*command, "--config", "doorward.json") as program:
            assert "is damaged, an empty file (0 bytes): restore a backup" in program.errors.rest()
            assert program.wait() == 1
    assert (used.data / "doorward.sqlite3").stat().st_size == 0
    # As the message says, deleting it makes space for a new one.
    (used.data / "doorward.sqlite3").unlink()
    with used.serving() as server:
        assert server, used.said


@only_sqlite("the unfinished database is a file beside the complete one")
def test_a_first_start_leaves_a_complete_database(new):
    with new.serving() as server:
        assert server, new.said
        assert sorted(path.name for path in new.data.iterdir() if "unfinished" in path.name) == []
        assert (new.data / "doorward.sqlite3").stat().st_size > 0


@only_sqlite("the file of the database is deleted")
@pytest.mark.parametrize("loss", ["deleted", "replaced"])
def test_a_lost_database_makes_the_server_not_ready(start, loss):
    server, api = start()
    assert api.get("/readyz").status == 200
    database = server.data / "doorward.sqlite3"
    copy = sqlite3.connect(database).serialize()
    database.unlink()
    if loss == "replaced":
        database.write_bytes(copy)
    answer = api.get("/readyz")
    assert (answer.status, answer.json["code"]) == (503, "store_unavailable")
    assert "was moved, deleted or replaced" in server.log.read_text()
    found = json.loads(doorward(
        "doctor", "--json", "--development", "--listen", server.host, "--config", "doorward.json", "--data", "data",
        directory=server.directory).stdout)["checks"]
    [port] = [check for check in found if check["check"] == "port"]
    assert port["status"] == "problem" and "its store cannot read and write" in port["detail"]


def core_limit(pid: int) -> str:
    return re.search(r"^Max core file size\s+(\S+)\s+(\S+)", Path(f"/proc/{pid}/limits").read_text(), re.M)[0].split()[4]


def allow_dumps() -> None:
    hard = resource.getrlimit(resource.RLIMIT_CORE)[1]
    resource.setrlimit(resource.RLIMIT_CORE, (hard, hard))


@pytest.mark.parametrize("options, dumps", [((), False), (("--allow-core-dumps",), True)])
def test_core_dumps_are_disabled_unless_allowed(new, options, dumps):
    with new.serving(*options, preexec_fn=allow_dumps) as server:
        process = server.process
        hard = resource.getrlimit(resource.RLIMIT_CORE)[1]
        allowed = "unlimited" if hard == resource.RLIM_INFINITY else str(hard)
        assert core_limit(process.pid) == (allowed if dumps else "0")
        # If a process cannot be dumped or read by other processes of its user, root owns this file (proc(5)).
        assert (os.stat(f"/proc/{process.pid}/environ").st_uid != 0) == dumps
        if dumps:
            return
        process.send_signal(signal.SIGABRT)
        status = os.waitpid(process.pid, 0)[1]
        assert os.WIFSIGNALED(status) and not os.WCOREDUMP(status)


def test_the_server_raises_its_limit_of_open_files(new):
    def few_files():
        resource.setrlimit(resource.RLIMIT_NOFILE, (256, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))

    with new.serving(preexec_fn=few_files) as server:
        limits = Path(f"/proc/{server.process.pid}/limits").read_text()
        soft, hard = re.search(r"^Max open files +(\w+) +(\w+)", limits, re.M).groups()
        assert soft == hard != "256"
