"""A success is visible for a moment. What happens in this moment, or while the server answers, takes no view from the user."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from authenticator_app import Authenticator, enter_factor
from identifiers import choose, enter_code, sign_in_with_password, sign_up
from listener import loopback_app
from messages import Messages, new_address
from server import running_server

SETTINGS = {"rate_limits": {"code_pause": 0, "code_per_hour_and_network": 1000, "sign_in_per_minute": 1000}}
# The moments of a success, which a test ends by itself.
MOMENTS = """
window.testMoments = [];
const laterOn = window.setTimeout.bind(window);
window.setTimeout = (run, wait, ...values) => (wait === 350 ? window.testMoments.push(run) : laterOn(run, wait, ...values));
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory, near_connect):
    with running_server(tmp_path_factory.mktemp("interrupted"), near_connect, **SETTINGS) as running:
        yield running


@pytest.fixture(scope="module")
def strict(tmp_path_factory, near_connect):
    """A server whose users need an authenticator."""
    applications = [{"id": "default", "name": "Harbor Notes", "second_factor": {"required": True}}]
    with running_server(tmp_path_factory.mktemp("strict"), near_connect, applications=applications, **SETTINGS) as running:
        yield running


def lively(visit, server):
    """A user who does not ask for less motion."""
    visitor = visit(account=server.account, reduced_motion="no-preference")
    visitor.context.add_init_script(MOMENTS)
    return visitor


def await_moment(visitor) -> None:
    visitor.page.wait_for_function("() => window.testMoments.length > 0")


def end_moments(visitor) -> None:
    """Lets this moment and all later ones end."""
    visitor.page.evaluate("() => { window.testMoments.push = (run) => run(); for (const run of window.testMoments) run(); }")


def look_away(visitor) -> None:
    """Lets the page look at its session, as after the user has come back from another tab."""
    with visitor.page.expect_response("**/session/state"):
        visitor.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    visitor.page.evaluate("() => new Promise((resolve) => { requestAnimationFrame(() => requestAnimationFrame(resolve)); })")


def speak(visitor, tag: str) -> None:
    """Chooses a language in a list that was opened before, and waits until the page speaks it."""
    visitor.page.get_by_test_id("language-switch").evaluate("""(list, tag) => {
      list.value = tag;
      list.dispatchEvent(new Event("change"));
    }""", tag)
    expect(visitor.page.locator("html")).to_have_attribute("lang", tag)
    visitor.page.evaluate("() => new Promise((resolve) => { requestAnimationFrame(() => requestAnimationFrame(resolve)); })")


def go_back(visitor) -> None:
    visitor.page.evaluate("() => new Promise((resolve) => { addEventListener('popstate', () => setTimeout(resolve, 50), { once: true }); history.back(); })")


def follow_invitation(visitor) -> None:
    visitor.page.evaluate("() => { location.hash = '#invited=ada@example.com'; }")
    visitor.page.wait_for_function("() => location.hash === ''")


def cancel(visitor) -> None:
    """Presses the button that was visible in the first view."""
    visitor.page.get_by_test_id("cancel").evaluate("button => button.click()")


INTERRUPTIONS = {"look": look_away, "language": lambda visitor: speak(visitor, "de"), "back": go_back, "invitation": follow_invitation}


def enroll_at_sign_in(visitor) -> None:
    """Proves an address, and adds the authenticator that the server requires, up to the moment of its success."""
    address = new_address()
    choose(visitor, address)
    visitor.page.get_by_test_id("code-instead").click()
    enter_code(visitor, visitor.messages.code(address))
    link = visitor.page.get_by_test_id("otpauth")
    link.wait_for()
    enter_factor(visitor, Authenticator(link.get_attribute("href")).code())


@pytest.fixture
def newcomer(visit, strict):
    visitor = lively(visit, strict)
    visitor.messages = Messages(strict.log)
    # Only the last moment is held.
    visitor.context.add_init_script("window.testMoments.push = (run) => run();")
    return visitor


def hold_moments(visitor) -> None:
    visitor.page.evaluate("() => { window.testMoments = []; }")


def expect_codes(visitor) -> None:
    codes = visitor.page.get_by_test_id("codes").get_by_role("listitem")
    expect(codes).to_have_count(10)


@pytest.mark.parametrize("interruption", INTERRUPTIONS)
def test_recovery_codes_are_shown_whatever_happens_in_the_moment_before(newcomer, interruption):
    newcomer.open()
    hold_moments(newcomer)
    enroll_at_sign_in(newcomer)
    await_moment(newcomer)
    INTERRUPTIONS[interruption](newcomer)
    end_moments(newcomer)
    expect_codes(newcomer)
    newcomer.page.get_by_test_id("codes-saved").click()
    newcomer.expect_signed_in()


@pytest.mark.parametrize("interruption", INTERRUPTIONS)
def test_recovery_codes_are_shown_whatever_happens_while_the_server_answers(newcomer, interruption):
    held: list = []
    newcomer.page.route("**/session/second-factor/verify", lambda route: held.append((route, route.fetch())))
    newcomer.open()
    enroll_at_sign_in(newcomer)
    while not held:
        newcomer.page.wait_for_timeout(10)
    INTERRUPTIONS[interruption](newcomer)
    route, answer = held[0]
    route.fulfill(response=answer)
    expect_codes(newcomer)
    newcomer.page.get_by_test_id("codes-saved").click()
    newcomer.expect_signed_in()


@pytest.mark.parametrize("interruption", ["look", "language", "invitation"])
def test_recovery_codes_stay_until_they_are_saved(newcomer, interruption):
    newcomer.open()
    enroll_at_sign_in(newcomer)
    expect_codes(newcomer)
    INTERRUPTIONS[interruption](newcomer)
    expect_codes(newcomer)
    newcomer.page.get_by_test_id("codes-saved").click()
    newcomer.expect_signed_in()


def test_cancel_for_an_app_does_not_lose_recovery_codes(newcomer, strict):
    with loopback_app(strict.account) as app:
        newcomer.page.goto(app.address(scope="openid profile"))
        hold_moments(newcomer)
        enroll_at_sign_in(newcomer)
        await_moment(newcomer)
        cancel(newcomer)
        speak(newcomer, "de")
        end_moments(newcomer)
        expect_codes(newcomer)
        # The page warns that they are not shown again.
        cancel(newcomer)
        expect(newcomer.page.get_by_test_id("form-problem")).to_be_visible()
        expect_codes(newcomer)
        assert app.answers.empty()
        newcomer.page.get_by_test_id("codes-saved").click()
        newcomer.page.get_by_test_id("skip-name").click()
        assert "code" in app.answer()


@pytest.fixture
def member(visit, server):
    """A signed-out user with a password."""
    visitor = lively(visit, server)
    visitor.context.add_init_script("window.testMoments.push = (run) => run();")
    visitor.address = sign_up(visitor.open(), Messages(server.log))
    visitor.context.clear_cookies()
    return visitor


def test_cancel_in_the_moment_of_success_comes_too_late(member, server):
    with loopback_app(server.account) as app:
        member.page.goto(app.address(scope="openid profile"))
        hold_moments(member)
        sign_in_with_password(member, member.address)
        await_moment(member)
        cancel(member)
        end_moments(member)
        assert "code" in app.answer()


def test_success_after_cancel_changes_nothing(member, server):
    denied: list = []
    member.page.route("**/session/authorization/deny", lambda route: denied.append(route))
    with loopback_app(server.account) as app:
        member.page.goto(app.address(scope="openid profile"))
        hold_moments(member)
        asked: list[str] = []
        held: list = []
        member.page.route("**/session/password/sign-in", lambda route: held.append(route))
        sign_in_with_password(member, member.address)
        while not held:
            member.page.wait_for_timeout(10)
        cancel(member)
        while not denied:
            member.page.wait_for_timeout(10)
        member.page.on("request", lambda request: asked.append(request.url))
        held[0].continue_()
        await_moment(member)
        end_moments(member)
        denied[0].continue_()
        assert app.answer()["error"] == "access_denied"
        assert app.answers.empty()
        assert not [address for address in asked if address.endswith("/session/authorization")]


def test_cancel_that_fails_leaves_the_success(member, server):
    denied: list = []
    member.page.route("**/session/authorization/deny", lambda route: denied.append(route))
    with loopback_app(server.account) as app:
        member.page.goto(app.address(scope="openid profile"))
        cancel(member)
        sign_in_with_password(member, member.address)
        while not denied:
            member.page.wait_for_timeout(10)
        denied[0].abort()
        assert "code" in app.answer()
