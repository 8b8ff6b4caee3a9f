"""The applications in the dashboard: their settings, secrets, look, programs, invitations and history."""

import base64
import json
import re
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import expect

from dashboard import Administrator, dashboard_site, until_answered
from listener import loopback_app

DOT = "data:image/png;base64," + base64.b64encode(bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108020000009077530000000c49444154789c63f8cfc0000003010100c9fe92ef0000000049454e44ae426082")).decode()


@pytest.fixture(scope="module")
def dashboard(tmp_path_factory):
    # The receiver of logout tokens is on this machine.
    with dashboard_site(tmp_path_factory.mktemp("dashboard-applications"), webhooks={"allow_private_addresses": True}) as site:
        yield site


@pytest.fixture(scope="module")
def owner(browser, dashboard):
    person = Administrator(browser, dashboard, "owner", "Olga Owner", permissions=["clipboard-read", "clipboard-write"]).enter()
    yield person
    person.context.close()
    person.assert_clean()


@pytest.fixture
def shop(dashboard):
    """An application in the store."""
    dashboard.call("POST", "/applications", {"id": "shop", "name": "Shop", "redirect_uris": ["https://shop.example/callback"]})
    until_answered(f"{dashboard.server.account}/v1/config", **{"Doorward-Application": "shop"})
    yield "shop"
    dashboard.call("DELETE", "/applications/shop")


def test_an_application_is_added_edited_removed_and_brought_back(dashboard, owner):
    owner.go("/applications")
    owner.by("open-create").click()
    owner.by("create-dialog-submit").click()
    expect(owner.by("error-id")).to_have_text("Enter an id.")
    owner.fill(name="Blog", id="no id", redirect_uris="ftp://blog.example")
    owner.by("create-dialog-submit").click()
    # Both mistakes are explained next to their fields.
    expect(owner.by("error-id")).to_contain_text("letters, digits")
    expect(owner.by("error-redirect_uris")).not_to_be_empty()
    expect(owner.by("field-id")).to_have_attribute("aria-invalid", "true")
    owner.fill(id="default", redirect_uris="https://blog.example/callback")
    owner.by("create-dialog-submit").click()
    expect(owner.by("error-id")).not_to_be_empty()
    owner.fill(id="blog")
    owner.by("create-dialog-submit").click()
    owner.heading("Blog")
    # A change, and the way back from its note.
    owner.by("open-edit-general").click()
    owner.fill(name="Renamed", roles="editor\nreader")
    owner.by("edit-dialog-submit").click()
    owner.heading("Renamed")
    assert dashboard.call("GET", "/applications/blog")["roles"] == ["editor", "reader"]
    owner.by("undo").click()
    owner.heading("Blog")
    assert dashboard.call("GET", "/applications/blog")["roles"] == []
    # An empty field returns to the default value.
    owner.by("open-edit-client").click()
    owner.by("field-redirect_uris").fill("")
    owner.by("edit-dialog-submit").click()
    expect(owner.by("setting-redirect_uris")).not_to_contain_text("blog.example")
    owner.by("open-remove").click()
    owner.by("remove-dialog-submit").click()
    owner.heading("Applications")
    expect(owner.by("application").filter(has_text="Blog")).to_have_count(0)
    owner.by("undo").click()
    expect(owner.by("application").filter(has_text="Blog")).to_have_count(1)
    # The history has every change, and undoes one that is not the newest.
    owner.go("/applications/blog?tab=history")
    expect(owner.by("change").first).to_be_visible()
    assert owner.by("change").count() >= 5
    redirects = owner.by("change").filter(has_text="redirect_uris").filter(has_not_text="name")
    redirects.first.get_by_test_id("open-undo").click()
    owner.by("undo-dialog-submit").click()
    expect(owner.by("note")).to_have_text("Undone.")
    assert dashboard.call("GET", "/applications/blog")["redirect_uris"] == ["https://blog.example/callback"]
    dashboard.call("DELETE", "/applications/blog")


def test_the_undo_of_an_addition_warns_and_removes_the_application(dashboard, owner, shop):
    owner.go(f"/applications/{shop}?tab=history")
    owner.by("change").first.get_by_test_id("open-undo").click()
    expect(owner.by("undo-dialog")).to_contain_text("Remove shop")
    expect(owner.by("undo-dialog")).to_contain_text("The sessions of the application end.")
    expect(owner.by("undo-dialog-submit")).to_have_class(re.compile("danger"))
    owner.by("undo-dialog-submit").click()
    owner.heading("Applications")
    expect(owner.by("note")).to_have_text("The application is removed.")
    expect(owner.by("application").filter(has_text="Shop")).to_have_count(0)
    dashboard.call("POST", "/applications", {"id": shop, "redirect_uris": ["https://shop.example/callback"]})


def test_a_change_of_another_administrator_is_not_overwritten(dashboard, owner, shop):
    owner.go(f"/applications/{shop}?do=edit-general")
    owner.fill(name="Mine")
    dashboard.call("PATCH", f"/applications/{shop}", {"name": "Theirs"})
    owner.by("edit-dialog-submit").click()
    expect(owner.by("dialog-problem")).to_contain_text("Another administrator was faster")
    owner.by("dialog-cancel").click()
    # The view shows the new values, and the next change is saved.
    owner.heading("Theirs")
    owner.by("open-edit-general").click()
    owner.fill(name="Ours")
    owner.by("edit-dialog-submit").click()
    owner.heading("Ours")
    # The new values come into the form. What was typed stays, in a dialog and in the look.
    owner.by("open-edit-general").click()
    owner.fill(name="Mine")
    dashboard.call("PATCH", f"/applications/{shop}", {"roles": ["theirs"]})
    owner.by("edit-dialog-submit").click()
    owner.by("load-new").click()
    expect(owner.by("field-roles")).to_have_value("theirs")
    expect(owner.by("field-name")).to_have_value("Mine")
    owner.by("edit-dialog-submit").click()
    owner.heading("Mine")
    owner.go(f"/applications/{shop}?tab=look")
    owner.by("field-appearance.title.default").fill("My title")
    dashboard.call("PATCH", f"/applications/{shop}", {"appearance": {"color": "#8a2be2", "title": {"de": "Ihr Titel"}}})
    owner.by("look-form-submit").click()
    owner.by("load-new").click()
    expect(owner.by("field-appearance.color")).to_have_value("#8a2be2")
    expect(owner.by("field-appearance.title.default")).to_have_value("My title")
    owner.by("look-form-submit").click()
    expect(owner.by("note")).to_contain_text("saved")
    saved = dashboard.call("GET", f"/applications/{shop}")
    assert (saved["name"], saved["roles"], saved["appearance"]["color"], saved["appearance"]["title"]) == ("Mine", ["theirs"], "#8a2be2", {"default": "My title", "de": "Ihr Titel"})


def test_a_proof_in_the_middle_of_an_edit_overwrites_no_other_change(dashboard, owner, shop):
    def old(route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json=answer.json() | {"is_recent": False})
    owner.page.route("**/v1/admin/session", old)
    owner.go(f"/applications/{shop}?do=edit-general")
    owner.fill(name="Mine")
    owner.page.unroute("**/v1/admin/session")
    dashboard.call("PATCH", f"/applications/{shop}", {"name": "Theirs", "roles": ["theirs"]})
    owner.by("edit-dialog-prove").click()
    owner.prove()
    expect(owner.by("field-name")).to_have_value("Mine")
    # A field that was not changed has the value of the other administrator.
    expect(owner.by("field-roles")).to_have_value("theirs")
    owner.by("edit-dialog-submit").click()
    expect(owner.by("dialog-problem")).to_contain_text("Another administrator was faster")
    assert dashboard.call("GET", f"/applications/{shop}")["name"] == "Theirs"
    owner.by("load-new").click()
    owner.by("edit-dialog-submit").click()
    owner.heading("Mine")
    assert dashboard.call("GET", f"/applications/{shop}")["roles"] == ["theirs"]


def test_no_choice_and_the_default_are_different(dashboard, owner, shop):
    owner.go(f"/applications/{shop}?do=edit-client")
    expect(owner.by("field-scopes-default")).to_be_checked()
    scopes = dashboard.call("GET", f"/applications/{shop}")["scopes"]
    assert scopes and "account" not in scopes
    for scope in scopes:
        owner.by(f"field-scopes-{scope}").uncheck()
    expect(owner.by("field-scopes-default")).not_to_be_checked()
    owner.by("edit-dialog-submit").click()
    expect(owner.by("note")).to_contain_text("saved")
    assert dashboard.call("GET", f"/applications/{shop}")["scopes"] == []
    owner.by("open-edit-client").click()
    expect(owner.by("field-scopes-default")).not_to_be_checked()
    owner.by("field-scopes-default").check()
    owner.by("edit-dialog-submit").click()
    expect(owner.by("setting-scopes")).to_contain_text("openid")
    assert dashboard.call("GET", f"/applications/{shop}")["scopes"] == scopes
    # Where the server needs a choice, it says so next to the field.
    owner.by("open-edit-sign-in").click()
    for kind in dashboard.call("GET", f"/applications/{shop}")["password"]["identifiers"]:
        owner.by(f"field-password.identifiers-{kind}").uncheck()
    owner.by("edit-dialog-submit").click()
    expect(owner.by("error-password.identifiers")).to_contain_text("at least one")
    owner.by("dialog-cancel").click()


def test_every_kind_of_field_is_saved(dashboard, owner, shop):
    owner.go(f"/applications/{shop}?do=edit-sign-in")
    owner.by("field-sign_up").select_option("invited")
    owner.by("field-methods-near").uncheck()
    owner.by("field-second_factor.required").check()
    owner.fill(email_domains="shop.example\nexample.com")
    owner.by("edit-dialog-submit").click()
    expect(owner.by("setting-sign_up")).to_contain_text("Invited addresses only")
    owner.go(f"/applications/{shop}?do=edit-wallets")
    owner.by("field-ethereum.chains").fill("one")
    owner.by("edit-dialog-submit").click()
    expect(owner.by("error-ethereum.chains")).not_to_be_empty()
    owner.by("field-ethereum.chains").fill("1\n8453")
    owner.by("edit-dialog-submit").click()
    expect(owner.by("setting-ethereum.chains")).to_contain_text("8453")
    owner.go(f"/applications/{shop}?do=edit-passkeys")
    owner.by("field-passkeys.android_apps").fill("{}")
    owner.by("edit-dialog-submit").click()
    expect(owner.by("error-passkeys.android_apps")).to_contain_text("not a JSON list")
    owner.by("dialog-cancel").click()
    saved = dashboard.call("GET", f"/applications/{shop}")
    assert (saved["sign_up"], saved["second_factor"]["required"], saved["email_domains"], saved["ethereum"]["chains"]) == (
        "invited", True, ["example.com", "shop.example"], [1, 8453])
    assert "near" not in saved["methods"]


def test_the_configuration_is_shown_and_not_edited(owner):
    owner.go("/applications/mail")
    owner.heading("Harbor Mail")
    expect(owner.by("set-elsewhere")).to_contain_text("doorward.json")
    for tab in ("", "look", "secrets"):
        owner.go(f"/applications/mail?tab={tab}" if tab else "/applications/mail?do=edit-general")
        owner.expect_view()
        expect(owner.page.locator("main [data-testid^=open-], main form")).to_have_count(0)
        expect(owner.page.locator("dialog")).to_have_count(0)


def test_secrets_overlap_and_are_shown_once(dashboard, owner, shop):
    owner.go(f"/applications/{shop}?tab=secrets")
    owner.by("open-secret").click()
    expect(owner.by("field-overlap")).to_have_count(0)
    made = []
    for number in range(2):
        if number:
            owner.by("open-secret").click()
            owner.by("field-overlap").select_option("3600")
        owner.by("secret-form-submit").click()
        made.append(owner.by("secret").inner_text())
        owner.by("secret-done").click()
        expect(owner.by("secret-row")).to_have_count(number + 1)
    assert len(set(made)) == 2 and all(re.fullmatch(r"dws_[\w-]{43}", one) for one in made)
    owner.by("secret-row").last.get_by_test_id("open-remove-secret").click()
    owner.by("remove-secret-dialog-submit").click()
    expect(owner.by("secret-row")).to_have_count(1)
    # The only valid secret stays.
    expect(owner.by("open-remove-secret")).to_have_count(0)
    for one in made:
        assert one not in owner.page.content()


def test_the_preview_shows_the_look_while_it_is_typed(dashboard, owner, shop):
    owner.go(f"/applications/{shop}?tab=look")
    page = owner.page.frame_locator("[data-testid=preview]")
    expect(page.get_by_role("heading", level=1)).to_have_text("Sign in to Shop")
    owner.by("field-appearance.title.default").fill("Welcome to <b>Shop</b>")
    expect(page.get_by_role("heading", level=1)).to_have_text("Welcome to <b>Shop</b>")
    owner.by("add-appearance.title").select_option("de")
    owner.by("field-appearance.title.de").fill("Willkommen")
    owner.by("field-appearance.color").fill("#8a2be2")
    owner.by("field-appearance.logo").set_input_files({"name": "dot.png", "mimeType": "image/png", "buffer": base64.b64decode(DOT.partition(",")[2])})
    expect(page.locator("img.logo")).to_have_attribute("src", DOT)
    accent = "() => getComputedStyle(document.documentElement).getPropertyValue('--accent').trim()"
    frame = owner.page.frame(url=re.compile(r"/preview\?"))
    frame.wait_for_function(f"({accent})() !== '#1d5c4b'")
    light = frame.evaluate(accent)
    owner.by("preview-language").select_option("de")
    expect(page.get_by_role("heading", level=1)).to_have_text("Willkommen")
    owner.by("preview-scheme").select_option("dark")
    owner.by("preview-width").select_option("wide")
    owner.page.wait_for_url(re.compile(r"tab=look&language=de&scheme=dark&width=wide"))
    frame = owner.page.frame(url=re.compile(r"scheme=dark"))
    frame.wait_for_function(f"({accent})() !== '' && ({accent})() !== {light!r}")
    owner.by("look-form-submit").click()
    expect(owner.by("note")).to_contain_text("saved")
    assert dashboard.call("GET", f"/applications/{shop}")["appearance"]["title"] == {"default": "Welcome to <b>Shop</b>", "de": "Willkommen"}
    # A refused value is explained next to its field.
    owner.by("field-appearance.color").fill("#12")
    owner.by("look-form-submit").click()
    expect(owner.by("error-appearance.color")).to_contain_text("six hexadecimal digits")


def test_the_preview_can_do_nothing(dashboard, owner, shop):
    """Its origin is opaque, it sends no request, and no other page may frame it. The real page stays unframed."""
    owner.go(f"/applications/{shop}?tab=look")
    expect(owner.page.frame_locator("[data-testid=preview]").get_by_role("heading", level=1)).to_be_visible()
    frame = owner.page.frame(url=re.compile(r"/preview\?"))
    assert frame.evaluate("self.origin") == "null"
    for act in ("document.cookie", "localStorage.length", "parent.document.title"):
        assert frame.evaluate(f"() => {{ try {{ {act}; return false; }} catch {{ return true; }} }}"), act
    assert owner.violations == []
    assert frame.evaluate("""new Promise((done) => {
      const request = new XMLHttpRequest();
      request.onload = () => done(false);
      request.onerror = () => done(true);
      request.open("GET", "/v1/admin/session");
      request.send();
    })""")
    # The policy has refused that request.
    owner.complaints[:] = [one for one in owner.complaints if "/v1/admin/session" not in one]
    owner.violations[:] = [one for one in owner.violations if "/v1/admin/session" not in str(one)]
    assert frame.evaluate("document.body.inert")
    answer = owner.page.request.get(f"{dashboard.origin}/preview?application={shop}")
    policy = answer.headers["content-security-policy"]
    assert policy.startswith("sandbox allow-scripts; default-src 'none'") and f"frame-ancestors {dashboard.origin};" in policy and "connect-src" not in policy
    assert "set-cookie" not in answer.headers
    for address in (f"{owner.account}/", f"{dashboard.origin}/applications"):
        headers = owner.page.request.get(address).headers
        assert "frame-ancestors 'none'" in headers["content-security-policy"] and headers["x-frame-options"] == "DENY"
    assert owner.page.request.get(f"{owner.account}/preview?application={shop}").status == 404
    # Messages of other windows are ignored.
    frame.evaluate("dispatchEvent(new MessageEvent('message', {data: {title: {default: 'Other'}}, origin: 'https://other.example', source: parent}))")
    expect(owner.page.frame_locator("[data-testid=preview]").get_by_role("heading", level=1)).to_have_text("Sign in to Shop")


def test_programs_have_the_values_of_the_application(dashboard, owner, shop):
    owner.go(f"/applications/{shop}?tab=use")
    expect(owner.by("code")).to_contain_text(f'applicationID: "{shop}"')
    for language, words in (("node", "jwtVerify"), ("python", "decode_complete"), ("go", "NewRemoteKeySet")):
        owner.by(f"tab-code-{language}").click()
        expect(owner.by("code")).to_contain_text(words)
        expect(owner.by("code")).to_contain_text(owner.account)
        assert owner.page.url.endswith(f"?tab=use&code={language}")
    href = owner.by("to-test-sign-in").get_attribute("href")
    with owner.page.expect_popup() as popup:
        owner.by("to-test-sign-in").click()
    assert popup.value.url == href and href.startswith(f"{owner.account}/authorize?client_id={shop}&")
    expect(popup.value.get_by_role("heading", level=1)).to_be_visible()
    popup.value.close()


def test_the_tokens_of_a_chosen_user_are_previewed(dashboard, owner, shop):
    user = dashboard.user(name="<b>Tess</b>", email="tess@people.example")
    owner.go(f"/applications/{shop}")
    owner.by("tab-tokens").click()
    expect(owner.by("empty")).to_contain_text("learns about a user")
    owner.by("tokens-form-submit").click()
    expect(owner.by("error-user-search")).to_contain_text("Find a user")
    owner.by("field-user-search").fill("tess@")
    expect(owner.by("found-users").get_by_role("radio")).to_be_checked()
    scopes = dashboard.call("GET", f"/applications/{shop}")["scopes"]
    for scope in scopes:
        owner.by(f"field-scopes-{scope}").uncheck()
    owner.by("tokens-form-submit").click()
    expect(owner.by("error-scopes")).to_contain_text("Choose a scope")
    owner.by("field-scopes-openid").check()
    owner.by("field-scopes-email").check()
    owner.by("field-user-search").press("Enter")
    # The keyboard stays where it was, and the address has everything.
    expect(owner.by("tokens-result")).to_contain_text("None that suffices")
    assert owner.page.url.endswith(f"/applications/{shop}?tab=tokens&user={user}&scope=openid+email")
    owner.page.reload()
    owner.expect_view()
    for kind, name in (("access_token", "client_id"), ("id_token", "azp"), ("userinfo", "sub")):
        claims = json.loads(owner.by(f"claims-{kind}").inner_text())
        assert (claims["sub"], claims[name]) == (user, user if name == "sub" else shop)
        assert "amr" not in claims and "name" not in claims
        assert kind == "access_token" or claims["email"] == "tess@people.example"
    expect(owner.by("tokens-result").get_by_role("heading")).to_have_text("Tokens of <b>Tess</b>")
    expect(owner.by("field-scopes-email")).to_be_checked()
    expect(owner.by("field-scopes-profile")).not_to_be_checked()
    owner.by("copy-id_token").click()
    expect(owner.by("copy-id_token")).to_have_text("Copied")
    assert json.loads(owner.page.evaluate("navigator.clipboard.readText()"))["sub"] == user
    # A search that has not ended chooses nobody.
    owner.by("field-user-search").fill("nobody at all")
    owner.by("field-user-search").press("Enter")
    expect(owner.by("error-user-search")).to_contain_text("Find a user")
    dashboard.call("POST", f"/users/{user}/ban", {"reason": "Spam"})
    owner.page.reload()
    expect(owner.by("refusal")).to_contain_text("cannot use the application")
    expect(owner.page.locator("[data-testid^=claims-]")).to_have_count(0)
    owner.go(f"/applications/{shop}?tab=tokens&user=none")
    expect(owner.by("error-user-search")).to_contain_text("no such user")


@pytest.fixture
def refusing():
    """The address of a receiver of logout tokens that refuses them. Its answer has markup besides the code."""
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            body = b'{"error": "invalid_request", "error_description": "<b>no</b>"}'
            self.send_response(400)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as receiver:
        threading.Thread(target=receiver.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{receiver.server_port}/logout"
        receiver.shutdown()


def test_a_refused_logout_token_is_shown_with_its_answer(browser, dashboard, owner, shop, refusing):
    owner.go(f"/applications/{shop}")
    owner.expect_view()
    expect(owner.by("tab-logouts")).to_have_count(0)
    dashboard.call("PATCH", f"/applications/{shop}", {"redirect_uris": ["http://127.0.0.1/callback"], "backchannel_logout_uri": refusing})
    owner.go(f"/applications/{shop}")
    owner.by("tab-logouts").click()
    expect(owner.by("empty")).to_contain_text("No logout token has failed")
    vera = Administrator(browser, dashboard, "viewer", "Vera Viewer")
    with loopback_app(dashboard.server.account) as app:
        address = app.address(client_id=shop, scope="openid")
        until_answered(address)
        vera.page.goto(address)
        vera.by("continue").click()
        app.exchange(app.answer()["code"], shop)
    dashboard.call("DELETE", f"/users/{vera.id}/sessions")
    vera.context.close()
    # The list follows from the numbers of events, which are stored when the events are sealed.
    deadline = time.monotonic() + 30
    while not any(one["type"] == "logout.failed" for one in dashboard.call("GET", "/event-counts?days=1")["items"]):
        assert time.monotonic() < deadline, "the failed logout is never counted"
        time.sleep(0.1)
    owner.page.reload()
    row = owner.by("logout")
    expect(row).to_have_count(1)
    expect(row).to_contain_text("Status 400")
    expect(row).to_contain_text("invalid_request")
    assert row.get_by_role("link").get_attribute("href") == f"/users/{vera.id}"
    owner.go("/")
    line = owner.by("attention").get_by_role("listitem").filter(has_text="1 logout token")
    line.get_by_role("link").click()
    expect(owner.by("event")).to_have_count(1)
    expect(owner.by("event")).to_contain_text("Logout token not accepted")
    expect(owner.by("event")).to_contain_text("400")


def test_a_removed_application_keeps_its_history_and_is_brought_back(dashboard, owner, shop):
    dashboard.call("PATCH", f"/applications/{shop}", {"name": "Renamed"})
    dashboard.call("DELETE", f"/applications/{shop}")
    owner.go("/applications")
    row = owner.by("removed-application").filter(has_text=shop)
    expect(row).to_contain_text("Administration key")
    row.get_by_role("link", name=shop, exact=True).click()
    expect(owner.by("was-removed")).to_be_visible()
    assert owner.by("change").count() >= 3
    # The other changes are not undone before the application is back.
    expect(owner.by("open-undo")).to_have_count(1)
    owner.by("open-undo").click()
    expect(owner.by("undo-dialog")).to_contain_text(f"Bring back {shop}")
    owner.by("undo-dialog-submit").click()
    owner.heading("Renamed")
    expect(owner.by("note")).to_have_text("The application is back.")
    dashboard.call("DELETE", f"/applications/{shop}")
    owner.go("/applications")
    row.get_by_test_id("open-undo").click()
    owner.by("undo-dialog-submit").click()
    expect(owner.by("note")).to_have_text("The application is back.")
    expect(row).to_have_count(0)
    expect(owner.by("application").filter(has_text="Renamed")).to_have_count(1)
    owner.go("/applications/never-was")
    expect(owner.by("empty")).to_contain_text("There is no such application")


def test_invitations_are_sent_and_revoked(dashboard, owner, shop):
    owner.go(f"/applications/{shop}?tab=invitations")
    expect(owner.by("empty")).to_contain_text("No invitation is open")
    owner.by("open-invite").click()
    owner.by("invite-dialog-submit").click()
    expect(owner.by("error-email")).not_to_be_empty()
    owner.fill(email="guest@people.example", inviter="Olga")
    owner.by("invite-dialog-submit").click()
    row = owner.by("invitation").filter(has_text="guest@people.example")
    expect(row).to_contain_text("Olga")
    row.get_by_test_id("open-revoke").click()
    owner.by("revoke-dialog-submit").click()
    expect(owner.by("empty")).to_be_visible()
