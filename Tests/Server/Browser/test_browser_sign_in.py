"""Signing in to an app: the sign-in, the consent, and the redirect with a code."""

import re

import pytest
from playwright.sync_api import expect

from accidental_clicks import AccidentalClicks


def test_sign_in_returns_code_to_app(visit, app):
    visitor = visit()
    wallet = visitor.with_wallet()
    visitor.page.goto(app.address())
    expect(visitor.page.locator("h1")).to_have_text("Sign in to Doorward")
    visitor.choose_ethereum()
    visitor.expect_back_in_the_app()
    answer = app.answer()
    assert (answer["state"], answer["iss"]) == ("s", app.account)
    session = app.exchange(answer["code"])
    assert session["user"]["identities"][0]["identifier"] == wallet["accounts"][0]
    # The app does not get the cookies of the page.
    assert set(app.cookies) == {None}


def test_sign_in_shows_the_rights_of_the_app(visit, app):
    visitor = visit()
    visitor.with_wallet(sign="hold")
    visitor.page.goto(app.address(scope="openid profile account"))
    given = visitor.page.get_by_test_id("scopes")
    lines = [re.compile("Full access to your account"), "Your id, and how and when you signed in", "Your name, photo, user name and language"]
    expect(given.get_by_role("listitem")).to_have_text(lines)
    expect(visitor.page.get_by_test_id("destination")).to_contain_text("an app on this device")
    # The list stays visible until the user has signed.
    visitor.choose_ethereum()
    expect(visitor.page.get_by_test_id("message")).to_contain_text("Nonce: ")
    expect(given).to_be_visible()
    expect(visitor.page.get_by_test_id("destination")).to_be_visible()
    visitor.page.evaluate("window.testWallets.fox.release()")
    visitor.expect_back_in_the_app()
    assert "code" in app.answer()


@pytest.mark.sampled(at_most=1)
@pytest.mark.parametrize("asked", [{"prompt": "consent"}, {"scope": "openid offline_access"}], ids=["consent", "offline"])
def test_consent_is_asked_after_sign_in(visit, app, asked):
    visitor = visit()
    visitor.with_wallet()
    visitor.page.goto(app.address(**asked))
    visitor.choose_ethereum()
    expect(visitor.page.locator("h1")).to_have_text("Continue to Doorward")
    expect(visitor.page.locator("h1")).to_be_focused()
    expect(visitor.page.get_by_test_id("note")).to_have_count(0)
    offline = visitor.page.get_by_test_id("scopes").get_by_text("Access until you sign it out")
    expect(offline).to_have_count(1 if "scope" in asked else 0)
    visitor.page.get_by_test_id("continue").click()
    visitor.expect_back_in_the_app()
    assert "code" in app.answer()


def test_other_user_who_signed_in_meanwhile_is_asked_for_consent(visit, app):
    visitor = visit()
    fox = visitor.with_wallet()
    owl = visitor.with_wallet("owl", name="Test Owl", rdns="org.example.owl")
    visitor.open().sign_in_with_ethereum()
    visitor.page.goto(app.address())
    expect(visitor.page.get_by_test_id("account-name")).to_contain_text(fox["accounts"][0][:8])
    visitor.switch_user_in_other_tab("Test Owl")
    visitor.page.get_by_test_id("continue").click()
    expect(visitor.page.get_by_test_id("account-name")).to_contain_text(owl["accounts"][0][:8])
    expect(visitor.page.get_by_test_id("note")).to_contain_text("Another account has signed in here since")
    visitor.page.get_by_test_id("continue").click()
    visitor.expect_back_in_the_app()
    user = app.exchange(app.answer()["code"])["user"]
    assert user["identities"][0]["identifier"] == owl["accounts"][0]


@pytest.mark.parametrize("changes", [{"scopes": ["openid", "profile"]}, {"question": "consent"}], ids=["scopes", "question"])
def test_question_that_has_changed_says_so(visit, app, changes):
    visitor = visit()
    visitor.with_wallet()
    visitor.open().sign_in_with_ethereum()
    page = visitor.page
    with page.expect_response("**/session/authorization") as asked:
        page.goto(app.address(scope="openid"))
    # Before the user answers, the operator changes the application.
    first = asked.value.json() | ({"question": "continuation"} if "question" in changes else {})
    page.route("**/session/authorization", lambda route: route.fulfill(json=first))
    page.route("**/session/authorization/allow", lambda route: route.fulfill(json=first | changes), times=1)
    page.reload()
    expect(page.get_by_test_id("note")).to_have_count(0)
    page.get_by_test_id("continue").click()
    note = page.get_by_test_id("note")
    expect(note).to_have_text("What Doorward gets has changed since. Check it before you continue.")
    # The reason stays in another language.
    page.get_by_test_id("language-switch").select_option("de")
    expect(note).to_contain_text("Inzwischen hat sich geändert, was Doorward erhält.")
    page.get_by_test_id("continue").click()
    visitor.expect_back_in_the_app()
    assert "code" in app.answer()


def test_accidental_click_gives_no_consent(visit, app):
    visitor = visit()
    visitor.with_wallet()
    visitor.open().sign_in_with_ethereum()
    clicks = AccidentalClicks(visitor)
    visitor.page.goto(app.address())
    clicks.assert_ignored()
    visitor.page.get_by_test_id("continue").click()
    visitor.expect_back_in_the_app()
    assert "code" in app.answer()


def test_consent_names_signed_in_user(visit, app):
    visitor = visit()
    visitor.with_wallet()
    visitor.open().sign_in_with_ethereum()
    visitor.page.get_by_test_id("name").fill("Ann Example")
    visitor.page.get_by_test_id("profile-submit").click()
    expect(visitor.page.get_by_test_id("signed-in-as")).to_contain_text("Ann Example")
    visitor.page.goto(app.address())
    expect(visitor.page.get_by_test_id("account-name")).to_have_text("Ann Example")
    # The heading has focus, so the keyboard continues from there.
    visitor.page.keyboard.press("Tab")
    expect(visitor.page.get_by_test_id("another-account")).to_be_focused()
    visitor.page.keyboard.press("Tab")
    expect(visitor.page.get_by_test_id("continue")).to_be_focused()
    expect(visitor.page.get_by_test_id("continue")).to_be_enabled()
    visitor.page.keyboard.press("Enter")
    visitor.expect_back_in_the_app()
    assert app.exchange(app.answer()["code"])["user"]["name"] == "Ann Example"


@pytest.mark.only_in_test_all("a variant of test_switching_asks_same_wallet_for_another_account")
def test_switching_account_signs_in_other_user(visit, app):
    visitor = visit()
    visitor.with_wallet()
    owl = visitor.with_wallet("owl", name="Test Owl", rdns="org.example.owl")
    visitor.open().sign_in_with_ethereum()
    visitor.page.goto(app.address())
    visitor.page.get_by_test_id("another-account").click()
    visitor.choose_ethereum("Test Owl")
    visitor.expect_back_in_the_app()
    user = app.exchange(app.answer()["code"])["user"]
    assert user["identities"][0]["identifier"] == owl["accounts"][0]


def test_cancelling_returns_access_denied(visit, app):
    visitor = visit()
    visitor.with_wallet()
    visitor.page.goto(app.address())
    visitor.page.get_by_test_id("cancel").click()
    visitor.expect_back_in_the_app()
    assert app.answer()["error"] == "access_denied"


def test_prompt_login_asks_for_new_sign_in(visit, app):
    visitor = visit()
    visitor.with_wallet()
    visitor.open().sign_in_with_ethereum()
    visitor.page.goto(app.address(prompt="login"))
    expect(visitor.page.get_by_test_id("note")).to_have_text("Doorward asks you to sign in again.")
    visitor.choose_ethereum()
    visitor.expect_back_in_the_app()
    assert "code" in app.answer()


@pytest.mark.only_in_test_all("Tests/Server/ServerTests/Provider checks the answer")
def test_public_client_needs_interaction(visit, app):
    visitor = visit()
    visitor.with_wallet()
    visitor.open().sign_in_with_ethereum()
    visitor.page.goto(app.address(prompt="none"))
    visitor.expect_back_in_the_app()
    assert app.answer()["error"] == "interaction_required"


@pytest.mark.only_in_test_all("Tests/Server/ServerTests/Provider checks the refusal, and test_every_view.py shows it")
def test_unlisted_redirect_uri_is_refused_on_page(visit, app):
    visitor = visit()
    visitor.page.goto(app.address(redirect_uri="http://127.0.0.1.evil.example/callback"))
    expect(visitor.page.get_by_test_id("refusal")).to_be_visible()
    assert visitor.page.url.startswith(app.account)


@pytest.mark.only_in_test_all("Tests/Server/ServerTests/Pages/PageHeaderTests.swift checks the headers")
def test_consent_page_cannot_be_framed(visit, app, server):
    visitor = visit()
    visitor.with_wallet()
    visitor.open().sign_in_with_ethereum()
    response = visitor.page.goto(app.address())
    assert "frame-ancestors 'none'" in response.headers["content-security-policy"]
    assert response.headers["x-frame-options"] == "DENY"


def test_user_decides_about_sign_out_of_app(visit, server):
    visitor = visit()
    visitor.with_wallet()
    visitor.open().sign_in_with_ethereum()
    visitor.page.goto(f"{server.account}/end-session?client_id=default")
    expect(visitor.page.locator("h1")).to_have_text("Sign out?")
    visitor.page.get_by_test_id("stay").click()
    visitor.expect_signed_in()
    visitor.page.goto(f"{server.account}/end-session?client_id=default")
    visitor.page.get_by_test_id("sign-out").click()
    expect(visitor.page.locator("h1")).to_have_text("You are signed out")
    visitor.open().expect_signed_out()
