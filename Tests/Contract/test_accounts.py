"""Wallets that move between accounts, and the export and deletion of an account."""
from client import Page
from wallets import EthereumWallet, NearWallet


def link(api, wallet, token, purpose):
    proof = api.proof(wallet, token=token, purpose=purpose)
    if purpose == "move":
        proof["move"] = True
    return api.post(f"{wallet.path}/link", proof, token=token)


def test_a_wallet_of_another_account_is_offered_and_moves(api):
    wallet, mine = EthereumWallet(), api.sign_in(EthereumWallet())
    other = api.sign_in(wallet)
    api.call("PATCH", "/v1/user", {"name": "Ann"}, token=other["account_token"])
    refused = link(api, wallet, mine["account_token"], "link")
    assert (refused.status, refused.code) == (409, "identity_in_use")
    assert refused["identity_in_use"]["account"] == {"name": "Ann", "created_at": other["user"]["created_at"]}
    assert refused["identity_in_use"]["deletes_account"] is True
    moved = link(api, wallet, mine["account_token"], "move")
    assert (moved.status, len(moved["identities"])) == (200, 2)
    assert api.get("/v1/user", token=other["account_token"]).code == "invalid_token"
    assert api.sign_in(wallet)["user"]["id"] == mine["user"]["id"]


def test_the_page_offers_and_moves_a_wallet(api):
    wallet, page, other = EthereumWallet(), Page(api), Page(api)
    page.sign_in(EthereumWallet())
    other.sign_in(wallet)
    refused = page.call("POST", f"{wallet.page_path}/link", page.proof(wallet, purpose="link"))
    assert (refused.status, refused.code) == (409, "identity_in_use")
    proof = page.proof(wallet, purpose="move") | {"move": True}
    assert len(page.call("POST", f"{wallet.page_path}/link", proof)["identities"]) == 2
    assert other.call("GET", "/session/state")["signed_in"] is False


def test_an_account_is_exported_and_deleted(api):
    session = api.sign_in(EthereumWallet())
    token = session["account_token"]
    near = NearWallet()
    link(api, near, token, "link")
    export = api.get("/v1/user/export", token=token)
    assert export.headers["Content-Disposition"].startswith("attachment")
    assert export["user"]["id"] == session["user"]["id"]
    assert [item["type"] for item in export["identities"]] == ["ethereum", "near"]
    assert len(export["identities"][1]["near_keys"]) == 1
    page = Page(api)
    page.sign_in(EthereumWallet())
    assert page.call("GET", "/session/user/export")["sessions"][0]["current"] is True
    assert page.call("DELETE", "/session/user").status == 204
    assert page.call("GET", "/session/state")["signed_in"] is False
    assert page.call("GET", "/session/user/export").code == "signed_out"
