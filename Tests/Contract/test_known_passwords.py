"""The list of known passwords, and the measurement of password hashing."""

from __future__ import annotations

import hashlib
import json
import os
import pty
import re
import subprocess

import pytest

from running import NOWHERE, binary, doorward, environment


def run(tmp_path, *arguments: str):
    return doorward(*arguments, directory=tmp_path)


def finding(tmp_path, name: str, others: dict | None = None, **passwords: object) -> dict:
    """The finding of the doctor with these settings of passwords, and with other settings."""
    (tmp_path / "doorward.json").write_text(json.dumps({"near": NOWHERE, "passwords": passwords, **(others or {})}))
    result = run(tmp_path, "doctor", "--json", "--development", "--listen", "127.0.0.1:0")
    [found] = [check for check in json.loads(result.stdout)["checks"] if check["check"] == name]
    return found


def test_a_list_of_passwords_is_imported_and_replaced(tmp_path):
    (tmp_path / "list").write_text("password\nqwertyuiop\nabc\npassword\n")
    result = run(tmp_path, "passwords", "import", "list", "--output", "known")
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout == "2 passwords in known; 4 lines read, 1 left out\n"
    file = tmp_path / "known"
    first = file.read_bytes(), file.stat().st_ino
    (tmp_path / "list").write_text("password\nqwertyuiop\nabc\n")
    again = run(tmp_path, "passwords", "import", "list", "--output", "known", "--minimum-length", "3")
    assert again.stdout == "3 passwords in known; 3 lines read, 0 left out\n"
    # The new file takes the name of the old one when it is complete.
    assert file.stat().st_ino != first[1] and file.read_bytes() != first[0]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["known", "list"]
    found = finding(tmp_path, "known passwords", blocklist="known")
    assert (found["status"], found["detail"]) == ("ok", "known, 3 passwords")


def test_hashes_are_the_same_list_as_their_passwords(tmp_path):
    hashes = [hashlib.sha1(text).hexdigest().upper() for text in (b"password", b"qwertyuiop")]
    (tmp_path / "hashes").write_text(f"{hashes[0]}:7\n{hashes[1]}:2\n")
    (tmp_path / "list").write_text("password\nqwertyuiop\n")
    assert run(tmp_path, "passwords", "import", "list", "--output", "a").returncode == 0
    assert run(tmp_path, "passwords", "import", "hashes", "--format", "hashes", "--output", "b").returncode == 0
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    fewer = run(tmp_path, "passwords", "import", "hashes", "--format", "hashes", "--minimum-count", "3", "--output", "c")
    assert fewer.stdout == "1 passwords in c; 2 lines read, 1 left out\n"


def test_a_failed_import_keeps_the_old_file(tmp_path):
    (tmp_path / "list").write_text("password\n")
    assert run(tmp_path, "passwords", "import", "list", "--output", "known").returncode == 0
    before = (tmp_path / "known").read_bytes()
    for arguments, says in [
            (("none", "--output", "known"), "none cannot be opened"),
            (("list", "--output", "known", "--format", "hashes"), "no line in the expected format"),
            (("list", "--output", "no/known"), "cannot be created")]:
        result = run(tmp_path, "passwords", "import", *arguments)
        assert (result.returncode, result.stdout) == (1, "") and says in result.stderr
    assert (tmp_path / "known").read_bytes() == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["known", "list"]


@pytest.mark.parametrize("arguments, says", [
    ([], "missing"), (["list"], "--output"), (["list", "--output", "a", "--format", "csv"], "csv"),
    (["list", "--output", "a", "--minimum-length", "0"], "--minimum-length"),
    (["list", "--output", "a", "--minimum-count", "2"], "--format hashes"),
    (["list", "--output", "a", "--format", "hashes", "--minimum-length", "2"], "--format passwords")])
def test_wrong_usage_is_reported(tmp_path, arguments, says):
    result = run(tmp_path, "passwords", "import", *arguments)
    assert (result.returncode, result.stdout) == (2, "") and says in result.stderr


def test_a_terminal_shows_the_progress(tmp_path):
    (tmp_path / "list").write_text("".join(f"password{number:08}\n" for number in range(150_000)))
    terminal, other = pty.openpty()
    with subprocess.Popen(
            [binary(), "passwords", "import", "list", "--output", "known"], cwd=tmp_path, env=environment(),
            stdout=subprocess.PIPE, stderr=other) as program:
        os.close(other)
        shown = b""
        try:
            while part := os.read(terminal, 4096):
                shown += part
        except OSError:
            pass  # Linux reports the end of a terminal as an error.
        assert program.stdout.read() == b"150000 passwords in known; 150000 lines read, 0 left out\n"
    os.close(terminal)
    assert re.search(rb"\r2 MiB of 2 MiB \(\d+ %\), \d+ lines", shown), shown
    assert shown.endswith(b"\r\x1b[K")


def test_doctor_reports_an_unusable_list(tmp_path):
    (tmp_path / "list").write_text("password\n")
    found = finding(tmp_path, "known passwords", blocklist="list")
    assert found["status"] == "problem" and "doorward passwords import" in found["remedy"]


@pytest.mark.parametrize("length, required, status", [(8, False, "problem"), (8, True, "problem"), (12, False, "ok"), (15, False, "ok")])
def test_doctor_refuses_short_passwords_without_a_second_factor(tmp_path, length, required, status):
    application = {"id": "app", "methods": ["password"], "password": {"identifiers": ["username"]},
                   "second_factor": {"required": required}}
    found = finding(tmp_path, "configuration", {"applications": [application]}, minimum_length=length)
    assert found["status"] == status
    assert ("passwords.minimum_length: must be from 12 to 64" in found["detail"]) == (status == "problem")
    # The length for sign-ins with a second factor needs no application that requires one.
    found = finding(tmp_path, "configuration", {"applications": [application]}, minimum_length_with_second_factor=8)
    assert found["status"] == "ok"


def test_a_server_with_short_passwords_alone_does_not_start(tmp_path):
    (tmp_path / "doorward.json").write_text(json.dumps({"near": NOWHERE, "passwords": {"minimum_length": 11}}))
    result = run(tmp_path, "serve", "--development", "--listen", "127.0.0.1:0")
    assert result.returncode == 2 and "passwords.minimum_length" in result.stderr and "must be from 12 to 64" in result.stderr


def test_doctor_measures_password_hashing(tmp_path):
    found = finding(tmp_path, "password hashing", threads=2)
    values = re.fullmatch(
        r"a hash takes \d+ ms; 2 threads use 38 of (\d+) MiB, 256 for imported hashes\. For 100 ms: passwords\.memory_kib (\d+), "
        r"passwords\.passes (\d+), passwords\.threads (\d+), which use (\d+) MiB", found["detail"])
    machine, kibibytes, passes, threads, used = map(int, values.groups())
    assert kibibytes >= 19456 and passes >= 2 and threads >= 1
    assert used == threads * kibibytes // 1024 and used <= machine // 4
    # The server accepts the recommended settings.
    recommended = {"memory_kib": kibibytes, "passes": passes, "threads": threads}
    assert finding(tmp_path, "configuration", **recommended)["status"] == "ok"


def test_doctor_warns_if_hashes_need_too_much_memory(tmp_path):
    found = finding(tmp_path, "password hashing", threads=1024)
    machine = int(re.search(r"of (\d+) MiB", found["detail"])[1])
    assert found["status"] == ("warning" if machine < 4 * 19456 else "ok")
    if found["status"] == "warning":
        assert "passwords.threads" in found["remedy"]
