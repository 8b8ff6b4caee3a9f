"""The sign-in methods. A new method adds its file, which has a `METHOD` and the issuers of its values."""

from importlib import import_module
from pathlib import Path

from sign_in_method import Method

METHODS: list[Method] = [
    import_module(f"methods.{path.stem}").METHOD for path in sorted(Path(__file__).parent.glob("[!_]*.py"))]
