"""Moving a wallet from another account: the page names that account and asks for a confirmation."""

import re

import pytest
from playwright.sync_api import expect

from appearances import assert_accessible


def signed_in(visit, **wallet):
    visitor = visit()
    visitor.with_wallet(**wallet)
    visitor.open().sign_in_with_ethereum()
    return visitor


def renamed(visitor, name: str):
    visitor.page.get_by_test_id("name").fill(name)
    visitor.page.get_by_test_id("profile-submit").click()
    expect(visitor.page.get_by_test_id("signed-in-as")).to_have_text(f"Signed in as {name}")
    return visitor


def link_near(visitor) -> None:
    visitor.page.get_by_test_id("link-identity").click()
    visitor.page.get_by_test_id("link-dialog").get_by_test_id("near-wallet").click()
    choose_near(visitor)


def choose_near(visitor) -> None:
    visitor.page.frame_locator("[data-testid=wallet-frame]").locator("[data-wallet=one-approval]").click()


@pytest.fixture
def owner(visit):
    """A user with one NEAR wallet."""
    owner = visit()
    owner.open().choose_near("one-approval")
    owner.expect_signed_in()
    return renamed(owner, "Grace Hopper")


@pytest.fixture
def visitor(visit, owner):
    """A user with another account, whose browser has the owner's NEAR wallet."""
    visitor = signed_in(visit)
    visitor.near = owner.near
    return visitor


def test_moving_last_identity_deletes_other_account(visitor, owner):
    messages = []
    sign = visitor.near.sign
    visitor.near.sign = lambda **request: (messages.append(request["message"]), sign(**request))[1]
    link_near(visitor)
    offer = visitor.page.get_by_test_id("move-offer")
    expect(offer.get_by_role("heading")).to_have_text("This way to sign in belongs to another account")
    shown = re.compile(r"^the account of Grace Hopper, here since \w{3} \d{1,2}, \d{4}$")
    expect(offer.get_by_test_id("other-account")).to_have_text(shown)
    expect(offer.get_by_test_id("consequence")).to_contain_text("that account will be deleted")
    assert_accessible(visitor)

    # Before the confirmation, the page asks for no proof and moves nothing.
    offer.get_by_test_id("move").click()
    confirmation = visitor.page.get_by_test_id("confirm-dialog")
    expect(confirmation.get_by_test_id("other-account")).to_have_text(shown)
    expect(confirmation).to_contain_text("that account will be deleted")
    visitor.page.get_by_test_id("confirm-cancel").click()
    assert len(messages) == 1
    owner.page.reload()
    owner.expect_signed_in()

    offer.get_by_test_id("move").click()
    expect(visitor.page.get_by_test_id("confirm")).to_have_text("Move and delete")
    visitor.page.get_by_test_id("confirm").click()
    choose_near(visitor)
    expect(visitor.page.get_by_test_id("identity")).to_have_count(2)
    expect(visitor.page.get_by_test_id("toast")).to_contain_text("Moved here")
    assert len(messages) == 2 and messages[0] != messages[1]

    owner.page.reload()
    owner.expect_signed_out()
    owner.open().choose_near("one-approval")
    owner.expect_signed_in()
    expect(owner.page.get_by_test_id("identity")).to_have_count(2)
    expect(owner.page.get_by_test_id("signed-in-as")).not_to_contain_text("Grace Hopper")


@pytest.mark.only_in_test_all("Tests/Server/ServerTests checks what the other account keeps")
def test_moving_one_of_two_identities_keeps_other_account(visit):
    owner = renamed(signed_in(visit), "Grace Hopper")
    link_near(owner)
    expect(owner.page.get_by_test_id("identity")).to_have_count(2)
    visitor = signed_in(visit)
    visitor.near = owner.near
    link_near(visitor)
    offer = visitor.page.get_by_test_id("move-offer")
    expect(offer.get_by_test_id("consequence")).to_contain_text("will keep its other ways to sign in")
    offer.get_by_test_id("move").click()
    expect(visitor.page.get_by_test_id("confirm")).to_have_text("Move")
    visitor.page.get_by_test_id("confirm").click()
    choose_near(visitor)
    expect(visitor.page.get_by_test_id("identity")).to_have_count(2)
    owner.page.reload()
    owner.expect_signed_out()
    owner.sign_in_with_ethereum()
    expect(owner.page.get_by_test_id("signed-in-as")).to_have_text("Signed in as Grace Hopper")
    expect(owner.page.get_by_test_id("identity")).to_have_count(1)


@pytest.mark.only_in_test_all("a variant of test_moving_last_identity_deletes_other_account")
def test_ethereum_wallet_is_moved(visit):
    owner = signed_in(visit)
    address = owner.page.get_by_test_id("identifier").get_attribute("title")
    visitor = visit()
    visitor.ethereum = owner.ethereum
    visitor.with_wallet(accounts=[address])
    visitor.open().choose_near("one-approval")
    visitor.expect_signed_in()
    visitor.page.get_by_test_id("link-identity").click()
    visitor.page.get_by_test_id("link-dialog").get_by_test_id("ethereum-wallet").click()
    expect(visitor.page.get_by_test_id("other-account")).to_contain_text("an account without a name, here since")
    visitor.page.get_by_test_id("move").click()
    visitor.page.get_by_test_id("confirm").click()
    expect(visitor.page.locator(f"[data-testid=identifier][title='{address}']")).to_have_count(1)


def test_only_confirmed_wallet_is_moved(visit, visitor, owner):
    stranger = visit()
    sent = []
    visitor.page.on("request", lambda request: sent.append(request.post_data_json) if request.url.endswith("/near/link") else None)
    link_near(visitor)
    visitor.page.get_by_test_id("move").click()
    visitor.near = stranger.near
    visitor.page.get_by_test_id("confirm").click()
    choose_near(visitor)
    visitor.expect_problem("can be moved: switch to it in your wallet")
    assert len(sent) == 1 and "move" not in sent[0]
    owner.page.reload()
    owner.expect_signed_in()


@pytest.mark.only_in_test_all("a variant of test_moving_last_identity_deletes_other_account")
def test_user_can_choose_another_wallet_instead(visitor):
    link_near(visitor)
    visitor.page.get_by_test_id("other-ways").click()
    expect(visitor.page.get_by_test_id("link-dialog").get_by_test_id("near-wallet")).to_be_focused()
