"""A Mac for the tests of `scripts/mac-check`: stand-ins for its tools, a copy of what the check reads, and a person who types."""

import json
import re
import shutil
import subprocess
import sys
import time
import zipfile
from pathlib import Path

from document import ROOT

TOOL = ROOT / "Tests/Support/MacTools/tool.py"
TOOLS = """brew df git hostname id ioreg open pkgutil screencapture scutil sips sw_vers swift sysctl system_profiler uname xcode-select xcodebuild
xcrun doorward-server doorward-user DoorwardDemo ViewGallery make ar""".split()
# Real tools that scripts/install-packages also uses.
REAL_TOOLS = "sed head mktemp cp rm".split()
FORMULAE = "secp256k1 libsodium openssl@3 sqlite libpq curl pkgconf libidn2 libunistring libphonenumber libxcrypt qrencode vips libfido2".split()
STEPS = 29
VIEWS = ["sign-in.start: everything", "user: signed in"]
SCRIPTS = [ROOT / "scripts/mac-check", *sorted((ROOT / "scripts/mac_check").glob("*.py"))]


class Report:
    """What a run has written."""

    def __init__(self, status: int, output: str, folder: Path) -> None:
        self.status, self.output, self.folder = status, output, folder
        self.text = (folder / "report.md").read_text() if (folder / "report.md").exists() else ""

    @property
    def steps(self) -> dict[str, tuple[str, str]]:
        """The result and the reason of each step."""
        rows = re.findall(r"^\| (.+) \| (.+) \| [\d.]+ (?:s|min) \| (.*) \|$", self.text, re.M)
        return {title: (result, reason) for title, result, reason in rows}

    def results(self, result: str) -> list[str]:
        return [title for title, (found, _) in self.steps.items() if found == result]

    def reason(self, step: str, result: str) -> str:
        found, reason = self.steps[step]
        assert found == result, (step, found, reason)
        return reason


class Mac:
    """A clone of the repository, as far as the check reads it, on a Mac with stand-ins for tools."""

    def __init__(self, folder: Path) -> None:
        self.home = folder / "Users/adalove"
        self.root, self.tools, self.folder = self.home / "doorward", folder / "tools", self.home / "doorward/mac-check-report"
        (self.root / "Server").mkdir(parents=True)
        self.temporary = folder / "temporary"
        self.temporary.mkdir()
        for path in [*SCRIPTS, ROOT / "scripts/install-packages"]:
            copy = self.root / path.relative_to(ROOT)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(path, copy)
        previews = self.root / "Sources/Windows/DoorwardUI/Previews/Previews.swift"
        previews.parent.mkdir(parents=True)
        previews.write_text("\n".join(f'#Preview("{name}") {{ PreviewViews["{name}"] }}' for name in VIEWS))
        # The stand-ins draw nothing.
        views = self.root / "scripts/mac_check/views.py"
        views.write_text(re.sub("^DRAWING = .*$", "DRAWING = 0.05", views.read_text(), flags=re.M))
        self.tools.mkdir()
        for name in TOOLS:
            (self.tools / name).write_text(f"#!{sys.executable} -SE\n{TOOL.read_text()}")
            (self.tools / name).chmod(0o755)
        for name in REAL_TOOLS:
            (self.tools / name).symlink_to(shutil.which(name))
        self.homebrew = self.home / "homebrew"
        for name in ("include", "lib"):
            (self.homebrew / name).mkdir(parents=True)
        (self.homebrew / "include/zxcvbn.h").write_text("header")
        self.rules: list[dict] = []
        self.set("formulae", FORMULAE)
        self.set("programs", {})

    def set(self, name: str, value: object) -> None:
        (self.tools / f"{name}.json").write_text(json.dumps(value))

    def start(self, *arguments: str, **options) -> subprocess.Popen:
        self.set("rules", self.rules)
        (self.tools / "calls").write_text("")
        environment = {"PATH": str(self.tools), "HOME": str(self.home), "USER": "adalove", "TMPDIR": str(self.temporary), "LANG": "de_DE.UTF-8",
                       "DEPLOY_TOKEN": "hunter2hunter2"}
        return subprocess.Popen(
            [options.pop("python", sys.executable), str(self.root / "scripts/mac-check"), *arguments], env=environment, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True, **options)

    def run(self, *arguments: str, **options) -> Report:
        """Runs the check to its end, without a person unless an argument says something else."""
        process = self.start(*(arguments or ["--alone"]), **options)
        output, _ = process.communicate("", timeout=120)
        return Report(process.returncode, output, self.folder)

    def run_with(self, person: dict[str, str], *arguments: str) -> Report:
        """Runs the check with a person, who types a line when the output matches an expression."""
        process, output, left = self.start(*arguments), "", dict(person)
        for line in process.stdout:
            output += line
            for text in [text for text in left if re.search(text, output, re.DOTALL)]:
                process.stdin.write(left.pop(text) + "\n")
                process.stdin.flush()
        assert left == {}, output
        return Report(process.wait(30), output, self.folder)

    @property
    def calls(self) -> str:
        return (self.tools / "calls").read_text()

    def sent(self) -> str:
        """Everything that the person sends, except for the pixels."""
        with zipfile.ZipFile(self.folder / "logs-and-pictures.zip") as archive:
            parts = [name + "\n" + archive.read(name).decode(errors="replace") for name in archive.namelist()]
        return "\n".join([(self.folder / "report.md").read_text(), *parts])

    def remains(self) -> list[Path]:
        return list(self.temporary.iterdir())


def is_running(process: int) -> bool:
    try:
        # A process that has ended and waits for its parent is a zombie.
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def until(condition, seconds: float = 30) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.05)
