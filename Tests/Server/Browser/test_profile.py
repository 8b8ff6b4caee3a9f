"""The profile on the account page: names, language, photo and user name."""

import json

import pytest
from playwright.sync_api import expect

import openapi
from appearances import assert_accessible
from identifiers import PASSWORD, expect_form_problem, sign_in_with_password, sign_out, sign_up
from messages import Messages
from pictures import png, upload
from server import running_server
from test_account import stale_once

APPLICATIONS = [{"id": "default", "name": "Harbor Notes", "password": {"identifiers": ["email", "username"]}}]

# The texts that a user types into the form, and the autofill of their fields.
TYPED = [name for name in openapi.profile_texts() if name != "locale"]
AUTOFILL = {"name": "name", "first_name": "given-name", "last_name": "family-name"}


@pytest.fixture(scope="module")
def server(tmp_path_factory, near_connect):
    with running_server(
            tmp_path_factory.mktemp("profile"), near_connect, applications=APPLICATIONS, rate_limits={"code_pause": 0}) as running:
        yield running


@pytest.fixture(scope="module")
def messages(server):
    return Messages(server.log)


@pytest.fixture
def user(visit, messages):
    """A signed-in user with an email address and a password."""
    visitor = visit().open()
    visitor.address = sign_up(visitor, messages)
    return visitor


def choose_photo(visitor, name: str, content: bytes, kind: str = "image/png") -> None:
    visitor.page.get_by_test_id("photo-file").set_input_files(upload(name, content, kind))


def save_photo(visitor) -> None:
    visitor.page.get_by_test_id("save-photo").click()


# Names and language

def test_names_are_saved_and_cleared(user):
    page = user.page
    values = {"name": "Countess", "first_name": "Ada", "last_name": "Lovelace"}
    typed = {name: values.get(name, "Text") for name in TYPED}
    for name, value in typed.items():
        field = page.get_by_test_id(name.replace("_", "-"))
        field.fill(value)
        assert name not in AUTOFILL or field.get_attribute("autocomplete") == AUTOFILL[name]
    with page.expect_request("**/session/user") as sent:
        page.get_by_test_id("profile-submit").click()
    assert sent.value.post_data_json == typed
    expect(page.get_by_test_id("toast")).to_contain_text("Profile saved.")
    page.reload()
    expect(page.get_by_test_id("first-name")).to_have_value("Ada")
    expect(page.get_by_test_id("last-name")).to_have_value("Lovelace")
    page.get_by_test_id("last-name").fill("")
    with page.expect_request("**/session/user") as sent:
        page.get_by_test_id("last-name").press("Enter")
    assert sent.value.post_data_json == {"last_name": None}
    # A reload could cancel the request.
    expect(page.get_by_test_id("toast")).to_contain_text("Profile saved.")
    page.reload()
    expect(page.get_by_test_id("last-name")).to_have_value("")
    expect(page.get_by_test_id("first-name")).to_have_value("Ada")


def test_saved_language_is_spoken_at_once(user, visit):
    page, root = user.page, user.page.locator("html")
    page.get_by_test_id("first-name").fill("Ada")
    for tag, title, saved, sent_tag in (("de", "Ihr Konto", "Profil gespeichert.", "de"), ("", "Your account", "Profile saved.", None)):
        with page.expect_request("**/session/user") as sent:
            page.get_by_test_id("locale").select_option(tag)
        assert sent.value.post_data_json == {"locale": sent_tag}
        expect(page.locator("h1")).to_have_text(title)
        expect(page.get_by_test_id("toast")).to_contain_text(saved)
        expect(root).to_have_attribute("lang", tag or "en")
        expect(page.get_by_test_id("locale")).to_have_value(tag)
        expect(page.get_by_test_id("locale")).to_be_focused()
        # A name that is typed and not saved stays.
        expect(page.get_by_test_id("first-name")).to_have_value("Ada")
        expect(page.get_by_test_id("language-switch")).to_be_hidden()
    page.get_by_test_id("locale").select_option("de")
    expect(page.locator("h1")).to_have_text("Ihr Konto")
    # Another browser of the user speaks it too, as soon as it knows the user.
    other = visit().open()
    expect(other.page.locator("html")).to_have_attribute("lang", "en")
    sign_in_with_password(other, user.address)
    expect(other.page.locator("h1")).to_have_text("Ihr Konto")
    expect(other.page.get_by_test_id("locale")).to_have_value("de")

def test_unchanged_profile_is_not_sent(user):
    sent = []
    user.page.on("request", lambda request: sent.append(request.url) if request.method == "PATCH" else None)
    user.page.get_by_test_id("profile-submit").click()
    expect(user.page.get_by_test_id("toast")).to_contain_text("This is already saved.")
    assert sent == []


@pytest.mark.only_in_test_all("a variant of test_refused_user_name_is_explained_at_its_field")
def test_refused_name_is_explained(user):
    user.page.get_by_test_id("first-name").fill("é" * 100)
    user.page.get_by_test_id("profile-submit").click()
    expect_form_problem(user, "This first name cannot be saved.")
    expect(user.page.get_by_test_id("first-name")).to_have_value("é" * 100)
    expect(user.page.get_by_test_id("first-name")).to_be_focused()
    expect(user.page.get_by_test_id("first-name")).to_have_attribute("aria-invalid", "true")


# The photo

def test_photo_is_previewed_saved_shown_and_removed(user):
    page = user.page
    with page.expect_file_chooser() as chooser:
        page.get_by_test_id("choose-photo").click()
    chooser.value.set_files(upload("me.png", png()))
    preview = page.get_by_test_id("photo-preview")
    expect(preview).to_be_visible()
    box = preview.bounding_box()
    # The browser places boxes with fractions.
    assert abs(box["width"] - box["height"]) < 0.1
    assert preview.evaluate("image => getComputedStyle(image).objectFit") == "cover"
    with page.expect_request("**/session/user/photo") as sent:
        save_photo(user)
    assert (sent.value.method, sent.value.headers["content-type"]) == ("PUT", "image/png")
    expect(page.get_by_test_id("toast")).to_contain_text("Photo saved.")
    expect(page.get_by_test_id("photo-dialog")).to_have_count(0)
    shown = page.get_by_test_id("photo").locator("img")
    assert shown.evaluate("image => image.decode().then(() => [image.naturalWidth, image.naturalHeight])") == [128, 128]
    expect(page.locator(".greeting img.avatar")).to_be_visible()
    page.reload()
    expect(page.get_by_test_id("choose-photo")).to_have_text("Change")
    page.get_by_role("button", name="Remove the photo").click()
    expect(page.get_by_test_id("toast")).to_contain_text("Photo removed.")
    expect(page.get_by_test_id("remove-photo")).to_have_count(0)
    expect(page.locator("img.avatar")).to_have_count(0)


@pytest.mark.only_in_test_all("a variant of test_photo_is_previewed_saved_shown_and_removed")
def test_photo_is_shown_to_the_user_who_continues_to_an_app(user, app):
    choose_photo(user, "me.png", png())
    save_photo(user)
    expect(user.page.get_by_test_id("toast")).to_contain_text("Photo saved.")
    user.page.goto(app.address())
    photo = user.page.locator(".account-line img.avatar")
    assert photo.evaluate("image => image.decode().then(() => image.naturalWidth)") == 128


@pytest.mark.sampled(at_most=1)
@pytest.mark.parametrize("name, content, kind, expected", [
    ("notes.txt", b"not an image", "text/plain", "This file is not a photo."),
    ("drawing.svg", b"<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>", "image/svg+xml", "SVG images are not accepted."),
    ("half.png", png()[:120], "image/png", "This image is damaged"),
    ("bomb.png", png(claimed=(16_000, 16_000)), "image/png", "This image has too many pixels."),
], ids=["text", "svg", "damaged", "bomb"])
def test_refused_image_is_explained(user, name, content, kind, expected):
    choose_photo(user, name, content, kind)
    expect(user.page.get_by_test_id("photo-preview").or_(user.page.get_by_test_id("no-preview"))).to_be_visible()
    save_photo(user)
    expect_form_problem(user, expected)
    # The user can choose another image at once.
    expect(user.page.get_by_test_id("another-photo")).to_be_focused()
    expect(user.page.get_by_test_id("save-photo")).to_have_count(0)
    with user.page.expect_file_chooser() as chooser:
        user.page.get_by_test_id("another-photo").click()
    chooser.value.set_files(upload("me.png", png()))
    save_photo(user)
    expect(user.page.get_by_test_id("toast")).to_contain_text("Photo saved.")


def test_too_large_image_is_not_sent(user, tmp_path):
    sent = []
    user.page.on("request", lambda request: sent.append(request.url) if request.url.endswith("/photo") else None)
    large = tmp_path / "large.png"
    large.write_bytes(png() + bytes(10 << 20))
    user.page.get_by_test_id("photo-file").set_input_files(large)
    expect_form_problem(user, "This image is larger than 10 MB.")
    assert_accessible(user)
    expect(user.page.get_by_test_id("save-photo")).to_have_count(0)
    assert sent == []


@pytest.mark.only_in_test_all("a variant of test_refused_image_is_explained")
def test_server_without_photo_library_is_explained(user):
    user.page.route("**/session/user/photo", lambda route: route.fulfill(
        status=503, headers={"Retry-After": "600"}, content_type="application/problem+json",
        body=json.dumps({"code": "photo_processing_unavailable", "detail": "Install libvips.", "trace_id": "t1"})))
    choose_photo(user, "me.png", png())
    save_photo(user)
    expect_form_problem(user, "This site cannot process photos at the moment.")
    expect(user.page.get_by_test_id("form-problem")).not_to_contain_text("libvips")
    # The image is not refused, so it can be sent again.
    expect(user.page.get_by_test_id("save-photo")).to_be_visible()


def test_progress_of_a_photo_is_said_and_sending_can_be_cancelled(user):
    held = []
    user.page.route("**/session/user/photo", lambda route: held.append(route))
    choose_photo(user, "me.png", png())
    save_photo(user)
    expect(user.page.get_by_test_id("photo-progress")).to_be_visible()
    expect(user.page.get_by_test_id("photo-status")).not_to_be_empty()
    expect(user.page.get_by_test_id("save-photo")).to_have_attribute("aria-disabled", "true")
    user.page.get_by_test_id("dialog-close").click()
    expect(user.page.get_by_test_id("choose-photo")).to_be_focused()
    assert len(held) == 1
    held[0].abort()
    expect(user.page.get_by_test_id("toast")).to_have_count(0)


@pytest.mark.only_in_test_all("a variant of test_offline_user_is_told")
def test_offline_user_keeps_the_chosen_photo(user):
    choose_photo(user, "me.png", png())
    user.context.set_offline(True)
    save_photo(user)
    expect_form_problem(user, "You are offline.")
    user.context.set_offline(False)
    save_photo(user)
    expect(user.page.get_by_test_id("toast")).to_contain_text("Photo saved.")


@pytest.mark.only_in_test_all("Tests/Server/Page/server.test.mjs announces the end of the session")
def test_session_that_ends_while_a_photo_is_sent_is_noticed(user):
    choose_photo(user, "me.png", png())
    user.context.clear_cookies()
    save_photo(user)
    user.expect_signed_out()
    expect(user.page.get_by_test_id("note")).to_contain_text("You were signed out")


# The user name

def open_user_name(visitor):
    if visitor.page.get_by_test_id("username").count() == 0:
        visitor.add("username")
        return visitor.page.get_by_test_id("link-dialog")
    visitor.page.get_by_test_id("change-username").click()
    return visitor.page.get_by_test_id("username-dialog")


def set_user_name(visitor, name: str) -> None:
    dialog = open_user_name(visitor)
    dialog.get_by_test_id("new-username").fill(name)
    dialog.get_by_test_id("username-form-submit").click()


def test_user_name_is_set_changed_and_removed(user, server):
    name = f"ada-{user.address.split('@')[0]}"
    row = user.page.get_by_test_id("username")
    expect(row).to_have_count(0)
    dialog = open_user_name(user)
    assert dialog.get_by_test_id("new-username").get_attribute("autocomplete") == "username"
    dialog.get_by_test_id("new-username").fill(name)
    dialog.get_by_test_id("username-form-submit").click()
    expect(row).to_contain_text(name)
    expect(user.page.get_by_test_id("toast")).to_contain_text("User name saved.")
    sign_out(user)
    sign_in_with_password(user, name)
    user.expect_signed_in()
    set_user_name(user, f"{name}-2")
    expect(row).to_contain_text(f"{name}-2")
    row.get_by_test_id("remove-username").click()
    expect(user.page.get_by_test_id("confirm-dialog")).to_contain_text(f"You will no longer be able to sign in as {name}-2.")
    user.page.get_by_test_id("confirm").click()
    # The session was opened with the user name, so it ends with the name.
    user.expect_signed_out()
    expect(user.page.get_by_test_id("note")).to_contain_text("You were signed out")
    sign_in_with_password(user, f"{name}-2")
    expect_form_problem(user, "Wrong user name or password.")


def test_refused_user_name_is_explained_at_its_field(user, visit, messages):
    other = visit().open()
    sign_up(other, messages)
    taken = f"grace-{user.address.split('@')[0]}"
    set_user_name(other, taken)
    expect(other.page.get_by_test_id("username")).to_contain_text(taken)
    dialog = open_user_name(user)
    for name, expected in [
            ("", "Type the user name first."), (taken, "is taken. Choose another one."),
            # A Cyrillic letter that looks like a Latin one.
            (taken.replace("a", "а"), "The user name"), ("admin", "This user name is reserved."),
            ("ab", "The user name is too short."), ("a" * 200, "The user name is too long."), ("ada lovelace", "has a character that cannot be used")]:
        dialog.get_by_test_id("new-username").fill(name)
        dialog.get_by_test_id("username-form-submit").click()
        expect_form_problem(user, expected)
        expect(dialog.get_by_test_id("new-username")).to_be_focused()
    expect(user.page.get_by_test_id("username")).to_have_count(0)


@pytest.mark.only_in_test_all("a variant of test_old_sign_in_is_confirmed_with_the_password")
def test_user_name_after_old_sign_in_asks_to_sign_in_again(user):
    stale_once(user, "**/session/user", "PATCH")
    name = f"old-{user.address.split('@')[0]}"
    set_user_name(user, name)
    again = user.page.get_by_test_id("sign-again-dialog")
    again.get_by_test_id("confirm-password").click()
    again.get_by_test_id("password").fill(PASSWORD)
    again.get_by_test_id("password-form-submit").click()
    expect(user.page.get_by_test_id("username")).to_contain_text(name)


@pytest.mark.only_in_test_all("starts a server; the sites of other files have no user names")
def test_site_without_user_names_offers_none(visit, tmp_path, near_connect):
    settings = {"applications": [{"id": "default", "name": "Harbor Notes", "password": {"identifiers": ["email"]}}]}
    with running_server(tmp_path, near_connect, **settings) as server:
        visitor = visit(account=server.account)
        visitor.with_wallet()
        visitor.open().sign_in_with_ethereum()
        expect(visitor.page.get_by_test_id("profile-card")).to_be_visible()
        visitor.page.get_by_test_id("link-identity").click()
        expect(visitor.page.get_by_test_id("add-passkey").or_(visitor.page.get_by_test_id("add-email")).first).to_be_visible()
        expect(visitor.page.get_by_test_id("add-username")).to_have_count(0)


def test_escape_closes_the_dialog_without_a_change(user):
    open_user_name(user).get_by_test_id("new-username").fill("not-saved")
    user.page.keyboard.press("Escape")
    expect(user.page.get_by_test_id("link-dialog")).to_have_count(0)
    expect(user.page.get_by_test_id("link-identity")).to_be_focused()
    expect(user.page.get_by_test_id("username")).to_have_count(0)
