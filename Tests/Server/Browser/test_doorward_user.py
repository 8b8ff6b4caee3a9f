"""The sign-in of the command-line program, with a real browser."""

import json
import os
import re
import subprocess
import sys
from contextlib import ExitStack

import pytest
from playwright.sync_api import expect

from programs import Program, output_of, run

PROGRAM = os.environ.get("DOORWARD_USER_BINARY", "")


# Stands in for the program that opens a browser. It records its blocked signals and the address that it was given. It is
# not a shell script, because some shells unblock signals.
OPENER = f"""#!{sys.executable}
import os, signal, sys
def say(name, text):
    with open(os.path.join(os.environ["HOME"], name), "w") as file:
        file.write(text)
say("blocked-signals", repr(signal.pthread_sigmask(signal.SIG_BLOCK, [])))
say("opened", sys.argv[1])
"""


class CommandLine:
    """The program with a home folder of its own."""

    def __init__(self, home, account: str, running: ExitStack) -> None:
        self.home = home
        self.running = running
        self.account = account
        opener = home / "bin" / "xdg-open"
        opener.parent.mkdir(parents=True)
        opener.write_text(OPENER)
        opener.chmod(0o755)
        self.environment = {
            "HOME": str(home), "PATH": f"{opener.parent}:/usr/bin:/bin", "DOORWARD_SERVER": account,
            # Without a keyring, the program keeps the session in a file.
            "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent"}

    def run(self, *arguments: str, **more: str) -> subprocess.CompletedProcess:
        return run(PROGRAM, *arguments, environment=self.environment | more)

    def begin(self, *arguments: str) -> Program:
        """Starts the program. The end of the test stops it."""
        return self.running.enter_context(Program(PROGRAM, *arguments, environment=self.environment))

    def login(self, visitor, *arguments: str) -> int:
        """Signs in with the browser and the wallet of a visitor. Returns the exit status of the program."""
        waiting = self.begin("login", *arguments)
        visitor.page.goto(waiting.errors.wait_for(r"(http://\S+/authorize\?\S+)")[1])
        visitor.choose_ethereum()
        expect(visitor.page.locator("h1")).to_have_text("You can go back to the app")
        return waiting.wait()


@pytest.fixture
def command_line(tmp_path, server):
    assert PROGRAM, "DOORWARD_USER_BINARY must name the doorward-user program"
    with ExitStack() as running:
        yield CommandLine(tmp_path, server.account, running)


def test_login_whoami_token_logout(command_line, visit):
    visitor = visit()
    wallet = visitor.with_wallet()
    signed_out = command_line.run("whoami")
    assert (signed_out.returncode, signed_out.stdout) == (1, "")

    waiting = command_line.begin("login")
    address = waiting.errors.wait_for(r"(http://\S+/authorize\?\S+)")[1]
    visitor.page.goto(address)
    visitor.choose_ethereum()
    expect(visitor.page.locator("h1")).to_have_text("You can go back to the app")
    assert waiting.wait() == 0
    assert (command_line.home / "opened").read_text() == address
    # The browser that the program starts can be stopped with signals.
    assert (command_line.home / "blocked-signals").read_text() == "set()"
    assert "stored in" in waiting.errors.rest() and "not in a keyring" in waiting.errors.rest()

    # The program remembers the server.
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
    everything = waiting.errors.rest() + who.stderr + out.stderr
    assert token.stdout.strip() not in everything


def test_cancelling_in_browser_ends_login(command_line, visit):
    visitor = visit()
    visitor.with_wallet()
    waiting = command_line.begin("login")
    visitor.page.goto(waiting.errors.wait_for(r"(http://\S+/authorize\?\S+)")[1])
    visitor.page.get_by_test_id("cancel").click()
    expect(visitor.page.locator("h1")).to_have_text("You can go back to the app")
    assert waiting.wait() == 1
    assert "cancelled in the browser" in waiting.errors.rest()


def test_login_on_another_device(command_line, visit):
    visitor = visit()
    wallet = visitor.with_wallet()
    waiting = command_line.begin("login", "--device")
    address = waiting.errors.wait_for(r"(http://\S+/device)\n")[1]
    code = waiting.errors.wait_for(r"and type\n\n  (\S+)")[1]
    visitor.page.goto(address)
    visitor.page.get_by_test_id("code").fill(code)
    visitor.page.get_by_test_id("take-code").click()
    visitor.choose_ethereum()
    expect(visitor.page.get_by_test_id("device")).to_contain_text("doorward-user (Linux)")
    visitor.page.get_by_test_id("continue").click()
    expect(visitor.page.locator("h1")).to_have_text("You can go back to your device")
    assert waiting.wait() == 0, waiting.errors.rest()
    assert wallet["accounts"][0] in command_line.run("whoami").stdout


@pytest.mark.only_in_test_all("a variant of test_cancelling_in_browser_ends_login")
def test_declining_on_another_device_ends_login(command_line, visit):
    visitor = visit()
    visitor.with_wallet()
    waiting = command_line.begin("login", "--device")
    visitor.page.goto(waiting.errors.wait_for(r"(http://\S+/device)\n")[1])
    visitor.page.get_by_test_id("code").fill(waiting.errors.wait_for(r"and type\n\n  (\S+)")[1])
    visitor.page.get_by_test_id("take-code").click()
    visitor.choose_ethereum()
    visitor.page.get_by_test_id("deny").click()
    assert waiting.wait() == 1
    assert "declined on the other device" in waiting.errors.rest()


def test_wrong_usage_is_explained(command_line):
    for arguments in (["nonsense"], ["login", "--nonsense"], ["whoami", "--server"], ["login", "--device=yes"], []):
        wrong = command_line.run(*arguments)
        assert (wrong.returncode, wrong.stdout) == (2, ""), arguments
        assert wrong.stderr.startswith("doorward-user: ")
    versions = [output_of(program, "--version").split()[-1] for program in (PROGRAM, os.environ["DOORWARD_BINARY"])]
    assert versions[0] == versions[1]
    helped = command_line.run("--help")
    assert helped.returncode == 0
    assert all(len(line) <= 110 for line in helped.stdout.splitlines())
    for command in re.findall(r"^  (\S+(?: \S+)?)  ", helped.stdout, re.MULTILINE):
        one = command_line.run(*command.split(), "--help")
        assert (one.returncode, one.stderr) == (0, "")
        assert one.stdout.startswith(f"usage: doorward-user {command}")


# Streams that cannot be written.
UNWRITABLE = ("&-", "/dev/full", "a pipe without a reader")


@pytest.fixture(params=UNWRITABLE)
def run_unwritable(request, command_line):
    """Runs the program with a stream that cannot be written."""
    def attempt(stream: int, *arguments: str) -> subprocess.CompletedProcess:
        # The program ignores SIGPIPE, so a write to this pipe fails.
        reader, writer = os.pipe()
        os.close(reader)
        place = f"&{writer}" if request.param == UNWRITABLE[-1] else request.param
        script = f"trap '' PIPE; exec \"$0\" \"$@\" {stream}>{place}"
        try:
            return run("bash", "-c", script, PROGRAM, *arguments, environment=command_line.environment, pass_fds=[writer])
        finally:
            os.close(writer)
    return attempt


@pytest.mark.sampled(at_most=1)
def test_unwritable_output_is_an_error(command_line, run_unwritable, visit):
    for arguments in (["--help"], ["login", "--help"], ["--version"]):
        done = run_unwritable(1, *arguments)
        assert (done.returncode, done.stdout) == (1, ""), arguments
        assert "standard output cannot be written" in done.stderr
    visitor = visit()
    visitor.with_wallet()
    assert command_line.login(visitor) == 0
    for arguments in (["token"], ["whoami"], ["whoami", "--json"]):
        done = run_unwritable(1, *arguments)
        assert (done.returncode, done.stdout) == (1, ""), arguments
        assert done.stderr == "doorward-user: standard output cannot be written\n"
        # Standard output is complete even if standard error cannot be written.
        result = run_unwritable(2, *arguments)
        assert (result.returncode, bool(result.stdout)) == (0, True), arguments
    assert run_unwritable(2, "logout").returncode == 0
    assert run_unwritable(2, "token").returncode == 1
    assert run_unwritable(2, "nonsense").returncode == 2


def test_spellings_of_server_share_session(command_line, visit):
    visitor = visit()
    visitor.with_wallet()
    # The session of a user who names the default application is the session of one who names none.
    assert command_line.login(visitor, "--application", "default") == 0
    del command_line.environment["DOORWARD_SERVER"]
    for server in (command_line.account, f"{command_line.account}/", command_line.account.upper()):
        assert command_line.run("token", "--server", server).returncode == 0, server
    # Another application of the same server has a session of its own.
    other = command_line.run("token", "--application", "other")
    assert (other.returncode, "You are not signed in" in other.stderr) == (1, True)


def test_unreachable_or_insecure_server_is_explained(command_line):
    away = command_line.run("login", "--server", "http://127.0.0.1:1")
    assert (away.returncode, "could not be reached" in away.stderr) == (1, True)
    unsafe = command_line.run("login", "--server", "http://accounts.example.com")
    assert (unsafe.returncode, "has no TLS" in unsafe.stderr) == (1, True)
    unnamed = command_line.run("login", DOORWARD_SERVER="")
    assert (unnamed.returncode, "address of a server" in unnamed.stderr) == (2, True)
