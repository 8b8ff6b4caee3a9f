"""The command line's own sign-in, as people use it: the program, a browser, and the program again."""

import json
import os
import re
import subprocess
import sys
import threading

import pytest
from playwright.sync_api import expect

PROGRAM = os.environ.get("DOORWARD_USER_BINARY", "")


# What would open a browser says which signals it does not hear, and where it was sent. No shell: some hear them again.
OPENER = f"""#!{sys.executable}
import os, signal, sys
def say(name, text):
    with open(os.path.join(os.environ["HOME"], name), "w") as file:
        file.write(text)
say("deaf-to", repr(signal.pthread_sigmask(signal.SIG_BLOCK, [])))
say("opened", sys.argv[1])
"""


class CommandLine:
    """Somebody's home folder, and the program in it."""

    def __init__(self, home, account: str) -> None:
        self.home = home
        self.account = account
        opener = home / "bin" / "xdg-open"
        opener.parent.mkdir(parents=True)
        opener.write_text(OPENER)
        opener.chmod(0o755)
        self.environment = {
            "HOME": str(home), "PATH": f"{opener.parent}:/usr/bin:/bin", "DOORWARD_SERVER": account,
            # No keyring answers here: the session is in a file.
            "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent"}

    def run(self, *arguments: str, **more: str) -> subprocess.CompletedProcess:
        return subprocess.run(
            [PROGRAM, *arguments], env=self.environment | more, capture_output=True, text=True, timeout=60)

    def begin(self, *arguments: str) -> "Waiting":
        return Waiting(subprocess.Popen(
            [PROGRAM, *arguments], env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True))

    def login(self, visitor, *arguments: str) -> int:
        """Signs in by a visitor's browser and wallet, and says how the program ended."""
        waiting = self.begin("login", *arguments)
        visitor.page.goto(waiting.hears(r"(http://\S+/authorize\?\S+)")[1])
        visitor.choose_ethereum()
        expect(visitor.page.locator("h1")).to_have_text("You can go back to the app")
        return waiting.ends()


class Waiting:
    """A program that waits for somebody; what it says is read as it is said."""

    def __init__(self, process: subprocess.Popen) -> None:
        self.process = process
        self.said = ""
        self.news = threading.Condition()
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def read(self) -> None:
        for line in self.process.stderr:
            with self.news:
                self.said += line
                self.news.notify_all()

    def hears(self, pattern: str) -> re.Match:
        with self.news:
            assert self.news.wait_for(lambda: re.search(pattern, self.said), timeout=60), self.said
            return re.search(pattern, self.said)

    def ends(self) -> int:
        code = self.process.wait(timeout=60)
        self.reader.join(timeout=10)
        return code


@pytest.fixture
def command_line(tmp_path, server):
    assert PROGRAM, "DOORWARD_USER_BINARY must name the doorward-user program"
    return CommandLine(tmp_path, server.account)


def test_login_whoami_token_logout(command_line, visit):
    visitor = visit()
    wallet = visitor.with_wallet()
    nobody = command_line.run("whoami")
    assert (nobody.returncode, nobody.stdout) == (1, "")

    waiting = command_line.begin("login")
    address = waiting.hears(r"(http://\S+/authorize\?\S+)")[1]
    visitor.page.goto(address)
    visitor.choose_ethereum()
    expect(visitor.page.locator("h1")).to_have_text("You can go back to the app")
    assert waiting.ends() == 0
    assert (command_line.home / "opened").read_text() == address
    # A browser that is started from here can be ended as any other.
    assert (command_line.home / "deaf-to").read_text() == "set()"
    assert "kept in" in waiting.said and "not in a keyring" in waiting.said

    # The server is remembered: nothing has to be said of it.
    del command_line.environment["DOORWARD_SERVER"]
    who = command_line.run("whoami")
    assert who.returncode == 0
    assert wallet["accounts"][0] in who.stdout
    told = json.loads(command_line.run("whoami", "--json").stdout)
    assert (told["identities"][0]["identifier"], told["verified"]) == (wallet["accounts"][0], True)

    token = command_line.run("token")
    assert (token.returncode, token.stderr) == (0, "")
    assert len(token.stdout.strip().split(".")) == 3
    again = command_line.run("login")
    assert (again.returncode, "signed in as" in again.stderr) == (0, True)

    out = command_line.run("logout")
    assert out.returncode == 0
    assert command_line.run("token").returncode == 1
    assert command_line.run("logout").returncode == 0
    everything = waiting.said + who.stderr + out.stderr
    assert token.stdout.strip() not in everything


def test_a_no_in_the_browser_is_a_no(command_line, visit):
    visitor = visit()
    visitor.with_wallet()
    waiting = command_line.begin("login")
    visitor.page.goto(waiting.hears(r"(http://\S+/authorize\?\S+)")[1])
    visitor.page.get_by_test_id("cancel").click()
    expect(visitor.page.locator("h1")).to_have_text("You can go back to the app")
    assert waiting.ends() == 1
    assert "cancelled in the browser" in waiting.said


def test_another_device_lets_the_command_line_in(command_line, visit):
    visitor = visit()
    wallet = visitor.with_wallet()
    waiting = command_line.begin("login", "--device")
    address = waiting.hears(r"(http://\S+/device)\n")[1]
    code = waiting.hears(r"and type\n\n  (\S+)")[1]
    visitor.page.goto(address)
    visitor.page.get_by_test_id("code").fill(code)
    visitor.page.get_by_test_id("take-code").click()
    visitor.choose_ethereum()
    expect(visitor.page.get_by_test_id("device")).to_contain_text("doorward-user (Linux)")
    visitor.page.get_by_test_id("continue").click()
    expect(visitor.page.locator("h1")).to_have_text("You can go back to your device")
    assert waiting.ends() == 0, waiting.said
    assert wallet["accounts"][0] in command_line.run("whoami").stdout


def test_a_no_on_the_other_device_is_a_no(command_line, visit):
    visitor = visit()
    visitor.with_wallet()
    waiting = command_line.begin("login", "--device")
    visitor.page.goto(waiting.hears(r"(http://\S+/device)\n")[1])
    visitor.page.get_by_test_id("code").fill(waiting.hears(r"and type\n\n  (\S+)")[1])
    visitor.page.get_by_test_id("take-code").click()
    visitor.choose_ethereum()
    visitor.page.get_by_test_id("not-me").click()
    assert waiting.ends() == 1
    assert "declined on the other device" in waiting.said


def test_wrong_use_says_so(command_line):
    for arguments in (["nonsense"], ["login", "--nonsense"], ["whoami", "--server"], ["login", "--device=yes"], []):
        wrong = command_line.run(*arguments)
        assert (wrong.returncode, wrong.stdout) == (2, ""), arguments
        assert wrong.stderr.startswith("doorward-user: ")
    versions = [subprocess.run([program, "--version"], capture_output=True, text=True, timeout=60).stdout.split()[-1]
                for program in (PROGRAM, os.environ["DOORWARD_BINARY"])]
    assert versions[0] == versions[1]
    helped = command_line.run("--help")
    assert helped.returncode == 0
    assert all(len(line) <= 110 for line in helped.stdout.splitlines())
    for command in re.findall(r"^  (\w+)", helped.stdout, re.MULTILINE):
        one = command_line.run(command, "--help")
        assert (one.returncode, one.stderr) == (0, "")
        assert one.stdout.startswith(f"usage: doorward-user {command}")


# How a shell and a script leave a program nobody to talk to.
NOWHERE = ("&-", "/dev/full", "a pipe that nobody reads")


@pytest.fixture(params=NOWHERE)
def nowhere(request, command_line):
    """Runs the program with a stream that cannot be written, and says how it ended."""
    def run(stream: int, *arguments: str) -> subprocess.CompletedProcess:
        # Such a pipe is an error to who is not ended by a signal for it.
        reader, writer = os.pipe()
        os.close(reader)
        place = f"&{writer}" if request.param == NOWHERE[-1] else request.param
        script = f"trap '' PIPE; exec \"$0\" \"$@\" {stream}>{place}"
        try:
            return subprocess.run(
                ["bash", "-c", script, PROGRAM, *arguments], env=command_line.environment, capture_output=True,
                text=True, timeout=60, pass_fds=[writer])
        finally:
            os.close(writer)
    return run


def test_what_cannot_be_printed_is_no_success(command_line, nowhere, visit):
    for arguments in (["--help"], ["login", "--help"], ["--version"]):
        done = nowhere(1, *arguments)
        assert (done.returncode, done.stdout) == (1, ""), arguments
        assert "standard output cannot be written" in done.stderr
    visitor = visit()
    visitor.with_wallet()
    assert command_line.login(visitor) == 0
    for arguments in (["token"], ["whoami"], ["whoami", "--json"]):
        done = nowhere(1, *arguments)
        assert (done.returncode, done.stdout) == (1, ""), arguments
        assert done.stderr == "doorward-user: standard output cannot be written\n"
        # What goes to nobody keeps nothing from who asked.
        said = nowhere(2, *arguments)
        assert (said.returncode, bool(said.stdout)) == (0, True), arguments
    assert nowhere(2, "logout").returncode == 0
    assert nowhere(2, "token").returncode == 1
    assert nowhere(2, "nonsense").returncode == 2


def test_a_server_is_the_same_however_it_is_spelled(command_line, visit):
    visitor = visit()
    visitor.with_wallet()
    # It is the default application, and the session that of who named it.
    assert command_line.login(visitor, "--application", "default") == 0
    del command_line.environment["DOORWARD_SERVER"]
    for server in (command_line.account, f"{command_line.account}/", command_line.account.upper()):
        assert command_line.run("token", "--server", server).returncode == 0, server
    # Another application of the same server is asked for by its name.
    other = command_line.run("token", "--application", "other")
    assert (other.returncode, "You are not signed in" in other.stderr) == (1, True)


def test_a_server_that_is_away_or_unsafe_is_said(command_line):
    away = command_line.run("login", "--server", "http://127.0.0.1:1")
    assert (away.returncode, "could not be reached" in away.stderr) == (1, True)
    unsafe = command_line.run("login", "--server", "http://accounts.example.com")
    assert (unsafe.returncode, "has no TLS" in unsafe.stderr) == (1, True)
    unnamed = command_line.run("login", DOORWARD_SERVER="")
    assert (unnamed.returncode, "address of a server" in unnamed.stderr) == (2, True)
