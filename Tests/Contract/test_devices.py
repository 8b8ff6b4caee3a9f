"""Device authorization. The client checks each answer against the OpenAPI document."""

import pytest

from client import API, Page
from wallets import EthereumWallet

GRANT = "urn:ietf:params:oauth:grant-type:device_code"


def begin(api: API, scope: str = "openid") -> dict:
    answer = api.post("/v1/device_authorization", form={"client_id": "default", "scope": scope})
    assert answer.status == 200, answer.body
    return answer.json


def poll(api: API, device: dict):
    return api.post("/v1/token", form={
        "grant_type": GRANT, "device_code": device["device_code"], "client_id": "default"})


def decide(page: Page, device: dict, step: str):
    shown = page.call("POST", "/session/device", {"user_code": device["user_code"].lower()})
    assert (shown.status, shown["next"]) == (200, "confirm"), shown.body
    return page.call("POST", f"/session/device/{step}", {"ticket": shown["ticket"]})


@pytest.fixture(scope="module")
def page(api):
    page = Page(api)
    page.sign_in(EthereumWallet())
    return page


def test_the_metadata_has_the_endpoint(api):
    metadata = api.get("/.well-known/oauth-authorization-server").json
    assert metadata["device_authorization_endpoint"] == f"{api.origin}/v1/device_authorization"
    assert GRANT in metadata["grant_types_supported"]


@pytest.mark.parametrize("scope, members", [
    ("openid", {"id_token"}), ("user:read", set()), ("openid offline_access", {"id_token", "refresh_token"}),
    ("account", {"account_token", "refresh_token", "user"})])
def test_a_device_gets_the_tokens_of_its_scopes(api, page, scope, members):
    device = begin(api, scope)
    assert api.get(device["verification_uri_complete"].removeprefix(api.origin)).status == 200
    pending, early = poll(api, device), poll(api, device)
    assert (pending["error"], early["error"], early["interval"]) == ("authorization_pending", "slow_down", 10)
    assert decide(page, device, "allow").status == 204
    answer = poll(api, device)
    assert answer.status == 200, answer.body
    assert members <= set(answer.json)
    assert poll(api, device).code == "invalid_grant"


def test_the_codes_can_be_requested_with_json(api):
    answer = api.post("/v1/device_authorization", {"scope": "account"}, application="default")
    assert answer.status == 200
    again = api.post("/v1/token", {"grant_type": GRANT, "device_code": answer["device_code"]})
    assert again["error"] == "authorization_pending"


def test_a_denied_device_learns_it(api, page):
    device = begin(api)
    assert decide(page, device, "deny").status == 204
    assert poll(api, device)["error"] == "access_denied"
    again = page.call("POST", "/session/device", {"user_code": device["user_code"]})
    assert (again.status, again.code) == (400, "invalid_user_code")


def test_refusals(api, page):
    stranger = Page(api)
    assert stranger.call("POST", "/session/device", {"user_code": "BBBB-BBBB"}).code == "invalid_user_code"
    assert stranger.call("POST", "/session/device", {"user_code": begin(api)["user_code"]})["next"] == "sign_in"
    assert stranger.call("POST", "/session/device/allow", {"ticket": "x"}).code == "signed_out"
    assert page.call("POST", "/session/device/allow", {"ticket": "x"}).code == "invalid_ticket"
    assert page.call("POST", "/session/device", {}).code == "missing_member"
    refused = api.post("/v1/device_authorization", form={"client_id": "default", "scope": "nothing"})
    assert (refused.status, refused["error"]) == (400, "invalid_scope")
    assert api.post("/v1/device_authorization", form={"client_id": "unknown"})["error"] == "invalid_client"


def test_only_an_application_with_the_setting_signs_in_devices(start):
    _, api = start(settings={"applications": [{"id": "default", "device_authorization": False}]})
    refused = api.post("/v1/device_authorization", form={"client_id": "default", "scope": "openid"})
    assert (refused.status, refused["error"]) == (400, "unauthorized_client")


def test_an_approval_and_a_use_survive_a_crash(start):
    server, api = start()
    page = Page(api)
    page.sign_in(EthereumWallet())
    approved, used = begin(api, "account"), begin(api, "account")
    for device in (approved, used):
        assert decide(page, device, "allow").status == 204
    assert poll(api, used).status == 200

    server.crash()
    _, api = start(listen=server.host)

    assert poll(api, used).code == "invalid_grant"
    assert poll(api, approved).status == 200
    assert poll(api, approved).code == "invalid_grant"
