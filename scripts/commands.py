"""Runs the commands of the scripts."""
from __future__ import annotations

import functools
import json
import os
import pathlib
import platform
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent

# The folders of `Sources` and of `Tests`, and the package that has all of them: see docs/decisions/two-packages.md.
SERVER_PACKAGE = ROOT / "Server"


def test_environment() -> dict[str, str]:
    """The environment of tests. The `openssl` of macOS is LibreSSL, which does not have every option that the tests use."""
    if platform.system() != "Darwin":
        return dict(os.environ)
    # The folder of Homebrew on Intel Macs is the second one.
    standard = next((path for path in ("/opt/homebrew", "/usr/local") if os.path.isdir(path)), "/opt/homebrew")
    folder = pathlib.Path(os.environ.get("HOMEBREW_PREFIX", standard)) / "opt/openssl@3/bin"
    return {**os.environ, "PATH": f"{folder}:{os.environ['PATH']}"}


def folder_of(name: str, above: str = "Sources") -> pathlib.Path:
    """The folder of a module, on whichever floor it is."""
    found = [path for path in (ROOT / above).glob(f"*/{name}") if path.is_dir()]
    if len(found) != 1:
        raise FileNotFoundError(f"{above} has {len(found)} folders {name}")
    return found[0]


@functools.cache
def description(package: str, system: str = platform.system()) -> dict:
    """What SwiftPM knows about a package: `.` for that of apps, `Server` for that of the server. Linux knows the package of a Mac too."""
    environment = {**os.environ, "DOORWARD_PLATFORM": "macos" if system == "Darwin" else "linux"}
    with tempfile.TemporaryDirectory() as scratch:
        return json.loads(run(
            ["swift", "package", "--package-path", ROOT / package, "--scratch-path", scratch, "describe", "--type", "json"], env=environment))


class Failure(Exception):
    """A failure, with the output of a command."""


def run(command: list[str | os.PathLike[str]], **options) -> str:
    """Runs a command in the folder of the package. Returns its standard output."""
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, cwd=ROOT, **options)
    if done.returncode != 0:
        raise Failure(done.stdout + done.stderr or f"{command[0]} ended with status {done.returncode} and said nothing")
    return done.stdout
