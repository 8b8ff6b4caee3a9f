"""Stand-ins for the tools of a Mac, for the tests of `scripts/mac-check`. A test copies this file once for each tool.

Each prints what the real tool prints, as far as the check reads it. `rules.json` beside it can change that: the first rule whose
`match` is found in the command line prints `text`, starts a process that does not end, waits, and exits with `status`.
"""

import json
import os
import re
import signal
import sys
import time
from pathlib import Path

# Most calls need none of the other modules, and would wait for them.

HERE = Path(__file__).resolve().parent
HOMEBREW = HERE.parent / "Users/adalove/homebrew"
NAME, WORDS = Path(sys.argv[0]).name, sys.argv[1:]
LINE = " ".join([NAME, *WORDS])
DEVICES = {"devices": {
    "com.apple.CoreSimulator.SimRuntime.iOS-16-4": [
        {"udid": "11111111-2222-3333-4444-555555555555", "isAvailable": True, "state": "Shutdown", "name": "iPhone 14",
         "deviceTypeIdentifier": "com.apple.CoreSimulator.SimDeviceType.iPhone-14"}],
    "com.apple.CoreSimulator.SimRuntime.iOS-26-1": [
        {"udid": "21111111-2222-3333-4444-555555555555", "isAvailable": True, "state": "Shutdown", "name": "iPhone 17 Pro",
         "deviceTypeIdentifier": "com.apple.CoreSimulator.SimDeviceType.iPhone-17-Pro"},
        {"udid": "31111111-2222-3333-4444-555555555555", "isAvailable": True, "state": "Shutdown", "name": "doorward-mac-check",
         "deviceTypeIdentifier": "com.apple.CoreSimulator.SimDeviceType.iPhone-17-Pro"}]}}
HARDWARE = """Hardware:

    Hardware Overview:

      Model Name: MacBook Pro
      Model Identifier: Mac14,7
      Chip: Apple M2
      Total Number of Cores: 8 (4 performance and 4 efficiency)
      Memory: 16 GB
      Serial Number (system): C02XK0AAJHD3
      Hardware UUID: 5D2C64A5-6A34-5D3B-9F0B-3C1D3B1F4E11
"""
ANSWERS = {
    "uname -s": "Darwin", "uname -m": "arm64", "uname -n": "Adas-MacBook-Pro.local",
    "hostname": "Adas-MacBook-Pro.local", "hostname -s": "Adas-MacBook-Pro",
    "scutil --get ComputerName": "Ada’s MacBook Pro", "scutil --get LocalHostName": "Adas-MacBook-Pro",
    "id -un": "adalove", "id -F": "Ada Lovelace",
    "sw_vers": "ProductName:\t\tmacOS\nProductVersion:\t\t26.1\nBuildVersion:\t\t25B78",
    "sysctl -n machdep.cpu.brand_string": "Apple M2",
    "system_profiler SPHardwareDataType -detailLevel mini": HARDWARE,
    "ioreg -rd1 -c IOPlatformExpertDevice":
        '+-o J493AP  <class IOPlatformExpertDevice>\n    {\n      "IOPlatformSerialNumber" = "C02XK0AAJHD3"\n'
        '      "IOPlatformUUID" = "5D2C64A5-6A34-5D3B-9F0B-3C1D3B1F4E11"\n    }',
    "xcode-select -p": "/Applications/Xcode.app/Contents/Developer",
    "pkgutil --pkg-info=com.apple.pkg.CLTools_Executables": "package-id: com.apple.pkg.CLTools_Executables\nversion: 26.1.0.0.1.1761104275",
    "xcodebuild -version": "Xcode 26.1\nBuild version 17B55",
    "xcodebuild -checkFirstLaunchStatus": "",
    "swift --version": "swift-driver version: 1.127.14.1 Apple Swift version 6.2.1 (swiftlang-6.2.1.4.8 clang-1700.4.4.1)\n"
                       "Target: arm64-apple-macosx26.0",
    "brew --version": "Homebrew 4.6.20", "brew --prefix": str(HOMEBREW),
    "git config user.name": "Ada Lovelace",
    "xcrun simctl list --json devices available": json.dumps(DEVICES), "xcrun simctl list --json devices": json.dumps(DEVICES),
}
IDENTIFIER = "com.example.doorward.view-gallery"


def main() -> int:
    try:
        with (HERE / "calls").open("a") as file:
            file.write(LINE + "\n")
    except OSError:
        # The disk of this test is full.
        pass
    for rule in json.loads((HERE / "rules.json").read_text()):
        if re.search(rule["match"], LINE):
            return follow(rule)
    if LINE in ANSWERS:
        print(ANSWERS[LINE])
        return 0
    return globals()[NAME.replace("-", "_").lower()]() or 0


def follow(rule: dict) -> int:
    print(rule.get("text", ""), flush=True)
    if "hangs" in rule:
        import subprocess
        # A compiler that does not end with its build, and ignores the request to end.
        child = subprocess.Popen([sys.executable, "-c", "import signal, time\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\ntime.sleep(600)"])
        (HERE / "child").write_text(str(child.pid))
        time.sleep(600)
    return rule.get("status", 0)


# MARK: Tools


def df() -> None:
    print("Filesystem   1024-blocks      Used Available Capacity  Mounted on\n"
          "/dev/disk3s5   971350180 500000000 400000000    56%    /System/Volumes/Data")


def brew() -> int:
    if WORDS[:1] == ["list"]:
        installed = json.loads((HERE / "formulae.json").read_text())
        asked = [word for word in WORDS[1:] if not word.startswith("-")]
        print("\n".join(f"{name} 1.2.3" for name in asked or installed if name in installed))
        return 0 if {*asked} <= {*installed} else 1
    return 0


def git() -> None:
    if "rev-parse" in WORDS:
        print("21f9fd78aa11bb22cc33dd44ee55ff6677889900")
    elif "clone" in WORDS:
        (Path(WORDS[-1]) / "zxcvbn.h").write_text("header")


def make() -> None:
    pass


def ar() -> None:
    Path(WORDS[1]).write_text("archive")


def xcrun() -> int:
    if "--show-sdk-version" in WORDS:
        print("26.1")
    elif "--show-sdk-path" in WORDS:
        print("/Applications/Xcode.app/Contents/Developer/Platforms/iPhoneSimulator.platform/Developer/SDKs/iPhoneSimulator26.1.sdk")
    elif WORDS[1] == "create":
        print("A1B2C3D4-0000-4000-8000-ABCDEFABCDEF")
    elif WORDS[1] == "launch":
        # The app runs as long as the tests.
        print(f"{IDENTIFIER}: {os.getppid()}")
    elif WORDS[1] == "io":
        Path(WORDS[-1]).write_bytes(b"picture")
        print("Wrote screenshot to:", WORDS[-1], file=sys.stderr)
    return 0


def xcodebuild() -> None:
    print(f"Command line invocation:\n    /Applications/Xcode.app/Contents/Developer/usr/bin/{LINE}\n\n** BUILD SUCCEEDED **\n")


# The products that are programs. SwiftPM ignores the name of an automatic library after `--product`, and builds every target.
PROGRAMS = {"doorward-server", "doorward-user", "DoorwardDemo", "ViewGallery", "ClientProbe", "doorward-serverPackageTests"}


def swift() -> int:
    root = Path.cwd()
    if "--show-bin-path" in WORDS:
        print(root / "Server/.build/arm64-apple-macosx/debug")
    elif WORDS[0] == "build" and "--target" in WORDS:
        print(f"Build of target: '{WORDS[WORDS.index('--target') + 1]}' complete! (31.27s)")
    elif WORDS[0] == "build":
        product = WORDS[WORDS.index("--product") + 1]
        if product not in PROGRAMS:
            print(f"error: '--product' cannot be used with the automatic product '{product}'")
            return 1
        folder = root / "Server/.build/arm64-apple-macosx/debug"
        if "--triple" in WORDS:
            folder = Path(WORDS[WORDS.index("--scratch-path") + 1]) / "arm64-apple-ios-simulator/debug"
        folder.mkdir(parents=True, exist_ok=True)
        given = json.loads((HERE / "programs.json").read_text()).get(product)
        program = folder / product
        program.unlink(missing_ok=True)
        if given:
            program.symlink_to(given)
        else:
            # Not a link: the demo is copied into an app.
            program.write_text(f"#!/bin/sh\nexec {HERE / product} \"$@\"\n")
            program.chmod(0o755)
        print(f"[12/12] Linking {product}\nBuild of product '{product}' complete! (31.27s)")
    elif WORDS[0] == "test":
        print("◇ Test run started.\n✔ Test run with 812 tests in 90 suites passed after 41.301 seconds.")
    return 0


def sips() -> None:
    pass


def screencapture() -> None:
    Path(WORDS[-1]).write_bytes(b"\x89PNG picture")


def open() -> None:
    if WORDS[0].startswith("http"):
        visit(WORDS[0], "passkey")


# MARK: Programs of the package


def visit(server: str, what: str) -> None:
    import urllib.request
    urllib.request.build_opener(urllib.request.ProxyHandler({})).open(f"{server}/{what}").read()


def doorward_server() -> None:
    if WORDS[0] == "serve":
        from http.server import BaseHTTPRequestHandler, HTTPServer

        class Server(BaseHTTPRequestHandler):
            do_GET, log_message = answer, lambda *_: None

        server = HTTPServer(("localhost", 0), Server)
        signal.signal(signal.SIGTERM, lambda *_: os._exit(0))
        print(f"account http://localhost:{server.server_port}", flush=True)
        server.serve_forever()


def answer(request) -> None:
    """Logs the events of a server when it is visited."""
    what = request.path.strip("/")
    if what in ("passkey", "program", "demo"):
        event = "sign_in" if what != "program" else "client_sign_in"
        print(json.dumps({"message": "security event", "event": event, "outcome": "done", "method": what}), file=sys.stderr)
        print("grace@example.org: 482913 is your sign-in code for Doorward: 482913\n  http://localhost/continue#abcDEF.ghiJKL", file=sys.stderr)
    request.send_response(200)
    request.end_headers()
    request.wfile.write(b"{}")


def doorward_user() -> None:
    if WORDS[0] == "login":
        visit(WORDS[2], "program")


def doorwarddemo() -> None:
    visit(os.environ["DOORWARD_SERVER_URL"], "demo")
    time.sleep(600)


def viewgallery() -> None:
    pass


if __name__ == "__main__":
    sys.exit(main())
