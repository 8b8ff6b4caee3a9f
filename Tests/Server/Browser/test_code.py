"""One-time codes on the hosted page: sign-in, and the addresses of the account."""

import pytest
from playwright.sync_api import expect

from identifiers import PASSWORD, choose, enter_code, expect_form_problem, other_code, sign_out, sign_up
from messages import Messages, new_address
from server import running_server


@pytest.fixture(scope="module")
def server(tmp_path_factory, near_connect):
    with running_server(tmp_path_factory.mktemp("code"), near_connect, rate_limits={"code_pause": 0}) as running:
        yield running


@pytest.fixture(scope="module")
def messages(server):
    return Messages(server.log)


def ask_code(visitor, address: str) -> None:
    choose(visitor, address)
    visitor.page.get_by_test_id("code-instead").click()
    expect(visitor.page.get_by_test_id("code-step")).to_contain_text(address)


def test_code_signs_in_and_is_then_offered_first(visit, messages):
    visitor = visit().open()
    address = new_address()
    ask_code(visitor, address)
    enter_code(visitor, messages.code(address))
    visitor.expect_signed_in()
    expect(visitor.page.get_by_test_id("identities")).to_contain_text(address)
    expect(visitor.page.get_by_test_id("session")).to_contain_text("Code")
    sign_out(visitor)
    expect(visitor.page.get_by_test_id("last-used")).to_have_count(1)
    choose(visitor, address)
    expect(visitor.page.get_by_test_id("code-step")).to_be_visible()
    visitor.page.get_by_test_id("password-instead").click()
    expect(visitor.page.get_by_test_id("password-step")).to_be_visible()
    visitor.page.go_back()
    enter_code(visitor, messages.code(address))
    visitor.expect_signed_in()


def test_code_field_suits_messages_and_keyboards(visit):
    visitor = visit().open()
    ask_code(visitor, new_address())
    field = visitor.page.get_by_test_id("code")
    assert field.get_attribute("inputmode") == "numeric"
    assert field.get_attribute("autocomplete") == "one-time-code"
    expect(field).to_have_accessible_name("Code")
    expect(field).to_have_accessible_description("It has 6 digits and is valid for 5 minutes.")


@pytest.mark.only_in_test_all("Tests/Server/Page/identifier.test.mjs removes the spaces")
def test_code_with_spaces_is_accepted(visit, messages):
    visitor = visit().open()
    address = new_address()
    ask_code(visitor, address)
    code = messages.code(address)
    visitor.page.get_by_test_id("code").focus()
    visitor.page.keyboard.insert_text(f" {code[:3]} {code[3:]} ")
    visitor.expect_signed_in()


def test_wrong_code_is_explained(visit, messages):
    visitor = visit().open()
    address = new_address()
    ask_code(visitor, address)
    code = messages.code(address)
    enter_code(visitor, "12345")
    expect_form_problem(visitor, "The code has 6 digits.")
    enter_code(visitor, other_code(code))
    expect_form_problem(visitor, "The code is wrong.")
    expect(visitor.page.get_by_test_id("code")).to_be_focused()
    enter_code(visitor, code)
    visitor.expect_signed_in()


@pytest.mark.only_in_test_all("waits for the pause after the guesses; Tests/Server/Page/transitions.test.mjs has this answer at this step")
def test_exhausted_code_is_replaced_by_a_new_one(visit, messages):
    visitor = visit().open()
    address = new_address()
    ask_code(visitor, address)
    code = messages.code(address)
    problem = visitor.page.get_by_test_id("form-problem")
    for _ in range(12):
        with visitor.page.expect_response("**/session/code/sign-in") as answer:
            enter_code(visitor, other_code(code))
        if answer.value.json()["code"] != "invalid_code":
            break
    expect(problem).to_be_visible()
    assert answer.value.json()["code"] in ("code_exhausted", "too_many_guesses")
    expect(problem).to_contain_text("tried too often" if answer.value.json()["code"] == "code_exhausted" else "Try again in")
    with visitor.page.expect_response("**/session/code/send"):
        visitor.page.get_by_test_id("resend").click()
    code = messages.code(address)
    # The pause after the guesses of the address has not ended yet.
    for _ in range(20):
        with visitor.page.expect_response("**/session/code/sign-in") as answer:
            enter_code(visitor, code)
        if answer.value.ok:
            break
        assert answer.value.json()["code"] == "too_many_guesses"
        visitor.page.wait_for_timeout(1000 * int(answer.value.headers["retry-after"]))
    visitor.expect_signed_in()


@pytest.mark.only_in_test_all("a variant of test_code_signs_in_and_is_then_offered_first")
def test_code_by_sms_signs_in(visit, messages):
    visitor = visit().open()
    number = "+4915123456780"
    ask_code(visitor, number)
    enter_code(visitor, messages.code(number))
    visitor.expect_signed_in()
    expect(visitor.page.get_by_test_id("identities")).to_contain_text(number)
    expect(visitor.page.get_by_test_id("session")).to_contain_text("Code")
    sign_out(visitor)
    choose(visitor, "+49 1512 3456780")
    expect(visitor.page.get_by_test_id("code-step")).to_contain_text("+49 1512 3456780")
    enter_code(visitor, messages.code(number))
    visitor.expect_signed_in()


@pytest.mark.only_in_test_all("a variant of test_expired_code_is_replaced in languages")
def test_new_code_replaces_the_expired_one(visit, messages):
    visitor = visit()
    visitor.page.clock.install()
    visitor.open()
    address = new_address()
    ask_code(visitor, address)
    messages.code(address)
    visitor.fast_forward("05:01")
    expect(visitor.page.get_by_test_id("validity")).to_have_text("The code has expired. Send a new one.")
    with visitor.page.expect_response("**/session/code/send"):
        visitor.page.get_by_test_id("resend").click()
    enter_code(visitor, messages.code(address))
    visitor.expect_signed_in()


def test_back_button_shows_the_step_before(visit):
    visitor = visit().open()
    address = new_address()
    ask_code(visitor, address)
    expect(visitor.page.get_by_test_id("code")).to_be_focused()
    visitor.page.go_back()
    expect(visitor.page.get_by_test_id("password")).to_be_focused()
    visitor.page.go_back()
    expect(visitor.page.get_by_test_id("identifier-field")).to_have_value(address)
    visitor.page.go_forward()
    expect(visitor.page.get_by_test_id("password-step")).to_be_visible()
    visitor.page.go_forward()
    expect(visitor.page.get_by_test_id("code-step")).to_be_visible()
    visitor.page.get_by_test_id("use-another").click()
    expect(visitor.page.get_by_test_id("identifier-field")).to_have_value(address)


def test_steps_leave_no_entries_in_the_history(visit, server, messages):
    visitor = visit()
    visitor.page.goto(f"{server.account}/device")
    visitor.open()
    address = new_address()
    ask_code(visitor, address)
    enter_code(visitor, messages.code(address))
    visitor.expect_signed_in()
    visitor.page.go_back()
    visitor.page.wait_for_url("**/device")


def open_link(visitor, link: str):
    """Opens the link of a message in a new tab of the visitor's browser."""
    tab = visitor.page.context.new_page()
    tab.goto(link)
    expect(tab.get_by_role("heading", name="Did you just ask for a code in this browser?")).to_be_focused()
    assert "#" not in tab.url
    return tab


def test_link_beside_the_code_continues_in_the_tab_that_waits(visit, messages):
    visitor = visit().open()
    address = new_address()
    ask_code(visitor, address)
    tab = open_link(visitor, messages.link(address))
    expect(visitor.page.get_by_test_id("code-step")).to_be_visible()
    tab.get_by_test_id("continue").click()
    expect(tab.get_by_role("heading", name="Your other tab continues")).to_be_visible()
    visitor.expect_signed_in()


def test_link_beside_the_code_does_nothing_in_another_browser(visit, messages):
    attacker, victim = visit().open(), visit()
    address = new_address()
    ask_code(attacker, address)
    tab = open_link(victim, messages.link(address))
    tab.get_by_test_id("continue").click()
    expect(tab.get_by_role("heading", name="No page here waits for this code")).to_be_visible()
    expect(attacker.page.get_by_test_id("code-step")).to_be_visible()


@pytest.mark.only_in_test_all("Tests/Server/Page/code-link.test.mjs names the link by its challenge")
def test_link_of_a_replaced_code_does_nothing(visit, messages):
    visitor = visit().open()
    address = new_address()
    ask_code(visitor, address)
    link = messages.link(address)
    visitor.page.clock.install()
    visitor.fast_forward("02:00")
    with visitor.page.expect_response("**/session/code/send"):
        visitor.page.get_by_test_id("resend").click()
    code = messages.code(address)
    tab = open_link(visitor, link)
    tab.get_by_test_id("continue").click()
    expect(tab.get_by_role("heading", name="No page here waits for this code")).to_be_visible()
    enter_code(visitor, code)
    visitor.expect_signed_in()


@pytest.mark.only_in_test_all("a variant of test_link_beside_the_code_continues_in_the_tab_that_waits")
def test_link_resets_a_password_after_the_new_one_is_chosen(visit, messages):
    visitor = visit().open()
    address = sign_up(visitor, messages)
    sign_out(visitor)
    choose(visitor, address)
    visitor.page.get_by_test_id("forgot").click()
    expect(visitor.page.get_by_test_id("reset-step")).to_be_visible()
    open_link(visitor, messages.link(address)).get_by_test_id("continue").click()
    expect(visitor.page.get_by_test_id("code")).to_be_disabled()
    visitor.page.get_by_test_id("new-password").fill("a new " + PASSWORD)
    visitor.page.get_by_test_id("reset-form-submit").click()
    visitor.expect_signed_in()


@pytest.mark.only_in_test_all("test_every_view.py shows it")
def test_incomplete_link_is_explained(visit):
    visitor = visit()
    visitor.page.goto(f"{visitor.account}/continue#abc")
    expect(visitor.page.get_by_role("heading", name="This link is not complete")).to_be_visible()


def test_email_address_is_changed(visit, messages):
    visitor = visit().open()
    old, new = sign_up(visitor, messages), new_address("new")
    visitor.page.get_by_test_id("change-email").click()
    dialog = visitor.page.get_by_test_id("address-dialog")
    dialog.get_by_test_id("new-address").fill("nothing")
    dialog.get_by_test_id("address-form-submit").click()
    expect_form_problem(visitor, "not a complete email address")
    dialog.get_by_test_id("new-address").fill(new)
    dialog.get_by_test_id("address-form-submit").click()
    expect(dialog.get_by_test_id("code")).to_be_focused()
    enter_code(visitor, messages.code(new))
    expect(visitor.page.get_by_test_id("toast")).to_contain_text("Email address saved.")
    expect(dialog).to_have_count(0)
    expect(visitor.page.get_by_test_id("identities")).to_contain_text(new)
    assert "email" in messages.next(old).lower()
    sign_out(visitor)
    choose(visitor, new)
    visitor.page.get_by_test_id("password").fill(PASSWORD)
    visitor.page.get_by_test_id("password-form-submit").click()
    visitor.expect_signed_in()


@pytest.mark.only_in_test_all("a variant of test_email_address_is_changed")
def test_phone_number_is_added(visit, messages):
    visitor = visit().open()
    sign_up(visitor, messages)
    visitor.add("phone_number")
    visitor.page.get_by_test_id("new-address").fill("+49 1")
    visitor.page.get_by_test_id("address-form-submit").click()
    expect_form_problem(visitor, "not a complete phone number")
    visitor.page.get_by_test_id("new-address").fill("+49 1512 3456789")
    visitor.page.get_by_test_id("address-form-submit").click()
    enter_code(visitor, messages.code("+4915123456789"))
    expect(visitor.page.get_by_test_id("identities")).to_contain_text("+4915123456789")
    expect(visitor.page.get_by_test_id("identities")).to_contain_text("Phone")


@pytest.mark.only_in_test_all("Tests/Server/Page/identifier.test.mjs has the sentence of this refusal")
def test_address_of_another_account_is_refused_after_its_code(visit, messages):
    first, second = visit().open(), visit().open()
    taken = sign_up(first, messages)
    sign_up(second, messages)
    second.page.get_by_test_id("change-email").click()
    second.page.get_by_test_id("new-address").fill(taken)
    second.page.get_by_test_id("address-form-submit").click()
    enter_code(second, messages.code(taken))
    expect_form_problem(second, "belongs to another account")
