"""The targets of the two packages, and what they need."""

from commands import description


def targets_of(package: str, *system: str) -> dict[str, dict]:
    """The targets of a package, by name: see `description`."""
    return {target["name"]: target for target in description(package, *system)["targets"]}


def closure(targets: dict[str, dict], names: list[str]) -> set[str]:
    """These targets and all that they need."""
    found, left = set(), list(names)
    while left:
        name = left.pop()
        if name not in found:
            found.add(name)
            left += targets[name].get("target_dependencies", [])
    return found
