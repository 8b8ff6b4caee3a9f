"""Every view of the page: axe-core, room for each text on a small screen, and no text of another language.

`make test-all` shows them in all languages, each in all appearances. `make test` shows them in four languages, and axe-core checks
each view once, in one appearance.
"""

import itertools

import pytest
from playwright.sync_api import expect

from appearances import ALL, SMALL, complaints
from every_view import make_resident, new_recovery_codes, other_pages, signed_in_views, signed_out_views
from languages import AUDITED, SHOWN
from listener import loopback_app
from messages import Messages
from sampling import IS_COMPLETE, rank
from server import running_server
from texts import RIGHT_TO_LEFT
from virtual_authenticators import passkey_site
from visitor import Visitor
from wording import foreign

# `Passkey` is the stored name of the passkey.
VALUES = {"Harbor Notes", "Harbor Mail", "Test Fox", "Doorward", "Passkey", "×"}


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    # The user of all languages signs in once.
    settings = {"lifetimes": {"recent_sign_in": 86_400}, "password": {"identifiers": ["email", "username"]}}
    with passkey_site(tmp_path_factory.mktemp("views"), **settings) as running:
        yield running


@pytest.fixture(scope="module")
def near_site(tmp_path_factory, near_connect):
    with running_server(tmp_path_factory.mktemp("frames"), near_connect) as running:
        yield running


@pytest.fixture(scope="module")
def messages(server):
    return Messages(server.log)


@pytest.fixture(scope="module")
def resident(browser, server, messages):
    visitor = Visitor(browser, server.account)
    resident = make_resident(visitor, messages)
    visitor.context.close()
    return resident


@pytest.mark.takes_long("a tour of 50 views")
@pytest.mark.parametrize("tag", SHOWN)
def test_every_view_is_accessible_has_room_and_is_in_the_language(visit, server, messages, resident, tag):
    found: list[str] = []
    is_audited = tag in AUDITED
    # Each view has the next appearance. The sample chooses the first one.
    turns = itertools.count(rank(tag)[0])

    def stop(visitor, view: str) -> None:
        root = visitor.page.locator("html")
        expect(root).to_have_attribute("lang", tag)
        expect(root).to_have_attribute("dir", "rtl" if tag in RIGHT_TO_LEFT else "ltr")
        first = ALL[next(turns) % len(ALL)] if is_audited else SMALL
        others = [one for one in ALL if one is not first] if IS_COMPLETE else ()
        problems = complaints(visitor, first, others, is_audited=is_audited)
        problems += foreign(visitor.page, tag, VALUES | {resident.address})
        found.extend(f"{view}: {problem}" for problem in problems)

    signed_out = visit(locale=tag, reduced_motion="reduce")
    signed_out_views(signed_out, messages, resident, stop)
    other_pages(signed_out, resident, stop)
    with loopback_app(server.account) as app:
        signed_in = visit(locale=tag, reduced_motion="reduce", storage_state=resident.cookies)
        signed_in_views(signed_in, app, stop)
    new_recovery_codes(signed_in, stop)
    assert found == [], "\n".join(found)


# The page has no text of a site here: the wallets are in a frame, which has its own document and script.
@pytest.mark.parametrize("tag", SHOWN)
def test_frame_of_wallets_is_in_the_language(visit, near_site, tag):
    visitor = visit(account=near_site.account, locale=tag)
    visitor.page.goto(visitor.account + "/")
    frame = visitor.open_near()
    expect(frame.locator("[data-wallet=one-approval]")).to_be_visible()
    expect(frame.locator("html")).to_have_attribute("lang", tag)
    child = next(one for one in visitor.page.frames if "/near" in one.url)
    assert foreign(child, tag, VALUES | set(child.locator("[data-wallet] .choice-name").all_inner_texts())) == []
