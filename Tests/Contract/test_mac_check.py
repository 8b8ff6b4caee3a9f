"""`make mac-check` survives everything, and its report has what the authors need and nothing private.

The tools of a Mac are stand-ins, see Tests/Support/MacTools; the scripts and the files that they read are the real ones.
"""

import ast
import errno
import fcntl
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import zipfile
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path

import pytest

from document import ROOT
from mac import FORMULAE, SCRIPTS, STEPS, TOOLS, Mac, Report, is_running, until
from mac_check.commands import Commands, Ended
from mac_check.machine import answer_of
from mac_check.privacy import Privacy
from mac_check.records import Record, Records, first_error
from mac_check.report import text_of
from running import binary

# Everything that must not be sent.
PRIVATE = ["adalove", "Lovelace", "Adas-MacBook", "Ada’s", "C02XK0AAJHD3", "5D2C64A5-6A34", "hunter2hunter2", "482913", "ghiJKL",
           "grace@example.org"]
ONLY_TOOLS = "xcode-select: error: tool '{}' requires Xcode, but active developer directory '/Library/Developer/CommandLineTools' is a command line tools instance"
# The person answers when the demo's code is shown.
DEMO = "Choose “Open your notes”.*grace@example.org"
WITHOUT_XCODE = [
    {"match": "^xcode-select -p", "text": "/Library/Developer/CommandLineTools"},
    {"match": "^xcodebuild", "text": ONLY_TOOLS.format("xcodebuild"), "status": 1},
    {"match": "^xcrun --sdk iphone", "text": 'xcrun: error: SDK "iphoneos" cannot be located', "status": 1},
    {"match": "^xcrun simctl", "text": 'xcrun: error: unable to find utility "simctl", not a developer tool or in PATH', "status": 72},
]


@pytest.fixture
def mac(tmp_path) -> Mac:
    return Mac(tmp_path)


@pytest.fixture
def privacy() -> Privacy:
    return Privacy(Commands())


# MARK: Success

rarely_changed = pytest.mark.only_in_test_all("few commits change what a Mac runs")


def test_everything_passes_with_a_person(mac):
    report = mac.run_with({
        "A PASSKEY": "It asked twice.", "THROUGH THE BROWSER": "", DEMO: ""})
    assert report.status == 0
    assert report.results("passed") == [*report.steps] and len(report.steps) == STEPS, report.text
    assert report.reason("a passkey in the browser, by a person", "passed") == "The person wrote: It asked twice."
    assert report.reason("run ClientTests", "passed") == "812 tests."
    for fact in ("macOS | 26.1 (25B78)", "Xcode 26.1 Build version 17B55", "Apple Swift version 6.2.1", "Apple M2", "iOS 26.1: 2 iPhones",
                 "openssl@3 1.2.3", "21f9fd78aa11bb22cc33dd44ee55ff6677889900", "400 GB"):
        assert fact in report.text, fact
    # The person sees the codes of the server that the check starts.
    assert "grace@example.org: 482913 is your sign-in code for Doorward: 482913" in report.output
    with zipfile.ZipFile(mac.folder / "logs-and-pictures.zip") as archive:
        names = set(archive.namelist())
    assert {"pictures/passkey.png", "pictures/demo.png", "pictures/views/sign-in.start-everything.jpg", "pictures/views/user-signed-in.jpg",
            "logs/server-build.log", "logs/apps-ios-DoorwardUI.log"} <= names
    # Nothing is left: no server, no data, no simulator.
    assert mac.remains() == []
    assert "simctl delete 31111111" in mac.calls and "simctl delete A1B2C3D4" in mac.calls
    assert "doorward-user logout" in mac.calls


@rarely_changed
def test_each_product_is_built_for_each_platform_from_the_package_of_apps(mac):
    mac.run()
    for product in ("Doorward", "NEARConnect", "DoorwardNEAR", "DoorwardUI", "DoorwardTesting"):
        for destination in ("generic/platform=macOS", "generic/platform=iOS", "generic/platform=iOS Simulator"):
            assert f"xcodebuild build -scheme {product} -destination {destination} -derivedDataPath" in mac.calls
    assert "-skipPackagePluginValidation" in mac.calls


@rarely_changed
def test_alone_it_asks_nothing(mac):
    report = mac.run("--alone")
    assert report.status == 0 and "Return: done" not in report.output
    assert len(report.results("not run")) == 3
    assert not re.search(r"^(open|screencapture) ", mac.calls, re.M)


def test_the_products_and_previews_exist():
    manifest = (ROOT / "Package.swift").read_text()
    sources = (ROOT / "scripts/mac_check/builds.py").read_text()
    products = re.findall(r'"(\w+)"', re.search(r"^PRODUCTS = \((.*)\)$", sources, re.M)[1])
    offered = re.search(r'let names = """(.*?)"""', manifest, re.S)[1].split()
    assert len(products) == 5 and {*products} <= {*offered}
    for target in ("ViewGallery", "DoorwardDemo", "ClientProbe", "ClientTests", "FlowTests"):
        assert re.search(rf"/{target}( \(macOS\))?:", manifest), target
    previews = (ROOT / "Sources/Windows/DoorwardUI/Previews/Previews.swift").read_text()
    assert len(re.findall(r'PreviewViews\["([^"]+)"\]', previews)) > 100


def test_the_real_server_starts_and_its_throwaway_wallets_sign_in(mac):
    mac.set("programs", {"doorward-server": binary()})
    report = mac.run()
    assert report.reason("start the server", "passed") == "" and report.reason("sign in with throwaway wallets", "passed") == ""
    assert "Every step succeeded" in mac.sent()


# MARK: Missing tools


@rarely_changed
@pytest.mark.sampled(at_most=4)
@pytest.mark.parametrize("name", [name for name in TOOLS[:19] if name not in ("uname",)])
def test_a_missing_tool_costs_only_the_steps_that_need_it(mac, name):
    (mac.tools / name).unlink()
    report = mac.run()
    assert report.status == 0
    lost = {"swift": 25, "xcodebuild": 15, "xcrun": 17, "brew": 7}.get(name, 0)
    failed = [title for title, (result, _) in report.steps.items() if result != "passed" and "by a person" not in title]
    assert len(failed) == lost, failed
    if lost:
        assert f"`{name}` is not installed." in report.text
    assert "mistake in scripts/mac-check" not in report.text


@rarely_changed
def test_no_tool_at_all_still_makes_a_report(mac):
    for path in mac.tools.iterdir():
        if path.name in TOOLS and path.name != "uname":
            path.unlink()
    report = mac.run()
    assert report.status == 0 and report.results("passed") == [] and len(report.steps) == STEPS
    assert "mistake" not in report.text


@rarely_changed
def test_command_line_tools_alone_build_the_server_and_the_client(mac):
    mac.rules = WITHOUT_XCODE
    report = mac.run()
    assert "only the command line tools are selected" in report.reason("DoorwardUI for iOS", "not run")
    assert report.reason("client products with `swift build`", "passed") == ""
    assert report.reason("start the server", "passed") == ""
    assert "SDK iphonesimulator is missing" in report.reason("build the SwiftUI views for the simulator", "not run")


@rarely_changed
@pytest.mark.sampled(at_most=2)
@pytest.mark.parametrize("rule, step, advice", [
    ({"match": "^xcodebuild -version", "status": 69, "text": "You have not agreed to the Xcode license agreements. Please run 'sudo xcodebuild "
      "-license' from within a Terminal window to review and agree to the Xcode and Apple SDKs license."}, "Doorward for iOS", "sudo xcodebuild -license"),
    ({"match": "^xcodebuild -checkFirstLaunchStatus", "status": 69}, "Doorward for iOS", "Open it once"),
    ({"match": "^(xcodebuild|swift|xcrun)", "status": 1, "text": "xcrun: error: invalid active developer path (/Library/Developer/CommandLineTools), "
      "missing xcrun at: /Library/Developer/CommandLineTools/usr/bin/xcrun"}, "build the server", "xcode-select --install"),
    ({"match": "^swift --version", "text": "Apple Swift version 6.0.3 (swiftlang-6.0.3.1.10 clang-1600.0.30.1)"}, "Doorward for iOS", "this is 6.0"),
    ({"match": "^xcrun simctl list", "text": '{"devices" : {}}'}, "show every SwiftUI view in the simulator", "Components"),
    ({"match": "^xcrun simctl list", "text": "CoreSimulatorService connection became invalid."}, "show every SwiftUI view in the simulator", ""),
    ({"match": "^df", "text": "Filesystem 1024-blocks Used Available Capacity Mounted on\n/dev/disk3s5 971350180 969000000 1200000 100% /"},
     "build the server", "Make space"),
    ({"match": "^brew list", "text": "curl 8.16.0"}, "the server's libraries", "secp256k1, libsodium"),
], ids=["license", "first start", "no tools", "old Swift", "no simulators", "unreadable simulators", "little space", "no formulae"])
def test_a_mac_that_is_not_ready_is_told_what_to_do(mac, rule, step, advice):
    mac.rules = [rule]
    report = mac.run()
    assert report.status == 0
    found, reason = report.steps[step]
    assert found in ("not run", "failed") and advice in reason
    assert "mistake" not in report.text


@rarely_changed
def test_libraries_are_installed_only_if_the_person_agrees(mac):
    mac.set("formulae", FORMULAE[:-1])
    (mac.homebrew / "include/zxcvbn.h").unlink()
    mac.rules = [{"match": f"git -C {mac.temporary}", "text": "f3f2d710c90d08652d62d2d6a5d79610c81904a5"}]
    report = mac.run("--alone")
    assert "libfido2, zxcvbn. To install them: scripts/install-packages build" in report.reason("the server's libraries", "not run")
    assert "brew install" not in mac.calls and "clone" not in mac.calls
    report = mac.run_with({"needs libraries": "y", "A PASSKEY": "s", "THROUGH THE BROWSER": "s", DEMO: "s"}, "--afresh")
    assert report.reason("the server's libraries", "passed") == "Installed: libfido2, zxcvbn."
    assert "brew install --quiet libfido2" in mac.calls
    assert (mac.homebrew / "lib/libzxcvbn.a").exists() and (mac.homebrew / "include/zxcvbn.h").exists()
    assert len(report.results("skipped")) == 3


# MARK: Failing steps

SWIFT_ERROR = """[1/3] Compiling DoorwardUI
/Users/adalove/doorward/Sources/Windows/DoorwardUI/Screens/ScreenView.swift:40:7: warning: variable 'a' was never used
/Users/adalove/doorward/Sources/Windows/DoorwardUI/Screens/ScreenView.swift:41:7: error: cannot find 'FooView' in scope
      FooView()
      ^~~~~~~
/Users/adalove/doorward/Sources/Windows/DoorwardUI/Screens/ScreenView.swift:99:7: error: a later error
** BUILD FAILED **
"""
FAILURES = {
    "build the server": ("^swift build .*doorward-server$", 1, "/x/A.swift:1:1: error: 'libpq-fe.h' file not found", "'libpq-fe.h' file not found"),
    "start the server": ("^doorward-server serve", 1, "Error: `listen`: port 8787 is in use.", "port 8787 is in use"),
    "sign in with throwaway wallets": ("^doorward-server try", 1, "✗ sign in\nError: the server refused", "the server refused"),
    "client products with `swift build`": ("^swift build --scratch-path", 1, SWIFT_ERROR, "cannot find 'FooView' in scope"),
    "DoorwardUI for iOS": ("^xcodebuild build -scheme DoorwardUI -destination generic/platform=iOS -d", 65, SWIFT_ERROR, "cannot find 'FooView' in scope"),
    "Doorward for the simulator": (
        "^xcodebuild build -scheme Doorward -destination generic/platform=iOS Sim", 70,
        "xcodebuild: error: Unable to find a destination matching the provided destination specifier:\n\t\t{ generic:1, platform:iOS Simulator }\n"
        "\tIneligible destinations for the \"Doorward\" scheme:\n\t\t{ platform:iOS, arch:arm64, id:00008110-000A1C2E0C81801E, name:Ada’s iPhone }",
        "Unable to find a destination"),
    "build the client tests": ("^swift build .*PackageTests", 1, "error: no such module 'Testing'", "no such module 'Testing'"),
    "run ClientTests": ("^swift test .*ClientTests", 1, "✘ Test refresh() recorded an issue at R.swift:8:3: Expectation failed", "refresh() recorded an issue"),
    "run FlowTests": ("^swift test .*FlowTests", 0, "✔ Test run with 0 tests in 0 suites passed after 0.001 seconds.", "ran no test"),
    "build the SwiftUI views for the simulator": ("^swift build .*ViewGallery", 1, SWIFT_ERROR, "cannot find 'FooView' in scope"),
    "show every SwiftUI view in the simulator": (
        "^xcrun simctl bootstatus", 149, "An error was encountered processing the command (domain=com.apple.CoreSimulator.SimError, code=405):\n"
        "Unable to boot the Simulator.", "Unable to boot the Simulator"),
}


@pytest.mark.sampled(at_most=2)
@pytest.mark.parametrize("step", FAILURES)
def test_a_failing_step_reports_its_first_error_and_stops_no_other(mac, step):
    match, status, text, expected = FAILURES[step]
    mac.rules = [{"match": match, "status": status, "text": text}]
    report = mac.run()
    assert report.status == 0
    reason = report.reason(step, "failed")
    section = report.text.partition(f"## {step}: failed")[2].partition("\n## ")[0]
    assert expected in section or expected in reason
    if "FooView" in text:
        # The lines around the error, and no later error of another place as the first.
        assert "FooView()" in section and "warning: variable" in section
    # Only what needs the step does not run.
    others = {title: reason for title, (result, reason) in report.steps.items() if result == "not run" and "by a person" not in title}
    assert all(reason.startswith("It needs “") for reason in others.values()), others
    assert len(others) == {"build the server": 2, "start the server": 1, "build the client tests": 2,
                           "build the SwiftUI views for the simulator": 1}.get(step, 0)
    assert report.results("failed") == [step]


@rarely_changed
def test_a_view_that_crashes_is_named_and_the_others_are_shown(mac):
    mac.rules = [{"match": "simctl launch .*everything", "text": "com.example.doorward.view-gallery: 4194303"}]
    report = mac.run()
    reason = report.reason("show every SwiftUI view in the simulator", "failed")
    assert "1 of 2 views were not shown: sign-in.start: everything" in reason and "The app ended" in reason
    assert (mac.folder / "pictures/views/user-signed-in.jpg").exists()


@rarely_changed
def test_warnings_of_an_apps_build_are_counted(mac):
    mac.rules = [{"match": "^xcodebuild build -scheme Doorward -destination generic/platform=iOS -d", "text": "/x/A.swift:1:1: warning: unused\n** BUILD SUCCEEDED **"}]
    assert mac.run().reason("Doorward for iOS", "passed").startswith("1 warnings. The first: /x/A.swift:1:1: warning: unused")


@rarely_changed
def test_a_sign_in_that_the_server_did_not_see_has_failed(mac):
    mac.rules = [{"match": "^open "}, {"match": "^doorward-user login", "status": 1, "text": "Error: The sign-in was canceled."}]
    report = mac.run_with({"A PASSKEY": "Safari said no.", DEMO: ""})
    reason = report.reason("a passkey in the browser, by a person", "failed")
    assert reason == "The server saw no sign-in with a passkey. The person wrote: Safari said no."
    assert "ended with status 1" in report.reason("a sign-in of a program through the browser, by a person", "failed")
    assert "The sign-in was canceled." in report.text
    assert "doorward-user logout" in mac.calls


@rarely_changed
def test_without_a_person_at_the_terminal_the_questions_are_skipped(mac):
    report = mac.run("--afresh")
    assert {reason for title, (result, reason) in report.steps.items() if result == "skipped"} == {"No terminal is attached."}
    assert len(report.results("skipped")) == 3 and report.results("failed") == []


@rarely_changed
def test_a_person_who_does_not_answer_stops_nothing(mac):
    process = mac.start("--most-seconds", "5")
    output = process.stdout.read()
    report = Report(process.wait(10), output, mac.folder)
    assert report.reason("a passkey in the browser, by a person", "skipped") == "No answer within the time limit."
    assert report.reason("run FlowTests", "passed")


# MARK: Steps that hang, interruption


@pytest.mark.sampled(at_most=1)
@pytest.mark.parametrize("match, step", [
    ("^xcodebuild build -scheme DoorwardUI -destination generic/platform=iOS -d", "DoorwardUI for iOS"),
    ("^swift test .*ClientTests", "run ClientTests"),
    ("^xcrun simctl bootstatus", "show every SwiftUI view in the simulator"),
    ("^doorward-server serve", "start the server"),
])
def test_a_step_that_hangs_ends_with_everything_it_has_started(mac, match, step):
    mac.rules = [{"match": match, "hangs": True, "text": "Resolve Package Graph"}]
    report = mac.run("--alone", "--most-seconds", "5")
    assert report.status == 0
    assert report.reason(step, "timed out")
    assert not is_running(int((mac.tools / "child").read_text()))
    assert report.reason("DoorwardTesting for the simulator", "passed") == ""


@rarely_changed
@pytest.mark.sampled(at_most=1)
@pytest.mark.parametrize("match", ["^xcodebuild -version", "^brew list", "^hostname$"])
def test_a_question_to_the_machine_that_hangs_is_given_up(mac, match):
    """The limits of these questions are not those of steps: `--most-seconds` shortens them too."""
    mac.rules = [{"match": match, "hangs": True}]
    report = mac.run("--alone", "--most-seconds", "4")
    assert report.status == 0 and report.reason("client products with `swift build`", "passed") == ""


@pytest.mark.sampled(at_most=1)
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_an_interruption_reports_what_was_done(mac, number):
    mac.rules = [{"match": "^xcodebuild build -scheme DoorwardUI", "hangs": True, "text": "Resolve Package Graph"}]
    process, output = mac.start("--alone"), ""
    for line in process.stdout:
        output += line
        if "- DoorwardUI for macOS" in line:
            until(lambda: (mac.tools / "child").exists() and (mac.tools / "child").read_text())
            os.kill(process.pid, number)
    report = Report(process.wait(10), output, mac.folder)
    assert report.status == 0 and "Traceback" not in output
    assert report.reason("DoorwardUI for macOS", "interrupted") and report.reason("build the server", "passed") == ""
    assert "interrupted" in report.text.partition("## This Mac")[0]
    assert not is_running(int((mac.tools / "child").read_text()))
    assert mac.remains() == [] and (mac.folder / "logs-and-pictures.zip").exists()


@rarely_changed
def test_an_interruption_before_the_first_step_makes_a_report(mac):
    mac.rules = [{"match": "^sw_vers", "hangs": True}]
    process = mac.start("--alone")
    until(lambda: (mac.tools / "child").exists())
    os.kill(process.pid, signal.SIGINT)
    output, _ = process.communicate(timeout=30)
    report = Report(process.returncode, output, mac.folder)
    assert report.status == 0 and "no step was started" in report.text


@rarely_changed
def test_a_killed_check_leaves_its_report(mac):
    mac.rules = [{"match": "^swift test .*ClientTests", "hangs": True}]
    process = mac.start("--alone")
    until(lambda: (mac.tools / "child").exists() and (mac.tools / "child").read_text())
    process.kill()
    process.communicate()
    os.kill(int((mac.tools / "child").read_text()), signal.SIGKILL)
    assert Report(0, "", mac.folder).reason("build the client tests", "passed") == ""


# MARK: Folders


@rarely_changed
def test_an_unwritable_folder_is_replaced_by_a_temporary_one(mac):
    (mac.root / "file").write_text("")
    process = mac.start("--alone", "--folder", str(mac.root / "file/report"))
    output, _ = process.communicate("", timeout=120)
    [folder] = mac.remains()
    report = Report(process.returncode, output, folder)
    assert report.status == 0 and str(folder / "report.md") in output
    assert (folder / "logs-and-pictures.zip").exists() and (folder / "logs/server-build.log").exists()
    assert "cannot be written: Not a directory" in report.text and report.reason("build the server", "passed") == ""


@rarely_changed
def test_a_full_disk_prints_the_report(mac):
    def fill() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    report = mac.run(preexec_fn=fill)
    assert report.status == 1
    assert "# Doorward on a Mac" in report.output and "Copy the lines above" in report.output and "Traceback" not in report.output
    assert "adalove" not in report.output.partition("# Doorward on a Mac")[2].partition("The report could not be written")[0]


# MARK: Another run


@rarely_changed
def test_a_second_run_repeats_only_what_did_not_pass(mac):
    mac.rules = [{"match": "^swift test .*FlowTests", "status": 1, "text": "✘ Test a() recorded an issue"}]
    assert mac.run().results("failed") == ["run FlowTests"]
    mac.rules = []
    report = mac.run()
    assert re.search(r"This continues the check of .*: 24 steps had passed", report.output)
    assert "xcodebuild build" not in mac.calls and "swift test" in mac.calls
    assert report.reason("run FlowTests", "passed") == "812 tests."
    assert report.reason("Doorward for iOS", "passed (in an earlier run)") == ""
    assert len(report.steps) == STEPS and [*report.steps][0] == "the server's libraries"


@rarely_changed
@pytest.mark.sampled(at_most=1)
@pytest.mark.parametrize("change, sentence", [
    ("tools", "have changed since the earlier check. This is a new check."), ("state", "cannot be read. This is a new check."),
    ("option", "--afresh: this is a new check.")])
def test_a_second_run_begins_anew_if_the_first_says_nothing_about_it(mac, change, sentence):
    mac.run()
    if change == "tools":
        mac.rules = [{"match": "^xcodebuild -version", "text": "Xcode 26.2\nBuild version 17C52"}]
    if change == "state":
        (mac.folder / "state.json").write_text('{"records": [{"name')
    report = mac.run("--alone", *(["--afresh"] if change == "option" else []))
    assert sentence in report.output and sentence in report.text
    assert "xcodebuild build" in mac.calls and not report.results("passed (in an earlier run)")


@rarely_changed
def test_two_checks_at_once_do_not_share_a_folder(mac):
    mac.rules = [{"match": "^sw_vers", "hangs": True}]
    process = mac.start("--alone")
    until(lambda: (mac.tools / "child").exists())
    second = mac.start("--alone")
    output, _ = second.communicate(timeout=30)
    assert second.returncode == 1 and "Another make mac-check uses" in output
    os.kill(process.pid, signal.SIGINT)
    process.communicate(timeout=30)


@pytest.mark.parametrize("error, expected", [
    (OSError(errno.ENOTSUP, "Operation not supported"), False), (BlockingIOError(errno.EWOULDBLOCK, "in use"), True)])
def test_a_folder_that_cannot_be_locked_is_used_without_a_lock(monkeypatch, tmp_path, error, expected):
    def refuse(*_: object) -> None:
        raise error
    loader = SourceFileLoader("mac_check_program", str(ROOT / "scripts/mac-check"))
    check = module_from_spec(spec_from_loader(loader.name, loader))
    loader.exec_module(check)
    monkeypatch.setattr(fcntl, "flock", refuse)
    assert check.is_in_use(tmp_path) is expected


# MARK: Privacy


def test_names_addresses_and_secrets_are_not_sent(mac):
    text = "\n".join([
        SWIFT_ERROR, f"error: in {mac.root}/Sources and {mac.home}/Library", "host Adas-MacBook-Pro.local, Ada’s MacBook Pro, ADALOVE, Ada Lovelace, /Volumes/Lovelace",
        "    export DEPLOY_TOKEN=hunter2hunter2", "Serial Number (system): C02XK0AAJHD3", "Hardware UUID: 5D2C64A5-6A34-5D3B-9F0B-3C1D3B1F4E11",
        "{ platform:iOS, arch:arm64, id:00008110-000A1C2E0C81801E, name:Ada’s iPhone }", "Signing Identity: \"Apple Development: Ada Lovelace (AB12CD34EF)\"",
        "Authorization: Bearer abcdefgh.ijkl", "https://ada:pa55word@git.example.com/x.git", "grace@example.org", "en0 192.168.178.23 a4:83:e7:12:34:56",
        "/private/var/folders/xy/abc123def/T/x", "-----BEGIN PRIVATE KEY-----\nMIIEvQ\n-----END PRIVATE KEY-----", "api_key=0123456789abcdef"])
    mac.rules = [{"match": "^xcodebuild build -scheme DoorwardUI", "status": 65, "text": text}]
    report = mac.run_with({"A PASSKEY": "I am Ada Lovelace, grace@example.org", DEMO: ""})
    assert report.results("failed") == [f"DoorwardUI for {platform}" for platform in ("macOS", "iOS", "the simulator")]
    sent = mac.sent()
    more = ["00008110-000A1C2E0C81801E", "AB12CD34EF", "abcdefgh.ijkl", "pa55word", "192.168.178.23", "a4:83:e7", "abc123def", "MIIEvQ", "0123456789abcdef", "Ada’s iPhone",
            str(mac.home), str(mac.temporary)[:-10]]
    assert [private for private in PRIVATE + more if private.lower() in sent.lower()] == []
    # The files that the authors need are still there.
    for kept in ("DoorwardUI/Screens/ScreenView.swift:41:7: error: cannot find 'FooView' in scope", "/DOORWARD/Sources", "Apple M2", "Mac14,7",
                 "swiftlang-6.2.1.4.8", "21f9fd78aa11bb22cc33dd44ee55ff6677889900"):
        assert kept in sent, kept


@pytest.mark.parametrize("line", [
    "grace@example.org: 482913 is your sign-in code for Doorward: 482913", "grace@example.org: 482913 setzt Ihr Passwort für Doorward zurück: 482913",
    "grace@example.org: 482913はDoorwardのログインコードです: 482913", "grace@example.org: Own words: 482913", "+4915112345678: SMS: 482913",
    "  +4915112345678: SMS: 12345678"])
def test_codes_behind_an_address_are_removed_in_each_language(privacy, line):
    cleaned = privacy.clean(f"before\n{line}\nSources/A.swift:482913:7: error")
    assert not re.search("482913(?!:7)|12345678|grace", cleaned)
    assert cleaned.startswith("before\n") and cleaned.endswith("\nSources/A.swift:482913:7: error")


@pytest.mark.parametrize("name, removed, kept", [
    ("李明", ["李明的MacBook Pro", "Volumes/李明Mac", "(李明)"], []),
    ("Jo", ["Jo: error", "/Volumes/Jo/", "Joさん"], ["Job", "jo", "Join", "BaJo"]),
    ("Zoë", ["zoë", "Zoë_a"], ["Zoël", "AZoë"]),
])
def test_short_names_are_removed_outside_of_longer_words(privacy, name, removed, kept):
    privacy.add(name, "NAME")
    for text in removed:
        assert name.lower() not in privacy.clean(text).lower(), text
    for text in kept:
        assert privacy.clean(text) == text


def test_a_name_is_removed_before_a_line_is_cut(privacy):
    privacy.add("Ada Lovelace", "NAME")
    for spaces in range(370, 410):
        line = "error: " + "x" * spaces + " Ada Lovelace " + "y" * 400
        records = Records(None, "", "")
        records.add(Record("a", "a", "failed", sentence=line * 6, excerpt=first_error(line)))
        text = text_of([("a fact", answer_of(Ended(0, line * 6)))], records, [], privacy)
        assert not re.search(r"\bAda?\b|Love", text)
        assert max(map(len, text.splitlines())) < 3000


@rarely_changed
def test_commands_do_not_get_the_secrets_of_the_person(mac):
    shown = mac.tools / "variables"
    (mac.tools / "xcodebuild").write_text(f"#!/bin/sh\n/usr/bin/env >> {shown}\n")
    mac.run()
    assert "HOME=" in shown.read_text() and "hunter2" not in shown.read_text()


# MARK: Commands on the Mac


def test_the_scripts_run_with_the_python_of_a_bare_mac(mac):
    for path in SCRIPTS:
        tree = ast.parse(path.read_text(), feature_version=(3, 9))
        assert path.name == "__init__.py" or "from __future__ import annotations" in path.read_text(), path
        imported = {name.name.split(".")[0] for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names}
        imported |= {node.module.split(".")[0] for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.level == 0}
        assert imported - {"mac_check"} <= sys.stdlib_module_names, path
    found = [shutil.which("python3.9"), *map(str, Path(sys.base_prefix).parent.glob("3.9.*/bin/python3.9"))]
    for old in [path for path in found if path and subprocess.run([path, "--version"], capture_output=True).returncode == 0][:1]:
        report = mac.run(python=old)
        assert report.status == 0 and report.results("failed") == [] and "mistake" not in report.text


def test_on_linux_it_does_nothing():
    before = {*ROOT.iterdir()}
    done = subprocess.run(["make", "--no-print-directory", "mac-check"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode != 0 and "make mac-check is for a Mac" in done.stderr and done.stdout == ""
    assert {*ROOT.iterdir()} == before
