"""An app sees the client alone, and a module needs nothing above its floor.

No two names are one where a file system does not tell upper from lower case, as on most Macs.
"""

import os
import platform
import re
import subprocess
import unicodedata
from collections import Counter
from pathlib import Path

import pytest

from commands import description
from document import ROOT
from documentation import table_rows
from packages import closure, targets_of
from running import binary

SYSTEMS = ["Darwin"] if platform.system() == "Darwin" else ["Linux", "Darwin"]
APPS, SERVER = description(".", SYSTEMS[0]), description("Server", SYSTEMS[0])
# The lowest first. Those of `Sources`, and what is above them.
FLOORS = """C Foundations BuildTools Libraries Standards Contract Texts Client Windows Server Programs
Examples Benchmarks Tests""".split()
FLOORS_OF_APPS = {*FLOORS[:FLOORS.index("Server")]}


def twins(names) -> list[str]:
    """The names that are equal without regard to case or to the composition of letters."""
    folded = Counter(unicodedata.normalize("NFC", name).casefold() for name in {*names})
    return sorted(name for name in {*names} if folded[unicodedata.normalize("NFC", name).casefold()] > 1)


def test_twins_are_found():
    assert twins(["Doorward", "doorward", "doorward-user"]) == ["Doorward", "doorward"]
    assert twins(["caf\u00e9", "cafe\u0301", "A/b", "a/B", "A/c"]) == ["A/b", "a/B", "cafe\u0301", "caf\u00e9"]
    assert twins(["one", "one", "two"]) == []


def test_the_paths_of_the_repository_differ_by_more_than_case():
    files = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0")
    paths = {str(part) for file in files if file for part in (Path(file), *Path(file).parents)}
    assert len(paths) > 4000
    assert twins(paths) == []


@pytest.mark.parametrize("package", [APPS, SERVER], ids=["apps", "server"])
def test_targets_modules_and_products_differ_by_more_than_case(package):
    """A product that consists of the module of the same name is the same thing. Xcode builds both in one folder."""
    names = {target["name"] for target in package["targets"]} | {target["c99name"] for target in package["targets"]}
    names |= {product["name"] for product in package["products"]}
    assert len(names) > 40
    assert twins(names) == []
    modules = {target["name"] for target in package["targets"]}
    assert [product["name"] for product in package["products"]
            if product["name"] in modules and product["name"] not in product["targets"]] == []


def test_build_results_differ_by_more_than_case():
    folder = Path(binary()).parent.resolve()
    for directory, folders, files in os.walk(folder):
        assert twins([*folders, *files]) == [], directory


def test_an_app_sees_the_client_alone():
    targets = targets_of(".", SYSTEMS[0])
    assert {target["path"].split("/")[1] for target in targets.values()} <= FLOORS_OF_APPS
    programs = {name for name, target in targets.items() if target["type"] == "executable"}
    assert programs == {"DoorwardBundler"}, "only a tool of the build"
    offered = {product["name"]: product["type"] for product in APPS["products"] if product["name"] not in programs}
    assert all("library" in kind for kind in offered.values())
    assert {"Doorward", "DoorwardUI", "DoorwardFlow", "NEARConnect", "DoorwardNEAR", "DoorwardTesting", "JOSE", "WebAuthn"} <= offered.keys()
    # SwiftPM compiles what a product needs. Nothing that an app gets needs the server.
    needed = {name for product in APPS["products"] for name in closure(targets, product["targets"])}
    assert needed == targets.keys()


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_sdk_needs_no_library_of_the_server(system):
    targets = targets_of(".", system)
    libraries = {name for name in closure(targets, ["Doorward"]) if targets[name]["type"] == "system-target"}
    assert libraries == ({"CDoorwardOpenSSL", "CDoorwardCurl"} if system == "Linux" else set())


def test_the_package_of_a_mac_has_nothing_that_only_linux_has():
    targets = targets_of(".", "Darwin")
    assert {"Doorward", "DoorwardUI", "NEARConnect", "JOSESignatures"} <= targets.keys()
    assert [name for name in targets if re.search("Curl|CDoorwardGTK|GTKWidgets|WebKitGTK|SecretService", name)] == []


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("package", [".", "Server"])
def test_a_target_needs_only_targets_of_its_own_or_a_lower_floor(package, system):
    floors = {target["name"]: floor_of(target) for target in description(package, system)["targets"]}
    needs = {(target["name"], needed) for target in description(package, system)["targets"]
             for needed in target.get("target_dependencies", [])}
    assert len(needs) > 80
    assert {needed for _, needed in needs} <= floors.keys()
    assert sorted((name, needed) for name, needed in needs if FLOORS.index(floors[needed]) > FLOORS.index(floors[name])) == []


def floor_of(target: dict) -> str:
    parts = target["path"].split("/")
    return parts[1] if parts[0] == "Sources" else parts[0]


def test_the_architecture_page_has_the_floors_in_their_order():
    rows = [row[0].strip("`") for row in table_rows(ROOT / "docs/architecture.md", "floor")]
    folders = {path.name for path in (ROOT / "Sources").iterdir() if path.is_dir()}
    assert rows == [floor for floor in reversed(FLOORS) if floor in folders]
    assert {*rows} == folders


def test_both_packages_are_one_manifest():
    for name in ("Package.swift", "Sources", "Tests", "Examples", "Benchmarks"):
        link = ROOT / "Server" / name
        assert link.is_symlink() and os.readlink(link) == f"../{name}"
