import { element, link } from "../elements/dom.js";
import { section, tabBar } from "../elements/parts.js";
import { plainText } from "../format/text.js";
import { localDay } from "../format/time.js";
import { nameOf } from "../health/findings.js";
import { call } from "../server/call.js";
import { text } from "../texts/text.js";
import { byDetail, chart, parted, shares } from "./chart.js";

/** @typedef {import("../server/types.js").Overview} Overview @typedef {import("../server/types.js").Administrator} Administrator @typedef {import("../server/types.js").Webhook} Webhook
 * @typedef {import("../server/types.js").Health} Health */

/** The age from which a signing key is old, in days. */
const oldKey = 180;
const day = 86_400_000;

const signIns = ["session.started", "session.renewed"];

/** @type {[title: import("../texts/text.js").Key, types: string[]][]} */
const charts = [
  ["overview.signIns", signIns], ["overview.refused", ["sign_in.refused"]], ["overview.newUsers", ["user.created"]],
  ["overview.delivered", ["delivery.accepted"]], ["overview.failed", ["delivery.failed"]],
];

/**
 * The times that the charts show. The days are those of UTC.
 *
 * @type {{name: string, days: number, isByHour: boolean, caption: import("../texts/text.js").Key}[]}
 */
const times = [
  { name: "day", days: 1, isByHour: true, caption: "overview.day" }, { name: "week", days: 7, isByHour: false, caption: "overview.week" },
  { name: "month", days: 30, isByHour: false, caption: "overview.month" },
];

/** @param {import("../view/view.js").Address} address */
const timeOf = ({ query }) => times.find(({ name }) => name === query.get("time")) ?? /** @type {typeof times[number]} */ (times.at(-1));

/**
 * Numbers of the server, and what needs attention.
 *
 * @type {import("../view/view.js").Screen}
 */
export const overviewScreen = {
  title: () => text("overview.title"),
  async load(address, signal) {
    const { days, isByHour } = timeOf(address);
    // An examination asks the mail server, so the overview does not wait for it.
    const health = call("GET", "/v1/admin/health", undefined, signal).catch(() => null);
    const [overview, administrators, counts, week, webhooks] = await Promise.all([
      call("GET", "/v1/admin/overview", undefined, signal), call("GET", "/v1/admin/administrators", undefined, signal),
      call("GET", `/v1/admin/event-counts?days=${days}&by=${isByHour ? "hour" : "day"}`, undefined, signal), call("GET", "/v1/admin/event-counts?days=7", undefined, signal),
      call("GET", "/v1/admin/webhooks", undefined, signal),
    ]);
    return { overview, administrators: administrators.items, counts, week, webhooks: webhooks.items, health };
  },
  draw({ overview, administrators, counts, week, webhooks, health }, view) {
    const time = timeOf(view.address);
    const { users, messages, live_sessions: sessions } = /** @type {Overview} */ (overview);
    const attention = element("div", {});
    const show = (/** @type {Health | null | undefined} */ found) => attention.replaceChildren(attentionList(needsAttention(overview, administrators, Date.now(), webhooks, found, failedLogouts(week)), found === undefined));
    show(undefined);
    void health.then((/** @type {Health | null} */ found) => { if (!view.signal.aborted) show(found); });
    view.draw(
      element("div", { class: "view-head" }, element("h1", { text: text("overview.title"), tabindex: "-1" })),
      section(text("overview.attention"), { testid: "attention" }, attention),
      element("div", { class: "numbers" },
        number(users.total, text("overview.users", { count: users.total }), "/users", [
          text("overview.newInDay", { count: users.new_in_day }), text("overview.newInWeek", { count: users.new_in_week }), text("overview.newInMonth", { count: users.new_in_month })]),
        ...(users.active_in_day === null ? [] : [number(users.active_in_day, text("overview.active", { count: users.active_in_day }), undefined, [
          text("overview.activeInWeek", { count: users.active_in_week ?? 0 }), text("overview.activeInMonth", { count: users.active_in_month ?? 0 })])]),
        number(sessions, text("overview.sessions", { count: sessions }), undefined, []),
        number(messages.waiting, text("overview.waiting", { count: messages.waiting }), "/messages?state=waiting", []),
        number(administrators.length, text("overview.administrators", { count: administrators.length }), "/administrators", [])),
      section(text("overview.overTime"), { testid: "over-time" },
        tabBar(text("overview.overTime"), times.map(({ name, caption }) => ({ name, caption: text(caption), href: view.address.with({ time: name === "month" ? undefined : name }).href, isHere: name === time.name }))),
        element("div", { class: "numbers" }, ...charts.map(([title, types]) => chart(text(title), parted(counts, types, time.isByHour ? 3_600_000 : undefined), time.isByHour)),
          shares(text("overview.byMethod"), byDetail(counts, signIns), text("overview.noSignIns")),
          shares(text("overview.refusedByMethod"), byDetail(counts, ["sign_in.refused"]), text("overview.noneRefused")))),
      element("p", { class: "muted small", testid: "version", text: text("overview.version", { version: overview.version }) }));
  },
};

/**
 * @param {{said: string, action: string, href: string}[]} found @param {boolean} isOpen whether the server still examines itself
 */
function attentionList(found, isOpen) {
  if (found.length === 0) return element("p", { class: isOpen ? "muted" : "all-good", text: text(isOpen ? "overview.looking" : "overview.allGood") });
  return element("ul", { class: "attention" }, ...found.map(({ said, action, href }) => element("li", {}, element("span", { class: "finding", text: said }), link(action, href, { class: "button small" }))));
}

/**
 * What an operator should look at, each with the place where it can be solved.
 *
 * @param {Overview} overview @param {Administrator[]} administrators @param {number} now in milliseconds @param {Webhook[]} [webhooks]
 * @param {Health | null} [health] null if the examination has failed @param {{start: Date, count: number}[]} [logouts] the days with logout tokens that failed, the oldest first
 * @returns {{said: string, action: string, href: string}[]}
 */
export function needsAttention({ messages, signing_keys: keys }, administrators, now, webhooks = [], health = undefined, logouts = []) {
  const found = [];
  const toHealth = (/** @type {string} */ said) => ({ said, action: text("attention.toHealth"), href: "/health" });
  if (health === null) found.push(toHealth(text("attention.noHealth")));
  for (const finding of health?.checks ?? []) {
    if (finding.status === "problem") found.push(toHealth(text("attention.health", { check: nameOf(finding), detail: plainText(finding.detail, 300) })));
  }
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
  if (logouts.length > 0) {
    // The days of the list are those of the time zone.
    const [first, last] = [logouts[0]?.start ?? new Date(now), new Date((logouts.at(-1)?.start.getTime() ?? now) + day - 1)];
    found.push({ said: text("attention.logouts", { count: logouts.reduce((sum, { count }) => sum + count, 0) }), action: text("attention.toEvents"),
      href: `/events?${new URLSearchParams({ type: "logout.failed", from: localDay(first), until: localDay(last) })}` });
  }
  const warnings = (health?.checks ?? []).filter(({ status }) => status === "warning").length;
  if (warnings > 0) found.push(toHealth(text("attention.warnings", { count: warnings })));
  return found;
}

/**
 * The days with logout tokens that applications did not accept.
 *
 * @param {import("../server/types.js").EventCounts} counts
 */
const failedLogouts = (counts) => parted(counts, ["logout.failed"]).filter(({ count }) => count > 0);

/** @param {number} value @param {string} label @param {string | undefined} href @param {string[]} more */
const number = (value, label, href, more) => element("div", { class: "number" },
  element("p", { class: "number-value", text: new Intl.NumberFormat("en").format(value) }),
  element("p", { class: "number-label" }, href ? link(label, href) : label),
  more.length > 0 && element("ul", { class: "muted small" }, ...more.map((line) => element("li", { text: line }))));
