"""The steps with a server on this Mac, and with a person."""
from __future__ import annotations

import json
import re
import shutil
import tempfile
import time
import urllib.error
import urllib.request

from .builds import MINUTES
from .records import FAILED, LATE, first_error
from .run import BUILDS, Run, Step, Stopped, bundle

# A message that a real server would send to its user, and the link below it.
MESSAGE = re.compile(r"^(?:\S+@\S+|\+\d+): |^  http\S+$")
HERE = "Everything happens between programs on this Mac. Type a made-up address, such as test@example.com; its codes appear here."


def start(run: Run, step: Step) -> str:
    """Starts the server on a free port, with its data in a temporary folder."""
    data = tempfile.mkdtemp(prefix="doorward-data-")
    run.undo.append(lambda: shutil.rmtree(data, ignore_errors=True))
    # A passkey needs a name instead of the number of an address.
    command = [str(run.program("doorward-server")), "serve", "--development", "--listen", "localhost:0", "--data", data]
    run.server_log = run.log(step)
    with run.server_log.open("wb") as log:
        process = run.commands.start(command, log)
    run.undo.append(lambda: run.commands.end(process))
    while True:
        text = run.server_log.read_text(errors="replace")
        found = re.search(r"^account (http\S+)$", text, re.MULTILINE)
        if found:
            break
        if process.poll() is not None or run.remaining() <= 1:
            is_late = process.poll() is None
            raise Stopped(LATE if is_late else FAILED, "The server did not print its address." if is_late else
                          f"The server ended with status {process.poll()}.", " ".join(command), first_error(text))
        time.sleep(0.1)
    run.server = found[1]
    try:
        # Not through a proxy.
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with opener.open(f"{run.server}/v1/config", timeout=min(20, run.remaining())) as answer:
            json.load(answer)
    except (OSError, ValueError) as error:
        raise Stopped(FAILED, f"The server does not answer: {getattr(error, 'reason', error)}.", f"GET {run.server}/v1/config", first_error(text))
    return ""


def throwaway(run: Run, step: Step) -> str:
    run.command(step, run.program("doorward-server"), "try", run.server)
    return ""


class Watch:
    """The server's log from now on."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.begin = self.shown = run.server_log.stat().st_size

    def text(self, begin: int) -> str:
        with self.run.server_log.open("rb") as file:
            file.seek(begin)
            return file.read().decode(errors="replace")

    def news(self) -> list[str]:
        """The messages since the last call, for the person."""
        whole, _, _ = self.text(self.shown).rpartition("\n")
        self.shown += len(whole.encode()) + 1 if whole else 0
        return [line for line in whole.splitlines() if MESSAGE.match(line)]

    def events(self) -> list[dict]:
        found = []
        for line in self.text(self.begin).splitlines():
            try:
                event = json.loads(line)
            except ValueError:
                continue
            if isinstance(event, dict) and event.get("message") == "security event":
                found.append(event)
        return found

    def has(self, event: str, method: str | None = None) -> bool:
        return any(found.get("event") == event and found.get("outcome") == "done" and method in (None, found.get("method"))
                   for found in self.events())

    def summary(self) -> str:
        return "\n".join(" ".join(str(event.get(name, "")) for name in ("event", "outcome", "method", "error", "reason")).strip()
                         for event in self.events()) or "The server saw no event."


def passkey(run: Run, step: Step) -> str:
    watch = Watch(run)
    run.command(step, "open", run.server)
    said = run.person.ask(
        f"\aA PASSKEY IN THE BROWSER (3 min). Your browser opens {run.server}, a page of the server that the check has started.\n"
        f"{HERE}\n"
        "1. Choose “Sign up with a passkey”. Confirm with Touch ID or your password.\n"
        "2. Sign out on the page, and sign in with the passkey.\n"
        "3. Type here what was wrong, if anything, and press Return. Afterwards you can delete the passkey for “localhost” in Passwords.",
        10 * MINUTES, news=watch.news)
    missing = run.picture(step, "the window of the browser")
    return judged(watch.has("sign_in", "passkey"), "The server saw no sign-in with a passkey.", said, missing, watch)


def browser(run: Run, step: Step) -> str:
    """The browser sign-in of the SDK, with the program of the command line."""
    watch = Watch(run)
    program, log = run.program("doorward-user"), run.log(step)
    command = [str(program), "login", "--server", run.server, "--again"]
    with log.open("wb") as file:
        process = run.commands.start(command, file)
    try:
        said = run.person.ask(
            "\aA SIGN-IN OF A PROGRAM THROUGH THE BROWSER (2 min). Your browser opens a page once more.\n"
            f"{HERE}\n"
            "Sign in there, or create an account, and allow the program. The check goes on by itself when the program is signed in.",
            10 * MINUTES, has_ended=lambda: process.poll() is not None, news=watch.news)
        deadline = time.monotonic() + min(10, run.remaining())
        while process.poll() is None and time.monotonic() < deadline:
            time.sleep(0.1)
        status = process.poll()
        if status != 0:
            raise Stopped(FAILED, with_words("The program was still waiting." if status is None else f"The program ended with status {status}.", said),
                          " ".join(command), f"{first_error(log.read_text(errors='replace'))}\n{watch.summary()}")
        run.command(step, program, "whoami", "--server", run.server)
    finally:
        run.commands.end(process)
        # Also after a failure: the program may have stored a session.
        signed_out = run.commands.run([str(program), "logout", "--server", run.server], min(60, run.remaining()), log)
    if not signed_out.is_right:
        raise Stopped(FAILED, with_words(signed_out.problem or f"`logout` failed with status {signed_out.status}.", said),
                      excerpt=first_error(signed_out.text))
    return with_words("", said)


def demo(run: Run, step: Step) -> str:
    """The demo of the windows, as an app. A program that is no app gets no keyboard."""
    app = BUILDS / "DoorwardDemo.app"
    bundle(app, run.program("DoorwardDemo"), "com.example.doorward.demo",
           {"LSMinimumSystemVersion": "14.0", "NSPrincipalClass": "NSApplication", "NSHighResolutionCapable": True}, "Contents/MacOS")
    watch, log = Watch(run), run.log(step)
    command = [str(app / "Contents/MacOS/DoorwardDemo")]
    with log.open("wb") as file:
        process = run.commands.start(command, file, added={"DOORWARD_SERVER_URL": run.server})
    try:
        said = run.person.ask(
            "\aTHE WINDOWS OF AN APP (3 min). The demo opens; its window may be behind others.\n"
            f"{HERE}\n"
            "1. Choose “Open your notes”, sign in or create an account, and add a note.\n"
            "2. Leave the window open. Type here what was wrong, if anything, and press Return.",
            10 * MINUTES, has_ended=lambda: process.poll() is not None, news=watch.news)
        has_ended = process.poll() is not None
        missing = "" if has_ended else run.picture(step, "the window of the demo")
    finally:
        run.commands.end(process)
    if has_ended:
        raise Stopped(FAILED, with_words(f"The demo ended with status {process.returncode}.", said), " ".join(command),
                      first_error(log.read_text(errors="replace")))
    return judged(watch.has("sign_in") or watch.has("client_sign_in"), "The server saw no sign-in of the demo.", said, missing, watch)


def judged(is_right: bool, problem: str, said: str, missing: str, watch: Watch) -> str:
    """The server's log decides, and the person's words are reported."""
    if not is_right:
        raise Stopped(FAILED, with_words(problem, said), excerpt=watch.summary())
    return with_words(missing, said)


def with_words(sentence: str, said: str) -> str:
    return " ".join(part for part in (sentence, f"The person wrote: {said}" if said else "") if part)


STEPS = [
    Step("server-start", "start the server", 2 * MINUTES, ("server-build",), start, runs_again=True),
    Step("server-try", "sign in with throwaway wallets", 3 * MINUTES, ("server-start",), throwaway),
    Step("passkey", "a passkey in the browser, by a person", 15 * MINUTES, ("server-start", "person"), passkey),
    Step("browser", "a sign-in of a program through the browser, by a person", 15 * MINUTES, ("server-start", "person"), browser),
    Step("demo", "the demo's windows on macOS, by a person", 15 * MINUTES, ("server-start", "demo-build", "person"), demo),
]
