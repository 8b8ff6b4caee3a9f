"""Second factors from outside. The authenticator computes its codes itself (RFC 6238)."""

import pytest

from authenticator import Authenticator
from console_mail import Mailbox
from wallets import Binding, EthereumWallet

UNKNOWN = "00000000-0000-4000-8000-000000000000"


def refused(answer, status: int, code: str):
    assert (answer.status, answer.code) == (status, code), answer.body
    return answer


@pytest.fixture
def api(start):
    return start()[1]


def begin(api, token):
    return api.post("/v1/second-factors/totp", {}, token=token)


def add(api, token):
    begun = begin(api, token)
    authenticator = Authenticator(begun["secret"])
    added = api.post("/v1/second-factors/totp/confirm", {
        "challenge_id": begun["challenge_id"], "code": authenticator.code()}, token=token)
    assert added.status == 200, added.body
    return authenticator, added


def first_step(api, wallet):
    proof = api.proof(wallet)
    waiting = refused(api.post(f"{wallet.path}/sign-in", proof), 401, "second_factor_required")
    return {"challenge_id": waiting["second_factor"]["challenge_id"], "binding_secret": proof["binding_secret"]}


def verify(api, waiting, code, method="totp"):
    return api.post("/v1/second-factor/verify", {**waiting, "method": method, "code": code})


def test_a_user_adds_uses_and_removes_an_authenticator(api):
    wallet = EthereumWallet()
    account = api.sign_in(wallet)["account_token"]
    refused(api.post("/v1/recovery-codes", {}, token=account), 409, "no_second_factor")
    plain = api.sign_in(wallet)["account_token"]
    authenticator, added = add(api, account)
    assert len(added["recovery_codes"]) == 10

    waiting = first_step(api, wallet)
    refused(verify(api, waiting, authenticator.code(), "pwd"), 400, "invalid_method")
    session = verify(api, waiting, authenticator.code())
    assert session.status == 200, session.body
    refused(verify(api, waiting, added["recovery_codes"][0], "recovery_code"), 401, "challenge_used")
    refused(verify(api, {**waiting, "challenge_id": "x"}, "000000"), 401, "invalid_challenge")

    recovered = verify(api, first_step(api, wallet), added["recovery_codes"][0], "recovery_code")
    assert recovered.status == 200
    refused(verify(api, first_step(api, wallet), added["recovery_codes"][0], "recovery_code"), 401, "invalid_code")
    listed = api.get("/v1/second-factors", token=account)
    assert [item["id"] for item in listed["items"]] == [added["id"]] and listed["recovery_codes_left"] == 9
    assert len(api.post("/v1/recovery-codes", {}, token=account)["recovery_codes"]) == 10

    refused(begin(api, plain), 401, "insufficient_user_authentication")
    refused(api.call("DELETE", f"/v1/second-factors/{UNKNOWN}", token=account), 404, "not_found")
    assert api.call("DELETE", f"/v1/second-factors/{added['id']}", token=account).status == 204
    assert api.sign_in(wallet)["user"]["id"] == session["user"]["id"]


def test_five_wrong_codes_make_a_waiting_sign_in_void(api):
    wallet = EthereumWallet()
    authenticator, _ = add(api, api.sign_in(wallet)["account_token"])
    waiting = first_step(api, wallet)
    wrong = authenticator.wrong()
    for _ in range(5):
        refused(verify(api, waiting, wrong), 401, "invalid_code")
    # The pause of the account may be over on a slow machine.
    assert verify(api, waiting, wrong).code in ("too_many_guesses", "code_exhausted")


def test_an_account_has_at_most_ten_second_factors(api):
    account = api.sign_in(EthereumWallet())["account_token"]
    for _ in range(10):
        add(api, account)
    refused(begin(api, account), 409, "too_many_second_factors")


@pytest.fixture
def mailing(start):
    return start(settings={"delivery": {"console": True}, "applications": [
        {"id": "default", "second_factor": {"codes": ["email"]}}]})


def add_email(api, mailbox, account):
    binding = Binding()
    sent = api.post("/v1/code/send", {
        "email": "ada@example.com", "purpose": "verify", "binding": binding.value}, token=account)
    assert api.post("/v1/code/verify", {
        "challenge_id": sent["challenge_id"], "code": mailbox.code("ada@example.com"),
        "binding_secret": binding.secret}, token=account).status == 200


def test_a_user_chooses_codes_by_email(mailing):
    server, api = mailing
    mailbox, wallet = Mailbox(server), EthereumWallet()
    account = api.sign_in(wallet)["account_token"]
    choose = "/v1/second-factors/code"
    refused(api.post(choose, {"channel": "sms"}, token=account), 403, "channel_not_offered")
    refused(api.post(choose, {"channel": "email"}, token=account), 409, "unsuitable_address")
    add_email(api, mailbox, account)
    chosen = api.post(choose, {"channel": "email"}, token=account)
    assert (chosen.status, chosen["type"], chosen["channel"]) == (200, "code", "email"), chosen.body

    waiting = first_step(api, wallet)
    sent = api.post("/v1/code/send", {"purpose": "second_factor", **waiting})
    code = mailbox.code("ada@example.com")
    session = verify(api, {**waiting, "challenge_id": sent["challenge_id"]}, code, "code")
    assert session.status == 200, session.body
    removed = api.call("DELETE", f"/v1/second-factors/{chosen['id']}", token=session["account_token"])
    assert removed.status == 204
    assert api.sign_in(wallet)["user"]["id"] == session["user"]["id"]


def test_a_sign_in_is_refused_if_no_second_factor_works(start):
    server, api = start(settings={"delivery": {"console": True}, "applications": [
        {"id": "default", "second_factor": {"codes": ["email"]}}, {"id": "bank", "second_factor": {"required": True}}]})
    wallet = EthereumWallet()
    account = api.sign_in(wallet)["account_token"]
    add_email(api, Mailbox(server), account)
    chosen = api.post("/v1/second-factors/code", {"channel": "email"}, token=account)
    for code in chosen["recovery_codes"]:
        assert verify(api, first_step(api, wallet), code, "recovery_code").status == 200
    proof = api.proof(wallet, application="bank")
    refused(api.post(f"{wallet.path}/sign-in", proof, application="bank"), 403, "second_factor_unavailable")
