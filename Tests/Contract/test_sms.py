"""SMS from the configuration to the sign-in: the code is the one that the configured service receives."""

import base64
import hashlib
import hmac
import json
import time
from urllib.parse import parse_qs

import pytest

from console_mail import LIMITS
from sms_gateway import SMSGateway, code
from wallets import Binding

NUMBER = "+4915123456789"
SECRET = b"a secret of the operator"
WEBHOOK_SECRET = base64.urlsafe_b64encode(SECRET).decode().rstrip("=")


@pytest.fixture
def gateway():
    with SMSGateway() as gateway:
        yield gateway


@pytest.fixture
def sign_in(start, gateway, tmp_path):
    """Returns a function that starts a server with an SMS service, and signs in with the code that the service receives."""
    def sign_in(read, **sms):
        server, api = start(settings={
            "rate_limits": LIMITS, "sms": {"countries": {"DE": 8}, "daily_limit": 100, "allow_private_addresses": True, **sms}})
        for is_new in (True, False):
            binding = Binding()
            sent = api.post("/v1/code/send", {"phone_number": NUMBER, "binding": binding.value})
            assert sent.status == 202, sent.body
            text = read(gateway.next())
            session = api.post("/v1/code/sign-in", {
                "challenge_id": sent["challenge_id"], "code": code(text), "binding_secret": binding.secret})
            assert session.status == 200, session.body
            assert session["is_new_user"] == is_new and session["user"]["phone_number"] == NUMBER
        return server
    return sign_in


def test_a_code_signs_in_through_twilios_interface(sign_in, gateway, tmp_path):
    (tmp_path / "token").write_text("the token\n")
    (tmp_path / "token").chmod(0o600)

    def read(request) -> str:
        assert request.path == "/2010-04-01/Accounts/AC0123/Messages.json"
        assert request.fields["authorization"] == "Basic " + base64.b64encode(b"AC0123:the token").decode()
        form = {name: values[0] for name, values in parse_qs(request.body.decode()).items()}
        assert form["To"] == NUMBER and form["From"] == "+12025550100"
        return form["Body"]

    server = sign_in(
        read, provider="twilio", base_url=gateway.url, account="AC0123", token_file=str(tmp_path / "token"),
        **{"from": "+12025550100"})
    assert NUMBER not in server.log.read_text()


def test_a_password_is_reset_by_a_code_to_the_phone_number(start, gateway):
    """A user who signs in with the number, or with a user name, has no mailbox: the code is an SMS."""
    _, api = start(settings={
        "rate_limits": LIMITS, "applications": [{"id": "default", "password": {"identifiers": ["phone_number", "username"]}}],
        "sms": {"provider": "webhook", "url": f"{gateway.url}/sms", "secret": WEBHOOK_SECRET, "countries": {"DE": 8},
                "daily_limit": 1000, "allow_private_addresses": True}})
    binding = Binding()

    def received(kind: str) -> str:
        """The code of the next SMS of a kind. Others are notices."""
        while (message := json.loads(gateway.next().body))["kind"] != kind:
            pass
        assert message["to"] == NUMBER
        return code(message["text"])

    def answer(sent, kind: str) -> dict:
        assert sent.status == 202, sent.body
        return {"challenge_id": sent["challenge_id"], "code": received(kind), "binding_secret": binding.secret}

    def sign_in(identifier: str, password: str):
        return api.post("/v1/password/sign-in", {"identifier": identifier, "password": password})

    by_number = {"phone_number": NUMBER, "password": "eleven purple boots swim", "binding": binding.value}
    session = api.post("/v1/code/verify", answer(api.post("/v1/password/sign-up", by_number), "sign_up_code"))
    assert api.call("PATCH", "/v1/user", {"username": "ada_l"}, token=session["account_token"]).status == 200
    passwords = ["eleven purple boots swim", "another correct horse", "a third correct horse"]
    for identifier, old, new in zip((NUMBER, "ada_l"), passwords, passwords[1:]):
        before = sign_in(NUMBER, old)
        asked = api.post("/v1/password/reset", {"identifier": identifier, "binding": binding.value})
        right = {**answer(asked, "password_reset"), "new_password": new}
        wrong = {**right, "code": "000000" if right["code"] != "000000" else "000001"}
        assert api.post("/v1/password/reset/confirm", wrong).code == "invalid_code"
        assert sign_in(identifier, new).code == "invalid_credentials"
        reset = api.post("/v1/password/reset/confirm", right)
        assert reset.status == 200 and reset["user"]["id"] == session["user"]["id"], reset.body
        # The old password and the sessions before the reset have ended.
        assert sign_in(identifier, old).code == "invalid_credentials"
        assert api.refresh(before["refresh_token"]).code == "invalid_grant"
        assert sign_in(identifier, new).status == 200


def test_a_code_signs_in_through_the_signed_webhook(sign_in, gateway):
    seen = set()

    def read(request) -> str:
        assert request.path == "/sms" and request.fields["content-type"] == "application/json"
        timestamp = request.fields["doorward-timestamp"]
        assert abs(time.time() - int(timestamp)) < 300
        signature = hmac.new(SECRET, timestamp.encode() + b"." + request.body, hashlib.sha256).hexdigest()
        assert request.fields["doorward-signature"] == "v1=" + signature
        message = json.loads(request.body)
        assert (message["to"], message["kind"], message["application_id"]) == (NUMBER, "sign_in_code", "default")
        assert message["id"] not in seen
        seen.add(message["id"])
        return message["text"]

    sign_in(read, provider="webhook", url=f"{gateway.url}/sms", secret=WEBHOOK_SECRET)
