"""Signing in with an Ethereum wallet that makes real signatures."""

import json

import pytest
from playwright.sync_api import expect

from server import running_server


def calls(visitor, key="fox"):
    return visitor.page.evaluate("key => window.testWallets[key].calls", key)


def test_user_signs_in_and_out(visit):
    visitor = visit()
    wallet = visitor.with_wallet()
    visitor.open()
    expect(visitor.page.locator("h1")).to_contain_text("Sign in")
    visitor.sign_in_with_ethereum()
    identity = visitor.page.get_by_test_id("identifier")
    expect(identity).to_have_attribute("title", wallet["accounts"][0])  # with the checksum of EIP-55
    expect(visitor.page.get_by_test_id("session")).to_have_count(1)
    assert calls(visitor) == ["eth_requestAccounts", "eth_chainId", "personal_sign"]
    visitor.page.get_by_test_id("sign-out").click()
    visitor.expect_signed_out()
    expect(visitor.page.get_by_test_id("note")).to_contain_text("signed out")


@pytest.mark.only_in_test_all("a variant of test_user_signs_in_and_out")
def test_reload_keeps_session_and_sign_out_ends_it(visit):
    visitor = visit()
    visitor.with_wallet()
    visitor.open().sign_in_with_ethereum()
    visitor.page.reload()
    visitor.expect_signed_in()
    visitor.page.get_by_test_id("sign-out").click()
    visitor.expect_signed_out()
    visitor.page.reload()
    visitor.expect_signed_out()


def test_message_is_shown_before_signing(visit):
    visitor = visit()
    wallet = visitor.with_wallet(sign="hold")
    visitor.open().choose_ethereum()
    message = visitor.page.get_by_test_id("message")
    expect(message).to_contain_text(wallet["accounts"][0])
    expect(message).to_contain_text(visitor.account.removeprefix("http://"))
    expect(message).to_contain_text("Nonce: ")
    visitor.page.evaluate("window.testWallets.fox.release()")
    visitor.expect_signed_in()


def test_declined_signature_can_be_retried(visit):
    visitor = visit()
    visitor.with_wallet(sign="reject")
    visitor.open().choose_ethereum()
    visitor.expect_problem("You declined in Test Fox. Nothing was signed.")
    visitor.page.evaluate("window.testWallets.fox.sign = 'approve'")
    visitor.page.get_by_test_id("retry").click()
    visitor.expect_signed_in()


@pytest.mark.only_in_test_all("a variant of test_declined_signature_can_be_retried")
def test_declined_connection_returns_to_wallets(visit):
    visitor = visit()
    visitor.with_wallet(connect="reject")
    visitor.open().choose_ethereum()
    visitor.expect_problem("You declined in Test Fox")
    visitor.page.get_by_test_id("other-ways").click()
    expect(visitor.page.get_by_test_id("ethereum-wallet")).to_be_focused()


@pytest.mark.only_in_test_all("Tests/Server/Page/ethereum.test.mjs knows this error of a wallet")
def test_pending_request_in_wallet_is_explained(visit):
    visitor = visit()
    visitor.with_wallet(connect="pending")
    visitor.open().choose_ethereum()
    visitor.expect_problem("still waits for an answer to an earlier request")


@pytest.mark.sampled(at_most=1)
@pytest.mark.parametrize("wallet", [{"chain": "0x89", "chains": ["0x1", "0x89"]}, {"chain": "0x89", "chains": ["0x89"]}],
                         ids=["knows the site's chain", "knows its own chain only"])
def test_sign_in_does_not_switch_chain(visit, wallet):
    visitor = visit()
    visitor.with_wallet(**wallet, switching="reject")
    visitor.open().sign_in_with_ethereum()
    assert calls(visitor) == ["eth_requestAccounts", "eth_chainId", "personal_sign"]
    assert visitor.page.evaluate("window.testWallets.fox.chain") == "0x89"


@pytest.mark.only_in_test_all("Tests/Server/ServerTests checks the signature")
def test_signature_of_another_account_is_refused(visit):
    visitor = visit()
    other = visitor.ethereum.new()
    visitor.with_wallet(sign="other-account", otherAccount=other)
    visitor.open().choose_ethereum()
    visitor.expect_problem("signed with another account than")
    visitor.page.reload()
    visitor.expect_signed_out()


def test_account_switch_during_signing_is_reported(visit):
    visitor = visit()
    visitor.with_wallet(sign="hold")
    other = visitor.ethereum.new()
    visitor.open().choose_ethereum()
    expect(visitor.page.get_by_test_id("message")).to_contain_text("Nonce: ")
    visitor.page.evaluate("""other => {
      const wallet = window.testWallets.fox;
      wallet.accounts = [other];
      wallet.sign = "approve";
      wallet.emit("accountsChanged", [other]);
    }""", other)
    visitor.expect_problem("You switched Test Fox to")
    visitor.page.get_by_test_id("retry").click()
    visitor.expect_signed_in()
    expect(visitor.page.get_by_test_id("identifier")).to_have_attribute("title", other)


def test_signature_after_cancelling_is_dropped(visit):
    visitor = visit()
    visitor.with_wallet(sign="hold")
    proofs = []
    visitor.page.on("request", lambda request: proofs.append(request.url) if request.url.endswith("/sign-in") else None)
    visitor.open().choose_ethereum()
    expect(visitor.page.get_by_test_id("message")).to_contain_text("Nonce: ")
    visitor.page.get_by_test_id("cancel").click()
    expect(visitor.page.get_by_test_id("ethereum-wallet")).to_be_focused()
    visitor.page.evaluate("window.testWallets.fox.release()")
    visitor.page.evaluate("() => new Promise(done => setTimeout(done))")
    assert proofs == []
    visitor.page.reload()
    visitor.expect_signed_out()


@pytest.mark.only_in_test_all("waits 10 seconds for the end of a challenge")
def test_expired_message_is_signed_again_with_one_button(visit, tmp_path, near_connect):
    with running_server(tmp_path, near_connect, lifetimes={"challenge": 10}) as server:
        visitor = visit(account=server.account)
        visitor.with_wallet(sign="hold")
        visitor.open().choose_ethereum()
        expect(visitor.page.get_by_test_id("message")).to_contain_text("Nonce: ")
        message = visitor.page.get_by_test_id("message").inner_text()
        visitor.page.wait_for_timeout(10_500)  # the lifetime of the challenge
        visitor.page.evaluate("window.testWallets.fox.release()")
        visitor.expect_problem("That took too long. Please try again.")
        assert visitor.page.get_by_test_id("progress").get_by_role("button").all_inner_texts() == ["Try again"]
        visitor.page.evaluate("window.testWallets.fox.sign = 'approve'")
        visitor.page.get_by_test_id("retry").click()
        visitor.expect_signed_in()
        assert message not in visitor.page.content()


def test_unreachable_server_is_reported_and_retried(visit):
    visitor = visit()
    visitor.with_wallet()
    visitor.open()
    visitor.page.route("**/session/ethereum/message", lambda route: route.abort())
    visitor.choose_ethereum()
    visitor.expect_problem("The server did not answer")
    visitor.page.unroute("**/session/ethereum/message")
    visitor.page.get_by_test_id("retry").click()
    visitor.expect_signed_in()


REFUSALS = {
    "known": ({"code": "rate_limited"}, 429, "Too many tries from this network. Try again in 30 seconds."),
    "of the method": ({"code": "wrong_chain"}, 422, "This site does not accept this Ethereum network."),
    "unknown": ({"code": "new_code", "trace_id": "4bf92f3577b34da6"}, 422, "Something went wrong. Try again. If this continues, tell the operator of this site this number: 4bf92f3577b34da6."),
}


@pytest.mark.sampled(at_most=1)
@pytest.mark.parametrize("refusal", REFUSALS.values(), ids=REFUSALS.keys())
def test_error_code_has_sentence_of_the_page(visit, refusal):
    body, status, sentence = refusal
    visitor = visit()
    visitor.with_wallet()
    visitor.open()
    visitor.page.route("**/session/ethereum/sign-in", lambda route: route.fulfill(
        status=status, headers={"Retry-After": "30"} if status == 429 else {}, content_type="application/problem+json",
        body=json.dumps({"title": "Words of the server", "detail": "Other words of the server."} | body)))
    visitor.choose_ethereum()
    visitor.expect_problem(sentence)
    assert "ords of the server" not in visitor.page.content()
