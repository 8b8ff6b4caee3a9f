"""The account page: name, identities, sessions, and changes in other browsers and tabs."""

import base64
import hashlib
import json
import os

import pytest
from playwright.sync_api import expect

from server import running_server

STALE = json.dumps({"title": "Unauthorized", "detail": "Sign in again.", "code": "insufficient_user_authentication"})


def signed_in(visit, **wallet):
    visitor = visit()
    visitor.with_wallet(**wallet)
    visitor.open().sign_in_with_ethereum()
    return visitor


def confirm(visitor):
    visitor.page.get_by_test_id("confirm").click()
    expect(visitor.page.get_by_test_id("confirm-dialog")).to_have_count(0)


def stale_once(visitor, pattern, method):
    """Answers one request as the server does if the sign-in is older than ten minutes."""
    left = [1]

    def answer(route):
        if route.request.method == method and left:
            left.pop()
            route.fulfill(status=401, content_type="application/problem+json", body=STALE)
        else:
            route.continue_()

    visitor.page.route(pattern, answer)


def test_saved_name_is_kept(visit):
    visitor = signed_in(visit)
    name = "Ada <b>Lovelace</b> “Δ”"
    visitor.page.get_by_test_id("name").fill(name)
    visitor.page.get_by_test_id("profile-submit").click()
    expect(visitor.page.get_by_test_id("signed-in-as")).to_have_text(f"Signed in as {name}")
    visitor.page.reload()
    expect(visitor.page.get_by_test_id("name")).to_have_value(name)
    assert visitor.page.locator("b").count() == 0


def test_notes_end_with_their_view(visit):
    visitor = signed_in(visit)
    page, note, status = visitor.page, visitor.page.get_by_test_id("toast"), visitor.page.locator("#status")
    expect(status).to_have_text("You are signed in.")
    page.get_by_test_id("profile-submit").click()
    expect(note).to_contain_text("This is already saved.")
    # A change of the account draws the page again, and the note about it stays.
    page.get_by_test_id("name").fill("Ada")
    page.get_by_test_id("profile-submit").click()
    expect(page.get_by_test_id("signed-in-as")).to_have_text("Signed in as Ada")
    expect(note).to_contain_text("Profile saved.")
    page.get_by_test_id("delete-account").click()
    expect(note).to_have_count(0)
    page.keyboard.press("Escape")
    page.get_by_test_id("profile-submit").click()
    expect(note).to_have_count(1)
    page.get_by_test_id("sign-out").click()
    visitor.expect_signed_out()
    expect(note).to_have_count(0)
    expect(status).to_be_empty()


def test_linked_near_wallet_signs_in_to_same_account(visit):
    visitor = signed_in(visit)
    visitor.page.get_by_test_id("link-identity").click()
    dialog = visitor.page.get_by_test_id("link-dialog")
    dialog.get_by_test_id("near-wallet").click()
    visitor.page.frame_locator("[data-testid=wallet-frame]").locator("[data-wallet=one-approval]").click()
    expect(visitor.page.get_by_test_id("identity")).to_have_count(2)
    expect(dialog).to_have_count(0)
    visitor.page.get_by_test_id("sign-out").click()
    visitor.expect_signed_out()
    visitor.choose_near("one-approval")
    visitor.expect_signed_in()
    expect(visitor.page.get_by_test_id("identity")).to_have_count(2)


def test_linking_with_same_wallet_asks_for_another_account(visit):
    visitor = visit()
    second = visitor.ethereum.new()
    visitor.with_wallet(nextAccounts=[second])
    visitor.open().sign_in_with_ethereum()
    visitor.page.get_by_test_id("link-identity").click()
    visitor.page.get_by_test_id("link-dialog").get_by_test_id("ethereum-wallet").click()
    expect(visitor.page.get_by_test_id("identity")).to_have_count(2)
    expect(visitor.page.locator(f"[data-testid=identifier][title='{second}']")).to_have_count(1)


@pytest.mark.only_in_test_all("Tests/Server/Page/ethereum.test.mjs explains a wallet whose every account is linked")
def test_linking_linked_account_is_explained(visit):
    visitor = signed_in(visit)
    visitor.page.get_by_test_id("link-identity").click()
    visitor.page.get_by_test_id("link-dialog").get_by_test_id("ethereum-wallet").click()
    visitor.expect_problem("is linked already")


def with_two_identities(visit):
    visitor = signed_in(visit)
    visitor.page.get_by_test_id("link-identity").click()
    visitor.page.get_by_test_id("link-dialog").get_by_test_id("near-wallet").click()
    visitor.page.frame_locator("[data-testid=wallet-frame]").locator("[data-wallet=one-approval]").click()
    expect(visitor.page.get_by_test_id("identity")).to_have_count(2)
    return visitor


def test_unlinking_asks_first_and_is_not_offered_for_last_identity(visit):
    visitor = with_two_identities(visit)
    near = visitor.page.get_by_test_id("identity").filter(has_text="NEAR")
    near.get_by_test_id("unlink").click()
    visitor.page.get_by_test_id("confirm-cancel").click()
    expect(visitor.page.get_by_test_id("identity")).to_have_count(2)
    near.get_by_test_id("unlink").click()
    confirm(visitor)
    expect(visitor.page.get_by_test_id("identity")).to_have_count(1)
    assert visitor.page.get_by_test_id("unlink").count() == 0


def test_unlinking_after_old_sign_in_asks_to_sign_in_again(visit):
    visitor = with_two_identities(visit)
    stale_once(visitor, "**/session/user/identities/*", "DELETE")
    visitor.page.get_by_test_id("identity").filter(has_text="NEAR").get_by_test_id("unlink").click()
    visitor.page.get_by_test_id("confirm").click()
    again = visitor.page.get_by_test_id("sign-again-dialog")
    expect(again).to_contain_text("Sign in again to confirm that it is you")
    again.get_by_test_id("ethereum-wallet").click()
    expect(visitor.page.get_by_test_id("identity")).to_have_count(1)
    expect(visitor.page.locator("dialog")).to_have_count(0)


@pytest.mark.only_in_test_all("a variant of test_unlinking_after_old_sign_in_asks_to_sign_in_again")
def test_linking_after_old_sign_in_asks_to_sign_in_again(visit):
    visitor = signed_in(visit)
    stale_once(visitor, "**/session/near/challenge", "POST")
    visitor.page.get_by_test_id("link-identity").click()
    visitor.page.get_by_test_id("link-dialog").get_by_test_id("near-wallet").click()
    visitor.expect_problem("Your last sign-in was a while ago")
    visitor.page.get_by_test_id("sign-again").click()
    visitor.page.get_by_test_id("sign-again-dialog").get_by_test_id("ethereum-wallet").click()
    visitor.page.frame_locator("[data-testid=wallet-frame]").locator("[data-wallet=one-approval]").click()
    expect(visitor.page.get_by_test_id("identity")).to_have_count(2)


@pytest.mark.only_in_test_all("a variant of test_unlinking_after_old_sign_in_asks_to_sign_in_again")
def test_wallet_that_is_not_linked_cannot_confirm_user(visit):
    visitor = with_two_identities(visit)
    stale_once(visitor, "**/session/user/identities/*", "DELETE")
    visitor.page.evaluate("other => { window.testWallets.fox.accounts = [other] }", visitor.ethereum.new())
    visitor.page.get_by_test_id("identity").filter(has_text="NEAR").get_by_test_id("unlink").click()
    visitor.page.get_by_test_id("confirm").click()
    visitor.page.get_by_test_id("sign-again-dialog").get_by_test_id("ethereum-wallet").click()
    visitor.expect_problem("is not linked to your account")
    visitor.page.get_by_test_id("sign-again-dialog").get_by_test_id("dialog-close").click()
    expect(visitor.page.get_by_test_id("confirm-dialog")).to_contain_text("Nothing was changed")


def two_browsers(visit):
    first = signed_in(visit)
    second = visit(user_agent="Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1")
    wallet = second.with_wallet()
    second.ethereum = first.ethereum
    address = first.page.get_by_test_id("identifier").get_attribute("title")
    second.open()
    second.page.evaluate("address => { window.testWallets.fox.accounts = [address] }", address)
    second.sign_in_with_ethereum()
    assert wallet["accounts"] != [address]
    return first, second


def test_every_browser_is_listed_and_can_be_signed_out(visit):
    first, second = two_browsers(visit)
    expect(second.page.get_by_test_id("session")).to_have_count(2)
    expect(second.page.get_by_test_id("session").first.get_by_test_id("current")).to_be_visible()
    expect(second.page.get_by_test_id("session").first).to_contain_text("Safari on iPhone")
    expect(second.page.get_by_test_id("session").nth(1)).to_contain_text("Chrome on Linux")
    second.page.get_by_test_id("revoke").click()
    confirm(second)
    expect(second.page.get_by_test_id("session")).to_have_count(1)
    first.page.get_by_test_id("name").fill("Too late")
    first.page.get_by_test_id("profile-submit").click()
    first.expect_signed_out()
    expect(first.page.get_by_test_id("note")).to_contain_text("You were signed out")
    second.page.reload()
    second.expect_signed_in()


def sign_in_elsewhere(visitor, address, times):
    """Opens sessions of the same user, as apps do."""
    def post(path, body):
        answer = visitor.context.request.post(f"{visitor.account}/v1/ethereum/{path}", data=body)
        assert answer.ok, answer.text()
        return answer.json()

    for _ in range(times):
        secret = base64.urlsafe_b64encode(os.urandom(32)).rstrip(b"=")
        binding = base64.urlsafe_b64encode(hashlib.sha256(secret).digest()).rstrip(b"=").decode()
        message = post("message", {
            "address": address, "chain_id": 1, "domain": visitor.account.removeprefix("http://"), "uri": visitor.account,
            "binding": binding})["message"]
        signature = visitor.ethereum.personal_sign("0x" + message.encode().hex(), address)
        post("sign-in", {"message": message, "signature": signature, "binding_secret": secret.decode()})


@pytest.mark.only_in_test_all("signs in 45 times; test_part_that_arrives_after_reload_of_list_is_dropped shows two parts")
def test_many_sessions_are_shown_in_parts_with_this_device_first(visit):
    visitor = signed_in(visit)
    address = visitor.page.get_by_test_id("identifier").get_attribute("title")
    sign_in_elsewhere(visitor, address, 45)
    visitor.page.reload()
    sessions, more = visitor.page.get_by_test_id("session"), visitor.page.get_by_test_id("more-sessions")
    # The session of this device is the oldest of 46. The page reads the list until it has found it.
    expect(sessions).to_have_count(46)
    expect(sessions.first.get_by_test_id("current")).to_be_visible()
    expect(more).to_have_count(0)

    other = visit()
    other.ethereum = visitor.ethereum
    other.with_wallet(accounts=[address])
    other.open().sign_in_with_ethereum()
    sessions, more = other.page.get_by_test_id("session"), other.page.get_by_test_id("more-sessions")
    expect(sessions).to_have_count(20)
    expect(sessions.first.get_by_test_id("current")).to_be_visible()
    more.click()
    expect(sessions).to_have_count(40)
    expect(sessions.nth(20)).to_be_focused()

    # The sessions that were shown stay, except the one that was signed out.
    sessions.nth(39).get_by_test_id("revoke").click()
    confirm(other)
    # The list has as many rows before it is loaded again as after it.
    expect(other.page.get_by_test_id("toast")).to_contain_text("Signed out there")
    expect(sessions).to_have_count(40)
    more.click()
    expect(sessions).to_have_count(46)
    expect(more).to_have_count(0)
    other.page.get_by_test_id("sign-out-others").click()
    confirm(other)
    expect(sessions).to_have_count(1)


def test_part_that_arrives_after_reload_of_list_is_dropped(visit):
    visitor = signed_in(visit)
    address = visitor.page.get_by_test_id("identifier").get_attribute("title")
    sign_in_elsewhere(visitor, address, 24)
    other = visit()
    other.ethereum = visitor.ethereum
    other.with_wallet(accounts=[address])
    other.open().sign_in_with_ethereum()
    sessions, more = other.page.get_by_test_id("session"), other.page.get_by_test_id("more-sessions")
    expect(sessions).to_have_count(20)
    held = []
    other.page.route("**/session/sessions?cursor=*", lambda route: held.append(route), times=1)
    with other.page.expect_request("**/session/sessions?cursor=*"):
        more.click()
    with other.page.expect_response("**/session/sessions"):
        sessions.nth(5).get_by_test_id("revoke").click()
        confirm(other)
    expect(other.page.get_by_test_id("toast")).to_contain_text("Signed out there")
    with other.page.expect_response("**/session/sessions?cursor=*"):
        held[0].continue_()
    other.page.wait_for_function("() => new Promise((done) => setTimeout(() => done(true), 150))")
    expect(sessions).to_have_count(20)
    more.click()
    expect(sessions).to_have_count(25)
    expect(more).to_have_count(0)


@pytest.mark.only_in_test_all("signs in 20 times; test_part_that_arrives_after_reload_of_list_is_dropped shows two parts")
def test_failed_part_of_sessions_can_be_retried(visit):
    visitor = signed_in(visit)
    sign_in_elsewhere(visitor, visitor.page.get_by_test_id("identifier").get_attribute("title"), 20)
    other = visit()
    other.ethereum = visitor.ethereum
    other.with_wallet(accounts=[visitor.page.get_by_test_id("identifier").get_attribute("title")])
    other.open().sign_in_with_ethereum()
    expect(other.page.get_by_test_id("session")).to_have_count(20)
    other.page.route("**/session/sessions?cursor=*", lambda route: route.abort())
    other.page.get_by_test_id("more-sessions").click()
    expect(other.page.get_by_test_id("toast")).to_contain_text("The server did not answer")
    other.page.unroute("**/session/sessions?cursor=*")
    other.page.get_by_test_id("toast-retry").click()
    expect(other.page.get_by_test_id("session")).to_have_count(22)


@pytest.mark.only_in_test_all("a variant of test_every_browser_is_listed_and_can_be_signed_out")
def test_signing_out_everywhere_signs_out_other_browser(visit):
    first, second = two_browsers(visit)
    second.page.get_by_test_id("sign-out-everywhere").click()
    confirm(second)
    second.expect_signed_out()
    first.page.reload()
    first.expect_signed_out()


def test_signing_out_elsewhere_is_offered_only_with_another_session(visit):
    first = signed_in(visit)
    expect(first.page.get_by_test_id("session")).to_have_count(1)
    expect(first.page.get_by_test_id("sign-out-everywhere")).to_be_visible()
    expect(first.page.get_by_test_id("sign-out-others")).to_be_hidden()
    sign_in_elsewhere(first, first.page.get_by_test_id("identifier").get_attribute("title"), 1)
    first.page.reload()
    expect(first.page.get_by_test_id("sign-out-others")).to_be_visible()
    first.page.get_by_test_id("sign-out-others").click()
    confirm(first)
    expect(first.page.get_by_test_id("session")).to_have_count(1)
    expect(first.page.get_by_test_id("sign-out-others")).to_be_hidden()


@pytest.mark.only_in_test_all("a variant of test_signing_out_elsewhere_is_offered_only_with_another_session")
def test_signing_out_elsewhere_keeps_this_session(visit):
    first, second = two_browsers(visit)
    second.page.get_by_test_id("sign-out-others").click()
    confirm(second)
    expect(second.page.get_by_test_id("session")).to_have_count(1)
    second.page.reload()
    second.expect_signed_in()
    first.page.reload()
    first.expect_signed_out()


def test_tab_shows_sign_out_of_another_tab(visit):
    visitor = signed_in(visit)
    other = visitor.new_page()
    other.goto(visitor.account)
    other.get_by_test_id("sign-out").click()
    expect(other.get_by_test_id("sign-in")).to_be_visible()
    visitor.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    visitor.expect_signed_out()
    expect(visitor.page.get_by_test_id("note")).to_contain_text("You were signed out")


@pytest.mark.only_in_test_all("a variant of test_the_list_of_apps_can_be_loaded_again")
def test_failed_list_of_sessions_can_be_retried(visit):
    visitor = signed_in(visit)
    visitor.page.route("**/session/sessions", lambda route: route.abort())
    visitor.page.reload()
    expect(visitor.page.get_by_test_id("sessions")).to_contain_text("The server did not answer")
    visitor.page.unroute("**/session/sessions")
    visitor.page.get_by_test_id("sessions-retry").click()
    expect(visitor.page.get_by_test_id("session")).to_have_count(1)


def test_failed_start_can_be_retried(visit):
    visitor = visit()
    visitor.page.route("**/session/state", lambda route: route.abort())
    visitor.open()
    expect(visitor.page.locator("h1")).to_have_text("This page could not start")
    visitor.page.unroute("**/session/state")
    visitor.page.get_by_test_id("reload").click()
    visitor.expect_signed_out()


def test_localhost_redirects_to_account_origin(visit, server):
    """In development, the server listens on 127.0.0.1, and the user may open localhost."""
    visitor = visit(account=server.account.replace("127.0.0.1", "localhost"))
    visitor.with_wallet()
    visitor.open()
    assert visitor.page.evaluate("location.origin") == server.account
    visitor.sign_in_with_ethereum()


@pytest.mark.only_in_test_all("starts a server; Tests/Server/ServerTests/Configuration reads these settings")
def test_name_and_terms_of_operator_are_shown(visit, tmp_path, near_connect):
    terms = {"terms_url": "https://harbor.example/terms", "privacy_url": "https://harbor.example/privacy"}
    application = {"id": "harbor", "name": "Harbor <i>Notes</i>", "terms": terms}
    with running_server(tmp_path, near_connect, applications=[application]) as server:
        visitor = visit(account=server.account)
        visitor.open()
        expect(visitor.page.locator("h1")).to_have_text("Sign in to Harbor <i>Notes</i>")
        expect(visitor.page).to_have_title("Sign in · Harbor <i>Notes</i>")
        links = visitor.page.get_by_test_id("terms").get_by_role("link")
        assert [link.get_attribute("href") for link in links.all()] == list(terms.values())


def test_scripts_cannot_read_tokens(visit):
    visitor = signed_in(visit)
    assert visitor.page.evaluate("document.cookie") == ""
    assert visitor.page.evaluate("sessionStorage.length") == 0
    kept = visitor.page.evaluate("Object.entries(localStorage)")
    assert kept == [["doorward.last-used", json.dumps({"method": "siwe", "wallet": "org.example.fox"}, separators=(",", ":"))]]
    assert visitor.page.evaluate("indexedDB.databases().then(list => list.length)") == 0
    assert "eyJ" not in visitor.page.content()
    cookies = visitor.context.cookies()
    assert cookies
    for cookie in cookies:
        assert cookie["httpOnly"], cookie["name"]
        assert cookie["sameSite"] in ("Lax", "Strict"), cookie["name"]
        assert cookie["value"] not in visitor.page.content()
    seen = visitor.page.evaluate("""async () => {
      const answers = await Promise.all(["/session/state", "/session/sessions"].map(async path => (await fetch(path)).text()));
      return answers.join();
    }""")
    assert "token" not in seen and "eyJ" not in seen
    assert all(cookie["value"] not in seen for cookie in cookies)
