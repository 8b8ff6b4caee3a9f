"""Starts the real server for the tests, with the tests' own near-connect script."""

from pathlib import Path

from running import running


def running_server(directory: Path, near_connect: dict[str, str], **more: object):
    """`more`: further members of the server's configuration."""
    return running(directory, settings={"near_connect": near_connect} | more)
