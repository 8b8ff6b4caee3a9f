"""How an operator looks after a server in the dashboard: its health, messages, and users who cannot sign in."""

import re

import pytest
from playwright.sync_api import expect

from accessibility import keep_screenshot, violations
from dashboard import Administrator, dashboard_site
from messages import Messages, new_address

HOSTILE = "<img src=x onerror=alert(1)>\u202Etxt"
FINDINGS = [
    {"check": "data directory", "status": "ok", "detail": "/var/lib/doorward"},
    {"check": "backups", "status": "warning", "detail": "the newest is 9 days old", "remedy": "make one with doorward database backup"},
    {"check": "clock", "status": "ok", "detail": "2026-11-30T10:00:00Z"},
    {"check": "mail", "status": "problem", "detail": f"mail.example.com:587: 535 {HOSTILE}", "remedy": "correct mail.user and mail.password"},
]


@pytest.fixture(scope="module")
def dashboard(tmp_path_factory):
    with dashboard_site(tmp_path_factory.mktemp("dashboard-operation")) as site:
        yield site


@pytest.fixture(scope="module")
def owner(browser, dashboard):
    person = Administrator(browser, dashboard, "owner", "Olga Owner").enter()
    yield person
    person.context.close()
    person.assert_clean()


@pytest.fixture
def user(dashboard) -> str:
    """A user with a hostile name, who has lost the password."""
    return dashboard.user(name=HOSTILE, email=new_address())


def health(*findings: dict) -> dict:
    return {"ok": True, "version": "1.2.3", "examined_at": "2026-11-30T10:00:00Z", "checks": list(findings)}


def test_health_has_the_sentences_of_the_server(dashboard, owner):
    owner.go("/health")
    owner.heading("Health")
    found = dashboard.call("GET", "/health")
    expect(owner.by("examined")).to_contain_text(found["version"])
    expect(owner.by("finding")).to_have_count(len(found["checks"]))
    for finding in found["checks"]:
        # The clock of another examination shows another time.
        if finding["check"] != "clock":
            expect(owner.by("health")).to_contain_text(finding["detail"])


def test_problems_of_the_server_come_first_and_lead_to_their_place(owner):
    answers = [health(*FINDINGS)]
    owner.page.route("**/v1/admin/health", lambda route: route.fulfill(json=answers[-1]))
    owner.go("/")
    attention = owner.by("attention")
    expect(attention).to_contain_text("Mail: mail.example.com:587: 535 <img src=x onerror=alert(1)> txt")
    expect(attention).to_contain_text("The server has 1 warning about its health.")
    attention.get_by_role("link", name="Health").first.click()
    todo = owner.by("to-do").get_by_test_id("finding")
    expect(todo).to_have_count(2)
    expect(todo.first).to_contain_text("What to do: correct mail.user and mail.password")
    expect(todo.last).to_contain_text("the newest is 9 days old")
    assert owner.page.locator("main img").count() == 0
    assert violations(owner.page) == []
    keep_screenshot(owner)
    todo.first.get_by_role("link", name="Mail and SMS").click()
    owner.page.wait_for_url("**/settings?tab=delivery")
    owner.page.go_back()
    # What has been corrected disappears, and the focus stays.
    answers.append(health(FINDINGS[0]))
    owner.by("examine").click()
    expect(owner.by("all-good")).to_have_text("Everything is in order.")
    expect(owner.by("examine")).to_be_focused()
    owner.page.unroute("**/v1/admin/health")


def test_a_sign_in_link_is_shown_once_and_kept_nowhere(browser, dashboard, owner, user):
    owner.go(f"/users/{user}")
    owner.by("open-sign-in-link").click()
    assert owner.page.url == f"{dashboard.origin}/users/{user}?do=sign-in-link"
    owner.by("link-dialog-submit").click()
    link = owner.by("secret").inner_text()
    secret = link.split("#")[1]
    dialog = owner.by("secret-dialog")
    expect(dialog).to_contain_text("It works once, and ends in 59 minutes")
    expect(dialog).to_contain_text("Whoever has this link is the user.")
    assert violations(owner.page) == []
    keep_screenshot(owner)
    owner.by("copy-secret").click()
    assert owner.page.url == f"{dashboard.origin}/users/{user}"
    owner.by("secret-done").click()
    # The event is on the page, and the link is gone.
    expect(owner.by("user-event").first).to_contain_text("Sign-in link made")
    keeps = "JSON.stringify([document.documentElement.outerHTML, {...sessionStorage}, {...localStorage}, history.state])"
    assert secret not in owner.page.evaluate(keeps)
    owner.page.go_back()
    owner.page.go_forward()
    owner.expect_shown()
    expect(owner.page.locator("dialog")).to_have_count(0)
    assert secret not in owner.page.evaluate(keeps)
    assert secret not in dashboard.server.log.read_text()
    # The link works, in a browser without a session.
    context = browser.new_context()
    page = context.new_page()
    page.goto(link)
    page.get_by_test_id("sign-in-link-submit").click()
    expect(page.get_by_test_id("add-way")).to_be_visible()
    context.close()


def test_a_message_for_a_new_password_is_sent(dashboard, owner, user):
    address = dashboard.call("GET", f"/users/{user}")["user"]["email"]
    owner.go(f"/users/{user}")
    owner.by("open-reset-message").click()
    expect(owner.by("reset-dialog")).to_contain_text(address)
    owner.by("reset-dialog-submit").click()
    expect(owner.by("note")).to_have_text("The message is on its way.")
    expect(owner.by("user-event").filter(has_text="Code requested")).to_have_count(1)
    assert Messages(dashboard.server.log).code(address)
    # The limit of the address is explained next to the act.
    owner.page.route("**/reset-message", lambda route: route.fulfill(
        status=429, headers={"Retry-After": "30"}, json={"code": "rate_limited", "status": 429, "detail": "Too many."}))
    owner.by("open-reset-message").click()
    owner.by("reset-dialog-submit").click()
    expect(owner.by("dialog-problem")).to_contain_text("Try again in 30 seconds.")
    owner.page.unroute("**/reset-message")
    # The user has lost the address meanwhile, and an administrator reads a sentence about that.
    owner.page.route("**/reset-message", lambda route: route.fulfill(status=409, json={"code": "identifier_required", "status": 409, "detail": "A password needs one."}))
    owner.by("reset-dialog-submit").click()
    expect(owner.by("dialog-problem")).to_contain_text("The user has no email address")
    owner.page.unroute("**/reset-message")
    owner.by("dialog-cancel").click()


def test_access_is_given_back_only_where_role_and_state_allow_it(browser, dashboard, owner, user):
    phone = dashboard.user(username=f"no-mail-{user[:8]}")
    owner.go(f"/users/{phone}")
    expect(owner.by("recover")).to_contain_text("The user has no email address")
    expect(owner.by("open-reset-message")).to_have_count(0)
    dashboard.call("POST", f"/users/{phone}/ban", {})
    for role in ("support", "viewer"):
        person = Administrator(browser, dashboard, role, f"{role} recovers").enter(f"/users/{user}")
        expect(person.by("open-sign-in-link")).to_have_count(1 if role == "support" else 0)
        # A user who is banned, and an administrator with a higher role: neither the button nor the address of the dialog.
        for other in (phone, owner.id):
            person.go(f"/users/{other}?do=sign-in-link")
            person.expect_view()
            expect(person.by("recover").or_(person.page.locator("dialog"))).to_have_count(0)
        person.go("/messages?tab=templates&do=test")
        person.expect_view()
        expect(person.by("open-test").or_(person.page.locator("dialog"))).to_have_count(0)
        expect(person.by("template-subject")).to_be_visible()
        person.go("/health")
        person.expect_view()
        expect(person.by("finding").first).to_be_visible()
        person.context.close()
        person.assert_clean()


def test_a_sign_in_link_needs_a_recent_proof(owner, user):
    def old(route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json=answer.json() | {"is_recent": False})
    owner.page.route("**/v1/admin/session", old)
    owner.go(f"/users/{user}?do=sign-in-link")
    expect(owner.by("proof-needed")).to_be_visible()
    expect(owner.by("link-dialog-submit")).to_be_hidden()
    owner.page.unroute("**/v1/admin/session")
    owner.by("link-dialog-prove").click()
    owner.prove()
    owner.by("link-dialog-submit").click()
    expect(owner.by("secret")).to_be_visible()
    owner.by("secret-done").click()


def test_a_test_message_shows_the_answer_of_the_mail_server(dashboard, owner):
    owner.go("/messages")
    owner.by("open-test").click()
    assert owner.page.url == f"{dashboard.origin}/messages?do=test"
    owner.by("test-dialog-submit").click()
    expect(owner.by("error-to")).to_have_text("Enter an email address or a phone number.")
    owner.fill(to="no-domain@")
    owner.by("test-dialog-submit").click()
    expect(owner.by("error-to")).not_to_be_empty()
    address = new_address()
    owner.fill(to=address)
    owner.by("test-dialog-submit").click()
    expect(owner.by("test-answer")).to_contain_text("Accepted")
    assert Messages(dashboard.server.log).next(address)
    owner.page.route("**/v1/admin/test-message", lambda route: route.fulfill(json={
        "accepted": False, "code": "authentication_refused", "detail": f"535 5.7.8 wrong password {HOSTILE}", "remedy": "correct mail.user and mail.password"}))
    owner.by("test-dialog-submit").click()
    answer = owner.by("test-answer")
    expect(answer).to_contain_text("535 5.7.8 wrong password <img src=x onerror=alert(1)> txt")
    expect(answer).to_contain_text("What to do: correct mail.user and mail.password")
    assert owner.page.locator("dialog img").count() == 0
    assert violations(owner.page) == []
    keep_screenshot(owner)
    owner.page.unroute("**/v1/admin/test-message")
    owner.by("dialog-cancel").click()


def mail(owner):
    """The frame with the HTML of a mail, which runs no script."""
    return owner.page.frame_locator("[data-testid=mail-frame]").frame_locator("iframe")


def test_messages_are_previewed_in_each_language(dashboard, owner):
    owner.go("/messages?tab=templates")
    expect(mail(owner).get_by_role("heading")).to_be_visible()
    owner.by("template-kind").select_option("new_device")
    owner.by("template-language").focus()
    owner.by("template-language").select_option("de")
    owner.page.wait_for_url(f"{dashboard.origin}/messages?tab=templates&kind=new_device&language=de")
    expect(mail(owner).locator("html")).to_have_attribute("lang", "de")
    found = dashboard.call("GET", "/templates/new_device?language=de")
    expect(owner.by("template-subject")).to_have_text(found["subject"])
    expect(owner.by("template-text")).to_have_text(found["text"])
    expect(owner.by("template-sms")).to_have_text(found["sms"])
    expect(owner.by("template-language")).to_be_focused()
    # The colors and the width are in the address, and the mail stays.
    light = mail(owner).locator("body").evaluate("(body) => getComputedStyle(body).backgroundColor")
    owner.by("template-scheme").select_option("dark")
    expect(mail(owner).locator("body")).not_to_have_css("background-color", light)
    owner.by("template-width").select_option("wide")
    assert owner.page.url.endswith("&kind=new_device&language=de&scheme=dark&width=wide")
    owner.page.reload()
    expect(mail(owner).locator("body")).not_to_have_css("background-color", light)
    # A link of the mail opens nothing.
    pages = len(owner.context.pages)
    mail(owner).get_by_role("link").first.click()
    expect(mail(owner).locator("html")).to_have_attribute("lang", "de")
    assert len(owner.context.pages) == pages
    owner.complaints[:] = [one for one in owner.complaints if "allow-popups" not in one]
    owner.page.go_back()


def test_the_html_of_a_message_runs_nothing(owner):
    hostile = "<head></head><body><script>parent.parent.postMessage('run', '*')</script><img src=x onerror=\"alert(1)\"><form action=/sign-in><button>Go</button></form><p>hostile</p>"

    def changed(route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json=answer.json() | {"html": hostile, "subject": HOSTILE, "text": HOSTILE, "sms": HOSTILE})
    owner.page.route("**/v1/admin/templates/**", changed)
    owner.go("/messages?tab=templates&kind=invitation")
    expect(mail(owner).get_by_text("hostile")).to_be_visible()
    expect(owner.by("template-subject")).to_contain_text("<img src=x")
    assert owner.page.locator("main img").count() == 0
    owner.page.unroute("**/v1/admin/templates/**")
    # Only the dashboard may frame the page, and it sends nothing.
    answer = owner.page.request.get(f"{owner.dashboard.origin}/preview/message")
    policy = answer.headers["content-security-policy"]
    assert policy.startswith("sandbox allow-scripts; default-src 'none'") and f"frame-ancestors {owner.dashboard.origin};" in policy and "connect-src" not in policy
    assert re.search("Blocked script execution|violates", " ".join(owner.complaints))
    # The frame reports what it has blocked.
    owner.complaints.clear()
    owner.violations.clear()


def test_health_looks_again_by_itself(owner):
    answers = [health(FINDINGS[3])]
    owner.page.route("**/v1/admin/health", lambda route: route.fulfill(json=answers[-1]))
    # The clock stays with the browser, so this test is the last.
    owner.page.clock.install()
    owner.go("/health")
    expect(owner.by("to-do")).to_be_visible()
    answers.append(health(FINDINGS[0]))
    owner.page.clock.run_for(30_000)
    expect(owner.by("all-good")).to_be_visible()
    owner.page.unroute("**/v1/admin/health")
