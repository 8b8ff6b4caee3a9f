import { element, link } from "../elements/dom.js";
import { checksField, choiceField, textField } from "../elements/field.js";
import { badge, emptyState, foreign, section, timeElement } from "../elements/parts.js";
import { table } from "../elements/table.js";
import { plainText } from "../format/text.js";
import { call } from "../server/call.js";
import { may } from "../session/session.js";
import { text } from "../texts/text.js";
import { FieldError } from "../view/form.js";
import { formDialog } from "../view/form-dialog.js";
import { revokeDialog } from "./revoke.js";
import { showKey } from "./secret.js";

/** @typedef {import("../server/types.js").Key} Key @typedef {import("../view/view.js").View} View */

/** @type {import("../server/types.js").Scope[]} */
const scopes = [
  "admin.server.read", "admin.users.read", "admin.users.write", "admin.applications.read", "admin.applications.write", "admin.messages.read", "admin.events.read",
  "admin.webhooks.read", "admin.webhooks.write", "admin.settings.read", "admin.settings.write",
  "admin.keys.read", "admin.keys.write", "admin.administrators.read", "admin.administrators.write",
];
const day = 86_400;
const lifetimes = [7, 30, 90, 180, 365];

/**
 * The keys of programs for the administration.
 *
 * @param {Key[]} keys @param {View} view
 */
export function administrationKeys(keys, view) {
  const mayWrite = may("admin.keys.write");
  if (mayWrite) Object.assign(view.dialogs, { create, revoke: (/** @type {View} */ own) =>
    revokeDialog(keys, own, text("keys.revokeAdministration"), (id) => call("DELETE", `/v1/admin/keys/${id}`)) });
  const add = mayWrite && view.opener(text("key.create"), "create", { class: "button main" });
  return [section(text("keys.administration"), { note: text("keys.administrationNote"), actions: [add] }, keys.length === 0
    ? emptyState(text("keys.none"), text("keys.administrationNone"))
    : table({ label: text("keys.administration"), columns: [text("key.name"), text("key.scopes"), text("users.created"), text("key.expires"), ""], testid: "keys" },
      keys.map((key) => ({ testid: "key", cells: [
        element("span", {}, foreign(plainText(key.name)),
          element("span", { class: "muted small block" }, key.created_by ? link(text("key.byAdministrator"), `/users/${key.created_by}`) : text("key.byCommand"))),
        element("span", { class: "badges" }, ...key.scopes.map((scope) => badge(scope.replace(/^admin\./, "")))), timeElement(key.created_at),
        key.expires_at ? timeElement(key.expires_at) : text("key.never"), state(key, mayWrite, view),
      ] }))))];
}

/** @param {Key} key @param {boolean} mayWrite @param {View} view */
function state(key, mayWrite, view) {
  if (key.revoked_at) return badge(text("key.revoked"), "danger");
  if (key.expires_at && new Date(key.expires_at).getTime() < Date.now()) return badge(text("key.expired"), "warning");
  return mayWrite && view.opener(text("key.revoke"), "revoke", { subject: key.id, class: "button small danger-text" });
}

/** @type {import("../view/view.js").Opener} */
const create = (view) => formDialog(view, {
  title: text("keys.createAdministration"), action: text("key.create"), testid: "create-key-dialog", needsProof: true,
  fields: [
    textField({ name: "name", label: text("key.name"), help: text("key.nameHelp"), maxlength: "120" }),
    choiceField({ name: "days", label: text("key.lifetime"), value: "90", choices: lifetimes.map((days) => [String(days), text("key.days", { count: days })]) }),
    checksField({ name: "scopes", label: text("key.scopes"), choices: scopes.filter(may).map((scope) => [scope, scope, text(/** @type {"scope.admin.users.read"} */ (`scope.${scope}`))]) }),
  ],
  async submit({ name, days, scopes: chosen }) {
    if (!name) throw new FieldError("name", text("key.needsName"));
    if (chosen.length === 0) throw new FieldError("scopes", text("key.needsScope"));
    const made = await call("POST", "/v1/admin/keys", { name, scopes: chosen, expires_in: Number(days) * day });
    showKey(view, made.key);
  },
});
