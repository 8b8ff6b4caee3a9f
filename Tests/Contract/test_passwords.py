"""Passwords and one-time codes from outside. The codes are those that the server prints in development."""

import pytest

from client import Page
from console_mail import LIMITS, Mailbox
from wallets import Binding, EthereumWallet

PASSWORD = "eleven purple boots swim"
NEW_PASSWORD = "another correct horse"


@pytest.fixture
def mail(start):
    """Returns a function that starts a server, with a client and the mailbox of its users."""
    def begin(**settings):
        server, api = start(settings={"rate_limits": LIMITS, **settings})
        return api, Mailbox(server)
    return begin


def refused(answer, status: int, code: str):
    assert (answer.status, answer.code) == (status, code), answer.body


def sign_up(api, mailbox, address="ada@example.com"):
    binding = Binding()
    sent = api.post("/v1/password/sign-up", {"email": address, "password": PASSWORD, "binding": binding.value})
    assert sent.status == 202
    return api.post("/v1/code/verify", {
        "challenge_id": sent["challenge_id"], "code": mailbox.code(address), "binding_secret": binding.secret})


def test_a_password_is_set_used_changed_and_reset(mail):
    api, mailbox = mail()
    session = sign_up(api, mailbox)
    assert session["user"]["email"] == "ada@example.com" and session["user"]["has_password"]
    account = api.post("/v1/password/sign-in", {"identifier": "ada@example.com", "password": PASSWORD})["account_token"]
    change = {"current_password": PASSWORD, "new_password": NEW_PASSWORD}
    refused(api.post("/v1/password/change", {"new_password": NEW_PASSWORD}, token=account), 400, "missing_password")
    assert api.post("/v1/password/change", change, token=account).status == 204
    sent = api.post("/v1/password/reset", {"identifier": "ada@example.com"})
    answer = api.post("/v1/password/reset/confirm", {
        "challenge_id": sent["challenge_id"], "code": mailbox.code("ada@example.com"), "new_password": PASSWORD})
    assert answer["user"]["id"] == session["user"]["id"]
    refused(api.post("/v1/password/sign-in", {"identifier": "ada@example.com", "password": NEW_PASSWORD}), 401,
            "invalid_credentials")


def test_a_code_signs_in_and_changes_the_address(mail):
    api, mailbox = mail()

    def prove(call, address, purpose, token=None):
        binding = Binding()
        sent = api.post("/v1/code/send", {"email": address, "purpose": purpose, "binding": binding.value}, token=token)
        assert sent.status == 202, sent.body
        return api.post(f"/v1/code/{call}", {
            "challenge_id": sent["challenge_id"], "code": mailbox.code(address), "binding_secret": binding.secret},
            token=token)

    session = prove("sign-in", "old@example.com", "sign_in")
    account = session["account_token"]
    user = prove("verify", "new@example.com", "change", account)
    assert user["email"] == "new@example.com"
    refused(api.post("/v1/code/send", {"email": "x@example.com", "purpose": "verify", "binding": Binding().value},
                     token=account), 409, "address_exists")
    assert prove("sign-in", "ada@example.com", "sign_in")["is_new_user"]
    refused(prove("verify", "ada@example.com", "change", account), 409, "identity_in_use")


def test_the_page_has_the_same_calls(mail):
    api, mailbox = mail()
    page = Page(api)
    sent = page.call("POST", "/session/password/sign-up", {"email": "ada@example.com", "password": PASSWORD})
    proof = {"challenge_id": sent["challenge_id"], "code": mailbox.code("ada@example.com")}
    assert page.call("POST", "/session/code/verify", proof)["signed_in"]
    change = {"current_password": PASSWORD, "new_password": NEW_PASSWORD}
    assert page.call("POST", "/session/password/change", change).status == 204
    sent = page.call("POST", "/session/code/send", {"email": "new@example.com", "purpose": "change"})
    proof = {"challenge_id": sent["challenge_id"], "code": mailbox.code("new@example.com")}
    assert page.call("POST", "/session/code/verify", proof)["user"]["email"] == "new@example.com"
    for path, body in (
        ("/session/password/sign-in", {"identifier": "new@example.com", "password": NEW_PASSWORD}),
        ("/session/password/reset", {"identifier": "new@example.com"}),
    ):
        other = Page(api)
        answer = other.call("POST", path, body)
        if answer.status == 202:
            answer = other.call("POST", "/session/password/reset/confirm", {
                "challenge_id": answer["challenge_id"], "code": mailbox.code("new@example.com"),
                "new_password": PASSWORD})
        assert answer["signed_in"]
    sent = (other := Page(api)).call("POST", "/session/code/send", {"email": "new@example.com"})
    proof = {"challenge_id": sent["challenge_id"], "code": mailbox.code("new@example.com")}
    refused(Page(api).call("POST", "/session/code/sign-in", proof), 401, "invalid_challenge")
    assert other.call("POST", "/session/code/sign-in", proof)["signed_in"]


@pytest.mark.parametrize("status, code, path, body", [
    (422, "password_too_short", "/v1/password/strength", {"password": ""}),
    (422, "password_too_long", "/v1/password/strength", {"password": "x" * 5000}),
    (400, "missing_member", "/v1/password/strength", {"identifiers": []}),
    (400, "wrong_type", "/v1/password/strength", {"password": "a", "identifiers": [1]}),
    (401, "invalid_credentials", "/v1/password/sign-in", {"identifier": "eve@example.com", "password": PASSWORD}),
    (400, "missing_member", "/v1/password/sign-in", {"identifier": "eve@example.com"}),
    (422, "password_too_long", "/v1/password/sign-in", {"identifier": "e", "password": "x" * 5000}),
    (422, "password_too_short", "/v1/password/sign-up", {"email": "ada@example.com", "password": "short"}),
    (422, "password_too_long", "/v1/password/sign-up", {"email": "ada@example.com", "password": "x" * 300}),
    (422, "password_contains_identifier", "/v1/password/sign-up",
     {"email": "ada@example.com", "password": "ada@example.com 12345"}),
    (422, "password_disallowed_character", "/v1/password/sign-up",
     {"email": "ada@example.com", "password": "a password with\u0000 a zero"}),
    (400, "missing_address", "/v1/password/sign-up", {"password": PASSWORD}),
    (403, "identifier_not_offered", "/v1/password/sign-up", {"username": "lovelace", "password": PASSWORD}),
    (422, "username_too_short", "/v1/password/sign-up", {"username": "a", "password": PASSWORD}),
    (422, "username_too_long", "/v1/password/sign-up", {"username": "a" * 100, "password": PASSWORD}),
    (422, "username_invalid_character", "/v1/password/sign-up", {"username": "a b c d", "password": PASSWORD}),
    (422, "username_mixed_scripts", "/v1/password/sign-up", {"username": "p\u0430ypal", "password": PASSWORD}),
    (422, "username_reserved", "/v1/password/sign-up", {"username": "admin", "password": PASSWORD}),
    (422, "invalid_name", "/v1/password/sign-up",
     {"email": "ada@example.com", "password": PASSWORD, "name": "two\nlines"}),
    (422, "ambiguous_address", "/v1/code/send", {"email": "a@example.com", "phone_number": "+4915123456789"}),
    (400, "missing_address", "/v1/code/send", {}),
    (400, "invalid_purpose", "/v1/code/send", {"email": "a@example.com", "purpose": "link"}),
    (422, "identifier_empty", "/v1/code/send", {"email": ""}),
    (422, "email_incomplete", "/v1/code/send", {"email": "ada"}),
    (422, "email_too_long", "/v1/code/send", {"email": "a" * 70 + "@example.com"}),
    (422, "email_local_part_invalid", "/v1/code/send", {"email": "a b@example.com"}),
    (422, "email_domain_invalid", "/v1/code/send", {"email": "a@exa mple"}),
    (422, "phone_number_invalid", "/v1/code/send", {"phone_number": "call me"}),
    (422, "phone_number_country_unknown", "/v1/code/send", {"phone_number": "0151 23456789"}),
    (422, "phone_number_too_short", "/v1/code/send", {"phone_number": "+49 1"}),
    (422, "phone_number_too_long", "/v1/code/send", {"phone_number": "+49 1512 3456789 0123456789"}),
    (422, "phone_number_not_for_messages", "/v1/code/send", {"phone_number": "+49 900 1234567"}),
    (401, "missing_token", "/v1/code/send", {"email": "a@example.com", "purpose": "change"}),
    (401, "invalid_challenge", "/v1/code/sign-in", {"challenge_id": "none", "code": "123456"}),
    (401, "missing_token", "/v1/password/change", {"new_password": PASSWORD}),
])
def test_refusals(password_server, status, code, path, body):
    binding = Binding()
    secrets = {"binding_secret": binding.secret} if path.endswith("/sign-in") else {"binding": binding.value}
    refused(password_server.post(path, {**secrets, **body}), status, code)


@pytest.fixture(scope="module")
def password_server(tmp_path_factory, document):
    from client import API
    from running import running
    with running(tmp_path_factory.mktemp("passwords"), settings={"rate_limits": LIMITS}) as server:
        yield API(server.account, document)


def test_the_strength_of_a_password_is_estimated(password_server):
    for ask in (password_server.post, lambda path, body: Page(password_server).call("POST", path.replace("/v1", "/session"), body)):
        weak = ask("/v1/password/strength", {"password": "ada.lovelace123", "identifiers": ["ada.lovelace@example.com"]})
        assert weak["score"] < 3 and "contains_own_data" in weak["advice"]
        assert ask("/v1/password/strength", {"password": PASSWORD}).json == {"score": 4, "advice": []}


def test_a_password_that_is_easy_to_guess_is_refused_with_its_reasons(password_server):
    user = {"email": "ada@example.com", "password": "passwordpassword", "binding": Binding().value}
    refusal = password_server.post("/v1/password/sign-up", user)
    refused(refusal, 422, "password_too_guessable")
    assert refusal["advice"] == ["repetition", "common_word", "add_words"]
    assert password_server.post("/v1/password/strength", {"password": "passwordpassword"})["refusal"] == "password_too_guessable"


def test_wrong_guesses_are_counted(mail):
    api, mailbox = mail()
    binding = Binding()

    def ask() -> tuple[dict, dict]:
        """The answers with the right code and with a wrong one."""
        sent = api.post("/v1/code/send", {"email": "ada@example.com", "binding": binding.value})
        code = mailbox.code("ada@example.com")
        right = {"challenge_id": sent["challenge_id"], "code": code, "binding_secret": binding.secret}
        return right, {**right, "code": "000000" if code != "000000" else "000001"}

    right, wrong = ask()
    for _ in range(5):
        refused(api.post("/v1/code/sign-in", wrong), 401, "invalid_code")
    refused(api.post("/v1/code/sign-in", right), 401, "code_exhausted")
    # The guesses of an address count together. The pause doubles with each, so that a slow machine meets one too.
    _, wrong = ask()
    assert "too_many_guesses" in [api.post("/v1/code/sign-in", wrong).code for _ in range(4)]


def test_applications_choose_who_signs_up_and_how(mail, tmp_path):
    api, _ = mail(
        applications=[
            {"id": "open", "password": {"identifiers": ["username"]}, "code": {"channels": ["email"]}},
            {"id": "closed", "sign_up": "closed"}, {"id": "work", "email_domains": ["example.com"]},
        ])
    by_name = {"username": "lovelace", "password": PASSWORD}
    assert api.post("/v1/password/sign-up", by_name)["user"]["username"] == "lovelace"
    refused(api.post("/v1/password/sign-up", {**by_name, "username": "1ove1ace"}), 409, "username_taken")
    by_mail = {"email": "ada@example.org", "password": PASSWORD}
    refused(api.post("/v1/password/sign-up", by_mail, application="closed"), 403, "sign_up_closed")
    refused(api.post("/v1/password/sign-up", by_mail, application="work"), 403, "email_domain_not_allowed")
    by_phone = {"phone_number": "+4915123456789", "binding": Binding().value}
    refused(api.post("/v1/code/send", by_phone), 403, "channel_not_offered")
    wallet = EthereumWallet()
    refused(api.post("/v1/ethereum/sign-in", api.proof(wallet, application="closed"), application="closed"), 403,
            "sign_up_closed")


def test_sms_go_to_listed_countries_only(mail):
    api, _ = mail(
        sms={"provider": "webhook", "countries": {"DE": 8}, "daily_limit": 100, "allow_private_addresses": True,
             "url": "http://127.0.0.1:1/sms", "secret": "0123456789abcdef0123456789abcdef"})
    refused(api.post("/v1/code/send", {"phone_number": "+12025550123", "binding": Binding().value}), 422,
            "phone_number_country_refused")
    assert api.post("/v1/code/send", {"phone_number": "+4915123456789", "binding": Binding().value}).status == 202
