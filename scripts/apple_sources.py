"""Shared by scripts/apple-check and scripts/apple-host: the package's settings, and steps that run only after a change."""
import hashlib
import json
import pathlib
import platform as machine
import re

from commands import ROOT, Failure, run

CACHE = ROOT / ".build" / "apple-check"
INTERFACES = ROOT / "Tests/Support/AppleInterfaces"
MUTATIONS = json.loads((INTERFACES / "mutations.json").read_text())
PACKAGE = (ROOT / "Package.swift").read_text()
FEATURES = [part for name in re.findall(r'"(\w+)"', re.search(r"^let features = \[(.*)\]$", PACKAGE, re.M)[1])
            for part in ("-enable-upcoming-feature", name)]

IS_HERE = machine.system() == "Linux"
VERSION = run(["swiftc", "--version"]) if IS_HERE else ""
# The folder usr/lib/swift of the toolchain.
LIBRARY = pathlib.Path(
    json.loads(run(["swiftc", "-print-target-info"]))["paths"]["runtimeResourcePath"] if IS_HERE else "")


def swift_files(folder: pathlib.Path) -> list[pathlib.Path]:
    """The Swift files of a target. Those in a DocC catalog are steps of a tutorial, which the package does not compile."""
    return sorted(path for path in folder.rglob("*.swift") if not any(part.endswith(".docc") for part in path.relative_to(folder).parts))


def embedded(target: str, folder: pathlib.Path) -> str:
    """The type that SwiftPM generates for a target's `.embedInCode` resources or texts; empty for a target without them."""
    if target == "DoorwardTexts":
        return embedded_texts(folder)
    if target == "DoorwardDelivery":
        return "enum MailFiles { static let catalogs: [(tag: String, json: String)] = [] }\n"
    if target == "DoorwardPages":
        return embedded_page(folder)
    if target == "DoorwardAdministration":
        return f"import DoorwardPages\n{embedded_files(folder)}"
    resources = re.search(rf'"{target}": \[\.embedInCode\("([^"]+)"\)', PACKAGE)
    if resources is None:
        return ""
    members = [
        f"static let {re.sub(r'[^A-Za-z0-9_]', '_', path.name)}: [UInt8] = [{','.join(map(str, path.read_bytes()))}]"
        for path in sorted((folder / resources[1]).rglob("*")) if path.is_file()
    ]
    return "struct PackageResources {\n" + "\n".join(members) + "\n}\n"


def embedded_page(folder: pathlib.Path) -> str:
    """The types that the bundler generates for the hosted page, with empty files: the checks compile them only."""
    return (embedded_files(folder) +
            "enum ContractFiles {\n  static let openAPI = \"\"\n}\n"
            "enum TextFiles {\n  static let keys = \"\"\n  static let languages: [(tag: String, lines: String)] = []\n}\n")


def embedded_files(folder: pathlib.Path) -> str:
    """The type with the files of a folder `Web`."""
    used = sorted({name for path in swift_files(folder) for name in re.findall(r"\bWebFiles\.(\w+)", path.read_text())})
    empty = 'PageAsset(address: "", contentType: "", text: "", gzip: "")'
    members = [
        f"static let {name}: [String: PageAsset] = [:]" if name.lower().endswith("texts")
        else f'static let {name} = ""' if name.endswith("_html") else f"static let {name} = {empty}" for name in used]
    return "enum WebFiles {\n" + "\n".join(members) + "\n}\n"


def embedded_texts(folder: pathlib.Path) -> str:
    """The type that DoorwardBundler generates for the texts of windows: a line for each key, English first."""
    same = json.loads((folder / "same-texts.json").read_text())
    files = sorted((folder / "Languages").glob("*.json"), key=lambda path: (path.stem != "en", path.stem))

    def texts(file: pathlib.Path) -> dict:
        language = json.loads(file.read_text())
        found = {f"{section}.{name}": text for part in ("shared", "apps")
                 for section, own in language[part].items() for name, text in own.items()}
        return found | {key: found[other] for key, other in same.items() if other in found}

    def literal(lines: list[str]) -> str:
        return '##"""\n' + "\n".join(lines) + '\n"""##'

    languages = {file.stem: texts(file) for file in files}
    keys = list(languages["en"])
    lines = {tag: ["|".join(own[key].values()) if isinstance(own[key], dict) else own[key] for key in keys]
             for tag, own in languages.items()}
    members = ",\n".join(f'("{tag}", {literal(own)})' for tag, own in lines.items())
    return (f"enum TextFiles {{\n  static let keys = {literal(keys)}\n"
            f"  static let languages: [(tag: String, lines: String)] = [\n{members},\n  ]\n}}\n")


def mutated(file: pathlib.Path, entry: dict[str, str]) -> str:
    """The text of a file after one mutation."""
    text = file.read_text()
    if text.count(entry["old"]) != 1:
        raise Failure(f"self-test: {entry['name']}: {entry['file']} does not contain the text to change exactly once")
    return text.replace(entry["old"], entry["new"])


def unusable_mutations(entries: list[dict[str, str]], source_of) -> list[str]:
    """Why mutations cannot be applied to the sources as they are. A sample does not try all of them."""
    found = []
    for entry in entries:
        try:
            mutated(source_of(entry), entry)
        except (Failure, OSError) as error:
            found.append(str(error))
    return found


class Steps:
    """Steps that run again only after a change of their inputs."""

    def __init__(self, cache: pathlib.Path, target: str) -> None:
        self.cache, self.target = cache, target
        self.keys: dict[str, str] = {}

    def step(self, name: str, inputs: list[str], outputs: list[pathlib.Path], work) -> None:
        """Runs `work` unless it ran for the same inputs. The results of all earlier steps are inputs too."""
        digest = hashlib.sha256("\0".join([VERSION, self.target, *inputs, *self.keys.values()]).encode()).hexdigest()
        self.keys[name] = digest
        stamp = self.cache / "stamps" / name
        if stamp.exists() and stamp.read_text() == digest and all(path.exists() for path in outputs):
            return
        stamp.unlink(missing_ok=True)
        for path in outputs:
            path.parent.mkdir(parents=True, exist_ok=True)
        work()
        stamp.parent.mkdir(parents=True, exist_ok=True)
        stamp.write_text(digest)
