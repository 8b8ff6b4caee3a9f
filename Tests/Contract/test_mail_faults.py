"""Codes by mail when the mail server is down, slow, busy, refuses or dies in the middle, and when the server restarts with
mail in the queue. The answer to the user never waits for the mail server.
"""

import json
import time
from contextlib import contextmanager

import pytest

from client import API
from mail_server import MailServer, mail_server
from running import doorward
from wallets import Binding

ADDRESS = "ada@example.com"


class SignIn:
    """A sign-in that waits for the code in a mail."""

    def __init__(self, api: API) -> None:
        self.binding = Binding()
        sent = api.post("/v1/code/send", {"email": ADDRESS, "binding": self.binding.value})
        assert sent.status == 202, sent.body
        self.challenge = sent["challenge_id"]

    def finish(self, api: API, mail: MailServer) -> None:
        answer = api.post("/v1/code/sign-in", {
            "challenge_id": self.challenge, "code": mail.code(), "binding_secret": self.binding.secret})
        assert answer.status == 200 and answer["user"]["email"] == ADDRESS, answer.body


@pytest.fixture
def mail_settings(tmp_path):
    """The settings of a mail server that has stopped. Its port is free."""
    with mail_server(tmp_path) as mail:
        return mail.settings


@contextmanager
def mail_again(tmp_path, settings: dict, *script: str):
    """The mail server of the settings, with another script."""
    with mail_server(tmp_path, *script, port=settings["port"]) as mail:
        yield mail


def wait_for(server, message: str) -> dict:
    """Waits for a line of the log about a message to a user."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        for line in server.log.read_text().splitlines():
            if line.startswith("{") and (found := json.loads(line))["message"] == message:
                return found
        time.sleep(0.02)
    raise AssertionError(f"no line says {message!r}: {server.log.read_text()}")


def test_a_code_arrives_when_a_mail_server_that_was_down_is_up(start, tmp_path, mail_settings):
    server, api = start(settings={"mail": mail_settings})
    sign_in = SignIn(api)
    assert wait_for(server, "message postponed")["code"] == "unreachable"
    with mail_again(tmp_path, mail_settings) as mail:
        sign_in.finish(api, mail)


# The server waits some seconds before its second attempt.
@pytest.mark.sampled(at_most=1)
@pytest.mark.parametrize("stop", ["terminate", "crash"])
def test_mail_in_the_queue_survives_a_restart(start, tmp_path, mail_settings, stop):
    server, api = start(settings={"mail": mail_settings})
    sign_in = SignIn(api)
    wait_for(server, "message postponed")
    getattr(server, stop)()
    with mail_again(tmp_path, mail_settings) as mail:
        server, api = start(settings={"mail": mail_settings})
        sign_in.finish(api, mail)


@pytest.mark.sampled(at_most=1)
@pytest.mark.parametrize("step", ["rcpt 450 4.2.1 try later", "data 451 4.3.0 try later", "mail 421 4.3.2 closing"])
def test_a_busy_mail_server_gets_the_message_again(start, tmp_path, mail_settings, step):
    with mail_again(tmp_path, mail_settings, step, "accept") as mail:
        server, api = start(settings={"mail": mail_settings})
        sign_in = SignIn(api)
        wait_for(server, "message postponed")
        sign_in.finish(api, mail)


def test_a_mail_server_that_dies_in_the_middle_gets_the_message_again(start, tmp_path, mail_settings):
    with mail_again(tmp_path, mail_settings, "die") as mail:
        server, api = start(settings={"mail": mail_settings})
        sign_in = SignIn(api)
        assert mail.program.wait() == 1
    wait_for(server, "message postponed")
    with mail_again(tmp_path, mail_settings) as mail:
        sign_in.finish(api, mail)


def test_a_slow_mail_server_does_not_delay_answers(start, tmp_path, mail_settings):
    with mail_again(tmp_path, mail_settings, "stall") as mail:
        server, api = start(settings={"mail": mail_settings})
        SignIn(api)
        # The server is in the middle of the message, and answers.
        mail.program.output.wait_for(r'^{"event": "recipient"')
        assert api.get("/readyz").status == 200
        server.crash()


@pytest.mark.only_in_test_all("the stop waits 20 seconds for the mail server")
def test_a_slow_mail_server_does_not_prevent_the_stop(start, tmp_path, mail_settings):
    with mail_again(tmp_path, mail_settings, "stall") as mail:
        server, api = start(settings={"mail": mail_settings})
        sign_in = SignIn(api)
        mail.program.output.wait_for(r'^{"event": "recipient"')
        assert server.terminate() == 0
    with mail_again(tmp_path, mail_settings) as mail:
        _, api = start(settings={"mail": mail_settings})
        sign_in.finish(api, mail)


def test_a_refusal_is_listed_for_the_operator_and_not_shown_to_the_user(start, tmp_path, mail_settings):
    with mail_again(tmp_path, mail_settings, "rcpt 550 5.1.1 no such user"):
        server, api = start(settings={"mail": mail_settings})
        SignIn(api)
        assert wait_for(server, "message failed")["code"] == "refused"
    listed = doorward("mail", "undelivered", "--json", "--data", str(server.data), directory=server.directory)
    [row] = [json.loads(line) for line in listed.stdout.splitlines()]
    assert (row["state"], row["recipient"], row["attempts"]) == ("failed", "a…@example.com", 1)
    assert ADDRESS not in server.log.read_text()
