"""An app on Linux that uses the client builds with the headers of libssl and libcurl only, without a warning.

The package and the program are the first samples of docs/client-sdk.md. The build must not warn about libraries that
the app does not use: neither if they are missing nor if they are installed.
"""

import platform
import re
import shutil
from pathlib import Path

import pytest

from document import ROOT
from documentation import code_blocks
from programs import output_of, run

GUIDE = ROOT / "docs/client-sdk.md"
# The headers of every other C library of this package.
HIDDEN_FILES = ["secp256k1.h", "secp256k1_recovery.h", "sodium.h", "sqlite3.h", "zlib.h"]
HIDDEN_FOLDERS = ["sodium", "webkitgtk-6.0", "gtk-4.0", "glib-2.0"]
ALLOWED_PACKAGES = ["libcrypto.pc", "libssl.pc", "openssl.pc", "libcurl.pc"]


def without_other_libraries(tmp_path: Path) -> list[str]:
    """The start of a command that runs a program without the headers of the other libraries."""
    empty = tmp_path / "empty"
    empty.mkdir()
    command = ["bwrap", "--dev-bind", "/", "/"]
    for name in HIDDEN_FILES:
        if (Path("/usr/include") / name).exists():
            command += ["--ro-bind", "/dev/null", f"/usr/include/{name}"]
    folders = [Path("/usr/include") / name for name in HIDDEN_FOLDERS]
    for folder in [*folders, Path("/usr/share/pkgconfig"), Path("/usr/local/lib/pkgconfig")]:
        if folder.exists():
            command += ["--ro-bind", str(empty), str(folder)]
    for folder in Path("/usr/lib").glob("*-linux-*/pkgconfig"):
        allowed = tmp_path / f"allowed-{folder.parent.name}"
        allowed.mkdir()
        for name in ALLOWED_PACKAGES:
            if (folder / name).exists():
                shutil.copy(folder / name, allowed)
        command += ["--ro-bind", str(allowed), str(folder)]
    return [*command, "--"]


def write_app(folder: Path) -> None:
    """The app of the guide, with this tree as its package."""
    manifest, program = code_blocks(GUIDE, "swift")[:2]
    assert manifest.startswith("// swift-tools-version"), "the guide begins with a manifest"
    manifest, changes = re.subn(r'\.package\(url: "[^"]+/(doorward)\.git", from: "[0-9.]+"\)',
                                rf'.package(name: "\1", path: "{ROOT}")', manifest)
    assert changes == 1
    name = re.search(r'\.executableTarget\(\s*name: "(\w+)"', manifest)[1]
    (folder / "Sources" / name).mkdir(parents=True)
    (folder / "Package.swift").write_text(manifest)
    (folder / "Sources" / name / "main.swift").write_text(program)


def build(tmp_path: Path, *prefix: str) -> None:
    result = run(
        *prefix, "swift", "build", "--package-path", tmp_path / "app", "--cache-path", tmp_path / "cache", timeout=1200)
    output = result.stdout + result.stderr
    assert result.returncode == 0, output
    for word in ("warning", "you may be able to install", "prohibited flag"):
        assert word not in output, output


@pytest.mark.skipif(platform.system() != "Linux", reason="on macOS pkg-config finds the headers of Homebrew")
def test_the_app_of_the_guide_builds_with_two_libraries_and_no_warning(tmp_path):
    write_app(tmp_path / "app")
    build(tmp_path, *without_other_libraries(tmp_path))
    # SwiftPM evaluates the manifests again: WebKitGTK is installed on a machine that runs all tests.
    output_of("pkg-config", "--exists", "webkitgtk-6.0")
    (tmp_path / "app/Package.swift").touch()
    build(tmp_path)
