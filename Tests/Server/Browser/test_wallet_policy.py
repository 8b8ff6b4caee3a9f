"""The content security policies of the two pages: docs/wallets.md, "Its policy"."""

import pytest

# Each way to run a script records its name if it runs. The attempts start in a timer, so that they belong to the page and
# not to the debugger.
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


def test_wallet_page_runs_only_injected_event_handlers(page, server, near_connect):
    page.goto(f"{server.wallet}/near")
    ran, refused = page.evaluate(ATTEMPTS, "https://127.0.0.1:1/other.js")
    assert ran == ["handler"]
    assert refused == ["script-src", "script-src-elem"]


def test_frame_with_inherited_policy_runs_only_event_handlers(page, server):
    page.goto(f"{server.wallet}/near")
    assert page.evaluate(EXECUTOR) == ["handler"]


def test_account_page_runs_no_injected_script(page, server):
    page.goto(server.account)
    ran, refused = page.evaluate(ATTEMPTS, "https://127.0.0.1:1/other.js")
    assert ran == []
    assert refused == ["script-src-attr", "script-src-elem"]
