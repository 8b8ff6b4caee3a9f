"""What script the two pages run that somebody wrote into them: docs/wallets.md, "Its policy"."""

import pytest

# Each way to run script notes its name where it is let. What begins in a timer is the page's own, and not the
# debugger's that evaluates this.
ATTEMPTS = """other => new Promise((done) => {
  window.ran = [];
  window.refused = [];
  document.addEventListener("securitypolicyviolation", (event) => window.refused.push(event.effectiveDirective));
  const add = (tag, change) => document.body.append(Object.assign(document.createElement(tag), change));
  setTimeout(() => {
    add("script", { textContent: "window.ran.push('script')" });
    add("script", { src: other });
    add("div", { innerHTML: `<button onclick="window.ran.push('handler')"></button>` });
    add("div", { innerHTML: `<button onclick="eval(&quot;window.ran.push('eval')&quot;)"></button>` });
    add("a", { href: "javascript:void window.ran.push('link')" });
    for (const one of document.querySelectorAll("body > div > button:only-child, body > a")) one.click();
    setTimeout(() => done([window.ran, [...new Set(window.refused)].sort()]), 300);
  });
})"""

EXECUTOR = """() => new Promise((done) => {
  const heard = [];
  addEventListener("message", (event) => heard.push(event.data));
  const frame = document.createElement("iframe");
  frame.setAttribute("sandbox", "allow-scripts");
  frame.srcdoc = `<script>parent.postMessage("script", "*")</script>
    <img src="data:," onerror='parent.postMessage("handler", "*")'>`;
  document.body.append(frame);
  setTimeout(() => done(heard), 500);
})"""


@pytest.fixture
def page(browser):
    context = browser.new_context()
    yield context.new_page()
    context.close()


def test_the_wallet_page_runs_event_handlers_and_no_other_script_written_into_it(page, server, near_connect):
    page.goto(f"{server.wallet}/near")
    ran, refused = page.evaluate(ATTEMPTS, "https://127.0.0.1:1/other.js")
    assert ran == ["handler"]
    assert refused == ["script-src", "script-src-elem"]


def test_a_frame_that_inherits_the_policy_of_the_wallet_page_runs_the_same(page, server):
    page.goto(f"{server.wallet}/near")
    assert page.evaluate(EXECUTOR) == ["handler"]


def test_the_account_page_runs_no_script_written_into_it(page, server):
    page.goto(server.account)
    ran, refused = page.evaluate(ATTEMPTS, "https://127.0.0.1:1/other.js")
    assert ran == []
    assert refused == ["script-src-attr", "script-src-elem"]
