"""The commands of doorward-user that sign in with passwords and codes, and those about the account."""

import json
import os
import pty
import re
import subprocess
import time
import urllib.request

import pytest

from document import ROOT
from programs import run
from running import Doorward, doorward
from test_second_factors import Authenticator

PASSWORD = "correct horse battery"
SETTINGS = {
    "applications": [{
        "id": "default", "methods": ["password", "code", "siwe"],
        "password": {"identifiers": ["email", "phone_number", "username"]}, "second_factor": {"codes": ["email"]}}],
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

    def begin(self, *arguments: str) -> subprocess.Popen:
        return subprocess.Popen(
            [self.program, *arguments], env=self.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True)

    def answer(self, *arguments: str, before: list[str] = [], after: list[str] = [], address: str):
        """Runs the program with answers: lines, the code that the server prints, and more lines."""
        seen = len(self.codes(address))
        process = self.begin(*arguments)
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
    assert (wrong.returncode, "The user or the password is wrong." in wrong.stderr) == (1, True)
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


def test_a_code_by_sms_signs_in(command_line):
    number = "+4915123456789"
    done, code = command_line.answer("login", "--code", "--user", "+49 1512 3456789", address=number)
    assert done.returncode == 0, done.stderr
    assert json.loads(command_line.run("whoami", "--json").stdout)["phone_number"] == number
    assert code not in done.stdout + done.stderr


def test_user_name_signs_up_at_once(command_line):
    done = command_line.run("sign-up", "--user", "lovelace", input=f"{PASSWORD}\n")
    assert done.returncode == 0, done.stderr
    assert "user name:" in command_line.run("whoami").stdout
    again = command_line.run("sign-up", "--user", "lovelace", "--again", input=f"{PASSWORD}\n")
    assert (again.returncode, "is taken" in again.stderr) == (1, True)


def test_characters_of_an_account_that_act_on_a_terminal_are_escaped(command_line):
    assert command_line.run("sign-up", "--user", "lovelace", input=f"{PASSWORD}\n").returncode == 0
    hostile = {"a\x7f": "b\u202ec\x9b"}
    changed = doorward(
        "admin", "user", "update", "lovelace", "--metadata", json.dumps(hostile), "--data", "data",
        directory=command_line.server.directory, variables={"DOORWARD_DELIVERY__CONSOLE": "true"})
    assert changed.returncode == 0, changed.stderr
    for words, user in ((["whoami", "--json"], lambda told: told), (["export"], lambda told: told["user"])):
        told = command_line.run(*words).stdout
        assert not re.search("[\x7f-\x9f\u202a-\u202e]", told) and user(json.loads(told))["metadata"] == hostile


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
    assert (short.returncode, "at least 12 characters" in short.stderr) == (1, True)


def test_second_factors(command_line):
    mail = "ada@example.com"
    login = ("login", "--password", "--user", mail)
    command_line.answer("sign-up", "--user", mail, before=[PASSWORD], address=mail)
    assert command_line.run("second-factor", "list").stdout == "unused recovery codes: 0\n"
    none = command_line.run("recovery-codes")
    assert (none.returncode, none.stdout) == (1, "")

    authenticator, added = add_authenticator(command_line.begin("second-factor", "add"))
    assert added.returncode == 0, added.stderr
    codes = re.findall(r"^recovery code: (\S+)$", added.stdout, re.M)
    assert len(set(codes)) == 10 and not any(code in added.stderr for code in codes)
    listed = command_line.run("second-factor", "list").stdout
    assert listed.startswith("totp  ") and listed.endswith("unused recovery codes: 10\n")

    assert command_line.run("logout").returncode == 0
    wrong = command_line.run(*login, input=f"{PASSWORD}\n{authenticator.wrong()}\n")
    assert (wrong.returncode, "The code is wrong" in wrong.stderr) == (1, True)
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


def add_authenticator(process: subprocess.Popen) -> tuple[Authenticator, subprocess.CompletedProcess]:
    """Types the first code of the authenticator whose secret the program prints."""
    secret = process.stdout.readline().removeprefix("secret: ").strip()
    assert process.stdout.readline().startswith("uri: otpauth://totp/")
    authenticator = Authenticator(secret)
    output, errors = process.communicate(f"{authenticator.code()}\n", timeout=60)
    assert secret not in errors
    return authenticator, subprocess.CompletedProcess([], process.returncode, output, errors)


def test_codes_as_a_second_factor(command_line):
    mail = "ada@example.com"
    login = ("login", "--again", "--password", "--user", mail)
    assert command_line.answer("sign-up", "--user", mail, before=[PASSWORD], address=mail)[0].returncode == 0
    refused = command_line.run("second-factor", "add-code", "--channel", "sms")
    assert (refused.returncode, refused.stdout) == (1, "")
    added = command_line.run("second-factor", "add-code")
    assert added.returncode == 0, added.stderr
    codes = re.findall(r"^recovery code: (\S+)$", added.stdout, re.M)
    assert len(set(codes)) == 10
    listed = command_line.run("second-factor", "list").stdout.splitlines()
    assert listed[0].startswith("code  ") and listed[0].endswith("  email")

    signed_in, code = command_line.answer(*login, before=[PASSWORD], address=mail)
    assert signed_in.returncode == 0, signed_in.stderr
    assert "A code is on its way to a•••@example.com." in signed_in.stderr
    assert code not in signed_in.stdout + signed_in.stderr
    recovered = command_line.run(*login, input=f"{PASSWORD}\n{codes[0]}\n")
    assert recovered.returncode == 0, recovered.stderr
    assert command_line.run("second-factor", "remove").returncode == 0
    assert command_line.run("second-factor", "list").stdout == "unused recovery codes: 0\n"


def test_recovery_code_is_accepted_if_no_code_can_be_sent(tmp_path, start):
    server, _ = start(
        directory=tmp_path / "server",
        settings=SETTINGS | {"rate_limits": {"code_pause": 0, "code_per_hour_and_address": 1}})
    command_line = CommandLine(tmp_path / "home", server)
    mail = "ada@example.com"
    command_line.answer("sign-up", "--user", mail, before=[PASSWORD], address=mail)
    added = command_line.run("second-factor", "add-code")
    codes = re.findall(r"^recovery code: (\S+)$", added.stdout, re.M)
    login = ("login", "--again", "--password", "--user", mail)
    sent = command_line.run(*login, input=f"{PASSWORD}\n{codes[0]}\n")
    assert sent.returncode == 0 and "A code is on its way" in sent.stderr, sent.stderr
    by_recovery = command_line.run(*login, input=f"{PASSWORD}\n{codes[1]}\n")
    assert by_recovery.returncode == 0, by_recovery.stderr
    assert "No code was sent: " in by_recovery.stderr and "You are signed in as" in by_recovery.stderr


def test_application_that_requires_a_second_factor(tmp_path, start):
    settings = {**SETTINGS, "applications": [
        *SETTINGS["applications"],
        {**SETTINGS["applications"][0], "id": "strict", "second_factor": {"required": True, "codes": ["sms"]}}]}
    server, _ = start(directory=tmp_path / "server", settings=settings)
    strict = CommandLine(tmp_path / "strict", server)
    strict.environment["DOORWARD_APPLICATION"] = "strict"
    # A new user adds an authenticator during the sign-up.
    mail, number = "ada@example.com", "+4915123456789"
    process = strict.begin("sign-up", "--user", mail)
    process.stdin.write(f"{PASSWORD}\n")
    process.stdin.flush()
    process.stdin.write(f"{strict.next_code(mail, 0)}\n")
    process.stdin.flush()
    authenticator, enrolled = add_authenticator(process)
    assert enrolled.returncode == 0 and f"You are signed in as {mail}." in enrolled.stderr, enrolled.stderr
    codes = re.findall(r"^recovery code: (\S+)$", enrolled.stdout, re.M)
    assert len(set(codes)) == 10 and not any(code in enrolled.stderr for code in codes)
    assert strict.run("logout").returncode == 0
    again = strict.run("login", "--password", "--user", mail, input=f"{PASSWORD}\n{codes[0]}\n")
    assert again.returncode == 0, again.stderr

    # A user without an authenticator gets a code by another channel than that of the first factor.
    plain = CommandLine(tmp_path / "plain", server)
    assert plain.answer("sign-up", "--user", number, before=[PASSWORD], address=number)[0].returncode == 0
    by_code, code = strict.answer(
        "login", "--again", "--password", "--user", number, before=[PASSWORD], address=number)
    assert by_code.returncode == 0, by_code.stderr
    assert "A code is on its way to •••89." in by_code.stderr
    assert code not in by_code.stdout + by_code.stderr


def test_photo_and_user_name(command_line):
    mail = "ada@example.com"
    assert command_line.answer("sign-up", "--user", mail, before=[PASSWORD], address=mail)[0].returncode == 0
    image = ROOT / "Tests/Server/PhotoTests/Images/location.jpg"
    photo = command_line.run("photo", "set", "--file", str(image))
    assert photo.returncode == 0, photo.stderr
    address = photo.stdout.strip()
    with urllib.request.urlopen(address) as answer:
        assert answer.headers["Content-Type"] == "image/jpeg"
    assert json.loads(command_line.run("whoami", "--json").stdout)["picture"] == address
    assert address in command_line.run("whoami").stdout
    missing = command_line.run("photo", "set", "--file", "/nonexistent")
    assert (missing.returncode, "/nonexistent cannot be read" in missing.stderr) == (1, True)
    refused = command_line.run("photo", "set", "--file", __file__)
    assert (refused.returncode, refused.stdout) == (1, "")
    assert json.loads(command_line.run("whoami", "--json").stdout)["picture"] == address
    assert command_line.run("photo", "remove").returncode == 0
    assert json.loads(command_line.run("whoami", "--json").stdout)["picture"] is None

    named = command_line.run("username", "set", "--name", "Lovelace")
    assert (named.returncode, "Your user name is lovelace." in named.stderr) == (0, True), named.stderr
    asked = command_line.run("username", "set", input="countess\n")
    assert (asked.returncode, "User name: " in asked.stderr) == (0, True), asked.stderr
    short = command_line.run("username", "set", "--name", "a")
    assert (short.returncode, "too short" in short.stderr) == (1, True), short.stderr
    assert json.loads(command_line.run("whoami", "--json").stdout)["username"] == "countess"
    assert command_line.run("username", "remove").returncode == 0
    assert json.loads(command_line.run("whoami", "--json").stdout)["username"] is None

    export = json.loads(command_line.run("export").stdout)
    assert export["identities"][0]["identifier"] == mail and export["photo"] is None


def test_deleted_account_is_kept_by_a_sign_in(command_line):
    mail = "ada@example.com"
    login = ("login", "--password", "--user", mail)
    assert command_line.answer("sign-up", "--user", mail, before=[PASSWORD], address=mail)[0].returncode == 0
    spared = command_line.run("delete", input="no\n")
    assert (spared.returncode, "Nothing is deleted." in spared.stderr) == (1, True)
    assert command_line.run("token").returncode == 0
    deleted = command_line.run("delete", input="yes\n")
    assert (deleted.returncode, f"Delete the account of {mail}?" in deleted.stderr) == (0, True), deleted.stderr
    assert command_line.run("whoami").returncode == 1

    declined = command_line.run(*login, input=f"{PASSWORD}\nno\n")
    assert declined.returncode == 1
    assert re.search(r"This account will be deleted on \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d", declined.stderr)
    assert "You are not signed in." in declined.stderr
    kept = command_line.run(*login, input=f"{PASSWORD}\nyes\n")
    assert (kept.returncode, "Your account is kept." in kept.stderr) == (0, True), kept.stderr
    assert command_line.run("delete", "--yes").returncode == 0
    by_option = command_line.run(*login, "--keep-account", input=f"{PASSWORD}\n")
    assert (by_option.returncode, "Your account is kept." in by_option.stderr) == (0, True), by_option.stderr
    assert command_line.run("logout").returncode == 0
    assert "will be deleted" not in command_line.run(*login, input=f"{PASSWORD}\n").stderr


def test_commands_about_the_account_need_a_sign_in(command_line):
    for arguments in (
        ["second-factor", "list"], ["second-factor", "add"], ["second-factor", "add-code"], ["second-factor", "remove"],
        ["recovery-codes"],
        ["photo", "set", "--file", __file__], ["photo", "remove"], ["username", "set", "--name", "lovelace"],
        ["username", "remove"], ["export"], ["delete", "--yes"]):
        done = command_line.run(*arguments)
        assert (done.returncode, done.stdout) == (1, ""), arguments
        assert "You are not signed in." in done.stderr
    for arguments in (
        ["second-factor"], ["second-factor", "list", "--id", "x"], ["second-factor", "nonsense"], ["photo"],
        ["photo", "set"], ["username"], ["delete", "--file", "x"], ["export", "--json"]):
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


def test_interrupt_turns_the_echo_of_the_terminal_on_again(command_line):
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
