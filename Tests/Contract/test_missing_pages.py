"""A browser that opens an unknown address gets a page, and a program a problem document."""

import urllib.error
import urllib.request

import pytest

HTML = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"


def fetch(origin: str, path: str, accept: str, method: str = "GET"):
    request = urllib.request.Request(origin + path, headers={"Accept": accept}, method=method)
    try:
        with urllib.request.urlopen(request) as answer:
            return answer.status, answer.headers, answer.read().decode()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.headers, error.read().decode()


@pytest.mark.parametrize("path", ["/no-such-page", "/v1/no-such-call", "/assets/none.js"])
def test_a_browser_gets_a_page(server, path):
    status, fields, page = fetch(server.account, path, HTML)
    assert status == 404
    assert fields["Content-Type"] == "text/html; charset=utf-8"
    assert "default-src 'none'" in fields["Content-Security-Policy"]
    assert fields["Cache-Control"] == "no-store"
    assert "Accept" in ", ".join(fields.get_all("Vary"))
    assert "There is no page at this address" in page and 'href="/"' in page


@pytest.mark.parametrize("accept, method", [("*/*", "GET"), ("application/json", "GET"), (HTML, "POST")])
def test_a_program_gets_a_problem(server, accept, method):
    status, fields, body = fetch(server.account, "/no-such-page", accept, method)
    assert (status, fields["Content-Type"]) == (404, "application/problem+json")
    assert '"code":"not_found"' in body


def test_the_wallet_origin_links_to_the_account(server):
    status, fields, page = fetch(server.wallet, "/", HTML)
    assert (status, fields["Content-Type"]) == (404, "text/html; charset=utf-8")
    assert "default-src 'none'" in fields["Content-Security-Policy"]
    assert f'href="{server.account}/"' in page
    assert fetch(server.wallet, "/", "*/*")[1]["Content-Type"] == "application/problem+json"


def test_a_head_request_has_the_fields_of_the_page(server):
    status, fields, body = fetch(server.account, "/no-such-page", HTML, "HEAD")
    assert (status, fields["Content-Type"], body) == (404, "text/html; charset=utf-8", "")
