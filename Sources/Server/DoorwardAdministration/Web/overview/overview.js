import { element, link } from "../elements/dom.js";
import { section } from "../elements/parts.js";
import { plainText } from "../format/text.js";
import { call } from "../server/call.js";
import { text } from "../texts/text.js";
import { chart, daily } from "./chart.js";

/** @typedef {import("../server/types.js").Overview} Overview @typedef {import("../server/types.js").Administrator} Administrator @typedef {import("../server/types.js").Webhook} Webhook */

/** The age from which a signing key is old, in days. */
const oldKey = 180;

/** @type {[title: import("../texts/text.js").Key, types: string[]][]} */
const charts = [
  ["overview.signIns", ["session.started", "session.renewed"]], ["overview.refused", ["sign_in.refused"]],
  ["overview.newUsers", ["user.created"]], ["overview.failed", ["delivery.failed"]],
];

/**
 * Numbers of the server, and what needs attention.
 *
 * @type {import("../view/view.js").Screen}
 */
export const overviewScreen = {
  title: () => text("overview.title"),
  async load(_, signal) {
    const [overview, administrators, counts, webhooks] = await Promise.all([
      call("GET", "/v1/admin/overview", undefined, signal), call("GET", "/v1/admin/administrators", undefined, signal),
      call("GET", "/v1/admin/event-counts?days=30", undefined, signal), call("GET", "/v1/admin/webhooks", undefined, signal),
    ]);
    return { overview, administrators: administrators.items, counts, webhooks: webhooks.items };
  },
  draw({ overview, administrators, counts, webhooks }, view) {
    const { users, messages, live_sessions: sessions } = /** @type {Overview} */ (overview);
    const attention = needsAttention(overview, administrators, Date.now(), webhooks);
    view.draw(
      element("div", { class: "view-head" }, element("h1", { text: text("overview.title"), tabindex: "-1" })),
      section(text("overview.attention"), { testid: "attention" }, attention.length === 0
        ? element("p", { class: "all-good", text: text("overview.allGood") })
        : element("ul", { class: "attention" }, ...attention.map(({ said, action, href }) => element("li", {}, element("span", { text: said }), link(action, href, { class: "button small" }))))),
      element("div", { class: "numbers" },
        number(users.total, text("overview.users", { count: users.total }), "/users", [
          text("overview.newInDay", { count: users.new_in_day }), text("overview.newInWeek", { count: users.new_in_week }), text("overview.newInMonth", { count: users.new_in_month })]),
        number(sessions, text("overview.sessions", { count: sessions }), undefined, []),
        number(messages.waiting, text("overview.waiting", { count: messages.waiting }), "/messages?state=waiting", []),
        number(administrators.length, text("overview.administrators", { count: administrators.length }), "/administrators", [])),
      section(text("overview.month"), {}, element("div", { class: "numbers" }, ...charts.map(([title, types]) => chart(text(title), daily(counts, types))))),
      element("p", { class: "muted small", testid: "version", text: text("overview.version", { version: overview.version }) }));
  },
};

/**
 * What an operator should look at, each with the place where it can be solved.
 *
 * @param {Overview} overview @param {Administrator[]} administrators @param {number} now in milliseconds @param {Webhook[]} [webhooks]
 * @returns {{said: string, action: string, href: string}[]}
 */
export function needsAttention({ messages, signing_keys: keys }, administrators, now, webhooks = []) {
  const found = [];
  if (messages.undelivered > 0) found.push({ said: text("attention.undelivered", { count: messages.undelivered }), action: text("attention.toMessages"), href: "/messages" });
  if (administrators.filter(({ role }) => role === "owner").length === 1) found.push({ said: text("attention.loneOwner"), action: text("attention.toAdministrators"), href: "/administrators?do=add" });
  const ages = keys.filter(({ state }) => state === "signing").map((key) => Math.floor((now - new Date(key.created_at).getTime()) / 86_400_000));
  const oldest = Math.max(0, ...ages);
  if (oldest >= oldKey) found.push({ said: text("attention.oldKey", { count: oldest }), action: text("attention.toKeys"), href: "/keys?tab=signing" });
  for (const { id, url, enabled, failing_since: failing } of webhooks) {
    const where = plainText(url, 80);
    if (!enabled) found.push({ said: text("attention.webhookDisabled", { url: where }), action: text("attention.toWebhook"), href: `/webhooks/${id}` });
    else if (failing) found.push({ said: text("attention.webhookFailing", { url: where }), action: text("attention.toWebhook"), href: `/webhooks/${id}?state=waiting` });
  }
  return found;
}

/** @param {number} value @param {string} label @param {string | undefined} href @param {string[]} more */
const number = (value, label, href, more) => element("div", { class: "number" },
  element("p", { class: "number-value", text: new Intl.NumberFormat("en").format(value) }),
  element("p", { class: "number-label" }, href ? link(label, href) : label),
  more.length > 0 && element("ul", { class: "muted small" }, ...more.map((line) => element("li", { text: line }))));
