"""Builds small Swift programs with the libraries that `swift build` has built."""

import os
import platform
import re
import subprocess
from pathlib import Path

import programs
from commands import folder_of
from document import ROOT
from running import binary

_MODULES = ("Encodings", "BinaryEncodings", "SignInWithEthereum", "EthereumSignatures", "DoorwardSecp256k1", "NEAR",
            "NEARSignatures", "DoorwardSodium", "JOSE", "JOSESignatures", "OpenIDConnect", "OpenIDConnectSignatures",
            "DoorwardHTTP", "DoorwardHTTPTypes", "WebAuthn", "WebAuthnSignatures", "DoorwardOpenSSL", "DoorwardCiphers")
# A program that uses the SDK also needs these.
_SDK_MODULES = (
    "Doorward", "DoorwardWire", "DoorwardSecretService", "DoorwardSystem", "DoorwardCurl",
    "DoorwardPlatformHTTP")
_C_MODULES = ("CDoorwardSecp256k1", "CDoorwardSodium", "CDoorwardOpenSSL", "CDoorwardCurl")


def _compiler(source: str, directory: Path, products: Path) -> list[str]:
    """The compiler with the file of a program, and the modules that it can import."""
    directory.mkdir(parents=True, exist_ok=True)
    file = directory / "main.swift"
    file.write_text(source)
    command = ["swiftc", "-swift-version", "6", "-warnings-as-errors", str(file), "-I", str(products / "Modules")]
    for module in _C_MODULES:
        command += ["-Xcc", f"-fmodule-map-file={ROOT / 'Sources/C' / module / 'module.modulemap'}"]
    return command


def check(source: str, directory: Path) -> None:
    """Checks that the compiler accepts a program, without a warning."""
    result = programs.run(*_compiler(source, directory, Path(binary()).parent), "-typecheck", timeout=300)
    assert result.returncode == 0, f"{result.stderr}\n{source}"


def build(source: str, directory: Path) -> Path:
    """Compiles and links one file like a program that depends on the package's products."""
    products = Path(binary()).parent
    command = [*_compiler(source, directory, products), "-o", str(directory / "program")]
    texts = ("DoorwardTexts",) if "import DoorwardTexts" in source else ()
    # The texts themselves are a file that a plugin writes.
    command += [str(products / f"{module}.build" / "TextFiles.swift.o") for module in texts]
    for module in _MODULES + texts + (_SDK_MODULES if re.search(r"import Doorward\b", source) else ()):
        # The names come from the sources, because objects of deleted sources stay in the folder.
        sources = folder_of(module).rglob("*.swift")
        command += sorted(str(products / f"{module}.build" / f"{source.name}.o") for source in sources)
    command.append(str(products / "CDoorwardOpenSSLAtExit.build" / "CDoorwardOpenSSLAtExit.c.o"))
    if platform.system() == "Linux" and products.name == "release":
        # `make` links the release in the same way. Its objects need libraries that exist only for them.
        command.append("-static-stdlib")
    result = programs.run(*command, "-lsecp256k1", "-lsodium", "-lcrypto", "-lcurl", timeout=300)
    assert result.returncode == 0, f"{result.stderr}\n{source}"
    return directory / "program"


def run(program: Path, *arguments: str, **variables: str) -> subprocess.CompletedProcess:
    return programs.run(program, *arguments, environment={**os.environ, **variables})
