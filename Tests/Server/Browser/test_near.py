"""Signing in with a NEAR wallet through the wallet origin, with real signatures and a stand-in for the library."""

import os
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from scripthost import integrity, wallet_entry
from server import running_server


def problem(frame):
    return frame.locator("#wallet-problem")


def wait_a_moment(visitor):
    """Gives an event that must not happen the time to happen."""
    visitor.page.wait_for_function("() => new Promise((done) => setTimeout(() => done(true), 150))")


def test_one_approval_connects_and_signs(visit):
    visitor = visit()
    visitor.open().choose_near("one-approval")
    visitor.expect_signed_in()
    assert visitor.approvals == [("one-approval", "connect and sign")]
    expect(visitor.page.get_by_test_id("identifier")).to_have_attribute("title", visitor.near.account)
    expect(visitor.page.get_by_test_id("identity")).to_contain_text("NEAR")
    expect(visitor.page.get_by_test_id("near-dialog")).to_have_count(0)


@pytest.mark.only_in_test_all("Tests/Server/Page/near.test.mjs joins both answers")
@pytest.mark.parametrize("wallet", ["two-steps", "answers-json"])
def test_wallet_without_combined_request_connects_first(visit, wallet):
    visitor = visit()
    visitor.open().choose_near(wallet)
    visitor.expect_signed_in()
    assert visitor.approvals == [(wallet, "connect"), (wallet, "sign")]


def test_wallet_that_cannot_sign_is_marked_and_not_opened(visit):
    visitor = visit()
    frame = visitor.open().open_near()
    choice = frame.locator("[data-wallet=cannot-sign]")
    expect(choice).to_contain_text("Cannot sign messages")
    choice.click(force=True)
    expect(problem(frame)).to_contain_text("Cannot Sign cannot sign messages")
    assert visitor.approvals == []


@pytest.mark.only_in_test_all("Tests/Server/Page/near.test.mjs explains the answer")
def test_answer_without_key_is_explained(visit):
    visitor = visit()
    frame = visitor.open().choose_near("no-key")
    expect(problem(frame)).to_contain_text("did not say with which key")
    frame.locator("[data-wallet=one-approval]").click()
    visitor.expect_signed_in()


def test_declining_in_wallet_returns_to_list(visit):
    visitor = visit()
    frame = visitor.open().choose_near("declines")
    expect(problem(frame)).to_contain_text("You stopped in Declines. Nothing was signed.")
    frame.locator("[data-wallet=one-approval]").click()
    visitor.expect_signed_in()


def test_user_can_leave_wallet_that_does_not_answer(visit):
    visitor = visit()
    frame = visitor.open().choose_near("never-answers")
    frame.get_by_test_id("near-back").click()
    frame.locator("[data-wallet=one-approval]").click()
    visitor.expect_signed_in()


def challenges_of(visitor):
    asked = []
    visitor.page.on("request", lambda request: asked.append(request.url) if "/near/challenge" in request.url else None)
    return asked


def test_challenge_is_fetched_before_wallet_is_chosen(visit):
    """A browser lets a click open a window only for a short time, so the challenge must be there before the click."""
    visitor = visit()
    visitor.open()
    with visitor.page.expect_response("**/session/near/challenge"):
        frame = visitor.open_near()
    visitor.page.route("**/session/near/challenge", lambda route: route.abort())
    frame.locator("[data-wallet=one-approval]").click()
    visitor.expect_signed_in()


@pytest.mark.only_in_test_all("Tests/Server/Page/near.test.mjs knows how long a challenge is kept")
def test_slow_choice_gets_new_challenge(visit):
    visitor = visit()
    visitor.context.clock.install()
    challenges = challenges_of(visitor)
    visitor.open()
    with visitor.page.expect_response("**/session/near/challenge"):
        frame = visitor.open_near()
    expect(frame.locator("[data-wallet=one-approval]")).to_be_visible()
    visitor.fast_forward("04:50")
    assert len(challenges) == 1
    frame.locator("[data-wallet=one-approval]").click()
    visitor.expect_signed_in()
    assert len(challenges) == 2


@pytest.mark.only_in_test_all("a variant of test_wallet_chosen_last_signs")
def test_each_wallet_gets_its_own_challenge(visit):
    visitor = visit()
    challenges = challenges_of(visitor)
    frame = visitor.open().choose_near("never-answers")
    expect(frame.get_by_test_id("near-back")).to_be_visible()
    with visitor.page.expect_response("**/session/near/challenge"):
        frame.get_by_test_id("near-back").click()
    frame.locator("[data-wallet=one-approval]").click()
    visitor.expect_signed_in()
    assert len(challenges) == 2


def test_wallet_chosen_last_signs(visit):
    visitor = visit()
    held = []
    visitor.page.route("**/session/near/challenge", lambda route: held.append(route))
    frame = visitor.open().choose_near("declines")
    frame.get_by_test_id("near-back").click()
    frame.locator("[data-wallet=one-approval]").click()
    wait_a_moment(visitor)
    assert visitor.approvals == []
    assert len(held) == 1
    held[0].continue_()
    visitor.expect_signed_in()
    assert len(held) == 1
    assert visitor.approvals == [("one-approval", "connect and sign")]


@pytest.mark.sampled(at_most=1)
@pytest.mark.parametrize("way", ["button", "escape", "escape inside"])
def test_closing_dialog_cancels_and_restores_focus(visit, way):
    visitor = visit()
    frame = visitor.open().open_near()
    expect(frame.locator("[data-wallet=one-approval]")).to_be_visible()
    if way == "button":
        visitor.page.get_by_test_id("dialog-close").click()
    elif way == "escape":
        visitor.page.get_by_test_id("dialog-close").focus()
        visitor.page.keyboard.press("Escape")
    else:
        # The locator's own press would wait for an element of a frame that has been removed.
        frame.locator("[data-wallet=one-approval]").focus()
        visitor.page.keyboard.press("Escape")
    expect(visitor.page.get_by_test_id("near-dialog")).to_have_count(0)
    expect(visitor.page.get_by_test_id("near-wallet")).to_be_focused()
    visitor.expect_signed_out()


def test_wallet_frame_cannot_access_account_page(visit, server):
    visitor = visit()
    frame = visitor.open().open_near()
    body = frame.locator("body")
    assert body.evaluate("() => location.origin") == server.wallet != server.account
    for attempt in ["parent.document.cookie", "parent.document.body", "parent.location.href", "parent.localStorage"]:
        assert body.evaluate(f"() => {{ try {{ return String({attempt}) }} catch (error) {{ return error.name }} }}") == "SecurityError"
    assert body.evaluate(
        "(_, account) => fetch(account + '/session/state', {credentials: 'include'}).then(() => 'read', () => 'refused')",
        server.account) == "refused"
    visitor.complaints.clear()  # the browser logs that it refused


def test_popup_of_wallet_can_reach_wallet_frame(visit, server):
    """Web wallets use popups. A Cross-Origin-Opener-Policy of `same-origin` on the account page would disconnect them."""
    visitor = visit()
    frame = visitor.open().open_near()
    choice = frame.locator("[data-wallet=one-approval]")
    choice.evaluate("""button => button.addEventListener("click", (event) => {
      event.stopImmediatePropagation();
      const popup = window.open("about:blank");
      window.testPopup = Boolean(popup) && popup.opener === window;
      popup?.close();
    }, { capture: true, once: true })""")
    choice.click()
    assert choice.evaluate("() => window.testPopup") is True


def test_library_gets_checked_manifest(visit):
    visitor = visit()
    frame = visitor.open().open_near()
    expect(frame.locator("[data-wallet=hostile]")).to_contain_text("<img src=x onerror=alert(1)>")
    assert frame.locator("[data-wallet=bad-executor]").count() == 0
    options = frame.locator("body").evaluate("() => window.testConnector.options")
    assert options["autoConnect"] is False
    hostile = next(wallet for wallet in options["manifest"]["wallets"] if wallet["id"] == "hostile")
    assert hostile["permissions"]["external"] == ["okxwallet.near"]
    assert hostile["permissions"]["allowsOpen"] == ["https://wallet.example", "near-mobile-wallet://"]


def test_nonce_has_only_standard_base64_characters(visit, server):
    """near-connect removes every character that is not standard base64 from the nonce."""
    visitor = visit()
    pages = [visitor.context.request.get(f"{server.wallet}/near?network=mainnet") for _ in range(16)]
    nonces = [re.search(r"'nonce-([^']+)'", page.headers["content-security-policy"])[1] for page in pages]
    assert len(set(nonces)) == len(nonces)
    for page, nonce in zip(pages, nonces):
        assert re.fullmatch(r"[A-Za-z0-9+/]{22,}={0,2}", nonce)
        assert f'nonce="{nonce}"' in page.text()


def test_library_with_wrong_integrity_does_not_run(visit, tmp_path, near_connect, scripts):
    other = scripts.put("/other.js", b"window.testWrongScriptRan = true; window.HOTConnect = { NearConnector: class {} };")
    with running_server(tmp_path, near_connect | {"script_url": other}) as server:
        visitor = visit(account=server.account)
        frame = visitor.open().open_near()
        expect(problem(frame)).to_contain_text("is not the expected one and was refused")
        assert "/other.js" in scripts.requested
        assert frame.locator("body").evaluate("() => window.testWrongScriptRan ?? 'never'") == "never"
        frame.get_by_test_id("near-retry").click()
        expect(problem(frame)).to_contain_text("was refused")
        assert frame.locator("body").evaluate("() => window.testWrongScriptRan ?? 'never'") == "never"
        visitor.complaints.clear()  # the browser logs that it refused


def test_failed_load_of_library_can_be_retried(visit):
    visitor = visit()
    visitor.page.route("**/near-connect.js", lambda route: route.abort())
    frame = visitor.open().open_near()
    expect(problem(frame)).to_contain_text("did not load")
    visitor.page.unroute("**/near-connect.js")
    frame.get_by_test_id("near-retry").click()
    frame.locator("[data-wallet=one-approval]").click()
    visitor.expect_signed_in()


@pytest.mark.only_in_test_all("a variant of test_failed_load_of_library_can_be_retried")
def test_failed_load_of_list_can_be_retried(visit):
    visitor = visit()
    visitor.page.route("**/manifest.json", lambda route: route.abort())
    frame = visitor.open().open_near()
    expect(problem(frame)).to_contain_text("The list of NEAR wallets did not load")
    visitor.page.unroute("**/manifest.json")
    frame.get_by_test_id("near-retry").click()
    expect(frame.locator("[data-wallet=one-approval]")).to_be_visible()


@pytest.mark.skipif("NEAR_CONNECT_JS" not in os.environ, reason="NEAR_CONNECT_JS names no near-connect file")
def test_real_library_signs_in(visit, tmp_path, scripts):
    script = Path(os.environ["NEAR_CONNECT_JS"]).read_bytes()
    scripts.put("/executor.js", (Path(__file__).parent / "near-executor.js").read_bytes())
    real = {
        "script_url": scripts.put("/real.js", script), "script_integrity": integrity(script),
        "manifest_url": scripts.put("/real.json", {"version": "1.0.0", "wallets": [
            wallet_entry(scripts, "one-approval", "One Approval", features={"signMessage": True, "signInAndSignMessage": True}),
            wallet_entry(scripts, "two-steps", "Two Steps"),
            wallet_entry(scripts, "reaches-out", "Reaches Out", permissions={"storage": True, "external": ["window"]}),
        ]}),
    }
    with running_server(tmp_path, real) as server:
        visitor = visit(account=server.account)
        scripts.calls = {
            "/approve": lambda request: visitor.approvals.append((request["wallet"], request["what"])) or {},
            "/account": lambda _: visitor.near_account(),
            "/sign": visitor.near_sign,
        }
        for wallet in ("one-approval", "two-steps"):
            visitor.open().choose_near(wallet)
            visitor.expect_signed_in()
            visitor.page.get_by_test_id("sign-out").click()
            visitor.expect_signed_out()
        assert visitor.approvals == [("one-approval", "connect and sign"), ("two-steps", "connect"), ("two-steps", "sign")]
        frame = visitor.open().choose_near("reaches-out")
        expect(problem(frame)).to_contain_text("Permission denied")
        assert visitor.dialogs == []
        visitor.complaints.clear()  # near-connect throws an error for the refused call
