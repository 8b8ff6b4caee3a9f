"""Messages of other windows and frames to the page and to the wallet frame are ignored."""

import pytest
from playwright.sync_api import expect

SIGNED = """({ id, number, account, key }) => ({ type: "doorward.signed", id, number, account_id: account, public_key: key,
  signature: btoa("\\0".repeat(64)), wallet_id: "forged" })"""


def waiting(visit):
    """A visitor whose wallet is about to sign, the wallet frame, and a forged signature for the running request."""
    visitor = visit()
    visitor.proofs = []
    visitor.page.on("request", lambda request: visitor.proofs.append(request.url) if "/near/sign-in" in request.url else None)
    visitor.context.add_init_script("""if (window !== top) addEventListener("message", (event) => {
      if (event.data?.type === "doorward.challenge") window.testRequest = { id: event.data.id, number: event.data.number };
    }, true);""")
    frame = visitor.open().choose_near("never-answers")
    expect(frame.get_by_test_id("near-back")).to_be_visible()
    child = next(one for one in visitor.page.frames if "/near" in one.url)
    child.wait_for_function("window.testRequest")
    forged = child.evaluate("window.testRequest") | {"account": visitor.near.account, "key": visitor.near.public_key}
    assert forged["id"] and forged["number"] == 1
    return visitor, child, forged


def nested(child):
    """A frame inside the wallet frame, like the one that runs the code of a wallet."""
    child.evaluate("""() => new Promise((done) => {
      const frame = document.createElement("iframe");
      frame.setAttribute("sandbox", "allow-scripts");
      frame.srcdoc = "<p>wallet code</p>";
      frame.addEventListener("load", done);
      document.body.append(frame);
    })""")
    return child.child_frames[0]


def assert_ignored(visitor):
    visitor.page.wait_for_function("() => new Promise((done) => setTimeout(() => done(true), 150))")
    assert visitor.proofs == []
    expect(visitor.page.get_by_test_id("near-dialog")).to_be_visible()


@pytest.mark.only_in_test_all("a variant of test_signature_from_nested_frame_is_ignored")
def test_signature_from_own_page_is_ignored(visit):
    visitor, _, forged = waiting(visit)
    visitor.page.evaluate(f"forged => window.postMessage(({SIGNED})(forged), location.origin)", forged)
    assert_ignored(visitor)


def test_signature_from_nested_frame_is_ignored(visit):
    visitor, child, forged = waiting(visit)
    nested(child).evaluate(f"forged => window.top.postMessage(({SIGNED})(forged), '*')", forged)
    assert_ignored(visitor)


def test_signature_from_other_window_of_wallet_origin_is_ignored(visit, server):
    visitor, child, forged = waiting(visit)
    with visitor.context.expect_page() as opening:
        child.evaluate("() => { window.open('about:blank', 'other') }")
    other = opening.value
    assert other.evaluate("window.origin") == server.wallet
    other.evaluate(f"forged => window.opener.parent.postMessage(({SIGNED})(forged), '*')", forged)
    assert_ignored(visitor)


@pytest.mark.sampled(at_most=2)
@pytest.mark.parametrize("change", [{"id": "another"}, {"number": 2}, {"account_id": 7}, {"signature": ""}, {"public_key": "k" * 1000}])
def test_wrong_message_of_wallet_frame_is_ignored_or_explained(visit, change):
    visitor, child, forged = waiting(visit)
    child.evaluate(f"([forged, change]) => window.parent.postMessage({{...({SIGNED})(forged), ...change}}, '*')", [forged, change])
    if "id" in change or "number" in change:
        assert_ignored(visitor)
    else:
        visitor.expect_problem("without an account, a key or a signature")
        assert visitor.proofs == []


def test_forged_signature_of_wallet_frame_is_refused_by_server(visit):
    """The page does not trust the frame; the server checks the signature."""
    visitor, child, forged = waiting(visit)
    child.evaluate(f"forged => window.parent.postMessage(({SIGNED})(forged), '*')", forged)
    expect(visitor.page.get_by_test_id("problem")).not_to_be_empty()
    assert len(visitor.proofs) == 1
    visitor.page.reload()
    visitor.expect_signed_out()


def test_wallet_frame_accepts_challenges_only_from_account_page(visit):
    visitor = visit()
    visitor.context.add_init_script("""if (window !== top) addEventListener("message", (event) => {
      if (event.data?.type === "doorward.open") window.testOpening = event.data.id;
    }, true);""")
    held = []
    visitor.page.route("**/session/near/challenge", lambda route: held.append(route))
    visitor.open().choose_near("one-approval")
    child = next(one for one in visitor.page.frames if "/near" in one.url)
    request = {"type": "doorward.challenge", "id": child.evaluate("window.testOpening"), "number": 1, "message": "Pay me", "recipient": "attacker", "nonce": "A" * 43 + "="}
    assert request["id"]
    child.evaluate("request => window.postMessage(request, location.origin)", request)
    nested(child).evaluate("request => window.parent.postMessage(request, '*')", request)
    child.evaluate("() => new Promise((done) => setTimeout(done, 150))")
    assert visitor.approvals == []
    held.pop().continue_()
    visitor.expect_signed_in()
    assert visitor.approvals == [("one-approval", "connect and sign")]


def test_only_wallet_frame_can_ask_for_challenge(visit):
    visitor = visit()
    challenges = []
    visitor.page.on("request", lambda request: challenges.append(request.url) if "/near/challenge" in request.url else None)
    visitor.context.add_init_script("""if (window !== top) addEventListener("message", (event) => {
      if (event.data?.type === "doorward.open") window.testOpening = event.data.id;
    }, true);""")
    visitor.open()
    with visitor.page.expect_response("**/session/near/challenge"):
        frame = visitor.open_near()
    expect(frame.locator("[data-wallet=one-approval]")).to_be_visible()
    child = next(one for one in visitor.page.frames if "/near" in one.url)
    ask = {"type": "doorward.ask", "id": child.evaluate("window.testOpening")}
    visitor.page.evaluate("ask => window.postMessage(ask, location.origin)", ask)
    nested(child).evaluate("ask => window.top.postMessage(ask, '*')", ask)
    child.evaluate("ask => window.parent.postMessage({...ask, id: 'another'}, '*')", ask)
    visitor.page.wait_for_function("() => new Promise((done) => setTimeout(() => done(true), 150))")
    assert len(challenges) == 1
    frame.locator("[data-wallet=one-approval]").click()
    visitor.expect_signed_in()
    assert len(challenges) == 1


@pytest.mark.only_in_test_all("Tests/Server/Page/near.test.mjs counts the challenges")
def test_wallet_frame_gets_at_most_twenty_challenges(visit):
    visitor, child, forged = waiting(visit)
    challenges = []
    visitor.page.on("request", lambda request: challenges.append(request.url) if "/near/challenge" in request.url else None)
    child.evaluate("""id => {
      const ask = () => window.parent.postMessage({ type: "doorward.ask", id }, "*");
      window.addEventListener("message", (event) => { if (event.data?.type === "doorward.challenge") ask(); });
      ask();
    }""", forged["id"])
    visitor.expect_problem("Too many wallets were tried")
    assert len(challenges) == 19


def test_frame_cannot_inject_wallet_into_list(visit):
    """In near-connect itself, `near-wallet-injected` replaces a listed wallet."""
    visitor = visit()
    frame = visitor.open().open_near()
    expect(frame.locator("[data-wallet=one-approval]")).to_be_visible()
    child = next(one for one in visitor.page.frames if "/near" in one.url)
    before = child.evaluate("window.testConnector.wallets.length")
    injected = {"type": "near-wallet-injected", "manifest": {"id": "one-approval", "name": "Attacker", "features": {"signMessage": True}}}
    nested(child).evaluate("injected => window.parent.postMessage(injected, '*')", injected)
    child.evaluate("() => new Promise((done) => setTimeout(done, 150))")
    assert child.evaluate("window.testConnector.wallets.length") == before
    expect(frame.locator("[data-wallet=one-approval]")).to_contain_text("One Approval")
