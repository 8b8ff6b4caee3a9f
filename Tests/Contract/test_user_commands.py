"""The commands of doorward-user that sign in with passwords and one-time codes."""

import json
import os
import pty
import re
import subprocess
import time

import pytest

from programs import run
from running import Doorward
from test_second_factors import Authenticator

PASSWORD = "correct horse battery"
SETTINGS = {
    "applications": [{
        "id": "default", "methods": ["password", "code", "siwe"],
        "password": {"identifiers": ["email", "phone_number", "username"]}}],
    "rate_limits": {"code_pause": 0}}


class CommandLine:
    """The program with a home folder of its own."""

    def __init__(self, home, server: Doorward) -> None:
        program = os.environ.get("DOORWARD_USER_BINARY")
        assert program, "DOORWARD_USER_BINARY must name the doorward-user program"
        home.mkdir(exist_ok=True)
        self.program = program
        self.server = server
        self.environment = {
            "HOME": str(home), "PATH": "/usr/bin:/bin", "DOORWARD_SERVER": server.account,
            # Without a keyring, the program keeps the session in a file.
            "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent"}

    def run(self, *arguments: str, input: str = "") -> subprocess.CompletedProcess:
        return run(self.program, *arguments, environment=self.environment, input=input)

    def answer(self, *arguments: str, before: list[str] = [], after: list[str] = [], address: str):
        """Runs the program with answers: lines, the code that the server prints, and more lines."""
        seen = len(self.codes(address))
        process = subprocess.Popen(
            [self.program, *arguments], env=self.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True)
        process.stdin.write("".join(f"{line}\n" for line in before))
        process.stdin.flush()
        code = self.next_code(address, seen)
        output, errors = process.communicate("".join(f"{line}\n" for line in [code, *after]), timeout=60)
        return subprocess.CompletedProcess(arguments, process.returncode, output, errors), code

    def codes(self, address: str) -> list[str]:
        return re.findall(rf"^{re.escape(address)}: .*: (\d{{6}})$", self.server.log.read_text(), re.M)

    def next_code(self, address: str, seen: int) -> str:
        end = time.monotonic() + 60
        while len(self.codes(address)) <= seen:
            assert time.monotonic() < end, self.server.log.read_text()
            time.sleep(0.02)
        return self.codes(address)[seen]


@pytest.fixture
def command_line(tmp_path, start):
    server, _ = start(directory=tmp_path / "server", settings=SETTINGS)
    return CommandLine(tmp_path / "home", server)


def test_sign_up_password_code_change_and_reset(command_line):
    mail = "ada@example.com"
    signed_up, code = command_line.answer("sign-up", "--user", mail, before=[PASSWORD], address=mail)
    assert signed_up.returncode == 0, signed_up.stderr
    assert f"You are signed in as {mail}." in signed_up.stderr and signed_up.stdout == ""
    told = json.loads(command_line.run("whoami", "--json").stdout)
    assert (told["email"], told["has_password"], told["verified"]) == (mail, True, True)
    assert command_line.run("whoami").stdout.count(mail) == 1

    changed = command_line.run("password", "change", input=f"{PASSWORD}\na long new password\n")
    assert changed.returncode == 0, changed.stderr
    assert command_line.run("logout").returncode == 0

    wrong = command_line.run("login", "--password", "--user", mail, input=f"{PASSWORD}\n")
    assert (wrong.returncode, "The user or the password is not right." in wrong.stderr) == (1, True)
    right = command_line.run("login", "--password", input=f"{mail}\na long new password\n")
    assert right.returncode == 0, right.stderr
    assert command_line.run("logout").returncode == 0

    by_code, other = command_line.answer("login", "--code", "--user", mail, address=mail)
    assert by_code.returncode == 0, by_code.stderr
    assert command_line.run("logout").returncode == 0

    reset, _ = command_line.answer(
        "password", "reset", "--user", mail, after=["another long password"], address=mail)
    assert reset.returncode == 0, reset.stderr
    assert command_line.run("token").returncode == 0

    everything = [signed_up, changed, wrong, right, by_code, reset]
    for secret in (PASSWORD, "a long new password", "another long password", code, other):
        assert all(secret not in done.stdout + done.stderr for done in everything)


def test_user_name_signs_up_at_once(command_line):
    done = command_line.run("sign-up", "--user", "lovelace", input=f"{PASSWORD}\n")
    assert done.returncode == 0, done.stderr
    assert "user name:" in command_line.run("whoami").stdout
    again = command_line.run("sign-up", "--user", "lovelace", "--again", input=f"{PASSWORD}\n")
    assert (again.returncode, "is taken" in again.stderr) == (1, True)


def test_refusals_are_explained(command_line):
    for arguments in (
        ["login", "--password", "--code"], ["login", "--user", "ada"], ["login", "--password=secret"],
        ["sign-up", "--password"], ["password"], ["password", "nonsense"]):
        wrong = command_line.run(*arguments)
        assert (wrong.returncode, wrong.stdout) == (2, ""), arguments
        assert wrong.stderr.startswith("doorward-user: ")
    assert command_line.run("password", "change").returncode == 1
    ended = command_line.run("login", "--password", "--user", "ada@example.com")
    assert (ended.returncode, "standard input has ended" in ended.stderr) == (1, True)
    short = command_line.run("sign-up", "--user", "ada@example.com", input="short\n")
    assert (short.returncode, "at least 15 characters" in short.stderr) == (1, True)


def test_second_factors(command_line):
    mail = "ada@example.com"
    login = ("login", "--password", "--user", mail)
    command_line.answer("sign-up", "--user", mail, before=[PASSWORD], address=mail)
    assert command_line.run("second-factor", "list").stdout == "unused recovery codes: 0\n"
    none = command_line.run("recovery-codes")
    assert (none.returncode, none.stdout) == (1, "")

    process = subprocess.Popen(
        [command_line.program, "second-factor", "add"], env=command_line.environment, stdin=subprocess.PIPE,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    secret = process.stdout.readline().removeprefix("secret: ").strip()
    assert process.stdout.readline().startswith("uri: otpauth://totp/")
    authenticator = Authenticator(secret)
    output, errors = process.communicate(f"{authenticator.code()}\n", timeout=60)
    assert process.returncode == 0, errors
    codes = re.findall(r"^recovery code: (\S+)$", output, re.M)
    assert len(set(codes)) == 10 and secret not in errors and not any(code in errors for code in codes)
    listed = command_line.run("second-factor", "list").stdout
    assert listed.startswith("totp  ") and listed.endswith("unused recovery codes: 10\n")

    assert command_line.run("logout").returncode == 0
    wrong = command_line.run(*login, input=f"{PASSWORD}\n{authenticator.wrong()}\n")
    assert (wrong.returncode, "The code is not right" in wrong.stderr) == (1, True)
    by_recovery = command_line.run(*login, input=f"{PASSWORD}\n{codes[0].lower()}\n")
    assert by_recovery.returncode == 0 and "You are signed in as" in by_recovery.stderr, by_recovery.stderr
    assert command_line.run("logout").returncode == 0

    reset, _ = command_line.answer(
        "password", "reset", "--user", mail, after=["a long new password", codes[1]], address=mail)
    assert reset.returncode == 0, reset.stderr
    renewed = command_line.run("recovery-codes")
    assert renewed.returncode == 0 and len(renewed.stdout.splitlines()) == 10
    assert not set(renewed.stdout.splitlines()) & set(codes)

    unknown = command_line.run("second-factor", "remove", "--id", "nothing")
    assert (unknown.returncode, unknown.stdout) == (1, "")
    assert command_line.run("second-factor", "remove").returncode == 0
    assert command_line.run("second-factor", "list").stdout == "unused recovery codes: 0\n"
    assert command_line.run("second-factor", "remove").returncode == 1
    assert command_line.run("logout").returncode == 0
    plain = command_line.run(*login, input="a long new password\n")
    assert plain.returncode == 0, plain.stderr


def test_second_factor_commands_need_a_sign_in(command_line):
    for arguments in (
        ["second-factor", "list"], ["second-factor", "add"], ["second-factor", "remove"], ["recovery-codes"]):
        done = command_line.run(*arguments)
        assert (done.returncode, done.stdout) == (1, ""), arguments
        assert "You are not signed in." in done.stderr
    for arguments in (["second-factor"], ["second-factor", "list", "--id", "x"], ["second-factor", "nonsense"]):
        assert command_line.run(*arguments).returncode == 2, arguments


def read_until(terminal: int, text: str) -> str:
    seen = ""
    while text not in seen:
        seen += os.read(terminal, 1024).decode()
    return seen


def test_terminal_does_not_show_passwords(command_line):
    child, terminal = pty.fork()
    if child == 0:
        os.execve(command_line.program, ["doorward-user", "sign-up", "--user", "lovelace"], command_line.environment)
    seen = read_until(terminal, "New password: ")
    os.write(terminal, f"{PASSWORD}\n".encode())
    seen += read_until(terminal, "New password again: ")
    os.write(terminal, b"another password\n")
    # The passwords differ, so the program asks again.
    seen += read_until(terminal, "New password: ")
    os.write(terminal, f"{PASSWORD}\n".encode())
    seen += read_until(terminal, "New password again: ")
    os.write(terminal, f"{PASSWORD}\n".encode())
    seen += read_until(terminal, "You are signed in")
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    os.close(terminal)
    assert PASSWORD not in seen and "another password" not in seen


def test_interrupt_shows_what_is_typed_again(command_line):
    # A shell on the terminal starts the program and prints the settings afterwards.
    child, terminal = pty.fork()
    if child == 0:
        script = 'trap : INT; "$0" login --password --user ada@example.com; echo; stty -a; echo end of settings'
        os.execve("/bin/bash", ["bash", "-c", script, command_line.program], command_line.environment)
    read_until(terminal, "Password: ")
    os.write(terminal, b"\x03")
    settings = read_until(terminal, "end of settings")
    os.waitpid(child, 0)
    os.close(terminal)
    assert re.search(r"[^-]\becho\b", settings), settings
