"""Codes by email that a user chooses as a second step on the account page."""

import pytest
from playwright.sync_api import expect

from identifiers import enter_code, sign_in_with_password, sign_out, sign_up
from messages import Messages
from server import running_server


@pytest.fixture(scope="module")
def server(tmp_path_factory, near_connect):
    limits = {"code_pause": 0, "code_per_hour_and_network": 1000, "sign_in_per_minute": 1000}
    applications = [{"id": "default", "name": "Harbor Notes", "second_factor": {"codes": ["email", "sms"]}}]
    with running_server(tmp_path_factory.mktemp("chosen"), near_connect, rate_limits=limits, applications=applications) as running:
        yield running


@pytest.fixture(scope="module")
def messages(server):
    return Messages(server.log)


def test_user_chooses_codes_by_email_and_signs_in_with_one(visit, messages):
    visitor = visit().open()
    address = sign_up(visitor, messages)
    expect(visitor.page.get_by_test_id("use-sms-codes")).to_have_count(0)
    visitor.page.get_by_test_id("use-email-codes").click()
    expect(visitor.page.get_by_test_id("codes").get_by_role("listitem")).to_have_count(10)
    visitor.page.get_by_test_id("codes-saved").click()
    expect(visitor.page.get_by_test_id("toast")).to_contain_text("Two-step verification is on.")
    expect(visitor.page.get_by_test_id("second-factor")).to_contain_text("Codes by email")
    expect(visitor.page.get_by_test_id("use-email-codes")).to_have_count(0)

    sign_out(visitor)
    sign_in_with_password(visitor, address)
    expect(visitor.page.get_by_role("heading", name="Check your email")).to_be_visible()
    enter_code(visitor, messages.code(address))
    visitor.expect_signed_in()
    visitor.page.get_by_test_id("remove-factor").click()
    expect(visitor.page.get_by_test_id("confirm-dialog")).to_contain_text("Stop using codes as a second step?")
    visitor.page.get_by_test_id("confirm").click()
    expect(visitor.page.get_by_test_id("second-factor")).to_have_count(0)
    expect(visitor.page.get_by_test_id("use-email-codes")).to_be_visible()
