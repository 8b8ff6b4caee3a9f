"""The steps that build and test, without a person."""
from __future__ import annotations

import re

from .commands import ROOT
from .records import FAILED, IMPOSSIBLE, first_error
from .run import BUILDS, TESTS, Run, Step, Stopped

# The products of the package of apps that no other of them contains.
PRODUCTS = ("Doorward", "NEARConnect", "DoorwardNEAR", "DoorwardUI", "DoorwardTesting")
PLATFORMS = {
    "macos": ("macOS", "generic/platform=macOS", "macosx"),
    "ios": ("iOS", "generic/platform=iOS", "iphoneos"),
    "simulator": ("the simulator", "generic/platform=iOS Simulator", "iphonesimulator"),
}
MINUTES = 60


def libraries(run: Run, step: Step) -> str:
    """Installs the missing libraries if the person agrees."""
    missing = run.machine.missing_libraries
    if not missing:
        return ""
    reason = f"These libraries are missing: {', '.join(missing)}. To install them: scripts/install-packages build"
    if not run.person.says_yes(f"The server needs libraries: {', '.join(missing)}.\nShall the check install them into the folder of Homebrew?",
                               10 * MINUTES):
        run.machine.unmet["formulae"] = reason
        raise Stopped(IMPOSSIBLE, reason)
    try:
        run.command(step, "/bin/bash", ROOT / "scripts/install-packages", "build")
    except BaseException:
        run.machine.unmet["formulae"] = f"{reason}. The installation did not succeed."
        raise
    return f"Installed: {', '.join(missing)}."


def server_build(run: Run, step: Step) -> str:
    for product in ("doorward-server", "doorward-user"):
        build(run, step, "--package-path", "Server", "--product", product)
    return warnings(run, step)


def demo_build(run: Run, step: Step) -> str:
    build(run, step, "--package-path", "Server", "--product", "DoorwardDemo")
    return warnings(run, step)


def build(run: Run, step: Step, *words: object) -> None:
    run.command(step, "swift", "build", *words, added=TESTS)


def package_of_apps(run: Run, step: Step) -> str:
    """Compiles the modules of the products. It needs no Xcode, only the command line tools."""
    for product in PRODUCTS:
        # `--product` builds every target if the product is an automatic library.
        build(run, step, "--scratch-path", BUILDS / "swiftpm", "--target", product)
    return warnings(run, step)


def product(name: str, destination: str):
    def work(run: Run, step: Step) -> str:
        run.command(step, "xcodebuild", "build", "-scheme", name, "-destination", destination, "-derivedDataPath", BUILDS / "derived",
                    # Xcode asks in a window whether it may run the plugin that embeds the texts.
                    "-skipPackagePluginValidation", "-skipMacroValidation", "CODE_SIGNING_ALLOWED=NO")
        return warnings(run, step)
    return work


def warnings(run: Run, step: Step) -> str:
    """An app should see no warning."""
    try:
        text = run.log(step).read_text(errors="replace")
    except OSError:
        return ""
    found = sorted({line.strip() for line in text.splitlines() if re.search(r"\bwarning: ", line)})
    return f"{len(found)} warnings. The first: {found[0]}" if found else ""


def test_build(run: Run, step: Step) -> str:
    build(run, step, "--package-path", "Server", "--product", "doorward-serverPackageTests")
    build(run, step, "--package-path", "Server", "--product", "ClientProbe")
    return ""


def tests(target: str):
    def work(run: Run, step: Step) -> str:
        # Tests have time limits. If all started at once, each would wait for all others.
        added = {**TESTS, "SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH": "8"}
        ended = run.command(step, "swift", "test", "--package-path", "Server", "--skip-build", "--filter", rf"^{target}\.", added=added)
        found = re.findall(r"Test run with (\d+) tests?.* passed", ended.text)
        if not any(int(count) for count in found):
            raise Stopped(FAILED, "The program of the tests ended well, and ran no test.", f"swift test --filter {target}", first_error(ended.text))
        return f"{max(map(int, found))} tests."
    return work


STEPS_OF_SERVER = [
    Step("libraries", "the server's libraries", 40 * MINUTES, ("formulae", "space"), libraries),
    Step("server-build", "build the server", 60 * MINUTES, ("swift", "formulae", "space"), server_build),
    Step("demo-build", "build the demo for macOS", 30 * MINUTES, ("swift", "space"), demo_build),
]
STEPS_OF_CLIENT = [
    Step("apps-swift-build", "client products with `swift build`", 40 * MINUTES, ("swift", "space"), package_of_apps),
    *(Step(f"apps-{key}-{name}", f"{name} for {title}", 20 * MINUTES, ("xcode", sdk, "space"), product(name, destination))
      for key, (title, destination, sdk) in PLATFORMS.items() for name in PRODUCTS),
    Step("test-build", "build the client tests", 60 * MINUTES, ("swift", "formulae", "space"), test_build),
    *(Step(f"tests-{target}", f"run {target}", 40 * MINUTES, ("test-build",), tests(target)) for target in ("ClientTests", "FlowTests")),
]
