"""What users do with passwords and codes on the hosted page."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from messages import Messages, new_address

PASSWORD = "correct horse battery"


def other_code(code: str) -> str:
    """A code that is not the right one."""
    return f"{(int(code) + 1) % 1_000_000:06}"


def choose(visitor, identifier: str) -> None:
    """Types the identifier on the first view."""
    visitor.page.get_by_test_id("identifier-field").fill(identifier)
    visitor.page.get_by_test_id("identifier-form-submit").click()


def fill_code(field, submit, code: str) -> None:
    """Fills in a code. A complete one is sent by itself."""
    # During a request the page sends nothing else. It sends a pasted code only once, and this one is typed.
    if submit:
        expect(submit).not_to_have_attribute("aria-disabled", "true")
    field.fill(code[:1])
    field.fill(code)
    if not re.fullmatch(r"\d{6}", code):
        submit.click()


def enter_code(visitor, code: str) -> None:
    fill_code(visitor.page.get_by_test_id("code"), visitor.page.get_by_test_id("code-form-submit"), code)


def open_sign_up(visitor, identifier: str) -> None:
    """Opens the sign-up with a password, on a site that asks for the password first."""
    choose(visitor, identifier)
    visitor.page.get_by_test_id("password-step").get_by_test_id("sign-up").click()


def start_sign_up(visitor, address: str, password: str = PASSWORD) -> None:
    open_sign_up(visitor, address)
    visitor.page.get_by_test_id("new-password").fill(password)
    visitor.page.get_by_test_id("sign-up-form-submit").click()


def sign_up(visitor, messages: Messages, address: str | None = None) -> str:
    """Signs up with a new address and PASSWORD. Returns the address."""
    address = address or new_address()
    start_sign_up(visitor, address)
    visitor.page.get_by_test_id("code-step").wait_for()
    enter_code(visitor, messages.code(address))
    visitor.expect_signed_in()
    return address


def sign_out(visitor) -> None:
    visitor.page.get_by_test_id("sign-out").click()
    visitor.expect_signed_out()


def sign_in_with_password(visitor, identifier: str, password: str = PASSWORD) -> None:
    choose(visitor, identifier)
    visitor.page.get_by_test_id("password").fill(password)
    visitor.page.get_by_test_id("password-form-submit").click()


def expect_form_problem(visitor, text: str) -> None:
    problem = visitor.page.get_by_test_id("form-problem")
    expect(problem).to_contain_text(text)
    expect(problem).to_have_attribute("role", "alert")
