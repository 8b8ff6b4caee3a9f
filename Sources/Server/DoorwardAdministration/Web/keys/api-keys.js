import { element } from "../elements/dom.js";
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

/** @typedef {import("../server/types.js").APIKey} APIKey @typedef {import("../view/view.js").View} View */

const scopes = /** @type {const} */ (["introspect", "users:read", "users:write"]);

/**
 * The API keys of backends.
 *
 * @param {APIKey[]} keys @param {View} view
 */
export function apiKeys(keys, view) {
  const mayWrite = may("admin.keys.write");
  if (mayWrite) Object.assign(view.dialogs, { create, revoke: (/** @type {View} */ own) =>
    revokeDialog(keys, own, text("keys.revokeAPI"), (id) => call("DELETE", `/v1/admin/api-keys/${id}`)) });
  const add = mayWrite && view.opener(text("key.create"), "create", { class: "button main" });
  return [section(text("keys.api"), { note: text("keys.apiNote"), actions: [add] }, keys.length === 0
    ? emptyState(text("keys.none"), text("keys.apiNone"))
    : table({ label: text("keys.api"), columns: [text("key.name"), text("session.application"), text("key.scopes"), text("users.created"), ""], testid: "keys" },
      keys.map((key) => ({ testid: "key", cells: [
        foreign(plainText(key.name)), foreign(plainText(key.application, 60)), element("span", { class: "badges" }, ...key.scopes.map((scope) => badge(scope))), timeElement(key.created_at),
        key.revoked_at ? badge(text("key.revoked"), "danger") : mayWrite && view.opener(text("key.revoke"), "revoke", { subject: key.id, class: "button small danger-text" }),
      ] }))))];
}

/** @type {import("../view/view.js").Opener} */
function create(view) {
  const application = choiceField({ name: "application", label: text("session.application"), choices: [] });
  void call("GET", "/v1/admin/applications", undefined, view.signal).then(({ items }) => {
    application.control.replaceChildren(...items.map((one) => element("option", { value: String(one.id), text: `${plainText(one.name, 60)} (${plainText(one.id, 60)})` })));
  }, () => {});
  return formDialog(view, {
    title: text("keys.createAPI"), action: text("key.create"), testid: "create-key-dialog", needsProof: true,
    fields: [
      textField({ name: "name", label: text("key.name"), help: text("key.nameHelp"), maxlength: "120" }), application,
      checksField({ name: "scopes", label: text("key.scopes"), chosen: ["introspect"], choices: scopes.map((scope) => [scope, scope, text(`scope.${scope}`)]) }),
    ],
    async submit({ name, application: id, scopes: chosen }) {
      if (!name) throw new FieldError("name", text("key.needsName"));
      if (chosen.length === 0) throw new FieldError("scopes", text("key.needsScope"));
      const made = await call("POST", "/v1/admin/api-keys", { name, scopes: chosen, ...(id ? { application: id } : {}) });
      showKey(view, made.key);
    },
  });
}
