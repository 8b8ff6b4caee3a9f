import { textField } from "../elements/field.js";
import { element } from "../elements/dom.js";
import { copyButton } from "../elements/copy.js";
import { momentText, localMoment } from "../format/time.js";
import { plainText } from "../format/text.js";
import { Address } from "../navigation/address.js";
import { call } from "../server/call.js";
import { text } from "../texts/text.js";
import { FieldError } from "../view/form.js";
import { formDialog, showOnce } from "../view/form-dialog.js";
import { knownTypes, webhookFields } from "./fields.js";

/** @typedef {import("../server/types.js").Webhook} Webhook @typedef {import("../view/view.js").View} View @typedef {{id: string, name: string}[]} Applications */

const day = 86_400_000;

/**
 * The path of the calls about a webhook.
 *
 * @param {Webhook} webhook
 * @returns {`/v1/admin/webhooks/${string}`}
 */
const pathOf = ({ id }) => `/v1/admin/webhooks/${id}`;

/**
 * Shows the secret of a webhook once.
 *
 * @param {View} view @param {string} secret
 */
const showSecret = (view, secret) => showOnce(view, text("webhook.secret"), element("p", { text: text("webhook.secretExplain") }),
  element("p", { class: "secret" }, element("code", { text: secret, testid: "secret" }), copyButton(secret, { label: text("webhook.secret"), class: "button", testid: "copy-secret" })));

/**
 * The members of a webhook as typed.
 *
 * @param {Record<string, any>} values
 */
const membersOf = ({ url, types, application, description, include_client: includesClient }) => ({ url, types, application: application || null, description, include_client: includesClient });

/** @param {Applications} applications @returns {import("../view/view.js").Opener} */
export const createWebhook = (applications) => (view) => formDialog(view, {
  title: text("webhook.createTitle"), explain: text("webhook.createExplain"), action: text("webhook.create"), testid: "webhook-dialog", needsProof: true,
  fields: webhookFields({}, applications), details: knownTypes(),
  async submit(values) {
    if (!values.url) throw new FieldError("url", text("webhook.needsURL"));
    const made = await call("POST", "/v1/admin/webhooks", membersOf(values));
    view.leaveDialog();
    showSecret(view, made.secret);
  },
});

/** @param {Webhook} webhook @param {Applications} applications @returns {import("../view/view.js").Opener} */
export const editWebhook = (webhook, applications) => (view) => {
  const fields = webhookFields(webhook, applications);
  const read = Object.fromEntries(fields.map((field) => [field.name, field.read()]));
  return formDialog(view, {
    title: text("webhook.editTitle"), action: text("action.save"), testid: "webhook-dialog", needsProof: true, version: webhook.version, fields, details: knownTypes(),
    async submit(values, seen) {
      const changed = Object.keys(values).filter((name) => JSON.stringify(values[name]) !== JSON.stringify(read[name]));
      if (changed.length === 0) return view.leaveDialog();
      const only = (/** @type {Record<string, any>} */ members) => Object.fromEntries(Object.entries(membersOf(members)).filter(([name]) => changed.includes(name)));
      const { version } = await call("PATCH", pathOf(webhook), only(values), undefined, seen);
      return view.done(text("edit.done"), () => call("PATCH", pathOf(webhook), only(webhook), undefined, version));
    },
  });
};

/** @param {Webhook} webhook @returns {import("../view/view.js").Opener} */
export const switchWebhook = (webhook) => (view) => formDialog(view, {
  title: text(webhook.enabled ? "webhook.disableTitle" : "webhook.enableTitle"), explain: text(webhook.enabled ? "webhook.disableExplain" : "webhook.enableExplain"),
  action: text(webhook.enabled ? "webhook.disable" : "webhook.enable"), testid: "switch-dialog", needsProof: true, isDangerous: webhook.enabled, version: webhook.version,
  async submit(_, version) {
    await call("PATCH", pathOf(webhook), { enabled: !webhook.enabled }, undefined, version);
    await view.done(text(webhook.enabled ? "webhook.disabledNow" : "webhook.enabledNow"));
  },
});

/** @param {Webhook} webhook @returns {import("../view/view.js").Opener} */
export const replaceSecret = (webhook) => (view) => formDialog(view, {
  title: text("webhook.replaceTitle"), explain: text("webhook.replaceExplain"), action: text("webhook.replace"), testid: "replace-secret-dialog", needsProof: true,
  async submit() {
    const made = await call("POST", `${pathOf(webhook)}/secret`, {});
    view.leaveDialog();
    showSecret(view, made.secret);
  },
});

/** @param {Webhook} webhook @returns {import("../view/view.js").Opener} */
export const replay = (webhook) => (view) => formDialog(view, {
  title: text("webhook.replayTitle"), explain: text("webhook.replayExplain"), action: text("webhook.replay"), testid: "replay-dialog",
  fields: [textField({ name: "from", label: text("webhook.replayFrom"), type: "datetime-local", value: localMoment(new Date(Date.now() - day)), max: localMoment(new Date()) })],
  async submit({ from }) {
    const moment = new Date(from);
    if (Number.isNaN(moment.getTime())) throw new FieldError("from", text("webhook.needsTime"));
    const { count, continue_from: rest } = await call("POST", `${pathOf(webhook)}/replay`, { from: moment.toISOString() });
    const said = text("webhook.replayed", { count });
    await view.done(rest ? `${said} ${text("webhook.replayRest", { time: momentText(new Date(rest)) })}` : said);
  },
});

/** @param {Webhook} webhook @returns {import("../view/view.js").Opener} */
export const removeWebhook = (webhook) => (view) => formDialog(view, {
  title: text("webhook.removeTitle"), explain: text("webhook.removeExplain", { url: plainText(webhook.url, 120) }), action: text("webhook.remove"), testid: "remove-dialog", isDangerous: true,
  async submit() {
    await call("DELETE", pathOf(webhook), undefined, undefined, webhook.version);
    view.frame.goInstead(new Address("/webhooks"), text("webhook.removed"));
  },
});

/**
 * Sends a test event.
 *
 * @param {View} view @param {Webhook} webhook
 */
export async function test(view, webhook) {
  await view.attempt(() => call("POST", `${pathOf(webhook)}/test`, {}), text("webhook.tested"));
}

/**
 * Sends an event again.
 *
 * @param {View} view @param {Webhook} webhook @param {string} event the id
 */
export async function retry(view, webhook, event) {
  await view.attempt(() => call("POST", `${pathOf(webhook)}/deliveries/${event}/retry`, {}), text("webhook.retried"));
}
