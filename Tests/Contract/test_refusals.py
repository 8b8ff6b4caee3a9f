"""Every refusal is a problem with a documented code.

The client checks the form of each answer and that the document lists its code for the call. The tests cause each code;
the table at the end lists the codes that no request can cause on a healthy server.
"""

import base64
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

import openapi
from client import FORM, Page
from console_mail import LIMITS
from document import Document
from near_endpoint import FUNCTION_CALL, NearEndpoint
from provider import Client
from running import doorward
from stored import Stored
from wallets import Binding, EthereumWallet, NearWallet, base58, base64url

DOCUMENT = Document()
UNKNOWN = "00000000-0000-4000-8000-000000000000"
SECP256K1_ORDER = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141

provoked: set[str] = set()


def refused(answer, status: int, code: str):
    provoked.add(code)
    assert (answer.status, answer.code) == (status, code), answer.body
    return answer


@pytest.fixture(scope="module")
def session(api):
    return api.sign_in(EthereumWallet())


# MARK: invalid requests

@pytest.mark.parametrize("status, code, head, body", [
    (400, "malformed_request", "POST /v1/sign-out HTTP/1.1\nHost: a b\nContent-Length: 0\n\n", b""),
    (400, "ambiguous_framing",
     "POST /v1/sign-out HTTP/1.1\nHost: x\nContent-Length: 0\nTransfer-Encoding: chunked\n\n", b"0\r\n\r\n"),
    (400, "malformed_path", "DELETE /v1/sessions/%2e%2e HTTP/1.1\nHost: x\n\n", b""),
    (413, "body_too_large", "POST /v1/sign-out HTTP/1.1\nHost: x\nContent-Length: 70000\n\n", b"x" * 70_000),
    (413, "body_too_large",
     "POST /v1/sign-out HTTP/1.1\nHost: x\nContent-Length: 70000\nExpect: 100-continue\n\n", b""),
    (417, "expectation_failed", "POST /v1/sign-out HTTP/1.1\nHost: x\nContent-Length: 0\nExpect: wonders\n\n", b""),
    (431, "headers_too_large",
     "POST /v1/sign-out HTTP/1.1\nHost: x\n" + "A: b\n" * 200 + "Content-Length: 0\n\n", b""),
    (501, "unsupported_transfer_coding",
     "POST /v1/sign-out HTTP/1.1\nHost: x\nTransfer-Encoding: gzip\n\n", b""),
])
def test_an_invalid_request_is_refused(api, status, code, head, body):
    method, path, _ = head.partition("\n")[0].split(" ")
    answer = refused(api.raw(head, path, method, body), status, code)
    assert answer.headers["Content-Type"] == "application/problem+json"


# MARK: unreadable bodies

@pytest.mark.parametrize("code, status, options", [
    ("unsupported_media_type", 415, {"body": "{}", "media": "text/plain"}),
    ("malformed_json", 400, {"body": "{"}),
    ("wrong_type", 400, {"body": {"address": 1, "binding": Binding().value}}),
    ("missing_member", 400, {"body": {"binding": Binding().value}}),
    ("invalid_binding", 400, {"body": {"binding": "short"}}),
    ("invalid_purpose", 400, {"body": {"purpose": "fun", "binding": Binding().value}}),
])
def test_an_unreadable_body_is_refused(api, code, status, options):
    refused(api.call("POST", "/v1/ethereum/message", **options), status, code)


def test_a_malformed_binding_secret_is_refused(api):
    proof = api.proof(EthereumWallet())
    refused(api.post("/v1/ethereum/sign-in", {**proof, "binding_secret": "short"}), 400, "invalid_binding_secret")


def test_the_application_is_named_once_and_exists(api):
    refused(api.get("/v1/config", application="unknown"), 401, "unknown_application")
    answer = api.raw(
        "GET /v1/config HTTP/1.1\nHost: x\nDoorward-Application: a\nDoorward-Application: b\n\n", "/v1/config", "GET")
    refused(answer, 400, "malformed_header")


# MARK: values that the application does not list

@pytest.mark.parametrize("code, changes", [
    ("invalid_address", {"address": "0x12"}), ("wrong_domain", {"domain": "evil.example"}),
    ("wrong_uri", {"uri": "https://evil.example"}), ("wrong_chain", {"chain_id": 5})])
def test_ethereum_is_limited_to_the_configuration(api, code, changes):
    refused(api.challenge(EthereumWallet(), Binding(), **changes), 422, code)


@pytest.mark.parametrize("code, changes", [
    ("wrong_network", {"network": "testnet"}), ("wrong_callback_url", {"callback_url": "https://evil.example"})])
def test_near_is_limited_to_the_configuration(api, code, changes):
    refused(api.challenge(NearWallet(), Binding(), **changes), 422, code)


def test_a_method_that_is_not_offered_is_refused(start):
    _, api = start(settings={"applications": [{"id": "a", "methods": ["siwe"]}]})
    refused(api.challenge(NearWallet(), Binding()), 403, "method_not_offered")
    refused(Page(api).call("POST", "/session/near/challenge", {}), 403, "method_not_offered")
    refused(api.post("/v1/anonymous", {}), 403, "method_not_offered")


def test_an_application_without_the_scope_account_has_no_direct_sign_in(start):
    _, api = start(settings={"applications": [{"id": "a", "scopes": ["openid"]}]})
    for wallet in (EthereumWallet(), NearWallet()):
        refused(api.challenge(wallet, Binding()), 403, "browser_sign_in_required")
    refused(api.post("/v1/anonymous", {}), 403, "browser_sign_in_required")
    assert api.get("/v1/config").json["direct_sign_in"] is False


# MARK: invalid proofs

def lines_changed(message: str, line: int, text: str) -> str:
    lines = message.split("\n")
    return "\n".join([*lines[:line], text, *lines[line + 1:]])


@pytest.mark.parametrize("code, change", [
    ("malformed_message", lambda message: message + "\n"),
    ("invalid_domain", lambda message: lines_changed(message, 0, " " + message.split("\n")[0])),
    ("invalid_address", lambda message: lines_changed(message, 1, "0x12")),
    ("invalid_statement", lambda message: lines_changed(message, 3, "Sign in, Müller")),
    ("invalid_uri", lambda message: lines_changed(message, 5, "URI: no uri")),
    ("invalid_version", lambda message: lines_changed(message, 6, "Version: 2")),
    ("invalid_chain_id", lambda message: lines_changed(message, 7, "Chain ID: x")),
    ("invalid_nonce", lambda message: lines_changed(message, 8, "Nonce: !")),
    ("invalid_time", lambda message: lines_changed(message, 9, "Issued At: today")),
    ("invalid_request_id", lambda message: message + "\nRequest ID: a b"),
    ("invalid_resource", lambda message: message + "\nResources:\n- no uri"),
])
def test_an_invalid_ethereum_message_is_refused_with_its_code(api, code, change):
    proof = api.proof(EthereumWallet())
    refused(api.post("/v1/ethereum/sign-in", {**proof, "message": change(proof["message"])}), 422, code)


def high_s(signature: str) -> str:
    """The other valid signature of the same message: s negated, v with the other parity."""
    raw = bytes.fromhex(signature[2:])
    s = SECP256K1_ORDER - int.from_bytes(raw[32:64], "big")
    return "0x" + (raw[:32] + s.to_bytes(32, "big") + bytes([55 - raw[64]])).hex()


@pytest.mark.parametrize("code, change", [
    ("malformed_signature", lambda signature: signature[:-2]), ("high_s", high_s),
    ("unsupported_contract_signature", lambda signature: "0x" + "11" * 200)])
def test_an_invalid_ethereum_signature_is_refused_with_its_code(api, code, change):
    proof = api.proof(EthereumWallet())
    refused(api.post("/v1/ethereum/sign-in", {**proof, "signature": change(proof["signature"])}), 422, code)


def test_the_signature_of_another_wallet_is_refused_and_does_not_spend_the_challenge(api):
    proof = api.proof(EthereumWallet())
    forged = {**proof, "signature": EthereumWallet().sign(proof["message"])}
    refused(api.post("/v1/ethereum/sign-in", forged), 401, "wrong_signer")
    assert api.post("/v1/ethereum/sign-in", proof).status == 200
    refused(api.post("/v1/ethereum/sign-in", proof), 401, "challenge_used")


def test_a_proof_belongs_to_the_client_of_its_challenge(api):
    proof = api.proof(EthereumWallet())
    stolen = {**proof, "binding_secret": Binding().secret}
    refused(api.post("/v1/ethereum/sign-in", stolen), 401, "invalid_challenge")
    assert api.post("/v1/ethereum/sign-in", proof).status == 200


@pytest.mark.parametrize("code, changes", [
    ("malformed_account_id", {"account_id": "A"}), ("malformed_public_key", {"public_key": "ed25519:1"}),
    ("unsupported_curve", {"public_key": "p256:" + base58(b"1" * 32)}),
    ("malformed_nonce", {"nonce": "AAAA"}), ("malformed_signature", {"signature": "AAAA"}),
    ("invalid_metadata", {"metadata": {"wallet_client_type": "x" * 65}})])
def test_an_invalid_near_proof_is_refused_with_its_code(api, code, changes):
    proof = api.proof(NearWallet())
    refused(api.post("/v1/near/sign-in", {**proof, **changes}), 422, code)


def test_a_near_signature_with_another_key_is_refused(api):
    proof = api.proof(NearWallet())
    signature = base64.b64encode(bytes(64)).decode()
    refused(api.post("/v1/near/sign-in", {**proof, "signature": signature}), 401, "wrong_signature")


def test_a_named_near_account_needs_an_answer_of_the_chain(api):
    answer = refused(api.post("/v1/near/sign-in", api.proof(NearWallet("alice.near"))), 503, "rpc_unavailable")
    assert int(answer.headers["Retry-After"]) > 0


@pytest.fixture
def near_endpoint():
    endpoint = NearEndpoint()
    yield endpoint
    endpoint.stop()


def test_the_chain_decides_the_account_of_a_key(start, near_endpoint):
    _, api = start(settings={"near": {"mainnet": {"rpc": [near_endpoint.url]}}})

    def sign_in(wallet: NearWallet):
        return api.post("/v1/near/sign-in", api.proof(wallet))

    wallet = NearWallet("alice.near")
    refused(sign_in(wallet), 401, "unknown_account")
    for code, keys in {
        "unknown_access_key": {}, "function_call_key": {wallet.public_key: FUNCTION_CALL},
        "not_full_access_key": {wallet.public_key: {"GasKeyFullAccess": {"balance": "1", "num_nonces": 1}}},
    }.items():
        near_endpoint.accounts["alice.near"] = keys
        refused(sign_in(wallet), 401, code)
    near_endpoint.accounts["alice.near"] = {wallet.public_key: "FullAccess"}
    assert sign_in(wallet).status == 200

    # All keys that the account was used with are gone, so it may have been sold.
    buyer = NearWallet("alice.near")
    near_endpoint.accounts["alice.near"] = {buyer.public_key: "FullAccess"}
    refused(sign_in(buyer), 403, "identity_quarantined")
    page = Page(api)
    answer = page.call("POST", "/session/near/sign-in", page.proof(buyer))
    refused(answer, 403, "identity_quarantined")

    implicit = NearWallet()
    assert sign_in(implicit).status == 200
    near_endpoint.accounts[implicit.account] = {}
    refused(sign_in(implicit), 401, "unknown_access_key")


def until(moment: float) -> None:
    """Waits for a time that the test itself has set, a second or two ahead."""
    time.sleep(max(0.0, moment - time.time()))


def test_a_challenge_and_a_recent_sign_in_expire(start):
    _, api = start(settings={"lifetimes": {"challenge": 1, "recent_sign_in": 1}})
    session = api.sign_in(EthereumWallet())
    proof, near = api.proof(EthereumWallet()), api.proof(NearWallet())
    until(time.time() + 2)
    refused(api.post("/v1/ethereum/sign-in", proof), 401, "challenge_expired")
    refused(api.post("/v1/near/sign-in", near), 401, "challenge_expired")
    answer = refused(
        api.call("DELETE", "/v1/user", token=session["account_token"]), 401, "insufficient_user_authentication")
    assert 'max_age="1"' in answer.headers["WWW-Authenticate"]


def test_a_challenge_for_a_value_that_is_no_longer_listed_is_refused(start):
    offers = [{"id": "a", "ethereum": {
        "domains": ["one.example", "two.example"], "uris": ["https://one.example", "https://two.example"],
        "chains": [1, 10]}, "near": {"networks": ["mainnet", "testnet"]}}]
    server, api = start(settings={"applications": offers})
    base = {"domain": "one.example", "uri": "https://one.example", "chain_id": 1}
    changes = {"wrong_domain": {"domain": "two.example"}, "wrong_uri": {"uri": "https://two.example"},
               "wrong_chain": {"chain_id": 10}}
    proofs = {code: api.proof(EthereumWallet(), **{**base, **change}) for code, change in changes.items()}
    near = api.proof(NearWallet(), network="testnet")
    listen = server.host
    server.terminate()
    offers[0]["ethereum"] = {"domains": ["one.example"], "uris": ["https://one.example"], "chains": [1]}
    offers[0]["near"] = {"networks": ["mainnet"]}
    _, api = start(settings={"applications": offers}, listen=listen)
    for code, proof in proofs.items():
        refused(api.post("/v1/ethereum/sign-in", proof), 401, code)
    refused(api.post("/v1/near/sign-in", near), 401, "wrong_network")


# MARK: bearer tokens and permissions

@pytest.mark.parametrize("method, path", [
    operation for operation in DOCUMENT.operations()
    if {"accountToken": []} in (DOCUMENT.operation(*operation).get("security") or [])
    and {} not in DOCUMENT.operation(*operation)["security"]])
def test_a_call_for_the_user_needs_the_account_token(api, session, method, path):
    path = path.replace("{id}", UNKNOWN)
    body = None if method in ("GET", "DELETE") else {}
    answer = refused(api.call(method, path, body), 401, "missing_token")
    assert answer.headers["WWW-Authenticate"] == "Bearer"
    wrong = ["nonsense", session["refresh_token"], "dwk_" + base64url(bytes(32))]
    if (method, path) != ("GET", "/v1/user"):
        wrong.append(session["access_token"])
    for token in wrong:
        answer = refused(api.call(method, path, body, token=token), 401, "invalid_token")
        assert 'error="invalid_token"' in answer.headers["WWW-Authenticate"]


@pytest.mark.parametrize("path", ["/v1/sessions", "/v1/user/identities", "/v1/user/activity", "/session/sessions"])
@pytest.mark.parametrize("code, query", [
    ("invalid_limit", "limit=0"), ("invalid_cursor", "cursor=x"), ("malformed_query", "limit=%zz")])
def test_an_invalid_list_request_is_refused(api, session, path, code, query):
    if path.startswith("/session/"):
        page = Page(api)
        page.sign_in(EthereumWallet())
        answer = page.call("GET", f"{path}?{query}")
    else:
        answer = api.get(f"{path}?{query}", token=session["account_token"])
    refused(answer, 400, code)
    assert code == "malformed_query" or query.partition("=")[0] in answer["detail"]


@pytest.mark.parametrize("path", ["/v1/sessions/", "/v1/user/identities/"])
def test_items_of_other_users_are_not_found(api, session, path):
    for name in (UNKNOWN, "x", api.sign_in(EthereumWallet())["session_id"]):
        refused(api.call("DELETE", path + name, token=session["account_token"]), 404, "not_found")


def test_the_last_identity_cannot_be_removed(api, session):
    identity = session["user"]["identities"][0]["id"]
    refused(
        api.call("DELETE", f"/v1/user/identities/{identity}", token=session["account_token"]), 409, "last_identity")


def test_a_wallet_of_another_account_is_not_linked(api, session):
    wallet = EthereumWallet()
    api.sign_in(wallet)
    proof = api.proof(wallet, token=session["account_token"], purpose="link")
    refused(api.post("/v1/ethereum/link", proof, token=session["account_token"]), 409, "identity_in_use")


def test_a_wallet_beyond_the_limit_is_not_linked(start):
    _, api = start(settings={"limits": {"identities_per_user": 1}})
    token = api.sign_in(EthereumWallet())["account_token"]
    proof = api.proof(EthereumWallet(), token=token, purpose="link")
    refused(api.post("/v1/ethereum/link", proof, token=token), 409, "too_many_identities")


def test_the_scope_of_a_sign_out_is_one_of_three(api, session):
    refused(api.post("/v1/sign-out", {"scope": "some"}, token=session["account_token"]), 400, "invalid_scope")


def wrong_profiles():
    """Two lines and a text that is too long for each text of a profile, and further patches."""
    for name, member in openapi.profile_texts().items():
        for text in ("a\nb", "x" * (member["maxLength"] + 1)):
            yield f"invalid_{name}", {name: text}
    yield "invalid_locale", {"locale": "not a tag"}
    yield "metadata_too_large", {"metadata": {"a": "x" * 20_000}}
    yield "metadata_too_deep", {"metadata": {"a": [[[[[[[[1]]]]]]]]}}
    yield "metadata_number", {"metadata": {"a": 10 ** 400}}


@pytest.mark.parametrize("code, patch", list(wrong_profiles()))
def test_a_profile_has_limits(api, session, code, patch):
    refused(api.call("PATCH", "/v1/user", patch, token=session["account_token"]), 422, code)


# MARK: the hosted page

def foreign_requests():
    for method, path in DOCUMENT.operations():
        if path.startswith("/session/"):
            for headers in ({"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "cross-site"}):
                yield method, path, headers


@pytest.fixture(scope="module")
def signed_in_page(api):
    page = Page(api)
    page.sign_in(EthereumWallet())
    return page


@pytest.mark.sampled(one_in=3)
@pytest.mark.parametrize("method, path, headers", list(foreign_requests()))
def test_only_the_page_may_use_a_cookie_route(signed_in_page, method, path, headers):
    answer = signed_in_page.call(method, path.replace("{id}", UNKNOWN), None if method == "GET" else {}, headers=headers)
    refused(answer, 403, "cross_origin")


@pytest.mark.parametrize("media", [FORM, ""])
def test_a_form_cannot_use_a_cookie_route(signed_in_page, media):
    answer = signed_in_page.call("POST", "/session/sign-out", "{}", media=media)
    refused(answer, 415, "unsupported_media_type")


def test_a_signed_out_browser_learns_it(api):
    page = Page(api)
    refused(page.call("GET", "/session/sessions"), 401, "signed_out")
    page.cookies["doorward_session"] = base64url(bytes(48))
    refused(page.call("GET", "/session/sessions"), 401, "signed_out")


# MARK: limits and failures

# A body without a proof is not counted.
WRONG_PROOF = {"message": "x", "signature": "x", "binding_secret": "A" * 43}

@pytest.mark.parametrize("rule, request_one", [
    ("challenge_per_minute", lambda api: api.challenge(EthereumWallet(), Binding())),
    ("sign_in_per_minute", lambda api: api.post("/v1/ethereum/sign-in", WRONG_PROOF)),
    ("browser_sign_in_per_minute", lambda api: Page(api).call("POST", "/session/end", {"ticket": "x"})),
    ("refresh_per_minute", lambda api: api.refresh("nothing")),
    ("api_key_failure_per_minute", lambda api: api.post("/v1/introspect", form={"token": "x"}, token="dwk_x"))])
def test_too_many_requests_are_refused_for_a_while(start, rule, request_one):
    _, api = start(settings={"rate_limits": {rule: 3}}, development=False)
    answers = [request_one(api) for _ in range(4)]
    assert [answer.status == 429 for answer in answers] == [False, False, False, True]
    answer = refused(answers[3], 429, "rate_limited")
    assert 1 <= int(answer.headers["Retry-After"]) <= 20
    spoofed = api.post("/v1/ethereum/sign-in", WRONG_PROOF, headers={"X-Forwarded-For": "192.0.2.1"})
    assert (spoofed.status == 429) == (rule == "sign_in_per_minute")


def test_a_store_that_cannot_be_written_asks_clients_to_retry(start):
    server, api = start()
    session = api.sign_in(EthereumWallet())
    proof = api.proof(EthereumWallet())
    with Stored(server.data) as database:
        database.lock()
        with ThreadPoolExecutor() as pool:
            sign_in = pool.submit(api.post, "/v1/ethereum/sign-in", proof)
            revocation = pool.submit(api.post, "/v1/revoke", form={"token": session["refresh_token"]})
        answer = refused(sign_in.result(), 503, "store_unavailable")
        assert int(answer.headers["Retry-After"]) > 0
        assert (revocation.result().status, revocation.result()["error"]) == (503, "temporarily_unavailable")
    assert api.post("/v1/ethereum/sign-in", proof).status == 200


# MARK: passwords

def test_a_listed_password_is_refused(start, tmp_path):
    (tmp_path / "list").write_text("eleven purple boots swim\n")
    assert doorward("passwords", "import", "list", "--output", "known", directory=tmp_path).returncode == 0
    _, api = start(settings={"passwords": {"blocklist": str(tmp_path / "known")}})
    binding = Binding().value
    user = {"email": "ada@example.com", "password": "eleven purple boots swim", "binding": binding}
    refused(api.post("/v1/password/sign-up", user), 422, "password_listed")
    refused(Page(api).call("POST", "/session/password/sign-up", user), 422, "password_listed")
    assert api.post("/v1/password/sign-up", {**user, "password": "a staple for the horse"}).status == 202


def test_a_full_queue_of_password_hashes_refuses_with_a_time(start):
    # A hash takes long enough that the others arrive while it runs.
    _, api = start(settings={
        "passwords": {"threads": 1, "queue": 1, "memory_kib": 131_072}, "rate_limits": LIMITS})

    def sign_in(number: int):
        return api.post("/v1/password/sign-in", {"identifier": f"user{number}@example.com", "password": "a" * 20})

    with ThreadPoolExecutor(16) as pool:
        answers = list(pool.map(sign_in, range(32)))
    busy = [answer for answer in answers if answer.status == 503]
    assert busy and len(busy) < len(answers)
    for answer in answers:
        if answer.status == 503:
            refused(answer, 503, "password_hashing_busy")
            assert int(answer.headers["Retry-After"]) > 0
        else:
            assert answer.status == 401
    # The queue is empty again.
    assert sign_in(99).status == 401


# MARK: browser sign-in

def test_refusals_of_a_browser_sign_in(api):
    page, client = Page(api), Client(api)
    page.sign_in(EthereumWallet())
    refused(page.call("POST", "/session/authorization", {"ticket": "nonsense"}), 400, "invalid_ticket")
    refused(page.call("POST", "/session/device", {"user_code": "BBBB-BBBB"}), 400, "invalid_user_code")
    newer = {"ticket": client.ticket(prompt="login")}
    refused(page.call("POST", "/session/authorization/allow", newer), 401, "sign_in_required")
    token = client.exchange(client.code(page))["access_token"]
    answer = refused(api.get("/v1/user", token=token), 403, "insufficient_scope")
    assert 'scope="user:read"' in answer.headers["WWW-Authenticate"]


# MARK: completeness

# Codes that no request causes here, with the condition that causes them.
ELSEWHERE = {
    "sms_limit_reached": "OwnerAccessTests: the budget of a day for SMS is used up",
    "idempotency_key_reused": "RequestRepetitionTests: the key of another request",
    "internal_error": "a fault of the server's own",
    "identity_changed": "two keys of one account at the same moment",
    "issued_in_future": "two servers whose clocks differ by more than five seconds",
    "policy_not_met": "an application that no longer lists any value",
    "invalid_request": "test_oauth.py", "invalid_client": "test_oauth.py", "invalid_grant": "test_oauth.py",
    "unsupported_grant_type": "test_oauth.py", "malformed_form": "test_oauth.py",
    "unauthorized_client": "test_devices.py", "authorization_pending": "test_devices.py",
    "slow_down": "test_devices.py", "access_denied": "test_devices.py",
    "expired_token": "DeviceAuthorizationTests: ten minutes",
    "target_too_long": "test_logs.py", "misdirected_request": "test_logs.py",
    "unsupported_http_version": "test_logs.py",
    "second_factor_required": "test_second_factors.py", "invalid_method": "test_second_factors.py",
    "too_many_second_factors": "test_second_factors.py", "no_second_factor": "test_second_factors.py",
    "unproven_address": "VouchedAccountFactorTests",
    "unsuitable_address": "test_second_factors.py", "second_factor_unavailable": "test_second_factors.py",
    "invalid_credentials": "test_passwords.py", "invalid_code": "test_passwords.py",
    "code_exhausted": "test_passwords.py", "too_many_guesses": "test_passwords.py",
    "channel_not_offered": "test_passwords.py", "identifier_not_offered": "test_passwords.py",
    "missing_address": "test_passwords.py", "ambiguous_address": "test_passwords.py",
    "missing_password": "test_passwords.py", "sign_up_closed": "test_passwords.py",
    "email_domain_not_allowed": "test_passwords.py", "username_taken": "test_passwords.py",
    "address_exists": "test_passwords.py", "phone_number_country_refused": "test_passwords.py",
    "identifier_empty": "test_passwords.py", "email_incomplete": "test_passwords.py",
    "email_too_long": "test_passwords.py", "email_local_part_invalid": "test_passwords.py",
    "email_domain_invalid": "test_passwords.py", "phone_number_invalid": "test_passwords.py",
    "phone_number_country_unknown": "test_passwords.py", "phone_number_too_short": "test_passwords.py",
    "phone_number_too_long": "test_passwords.py", "phone_number_not_for_messages": "test_passwords.py",
    "username_too_short": "test_passwords.py", "username_too_long": "test_passwords.py",
    "username_invalid_character": "test_passwords.py", "username_mixed_scripts": "test_passwords.py",
    "username_reserved": "test_passwords.py", "password_too_short": "test_passwords.py",
    "password_too_long": "test_passwords.py", "password_disallowed_character": "test_passwords.py",
    "password_contains_identifier": "test_passwords.py", "password_too_guessable": "test_passwords.py",
    "sign_up_required": "AddressChangeTests", "identifier_required": "PasswordSignInTests",
    "identifier_too_long": "SignInIdentifierTests",
    "notice_outdated": "SecuringThreatTests",
    "account_deletion_pending": "test_answers.py", "invalid_size": "test_answers.py",
    "photo_unsupported_format": "PhotoThreatTests", "photo_vector_graphic": "PhotoThreatTests",
    "photo_damaged": "PhotoThreatTests", "photo_too_many_pixels": "PhotoThreatTests",
    "photo_too_many_frames": "PhotoThreatTests", "photo_processing_overloaded": "PhotoWorkerTests",
    "photo_processing_closed": "PhotoWorkerTests", "photo_processing_unavailable": "PhotoTests",
    "library_failure": "a fault of libvips", "too_many_uploads": "LargeBodyTests",
    "identity_on_hold": "IdentityRemovalThreatTests: a day",
    "invitation_required": "test_backend_users.py", "user_banned": "test_backend_users.py",
    "credential_not_allowed": "PasskeyFactorTests",
    "unknown_passkey": "test_passkeys.py", "passkey_registered": "test_passkeys.py",
    "user_not_present": "test_passkeys.py", "user_not_verified": "test_passkeys.py",
    "possible_clone": "test_passkeys.py", "unsupported_algorithm": "test_passkeys.py",
    "wrong_challenge": "test_passkeys.py",
    "wrong_ceremony": "test_passkeys.py", "wrong_origin": "test_passkeys.py", "wrong_rp_id": "test_passkeys.py",
    "cross_origin_not_allowed": "test_passkeys.py", 
    "inconsistent_backup_state": "test_passkeys.py", "backup_eligibility_changed": "test_passkeys.py",
    "missing_user_handle": "test_passkeys.py", "wrong_user_handle": "test_passkeys.py",
    "unknown_attestation_format": "test_passkeys.py", "attestation_not_allowed": "test_passkeys.py",
    "invalid_attestation": "test_passkeys.py", "malformed_response": "test_passkeys.py",
    "malformed_client_data": "test_passkeys.py", "malformed_authenticator_data": "test_passkeys.py",
    "malformed_attestation_object": "test_passkeys.py", "malformed_statement": "test_passkeys.py",
    "malformed_certificate": "test_passkeys.py", "wrong_credential_id": "test_passkeys.py",
    "credential_id_too_long": "test_passkeys.py",
    "wrong_top_origin": "OriginThreatTests: the server allows no frame",
    "algorithm_not_offered": "NewCredentialThreatTests: the options list every algorithm",
    "untrusted_attestation": "PackedAttestationStepTests: chains of certificates",
    **dict.fromkeys(
        ("invalid_setting", "set_by_configuration", "application_exists", "default_application", "changed_meanwhile"),
        "ApplicationRouteTests"),
    "changed_since": "SettingsRouteTests",
    "last_owner": "test_administration.py", "invalid_filter": "test_backend_users.py", "invalid_ban": "test_backend_users.py", "unknown_role": "test_backend_users.py",
    "invalid_invitation": "test_backend_users.py", "invalid_password_hash": "test_backend_users.py",
}


def test_every_documented_code_was_caused_or_is_explained(document):
    if len(provoked) < 10:
        pytest.skip("only the whole file causes all of them")
    assert document.codes() - provoked - ELSEWHERE.keys() == set()
    assert ELSEWHERE.keys() & provoked == set()
    assert provoked | ELSEWHERE.keys() <= document.codes() | {"not_found"}
