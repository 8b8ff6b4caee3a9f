"""Starts the real server for the tests, with the tests' own near-connect script and a client that needs consent."""

from pathlib import Path

from running import running


# Most tests sign up with a password, which sends one message. test_code_first.py follows the default, a code.
PASSWORD_FIRST = {"sign_in_first": "password"}


def running_server(directory: Path, near_connect: dict[str, str], **more: object):
    """`more`: further members of the server's configuration."""
    listed = more.pop("applications", [{"id": "default", "first_party": False}])
    applications = [PASSWORD_FIRST | application for application in listed]
    return running(directory, settings={"near_connect": near_connect, "applications": applications} | more)
