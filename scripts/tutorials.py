"""The tutorials of the DocC catalogs, and the app that their reader has built after each step."""
import dataclasses
import pathlib
import re

from commands import Failure


@dataclasses.dataclass(frozen=True)
class Step:
    """A step that shows code."""

    # The name of the file in the reader's app, and the file of the catalog that is its text after the step.
    name: str
    file: pathlib.Path
    # The reader's app after the step: the file of the catalog for each name.
    app: dict[str, pathlib.Path]

    def sources(self) -> list[pathlib.Path]:
        """The Swift files of the app, without its manifest."""
        return [file for name, file in self.app.items() if name.endswith(".swift") and name != "Package.swift"]


def resources(catalog: pathlib.Path) -> dict[str, pathlib.Path]:
    """The resources of a catalog by their names, with which docc finds them in every folder."""
    files = [path for path in sorted((catalog / "Resources").rglob("*")) if path.is_file()]
    found = {path.name: path for path in files}
    if len(found) < len(files):
        raise Failure(f"{catalog}: two resources have the same name")
    return found


def tutorials(catalog: pathlib.Path) -> list[pathlib.Path]:
    """The tutorials of a catalog, without its tables of contents."""
    return [path for path in sorted(catalog.glob("*.tutorial")) if path.read_text().startswith("@Tutorial(")]


def steps(tutorial: pathlib.Path) -> list[Step]:
    """The steps of a tutorial that show code.

    docc marks the changes of a step only if it knows the text before it: from the step before, if that step of the section shows
    the same file, or from `previousFile`.
    """
    files = resources(tutorial.parent)
    found: list[Step] = []
    app: dict[str, pathlib.Path] = {}
    for section in tutorial.read_text().split("@Section(")[1:]:
        above = None
        for code in re.findall(r"@Code\((.*?)\)\n", section):
            parts = dict(re.findall(r'(\w+): "([^"]*)"', code))
            name, before = parts["name"], parts.get("previousFile")
            for file in (parts["file"], *([before] if before else [])):
                if file not in files:
                    raise Failure(f"{tutorial}: {file} is not a resource of the catalog")
            if name in app and above != name and before != app[name].name:
                raise Failure(f"{tutorial}: the previousFile of {parts['file']} is {app[name].name}")
            app = {**app, name: files[parts["file"]]}
            found.append(Step(name, app[name], app))
            above = name
    return found
