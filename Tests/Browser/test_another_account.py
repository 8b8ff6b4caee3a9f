"""Being somebody else for an app: the wallet is asked which account, and the same one again is no other."""

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


def test_the_same_wallet_is_asked_for_another_account(visit, app):
    visitor = visit()
    second = visitor.ethereum.new()
    visitor.with_wallet(nextAccounts=[second])
    visitor.open().sign_in_with_ethereum()
    visitor.page.goto(app.address())
    visitor.page.get_by_test_id("another-account").click()
    visitor.choose_ethereum()
    visitor.expect_back_in_the_app()
    assert account_in(app) == second


def test_the_account_that_is_signed_in_is_no_other(visit, app):
    visitor, fox = as_another(visit, app)
    visitor.choose_ethereum()
    visitor.expect_problem("which is the account that is signed in")
    assert "personal_sign" not in visitor.page.evaluate("window.testWallets.fox.calls")
    # The person picks another one, and tries again.
    second = visitor.ethereum.new()
    visitor.page.evaluate("second => { window.testWallets.fox.nextAccounts = [second] }", second)
    visitor.page.get_by_test_id("retry").click()
    visitor.expect_back_in_the_app()
    assert account_in(app) == second != fox["accounts"][0]


def test_a_wallet_that_cannot_be_asked_shares_the_account_it_is_on(visit, app):
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


def test_whoever_thinks_better_of_it_stays(visit, app):
    visitor, fox = as_another(visit, app)
    stay = visitor.page.get_by_test_id("stay-with")
    expect(stay).to_have_text(f"Stay with {fox['accounts'][0][:8]}…{fox['accounts'][0][-6:]}")
    stay.click()
    visitor.page.get_by_test_id("continue").click()
    visitor.expect_back_in_the_app()
    assert account_in(app) == fox["accounts"][0]


def test_an_app_that_asks_for_a_choice_gets_one_from_who_is_not_signed_in(visit, app):
    visitor = visit()
    second = visitor.ethereum.new()
    visitor.with_wallet(nextAccounts=[second])
    visitor.page.goto(app.address(prompt="select_account"))
    expect(visitor.page.get_by_test_id("note")).to_have_text("Pick the account that you want to continue to Doorward with.")
    visitor.choose_ethereum()
    visitor.expect_back_in_the_app()
    assert account_in(app) == second


def test_a_near_account_that_is_signed_in_is_no_other(visit, app):
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


def test_the_person_an_app_expects_is_told_of_and_found(visit, app):
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
    expect(note).to_contain_text("Doorward expects another account than the one that is signed in here")
    # The wallet is still on Bob's: no second signature of his is taken.
    visitor.page.evaluate("bob => { window.testWallets.fox.accounts = [bob] }", bob)
    visitor.choose_ethereum()
    visitor.expect_problem("which is the account that is signed in")
    visitor.page.evaluate("ann => { window.testWallets.fox.nextAccounts = [ann] }", ann)
    visitor.page.get_by_test_id("retry").click()
    visitor.expect_back_in_the_app()
    assert account_in(app) == ann


def test_who_lets_a_device_in_as_another_is_asked_which_too(visit, server):
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
    expect(visitor.page.get_by_test_id("person")).to_contain_text(second[:8])
