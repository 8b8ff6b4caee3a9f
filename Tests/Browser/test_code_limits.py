"""The pause between two codes to an address, and its timer on the page."""

from playwright.sync_api import expect

from identifiers import choose, expect_form_problem
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
    visitor.page.clock.fast_forward("01:05")
    expect(resend).to_have_text("Send a new code")
    expect(resend).not_to_have_attribute("aria-disabled", "true")
    resend.click()
    expect_form_problem(visitor, "a code was sent a moment ago")
    expect_form_problem(visitor, "Try again in ")


def test_wrong_clock_of_device_does_not_change_the_timer(visit):
    visitor = visit()
    visitor.page.clock.install(time="2001-01-01T00:00:00Z")
    visitor.open()
    choose(visitor, new_address("limited"))
    visitor.page.get_by_test_id("code-instead").click()
    expect(visitor.page.get_by_test_id("validity")).to_contain_text("valid for 5 minutes")
    expect(visitor.page.get_by_test_id("resend")).to_contain_text(" seconds")
