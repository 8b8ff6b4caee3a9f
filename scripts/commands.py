"""Runs the commands of the scripts."""
import os
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent


class Failure(Exception):
    """A failure, with the output of a command."""


def run(command: list[str | os.PathLike[str]], **options) -> str:
    """Runs a command in the folder of the package. Returns its standard output."""
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, cwd=ROOT, **options)
    if done.returncode != 0:
        raise Failure(done.stdout + done.stderr)
    return done.stdout
