"""Switching to another account for an app: the wallet is asked for another account, and the same account is refused."""

import pytest
from playwright.sync_api import expect

from device import Device


def account_in(app) -> str:
    return app.exchange(app.answer()["code"])["user"]["identities"][0]["identifier"]


def as_another(visit, app):
    visitor = visit()
    fox = visitor.with_wallet()
    visitor.open().sign_in_with_ethereum()
    visitor.page.goto(app.address())
    visitor.page.get_by_test_id("another-account").click()
    return visitor, fox


def test_switching_asks_same_wallet_for_another_account(visit, app):
    visitor = visit()
    second = visitor.ethereum.new()
    visitor.with_wallet(nextAccounts=[second])
    visitor.open().sign_in_with_ethereum()
    visitor.page.goto(app.address())
    visitor.page.get_by_test_id("another-account").click()
    visitor.choose_ethereum()
    visitor.expect_back_in_the_app()
    assert account_in(app) == second


def test_signed_in_ethereum_account_is_refused_as_another(visit, app):
    visitor, fox = as_another(visit, app)
    visitor.choose_ethereum()
    visitor.expect_problem("which is the account that is signed in")
    assert "personal_sign" not in visitor.page.evaluate("window.testWallets.fox.calls")
    # The user picks another account and tries again.
    second = visitor.ethereum.new()
    visitor.page.evaluate("second => { window.testWallets.fox.nextAccounts = [second] }", second)
    visitor.page.get_by_test_id("retry").click()
    visitor.expect_back_in_the_app()
    assert account_in(app) == second != fox["accounts"][0]


@pytest.mark.only_in_test_all("Tests/Server/Page/ethereum.test.mjs decides which account a wallet offers")
def test_wallet_without_permission_request_offers_present_account(visit, app):
    visitor, _ = as_another(visit, app)
    second = visitor.ethereum.new()
    visitor.page.evaluate("""second => {
      const { provider } = window.testWallets.fox;
      const request = provider.request;
      provider.request = (asked) => asked.method === "wallet_requestPermissions"
        ? Promise.reject(Object.assign(new Error("Unsupported method."), { code: 4200 })) : request(asked);
      window.testWallets.fox.accounts = [second];
    }""", second)
    visitor.choose_ethereum()
    visitor.expect_back_in_the_app()
    assert account_in(app) == second


def test_user_can_stay_with_present_account(visit, app):
    visitor, fox = as_another(visit, app)
    stay = visitor.page.get_by_test_id("stay-with")
    expect(stay).to_have_text(f"Stay with {fox['accounts'][0][:8]}…{fox['accounts'][0][-6:]}")
    stay.click()
    visitor.page.get_by_test_id("continue").click()
    visitor.expect_back_in_the_app()
    assert account_in(app) == fox["accounts"][0]


def test_select_account_asks_signed_out_user_for_choice(visit, app):
    visitor = visit()
    second = visitor.ethereum.new()
    visitor.with_wallet(nextAccounts=[second])
    visitor.page.goto(app.address(prompt="select_account"))
    expect(visitor.page.get_by_test_id("note")).to_have_text("Choose the account with which you continue to Doorward.")
    visitor.choose_ethereum()
    visitor.expect_back_in_the_app()
    assert account_in(app) == second


@pytest.mark.only_in_test_all("Tests/Server/Page/near.test.mjs refuses the signer")
def test_signed_in_near_account_is_refused_as_another(visit, app):
    visitor = visit()
    visitor.open().choose_near("one-approval")
    visitor.expect_signed_in()
    visitor.page.goto(app.address())
    visitor.page.get_by_test_id("another-account").click()
    frame = visitor.choose_near("one-approval")
    visitor.expect_problem("which is the account that is signed in")
    visitor.near = type(visitor.near)()
    visitor.page.get_by_test_id("retry").click()
    frame.locator("[data-wallet=one-approval]").click()
    visitor.expect_back_in_the_app()
    assert account_in(app) == visitor.near.account


def test_id_token_hint_asks_for_expected_account(visit, app):
    visitor = visit()
    ann = visitor.with_wallet()["accounts"][0]
    bob = visitor.ethereum.new()
    visitor.page.goto(app.address(scope="openid account"))
    visitor.choose_ethereum()
    visitor.expect_back_in_the_app()
    token = app.exchange(app.answer()["code"])["id_token"]
    visitor.open()
    visitor.page.get_by_test_id("sign-out").click()
    visitor.expect_signed_out()
    visitor.page.evaluate("bob => { window.testWallets.fox.accounts = [bob] }", bob)
    visitor.sign_in_with_ethereum()
    visitor.page.goto(app.address(id_token_hint=token))
    note = visitor.page.get_by_test_id("note")
    expect(note).to_contain_text("Doorward expects another account. Sign in with that account")
    # The wallet still offers Bob's account, so Bob does not sign again.
    visitor.page.evaluate("bob => { window.testWallets.fox.accounts = [bob] }", bob)
    visitor.choose_ethereum()
    visitor.expect_problem("which is the account that is signed in")
    visitor.page.evaluate("ann => { window.testWallets.fox.nextAccounts = [ann] }", ann)
    visitor.page.get_by_test_id("retry").click()
    visitor.expect_back_in_the_app()
    assert account_in(app) == ann


@pytest.mark.only_in_test_all("a variant of test_signed_in_ethereum_account_is_refused_as_another")
def test_switching_for_device_asks_for_another_account(visit, server):
    device = Device(server.account)
    visitor = visit()
    visitor.with_wallet()
    visitor.open().sign_in_with_ethereum()
    visitor.page.goto(device.codes["verification_uri_complete"])
    visitor.page.get_by_test_id("take-code").click()
    visitor.page.get_by_test_id("another-account").click()
    visitor.choose_ethereum()
    visitor.expect_problem("which is the account that is signed in")
    second = visitor.ethereum.new()
    visitor.page.evaluate("second => { window.testWallets.fox.nextAccounts = [second] }", second)
    visitor.page.get_by_test_id("retry").click()
    expect(visitor.page.get_by_test_id("account-name")).to_contain_text(second[:8])
