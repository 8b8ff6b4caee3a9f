"""Compiles the Swift fragments of the documents: samples that are parts of a function of an app.

A fragment uses values that the app has. `PREAMBLE` and `PARAMETERS` declare them, once for all fragments.
"""

import json
import re
from pathlib import Path

import programs
from commands import SERVER_PACKAGE
from document import ROOT

PREAMBLE = """
import Doorward
import DoorwardFlow
import DoorwardNEAR
import DoorwardTexts
import Foundation
import NEARConnect
import WebAuthn
import WebAuthnSignatures
import DoorwardOpenSSL

/// The app's own wallet.
struct AppWallet: EthereumWallet {
  var address: String { "" }
  var chainId: String { "1" }
  func personalSign(_ message: String) -> String { "" }
}

/// The app's own view.
struct ProfileView { init(doorward: Doorward) {} }

func show<Value>(_ value: Value) {}
typealias Press = @MainActor (ScreenContent.Button, FieldTexts) -> Void
@MainActor func draw(_ screen: ScreenContent, _ press: Press) {}
@MainActor func draw(_ page: ScreenContent, _ dialog: WindowContent.Dialog?, _ press: Press) {}
"""
PARAMETERS = """
  doorward: Doorward, wallet: AppWallet, email: String, password: String, typed: String, address: String,
  challenge: SecondFactorChallenge, user: DoorwardUser, walletManager: NEARWalletManager,
  configuration: inout NEARConnectConfiguration, metadata: VerifiedMetadata, party: RelyingParty,
  openSSL: OpenSSLContext
"""
# A fragment does not use every value that it shows.
_HARMLESS = re.compile(r"warning: .*(was never used|is unused|never mutated)")


def import_flags() -> list[str]:
    """The flags with which the compiler finds the modules of the package."""
    # `make swift-build` has built all modules there. Of the release, only programs are built.
    flags = ["-I", str(SERVER_PACKAGE / ".build/debug/Modules")]
    for module_map in sorted((ROOT / "Sources/C").glob("*/module.modulemap")):
        flags += ["-Xcc", f"-fmodule-map-file={module_map}"]
    for file in sorted((ROOT / "Sources/C").glob("*/header-folders.pc")):
        text = file.read_text()
        include = re.search(r"^include=(.*)$", text, re.M)[1]
        for folder in re.search(r"^Cflags: (.*)$", text, re.M)[1].replace("${include}", include).split():
            flags += ["-Xcc", folder]
    return flags


def messages(fragments: dict[str, str], folder: Path) -> list[str]:
    """Compiles fragments, each as the body of a function.

    Returns:
        The errors and warnings, which name the fragments.
    """
    functions = [
        f"@MainActor func fragment{number}({PARAMETERS}) async throws {{\n"
        f'#sourceLocation(file: "{name}", line: 1)\n{source}#sourceLocation()\n}}\n'
        for number, (name, source) in enumerate(fragments.items(), 1)]
    file = folder / "Fragments.swift"
    file.write_text(PREAMBLE + "\n".join(functions))
    result = programs.run("swiftc", "-typecheck", "-swift-version", "6", "-parse-as-library", *import_flags(), str(file), timeout=300)
    found = [line for line in result.stderr.splitlines() if re.search(r": (error|warning): ", line) and not _HARMLESS.search(line)]
    return found or ([] if result.returncode == 0 else [result.stderr])


def manifest_messages(fragments: dict[str, str], folder: Path) -> list[str]:
    """Compiles fragments of manifests: dependencies of a package, and of a target.

    Returns:
        The errors and warnings.
    """
    info = programs.run("swiftc", "-print-target-info")
    library = Path(json.loads(info.stdout)["paths"]["runtimeResourcePath"]) / "pm/ManifestAPI"
    found: list[str] = []
    for name, source in fragments.items():
        lines = [line.strip().rstrip(",") for line in source.splitlines()]
        packages = [line for line in lines if line.startswith(".package(")]
        products = [line for line in lines if line.startswith(".product(")]
        file = folder / "Manifest.swift"
        file.write_text(
            "import PackageDescription\n"
            f"let packages: [Package.Dependency] = [{', '.join(packages)}]\n"
            f"let products: [Target.Dependency] = [{', '.join(products)}]\n"
            if packages + products == lines else "import PackageDescription\nlet package = Package(name: \"App\",\n" + source + ")\n")
        result = programs.run(
            "swiftc", "-typecheck", "-swift-version", "6", "-package-description-version", "6.2", "-I", str(library), str(file), timeout=120)
        found += [f"{name}: {line}" for line in result.stderr.splitlines() if re.search(r": (error|warning): ", line)]
    return found
