import { copyable } from "../elements/copy.js";
import { button, element, link } from "../elements/dom.js";
import { badge, emptyState, facts, foreign, section, tabBar, timeElement } from "../elements/parts.js";
import { table } from "../elements/table.js";
import { plainText } from "../format/text.js";
import { call } from "../server/call.js";
import { Problem } from "../server/problem.js";
import { may } from "../session/session.js";
import { knownText, text } from "../texts/text.js";
import { editWebhook, removeWebhook, replaceSecret, replay, retry, switchWebhook, test } from "./acts.js";
import { state, typeBadges } from "./list.js";

/**
 * @typedef {import("../server/types.js").Webhook} Webhook @typedef {import("../server/types.js").Delivery} Delivery @typedef {import("../view/view.js").View} View
 * @typedef {{webhook?: Webhook, deliveries?: {items: Delivery[], next_cursor?: string}, applications?: any[]}} Found
 */

/** @type {readonly ("" | Delivery["state"])[]} */
const states = ["", "waiting", "failed", "delivered"];
const kinds = /** @type {const} */ ({ waiting: "plain", delivered: "good", failed: "danger" });
/** The pause until the deliveries are read again while one waits, in milliseconds. */
const pause = 3_000;
/** How often they are read again after a test. */
const tries = 3;

/**
 * One webhook and its deliveries.
 *
 * @type {import("../view/view.js").Screen}
 */
export const webhookScreen = {
  title: (found) => (found?.webhook ? plainText(found.webhook.url, 60) : text("webhooks.one")),
  async load(address, signal) {
    const id = encodeURIComponent(address.parts[1] ?? "");
    const query = new URLSearchParams({ limit: "25" });
    if (address.value("state")) query.set("state", address.value("state"));
    if (address.value("after")) query.set("cursor", address.value("after"));
    try {
      const [webhook, deliveries, applications] = await Promise.all([
        call("GET", `/v1/admin/webhooks/${id}`, undefined, signal), call("GET", `/v1/admin/webhooks/${id}/deliveries?${query}`, undefined, signal),
        call("GET", "/v1/admin/applications", undefined, signal),
      ]);
      return { webhook, deliveries, applications: applications.items };
    } catch (error) {
      if (error instanceof Problem && error.status === 404) return {};
      throw error;
    }
  },
  draw(/** @type {Found} */ { webhook, deliveries, applications = [] }, view) {
    if (!webhook || !deliveries) {
      return view.draw(element("h1", { text: text("webhooks.one"), tabindex: "-1" }),
        emptyState(text("webhooks.missing"), text("webhooks.missingAdvice"), link(text("webhooks.title"), "/webhooks", { class: "button" })));
    }
    const mayWrite = may("admin.webhooks.write");
    if (mayWrite) {
      Object.assign(view.dialogs, {
        edit: editWebhook(webhook, applications), switch: switchWebhook(webhook), secret: replaceSecret(webhook), replay: replay(webhook), remove: removeWebhook(webhook),
      });
    }
    follow(deliveries.items, view);
    return view.draw(
      element("div", { class: "view-head" },
        element("div", {}, element("p", { class: "crumb" }, link(text("webhooks.title"), "/webhooks")), element("h1", { tabindex: "-1" }, foreign(plainText(webhook.url, 120))),
          element("p", { class: "badges" }, state(webhook), webhook.description && foreign(plainText(webhook.description, 256), { class: "muted" }))),
        mayWrite && element("div", { class: "actions" },
          button(text("webhook.test"), () => void test(view, webhook).then(() => soon(view, tries)), { id: "test", testid: "test" }), view.opener(text("user.edit"), "edit"),
          view.opener(text(webhook.enabled ? "webhook.disable" : "webhook.enable"), "switch", { class: webhook.enabled ? "button" : "button main" }))),
      facts([
        [text("webhook.types"), typeBadges(webhook)], [text("session.application"), webhook.application ? foreign(plainText(webhook.application, 64)) : text("webhook.everyApplication")],
        [text("webhook.client"), text(webhook.include_client ? "value.yes" : "value.no")], [text("users.created"), timeElement(webhook.created_at)],
        [text("webhook.oldSecret"), webhook.previous_secret_ends_at ? timeElement(webhook.previous_secret_ends_at) : null],
        [text("webhook.failingSince"), webhook.failing_since ? timeElement(webhook.failing_since) : null],
      ]),
      deliveriesSection(webhook, deliveries, view, mayWrite),
      mayWrite && section(text("webhook.more"), {}, element("div", { class: "rows" },
        act(text("webhook.replaceWhat"), view.opener(text("webhook.replace"), "secret")),
        act(text("webhook.removeWhat"), view.opener(text("webhook.remove"), "remove", { class: "button danger-text" })))));
  },
};

/** @param {string} what @param {Node} control */
const act = (what, control) => element("div", { class: "row" }, element("p", { text: what }), control);

/**
 * Reads the deliveries again while one of them will be sent soon.
 *
 * @param {Delivery[]} items @param {View} view
 */
function follow(items, view) {
  if (items.some(({ state: now, next_attempt_at: next }) => now === "waiting" && new Date(next ?? 0).getTime() < Date.now() + 10 * pause)) soon(view, 1);
}

/**
 * Reads the deliveries again in a moment, since events are sealed before they are sent.
 *
 * @param {View} view @param {number} times
 */
function soon(view, times) {
  const timer = setTimeout(() => {
    if (!document.hidden && !view.dialog) void view.reload();
    if (times > 1) soon(view, times - 1);
  }, pause);
  view.signal.addEventListener("abort", () => clearTimeout(timer));
}

/** @param {Webhook} webhook @param {{items: Delivery[], next_cursor?: string}} part @param {View} view @param {boolean} mayWrite */
function deliveriesSection(webhook, { items, next_cursor: next }, view, mayWrite) {
  const { address } = view;
  const chosen = address.value("state");
  const place = address.withoutDialog;
  return section(text("webhook.deliveries"), { note: text("webhook.deliveriesNote"), testid: "deliveries", actions: [mayWrite && view.opener(text("webhook.replay"), "replay")] },
    tabBar(text("message.state"), states.map((name) => ({
      name: name || "all", caption: text(`webhook.state.${name || "all"}`), href: place.with({ state: name, after: undefined }).href, isHere: name === chosen }))),
    items.length === 0 ? emptyState(text("webhook.noDeliveries"), text(chosen ? "webhook.noDeliveriesInState" : "webhook.noDeliveriesAdvice"))
      : table({ label: text("webhook.deliveries"), columns: [text("events.what"), text("message.state"), text("webhook.answer"), text("events.time"), ""] },
        items.map((delivery) => ({ id: `delivery-${delivery.event_id}`, testid: "delivery", cells: [
          element("span", {}, knownText(`event.${delivery.type}`) ?? plainText(delivery.type, 60),
            element("span", { class: "muted small block" }, copyable(`…${delivery.event_id.slice(-8)}`, delivery.event_id, text("webhook.eventID")))),
          element("span", {}, badge(text(`webhook.state.${delivery.state}`), kinds[delivery.state]),
            delivery.attempts > 0 && element("span", { class: "muted small block", text: text("message.attempts", { count: delivery.attempts }) }),
            delivery.state === "waiting" && delivery.next_attempt_at && element("span", { class: "muted small block" }, text("webhook.next"), " ", timeElement(delivery.next_attempt_at))),
          answer(delivery), timeElement(delivery.ended_at ?? delivery.created_at),
          mayWrite && delivery.state !== "waiting" && button(text("webhook.retry"), () => void retry(view, webhook, delivery.event_id), { class: "button small", id: `retry-${delivery.event_id}`, testid: "retry" }),
        ] }))),
    element("div", { class: "pages" },
      address.value("after") && link(text("list.first"), place.with({ after: undefined }).href, { class: "button" }),
      next && link(text("list.next"), place.with({ after: next }).href, { class: "button", testid: "next" })));
}

/** @param {Delivery} delivery */
function answer({ state: now, status, code, answer: words }) {
  if (!code) return element("span", {});
  const isWrong = code !== "accepted";
  // The words can be those of an earlier attempt.
  const name = isWrong && (knownText(`webhook.code.${code}`) ?? plainText(code, 40));
  return element("span", {}, [status, name].filter(Boolean).join(" · "),
    words && foreign(plainText(words, 300), { class: now === "failed" || isWrong ? "words small mono" : "muted small mono block" }));
}
