"""An app on Linux that uses the client builds with the headers of libssl and libcurl only, without a warning. An app that
uses the windows builds with those and the headers of GTK, and one that uses the wallets with those of WebKitGTK too.

The packages and the programs are the first samples of docs/client-sdk.md, docs/gtk.md and docs/near-connect.md. The build must not
warn about libraries that the app does not use: neither if they are missing nor if they are installed.
"""

import platform
import re
import shutil
from pathlib import Path

import pytest

from document import ROOT
from documentation import code_blocks
from packages import closure, targets_of
from programs import output_of, run

SDK_GUIDE = ROOT / "docs/client-sdk.md"
WALLET_GUIDE = ROOT / "docs/near-connect.md"
WINDOW_GUIDE = ROOT / "docs/gtk.md"
# The files that include the headers of libraries. The other C files need the C library and the kernel only.
SHIMS = sorted([*(ROOT / "Sources/C").glob("*/shim.h"), *(ROOT / "Sources/C").glob("*/*.cpp")])
INCLUDES = Path("/usr/include")
# The headers of the C library of the system, which a module of the package includes too.
SYSTEM_HEADERS = {
    "sys", "netinet", "dlfcn.h", "malloc.h", "signal.h", "stdatomic.h", "stdbool.h", "stddef.h", "stdlib.h", "string.h", "cstring",
    "string"}
# The modules whose headers an app may need, and their pkg-config files.
CLIENT_MODULES = {"CDoorwardOpenSSL", "CDoorwardOpenSSLAtExit", "CDoorwardCurl"}
CLIENT_PACKAGES = ["libcrypto.pc", "libssl.pc", "openssl.pc", "libcurl.pc"]
# The headers of GTK and of WebKitGTK are in the folders of these libraries.
GTK_FOLDERS = {"gtk-4.0", "glib-2.0"}
WEBKIT_FOLDERS = {"webkitgtk-6.0"}


def headers_of_other_libraries(allowed: set[str]) -> set[str]:
    """The files and folders of `/usr/include` that the C modules need, except for the allowed modules."""
    names = {"sodium", "fido", "unistring", "vips"}
    for path in SHIMS:
        if path.parent.name not in allowed:
            names |= {header.split("/")[0] for header in re.findall(r"#include <([^>]+)>", path.read_text())}
    if "CDoorwardGTK" not in allowed:
        names |= GTK_FOLDERS
    if "CDoorwardWebKitGTK" not in allowed:
        names |= WEBKIT_FOLDERS
    return names - SYSTEM_HEADERS


def without_other_libraries(tmp_path: Path, allowed: set[str]) -> list[str]:
    """The start of a command that runs a program without the headers of the other libraries."""
    empty = tmp_path / "empty"
    empty.mkdir()
    command = ["bwrap", "--dev-bind", "/", "/"]
    for name in headers_of_other_libraries(allowed):
        for place in (INCLUDES / name, *INCLUDES.glob(f"*-linux-*/{name}")):
            if place.exists():
                command += ["--ro-bind", "/dev/null" if place.is_file() else str(empty), str(place)]
    for folder in (Path("/usr/share/pkgconfig"), Path("/usr/local/lib/pkgconfig")):
        if folder.exists():
            command += ["--ro-bind", str(empty), str(folder)]
    for folder in Path("/usr/lib").glob("*-linux-*/pkgconfig"):
        packages = tmp_path / f"allowed-{folder.parent.name}"
        packages.mkdir()
        for name in CLIENT_PACKAGES:
            if (folder / name).exists():
                shutil.copy(folder / name, packages)
        command += ["--ro-bind", str(packages), str(folder)]
    return [*command, "--"]


def samples(guide: Path) -> tuple[str, str]:
    """The manifest and the program of the app at the start of a guide."""
    blocks = code_blocks(guide, "(?:swift|text)")
    manifest = next(block for block in blocks if block.startswith("// swift-tools-version"))
    return manifest, blocks[blocks.index(manifest) + 1]


def write_app(folder: Path, guide: Path) -> None:
    """The app of a guide, with this tree as its package."""
    manifest, program = samples(guide)
    manifest, changes = re.subn(r'\.package\(url: "[^"]+/(doorward)\.git", from: "[0-9.]+"\)',
                                rf'.package(name: "\1", path: "{ROOT}")', manifest)
    assert changes == 1
    name = re.search(r'\.executableTarget\(\s*name: "(\w+)"', manifest)[1]
    sources = folder if 'path: "."' in manifest else folder / "Sources" / name
    sources.mkdir(parents=True)
    (folder / "Package.swift").write_text(manifest)
    (sources / "main.swift").write_text(program)


@pytest.fixture(scope="module")
def results(tmp_path_factory) -> Path:
    """The folder of the build results. The apps share it, so that a module that several apps use is compiled once.

    Each test sees the headers of the tests before it, and more. So no result of an earlier test hides a missing header."""
    return tmp_path_factory.mktemp("results")


def build(tmp_path: Path, results: Path, *prefix: str) -> None:
    result = run(
        *prefix, "swift", "build", "--package-path", tmp_path / "app", "--scratch-path", results / "build", "--cache-path",
        results / "cache", timeout=1200)
    output = result.stdout + result.stderr
    assert result.returncode == 0, output
    for word in ("warning", "you may be able to install", "prohibited flag"):
        assert word not in output, output


def compiled(results: Path) -> set[str]:
    """The modules of this package that a build has compiled. Those of a tool of the build are named `Module-tool`."""
    modules = {name for name, target in targets_of(".").items() if target["type"] not in ("system-target", "plugin")}
    folders = (results / "build/debug").resolve().glob("*.build")
    # The folder of a module exists before it is compiled.
    return {folder.stem for folder in folders if folder.stem.removesuffix("-tool") in modules and any(folder.rglob("*.o"))}


def test_the_hidden_headers_include_those_of_every_other_library():
    hidden = headers_of_other_libraries(CLIENT_MODULES)
    assert {"secp256k1.h", "sodium.h", "sqlite3.h", "fido.h", "qrencode.h", "idn2.h", "unicase.h", "crypt.h",
            "zxcvbn.h", "phonenumbers", "webkitgtk-6.0"} <= hidden
    assert not {"openssl", "curl"} & hidden


def builds_an_app(test):
    """Marks a test that builds the app of a guide."""
    only_on_linux = pytest.mark.skipif(
        platform.system() != "Linux", reason="on macOS pkg-config finds the headers of Homebrew")
    return only_on_linux(pytest.mark.only_in_test_all("SwiftPM builds an app and its packages from nothing")(test))


@builds_an_app
def test_the_app_of_the_guide_builds_with_two_libraries_and_no_warning(tmp_path, results):
    write_app(tmp_path / "app", SDK_GUIDE)
    build(tmp_path, results, *without_other_libraries(tmp_path, CLIENT_MODULES))
    assert "Doorward" in compiled(results)
    # The SDK, and the tool that embeds its texts.
    needed = closure(targets_of("."), ["Doorward"])
    tools = {f"{name}-tool" for name in closure(targets_of("."), ["DoorwardBundler"])}
    assert compiled(results) <= needed | tools
    # SwiftPM evaluates the manifests again: WebKitGTK is installed on a machine that runs all tests.
    output_of("pkg-config", "--exists", "webkitgtk-6.0")
    (tmp_path / "app/Package.swift").touch()
    build(tmp_path, results)


@builds_an_app
def test_an_app_with_windows_builds_with_gtk_and_without_webkitgtk(tmp_path, results):
    write_app(tmp_path / "app", WINDOW_GUIDE)
    build(tmp_path, results, *without_other_libraries(tmp_path, CLIENT_MODULES | {"CDoorwardGTK"}))


@builds_an_app
def test_an_app_with_wallets_builds_with_webkitgtk_and_the_libraries_of_the_client(tmp_path, results):
    write_app(tmp_path / "app", WALLET_GUIDE)
    build(tmp_path, results, *without_other_libraries(tmp_path, CLIENT_MODULES | {"CDoorwardGTK", "CDoorwardWebKitGTK"}))
