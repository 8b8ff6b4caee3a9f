import { element } from "../elements/dom.js";
import { badge, emptyState, foreign, timeElement } from "../elements/parts.js";
import { table } from "../elements/table.js";
import { plainText } from "../format/text.js";
import { call } from "../server/call.js";
import { may } from "../session/session.js";
import { text } from "../texts/text.js";
import { createWebhook } from "./acts.js";

/** @typedef {import("../server/types.js").Webhook} Webhook */

/**
 * The webhooks of the server.
 *
 * @type {import("../view/view.js").Screen}
 */
export const webhooksScreen = {
  title: () => text("webhooks.title"),
  async load(_, signal) {
    const [webhooks, applications] = await Promise.all([
      call("GET", "/v1/admin/webhooks", undefined, signal), call("GET", "/v1/admin/applications", undefined, signal)]);
    return { webhooks: webhooks.items, applications: applications.items };
  },
  draw({ webhooks, applications }, view) {
    const mayWrite = may("admin.webhooks.write");
    if (mayWrite) view.dialogs.create = createWebhook(applications);
    const add = () => mayWrite && view.opener(text("webhook.create"), "create", { class: "button main" });
    view.draw(
      element("div", { class: "view-head" }, element("div", {}, element("h1", { text: text("webhooks.title"), tabindex: "-1" }), element("p", { class: "muted small", text: text("webhooks.note") })),
        webhooks.length > 0 && add()),
      webhooks.length === 0 ? emptyState(text("webhooks.none"), text("webhooks.noneAdvice"), add())
        : table({ label: text("webhooks.title"), columns: [text("webhook.url"), text("webhook.types"), text("session.application"), text("message.state"), text("users.created")], isLinked: true, testid: "webhooks" },
          webhooks.map((/** @type {Webhook} */ webhook) => ({ testid: "webhook", cells: [
            element("span", { class: "person-lines" },
              element("a", { class: "row-link", href: `/webhooks/${webhook.id}`, id: `webhook-${webhook.id}` }, foreign(plainText(webhook.url, 80))),
              webhook.description && foreign(plainText(webhook.description, 120), { class: "muted small" })),
            typeBadges(webhook), foreign(plainText(webhook.application, 64) || text("value.none")), state(webhook), timeElement(webhook.created_at),
          ] }))));
  },
};

/** The most types that a list shows. */
const mostTypes = 4;

/** @param {Webhook} webhook */
export const typeBadges = ({ types }) => element("span", { class: "badges" }, ...(types.length === 0 ? [badge(text("webhook.allTypes"))]
  : types.slice(0, mostTypes).map((type) => foreign(plainText(type, 60), { class: "badge mono" }))),
types.length > mostTypes && element("span", { class: "muted small", text: text("undo.more", { count: types.length - mostTypes }) }));

/** @param {Webhook} webhook */
export function state({ enabled, failing_since: failing }) {
  if (!enabled) return badge(text("webhook.disabled"), "danger");
  return failing ? element("span", {}, badge(text("webhook.failing"), "warning"), element("span", { class: "muted small block" }, timeElement(failing))) : badge(text("webhook.enabled"), "good");
}
