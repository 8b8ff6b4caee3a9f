"""What this Mac has. Each question may fail; the answer is then the reason, and the steps that need it do not run."""
from __future__ import annotations

import json
import pathlib
import platform
import re

from .commands import ROOT, Commands, Ended

# Free space in GB: a step that builds does not start with less.
LEAST_SPACE, GOOD_SPACE = 5, 25
LEAST_SWIFT = (6, 2)
LEAST_IOS = (17, 0)
# The first question to a tool of Xcode may wait for Xcode.
PATIENCE = 90


class Machine:
    """The facts for the report, and the reasons why steps cannot run."""

    def __init__(self, commands: Commands) -> None:
        self.commands = commands
        self.facts: list[tuple[str, str]] = []
        # For each need of a step that is not met, the reason in a sentence.
        self.unmet: dict[str, str] = {}
        self.architecture = "arm64"
        # The type and the runtime of a simulator that exists.
        self.simulator: tuple[str, str] | None = None
        # Formulae, and the library that scripts/install-packages compiles.
        self.missing_libraries: list[str] = []

    def look(self) -> None:
        for look in (self.look_at_system, self.look_at_space, self.look_at_xcode, self.look_at_swift, self.look_at_simulators,
                     self.look_at_homebrew, self.look_at_sources):
            try:
                look()
            except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
                # An answer in an unknown form is worth reporting, and no reason to stop.
                self.facts.append((look.__name__.replace("_", " "), f"not understood: {error!r}"))

    def ask(self, *command: str, limit: float = PATIENCE) -> Ended:
        return self.commands.run(list(command), limit)

    def fact(self, name: str, *command: str) -> str:
        """Adds the answer of a command, or why there is none. Returns the answer."""
        ended = self.ask(*command)
        self.facts.append((name, answer_of(ended)))
        return ended.text.strip() if ended.is_right else ""

    # MARK: Questions

    def look_at_system(self) -> None:
        system = self.ask("sw_vers")
        found = dict(re.findall(r"^(\w+):\s*(.+)$", system.text, re.MULTILINE))
        extra = f" {found['ProductVersionExtra']}" if "ProductVersionExtra" in found else ""
        self.facts.append(("macOS", f"{found['ProductVersion']}{extra} ({found.get('BuildVersion')})"
                           if "ProductVersion" in found else answer_of(system)))
        machine = self.ask("uname", "-m")
        self.architecture = machine.text.strip() if machine.is_right and machine.text.strip() else "arm64"
        self.facts.append(("architecture", answer_of(machine)))
        self.fact("processor", "sysctl", "-n", "machdep.cpu.brand_string")
        # `mini` leaves out the serial number. Only these lines are used.
        hardware = self.ask("system_profiler", "SPHardwareDataType", "-detailLevel", "mini")
        names = r"^\s*(Model Name|Model Identifier|Chip|Processor Name|Total Number of Cores|Memory): (.+)$"
        lines = [f"{name}: {value}" for name, value in re.findall(names, hardware.text, re.MULTILINE)]
        self.facts.append(("model", ", ".join(lines) or answer_of(hardware)))
        self.facts.append(("Python", platform.python_version()))

    def look_at_space(self) -> None:
        free = self.ask("df", "-Pk", str(ROOT))
        found = re.search(r"^\S.*?\s(\d+)\s+\d+%", free.text, re.MULTILINE)
        if not found:
            self.facts.append(("free space", answer_of(free)))
            return
        space = int(found[1]) / 1_000_000
        self.facts.append(("free space", f"{space:.0f} GB" + (f"; the check may need {GOOD_SPACE} GB" if space < GOOD_SPACE else "")))
        if space < LEAST_SPACE:
            self.unmet["space"] = f"Only {space:.1f} GB are free, and a build needs {LEAST_SPACE}. Make space and run the check again."

    def look_at_xcode(self) -> None:
        self.fact("selected developer folder", "xcode-select", "-p")
        # One of them may only have to be selected.
        apps = sorted(app.name for app in pathlib.Path("/Applications").glob("Xcode*.app"))
        self.facts.append(("installed Xcode", ", ".join(apps) or "none in /Applications"))
        self.fact("command line tools", "pkgutil", "--pkg-info=com.apple.pkg.CLTools_Executables")
        version = self.ask("xcodebuild", "-version")
        self.facts.append(("Xcode", answer_of(version)))
        if version.status != 0 or version.problem:
            self.unmet["xcode"] = "Xcode does not answer: " + advice(version)
        elif self.ask("xcodebuild", "-checkFirstLaunchStatus").status != 0:
            self.unmet["xcode"] = "Xcode was never started. Open it once, or run `sudo xcodebuild -runFirstLaunch`."
            self.facts.append(("Xcode's first start", "not done"))
        for sdk in ("macosx", "iphoneos", "iphonesimulator"):
            found = self.ask("xcrun", "--sdk", sdk, "--show-sdk-version")
            self.facts.append((f"SDK {sdk}", answer_of(found)))
            if not found.is_right:
                self.unmet[sdk] = f"The SDK {sdk} is missing: {advice(found)}"

    def look_at_swift(self) -> None:
        answer = self.ask("swift", "--version")
        self.facts.append(("Swift", answer_of(answer)))
        found = re.search(r"Swift version (\d+)\.(\d+)", answer.text)
        if not answer.is_right or not found:
            self.unmet["swift"] = "`swift` does not answer: " + advice(answer)
        elif (int(found[1]), int(found[2])) < LEAST_SWIFT:
            self.unmet["swift"] = f"Swift 6.2 or later is required; this is {found[1]}.{found[2]}. Install Xcode 26 or later."
        if "swift" in self.unmet:
            # Xcode has a compiler of the same version.
            self.unmet.setdefault("xcode", self.unmet["swift"])

    def look_at_simulators(self) -> None:
        answer = self.ask("xcrun", "simctl", "list", "--json", "devices", "available")
        if not answer.is_right:
            self.facts.append(("simulators", answer_of(answer)))
            self.unmet["simulator"] = "There are no simulators: " + advice(answer)
            return
        usable = []
        for runtime, devices in devices_of(answer.text).items():
            version = re.search(r"SimRuntime\.iOS-(\d+)-(\d+)", runtime)
            phones = [device for device in devices if device.get("isAvailable", True) and "iPhone" in device["deviceTypeIdentifier"]]
            if version and phones and (int(version[1]), int(version[2])) >= LEAST_IOS:
                usable.append(((int(version[1]), int(version[2])), runtime, phones))
        self.facts.append(("simulators", ", ".join(f"iOS {version[0]}.{version[1]}: {len(phones)} iPhones" for version, _, phones in usable)
                           or "no iPhone with iOS 17 or later"))
        if usable:
            _, runtime, phones = max(usable, key=lambda entry: entry[0])
            self.simulator = (phones[0]["deviceTypeIdentifier"], runtime)
        else:
            self.unmet["simulator"] = "No simulator of an iPhone has iOS 17 or later. Xcode's settings install one under Components."

    def look_at_homebrew(self) -> None:
        version = self.ask("brew", "--version")
        self.facts.append(("Homebrew", answer_of(version)))
        wanted = formulae()
        if not version.is_right:
            self.unmet["formulae"] = f"Homebrew, which has the server's C libraries, does not answer: {advice(version)} See https://brew.sh."
            return
        prefix = self.fact("Homebrew's folder", "brew", "--prefix")
        listed = self.ask("brew", "list", "--formula", "--versions")
        versions = dict(line.split(None, 1) for line in listed.text.splitlines() if len(line.split()) > 1)
        self.facts.append(("formulae", ", ".join(f"{name} {versions[name]}" for name in wanted if name in versions) or answer_of(listed)))
        self.missing_libraries = [name for name in wanted if name not in versions]
        if prefix and not (pathlib.Path(prefix) / "include/zxcvbn.h").exists():
            self.missing_libraries.append("zxcvbn")
        if self.missing_libraries:
            self.facts.append(("missing libraries", ", ".join(self.missing_libraries)))

    def look_at_sources(self) -> None:
        commit = self.fact("commit", "git", "-C", str(ROOT), "rev-parse", "HEAD")
        changed = self.ask("git", "-C", str(ROOT), "status", "--porcelain")
        # A folder without git, as from an archive, is no error.
        if commit and changed.is_right and changed.text.strip():
            self.facts.append(("changed files", ", ".join(line[3:] for line in changed.text.splitlines()[:10])))

    @property
    def fingerprint(self) -> str:
        """What a result depends on. An earlier result counts only if all of it is the same."""
        named = {"macOS", "Xcode", "Swift", "commit", "changed files"}
        return "; ".join(f"{name}: {value}" for name, value in self.facts if name in named)


def devices_of(text: str) -> dict[str, list[dict]]:
    """The simulators for each runtime, of `simctl list --json`. Warnings can stand before the value."""
    try:
        found = json.loads(text[text.index("{"):])["devices"]
    except (ValueError, KeyError):
        return {}
    members = {"name", "udid", "deviceTypeIdentifier"}
    return {runtime: [device for device in devices if members <= device.keys()] for runtime, devices in found.items()}


def formulae() -> list[str]:
    """The formulae of scripts/install-packages."""
    text = (ROOT / "scripts/install-packages").read_text()
    return [name for group in re.findall(r"^build_brew\+?=\(([^)]*)\)", text, re.MULTILINE) for name in group.split()]


def answer_of(ended: Ended) -> str:
    """The answer in a line, or why there is none."""
    text = " ".join(ended.text.split())
    if ended.is_right:
        return text or "no answer"
    return " ".join(part for part in (ended.problem or f"failed with status {ended.status}:", text) if part)


def advice(ended: Ended) -> str:
    """Why a tool does not answer, and what to do."""
    text = ended.text
    if ended.problem:
        return ended.problem
    if "command line tools instance" in text:
        return ("only the command line tools are selected. Install Xcode, or select it with "
                "`sudo xcode-select -s /Applications/Xcode.app/Contents/Developer`.")
    if "license" in text.lower():
        return "the license was not accepted. Run `sudo xcodebuild -license`."
    if "unable to get active developer directory" in text or "no developer tools were found" in text or "invalid active developer path" in text:
        return "no developer tools are installed. Run `xcode-select --install`, or install Xcode."
    return " ".join(text.split()) or f"it failed with status {ended.status}."
