"""The pause between two codes to an address, and its timer on the page."""

import pytest
from playwright.sync_api import expect

from identifiers import choose, enter_code, expect_form_problem, sign_out
from messages import Messages, new_address


def test_resend_waits_and_tells_how_long(visit, server):
    visitor = visit()
    visitor.page.clock.install()
    visitor.open()
    address = new_address("limited")
    choose(visitor, address)
    visitor.page.get_by_test_id("code-instead").click()
    resend = visitor.page.get_by_test_id("resend")
    expect(resend).to_contain_text("Send a new code in ")
    expect(resend).to_have_attribute("aria-disabled", "true")
    Messages(server.log).code(address)
    # The clock of this browser runs ahead, so the server refuses and says how long to wait.
    visitor.fast_forward("01:05")
    expect(resend).to_have_text("Send a new code")
    expect(resend).not_to_have_attribute("aria-disabled", "true")
    resend.click()
    expect_form_problem(visitor, "a code was sent a moment ago")
    expect_form_problem(visitor, "Try again in ")


@pytest.mark.only_in_test_all("Tests/Server/Page/identifier.test.mjs reads the clock of the server")
def test_wrong_clock_of_device_does_not_change_the_timer(visit):
    visitor = visit()
    visitor.page.clock.install(time="2001-01-01T00:00:00Z")
    visitor.open()
    choose(visitor, new_address("limited"))
    visitor.page.get_by_test_id("code-instead").click()
    expect(visitor.page.get_by_test_id("validity")).to_contain_text("valid for 5 minutes")
    expect(visitor.page.get_by_test_id("resend")).to_contain_text(" seconds")


def test_limit_of_codes_leaves_the_password(visit, server):
    visitor = visit().open()
    address = new_address("limited")
    messages = Messages(server.log)
    choose(visitor, address)
    visitor.page.get_by_test_id("code-instead").click()
    enter_code(visitor, messages.code(address))
    visitor.expect_signed_in()
    sign_out(visitor)
    # The page sends a code at once to a user who signed in with one. The codes of a known device are counted apart.
    choose(visitor, address)
    enter_code(visitor, messages.code(address))
    visitor.expect_signed_in()
    sign_out(visitor)
    # The server refuses the second code of the device in a minute.
    with visitor.page.expect_response("**/session/code/send") as answer:
        choose(visitor, address)
    assert answer.value.status == 429
    expect_form_problem(visitor, "a code was sent a moment ago")
    visitor.page.get_by_test_id("password-instead").click()
    expect(visitor.page.get_by_test_id("password-step")).to_contain_text(address)
