"""Passkeys from outside, with an authenticator in software. Each refusal has its documented code."""

import pytest
from fido2 import cbor

import passkeys
from client import API, Page
from console_mail import LIMITS
from passkeys import BACKED_UP, BACKUP_ELIGIBLE, PRESENT, VERIFIED, Passkey
from running import running
from wallets import Binding, EthereumWallet, base64url, from_base64url

REGISTRATION, AUTHENTICATION = "/v1/passkeys/registration", "/v1/passkeys/authentication"


def refused(answer, status: int, code: str):
    assert (answer.status, answer.code) == (status, code), answer.body
    return answer


@pytest.fixture(scope="module")
def api(tmp_path_factory, document):
    directory = tmp_path_factory.mktemp("passkeys")
    settings = {"rate_limits": LIMITS, "applications": [
        {"id": "default", "methods": ["siwe", "passkey"], "passkeys": passkeys.SETTINGS},
        {"id": "strict", "methods": ["siwe", "passkey"], "passkeys": {
            **passkeys.SETTINGS, "user_verification": "required", "hints": ["security-key"]}},
        {"id": "plain", "methods": ["siwe"]},
    ]}
    with running(directory, settings=settings) as server:
        yield API(server.account, document)


def options(api, path: str, *, token=None, application=None, **members) -> tuple[dict, Binding]:
    binding = Binding()
    answer = api.post(f"{path}/options", {"binding": binding.value, **members}, token=token, application=application)
    assert answer.status == 200, answer.body
    return answer.json, binding


def register(api, passkey: Passkey, *, token=None, application=None, body=lambda body: body, **changes):
    """A new passkey: of a new user, or of the one with the token."""
    asked, binding = options(api, REGISTRATION, token=token, application=application)
    response = body(passkey.register(asked, **changes))
    return api.post(REGISTRATION, {**response, "binding_secret": binding.secret}, token=token, application=application)


def sign_in(api, passkey: Passkey, *, application=None, body=lambda body: body, **changes):
    asked, binding = options(api, AUTHENTICATION, application=application)
    response = body(passkey.authenticate(asked, **changes))
    return api.post(AUTHENTICATION, {**response, "binding_secret": binding.secret}, application=application)


def sign_up(api, **changes) -> Passkey:
    passkey = Passkey()
    assert register(api, passkey, **changes).status == 200
    return passkey


def in_response(**members):
    """A change of members of `response`. A member that is None is removed."""
    def change(body: dict) -> dict:
        response = {name: value for name, value in (body["response"] | members).items() if value is not None}
        return body | {"response": response}
    return change


# MARK: what works

def test_a_new_user_signs_up_and_in_with_a_passkey_alone(api):
    asked, binding = options(api, REGISTRATION, name="Ada")
    assert asked["user"]["name"] == "Ada" and asked["rp"]["id"] == passkeys.RP_ID
    assert asked["authenticatorSelection"]["residentKey"] == "required"
    passkey = Passkey()
    session = api.post(REGISTRATION, {**passkey.register(asked), "binding_secret": binding.secret})
    assert session["is_new_user"] and session["user"]["name"] == "Ada"
    [identity] = session["user"]["identities"]
    assert (identity["type"], identity["identifier"]) == ("passkey", passkey.text)
    again = sign_in(api, passkey)
    assert again["user"]["id"] == session["user"]["id"] and not again["is_new_user"]


def test_a_user_adds_names_lists_and_removes_passkeys(api):
    wallet, passkey = EthereumWallet(), Passkey()
    token = api.sign_in(wallet)["account_token"]
    user = register(api, passkey, token=token)
    assert [identity["type"] for identity in user["identities"]] == ["ethereum", "passkey"]

    listed = api.get("/v1/passkeys", token=token)
    [item] = listed["items"]
    assert listed["rp_id"] == passkeys.RP_ID and from_base64url(listed["user_handle"]) == passkey.user_handle
    assert (item["name"], item["backup_eligible"], item["backed_up"]) == ("Passkey", False, False)

    renamed = api.call("PATCH", f"/v1/passkeys/{item['id']}", {"name": "Desk key"}, token=token)
    assert renamed["name"] == "Desk key"
    refused(api.call("PATCH", f"/v1/passkeys/{item['id']}", {"name": ""}, token=token), 422, "invalid_name")
    other = api.sign_in(EthereumWallet())["account_token"]
    refused(api.call("PATCH", f"/v1/passkeys/{item['id']}", {"name": "Mine"}, token=other), 404, "not_found")
    refused(api.call("DELETE", f"/v1/passkeys/{item['id']}", token=other), 404, "not_found")

    # The list of another call names the passkey that the authenticator has to exclude.
    asked, _ = options(api, REGISTRATION, token=token)
    assert [credential["id"] for credential in asked["excludeCredentials"]] == [passkey.text]
    assert api.call("DELETE", f"/v1/passkeys/{item['id']}", token=token).status in (200, 204)
    assert api.get("/v1/passkeys", token=token)["items"] == []
    refused(sign_in(api, passkey), 401, "unknown_passkey")


def test_the_last_way_into_an_account_is_not_removed(api):
    passkey = Passkey()
    token = register(api, passkey)["account_token"]
    [item] = api.get("/v1/passkeys", token=token)["items"]
    refused(api.call("DELETE", f"/v1/passkeys/{item['id']}", token=token), 409, "last_identity")
    assert sign_in(api, passkey).status == 200


def test_the_page_signs_up_and_in(api):
    page, passkey = Page(api), Passkey()
    asked = page.call("POST", "/session/passkeys/registration/options", {}).json
    assert page.call("POST", "/session/passkeys/registration", passkey.register(asked))["signed_in"]
    assert page.call("GET", "/session/passkeys")["items"][0]["identifier"] == passkey.text
    page = Page(api)
    asked = page.call("POST", "/session/passkeys/authentication/options", {}).json
    assert page.call("POST", "/session/passkeys/authentication", passkey.authenticate(asked))["signed_in"]


def test_an_application_without_passkeys_refuses_them(api):
    for path in (REGISTRATION, AUTHENTICATION):
        answer = api.post(f"{path}/options", {"binding": Binding().value}, application="plain")
        refused(answer, 403, "method_not_offered")


def test_a_new_user_must_be_verified_and_another_passkey_need_not(api):
    asked, binding = options(api, REGISTRATION)
    assert asked["authenticatorSelection"]["userVerification"] == "required"
    refused(register(api, Passkey(), flags=PRESENT), 401, "user_not_verified")
    token = register(api, Passkey())["account_token"]
    asked, _ = options(api, REGISTRATION, token=token)
    assert asked["authenticatorSelection"]["userVerification"] == "preferred"
    assert register(api, Passkey(), token=token, flags=PRESENT).status == 200


def test_an_application_asks_for_a_verified_user_and_a_kind_of_authenticator(api):
    asked, _ = options(api, REGISTRATION, application="strict")
    assert (asked["authenticatorSelection"]["userVerification"], asked["hints"]) == ("required", ["security-key"])
    refused(register(api, Passkey(), application="strict", flags=PRESENT), 401, "user_not_verified")
    passkey = sign_up(api, application="strict")
    refused(sign_in(api, passkey, application="strict", flags=PRESENT), 401, "user_not_verified")
    assert sign_in(api, passkey, application="strict").status == 200


# MARK: what both ceremonies refuse

@pytest.mark.parametrize("code, changes", [
    ("user_not_present", {"flags": VERIFIED}), ("inconsistent_backup_state", {"flags": PRESENT | VERIFIED | BACKED_UP}),
    ("wrong_challenge", {"challenge": base64url(bytes(32))}), ("wrong_ceremony", {"type": "payment.get"}),
    ("wrong_origin", {"origin": "https://example.net"}), ("wrong_rp_id", {"rp_id": "example.net"}),
    ("cross_origin_not_allowed", {"crossOrigin": True})])
def test_a_response_of_other_circumstances_proves_nothing(api, code, changes):
    refused(register(api, Passkey(), **changes), 401, code)
    refused(sign_in(api, sign_up(api), **changes), 401, code)


@pytest.mark.parametrize("code, change", [
    ("malformed_response", in_response(clientDataJSON="?")),
    ("malformed_client_data", in_response(clientDataJSON=base64url(b"{"))),
    ("wrong_credential_id", lambda body: body | {"rawId": base64url(b"other")}),
    ("credential_id_too_long", lambda body: body | dict.fromkeys(("id", "rawId"), base64url(bytes(1024)))),
])
def test_a_malformed_response_is_refused(api, code, change):
    refused(register(api, Passkey(), body=change), 422, code)
    refused(sign_in(api, sign_up(api), body=change), 422, code)


def test_malformed_authenticator_data_is_refused(api):
    refused(sign_in(api, sign_up(api), body=in_response(authenticatorData="AAAA")), 422, "malformed_authenticator_data")
    attestation = base64url(cbor.encode({"fmt": "none", "attStmt": {}, "authData": b"short"}))
    refused(register(api, Passkey(), body=in_response(attestationObject=attestation)), 422,
            "malformed_authenticator_data")


# MARK: registrations

@pytest.mark.parametrize("status, code, changes", [
    (401, "unknown_attestation_format", {"format": "paper"}),
    (401, "attestation_not_allowed", {"format": "android-safetynet", "statement": {"ver": "1", "response": b"x"}}),
    (401, "invalid_attestation", {"format": "packed", "statement": {"alg": -7, "sig": bytes(70)}}),
    (422, "malformed_statement", {"format": "packed", "statement": {}}),
    (422, "malformed_certificate", {"format": "packed", "statement": {"alg": -7, "sig": b"x", "x5c": [b"x"]}}),
    (401, "unsupported_algorithm", {"key": {1: 2, 3: -9999, -1: 1, -2: bytes(32), -3: bytes(32)}}),
    (422, "malformed_public_key", {"key": {1: 2, 3: -7, -1: 1, -2: bytes(31), -3: bytes(32)}}),
])
def test_a_registration_that_proves_nothing_is_refused(api, status, code, changes):
    refused(register(api, Passkey(), **changes), status, code)


def test_a_malformed_attestation_object_is_refused(api):
    refused(register(api, Passkey(), body=in_response(attestationObject=base64url(b"\xa0"))), 422,
            "malformed_attestation_object")


def test_a_passkey_belongs_to_one_user(api):
    passkey = sign_up(api)
    refused(register(api, passkey), 409, "passkey_registered")
    refused(register(api, passkey, token=api.sign_in(EthereumWallet())["account_token"]), 409, "passkey_registered")


# MARK: sign-ins

def test_a_passkey_that_no_account_has_is_unknown(api):
    passkey = Passkey()
    passkey.user_handle = bytes(16)
    refused(sign_in(api, passkey), 401, "unknown_passkey")


def test_the_counter_increases(api):
    passkey = sign_up(api)
    assert sign_in(api, passkey, count=5).status == 200
    refused(sign_in(api, passkey, count=5), 401, "possible_clone")
    refused(sign_in(api, passkey, count=0), 401, "possible_clone")
    assert sign_in(api, passkey, count=6).status == 200


def test_the_backup_state_changes_and_the_eligibility_does_not(api):
    synced = PRESENT | VERIFIED | BACKUP_ELIGIBLE
    passkey = sign_up(api, flags=synced)
    session = sign_in(api, passkey, flags=synced | BACKED_UP)
    [item] = api.get("/v1/passkeys", token=session["account_token"])["items"]
    assert item["backup_eligible"] and item["backed_up"]
    refused(sign_in(api, passkey), 401, "backup_eligibility_changed")


def test_the_response_names_its_user(api):
    passkey = sign_up(api)
    refused(sign_in(api, passkey, body=in_response(userHandle=None)), 401, "missing_user_handle")
    refused(sign_in(api, passkey, body=in_response(userHandle=base64url(bytes(16)))), 401, "wrong_user_handle")


def test_another_key_signs_nothing(api):
    passkey = sign_up(api)
    other = Passkey(passkey.id)
    other.user_handle = passkey.user_handle
    refused(sign_in(api, other), 401, "wrong_signature")


def test_a_challenge_serves_once_one_ceremony_and_one_client(api):
    passkey = sign_up(api)
    asked, binding = options(api, AUTHENTICATION)
    proof = {**passkey.authenticate(asked), "binding_secret": binding.secret}
    refused(api.post(AUTHENTICATION, {**proof, "binding_secret": Binding().secret}), 401, "invalid_challenge")
    assert api.post(AUTHENTICATION, proof).status == 200
    refused(api.post(AUTHENTICATION, proof), 401, "challenge_used")
    asked, binding = options(api, AUTHENTICATION)
    registration = Passkey().register(asked | {"user": {"id": base64url(bytes(16))}})
    refused(api.post(REGISTRATION, {**registration, "binding_secret": binding.secret}), 401, "invalid_challenge")
