import { copyable } from "../elements/copy.js";
import { element } from "../elements/dom.js";
import { badge, emptyState, section, timeElement } from "../elements/parts.js";
import { table } from "../elements/table.js";
import { shortIdentifier } from "../format/text.js";
import { call } from "../server/call.js";
import { may } from "../session/session.js";
import { text } from "../texts/text.js";
import { formDialog } from "../view/form-dialog.js";

/** @typedef {import("../server/types.js").SigningKey} SigningKey @typedef {import("../view/view.js").View} View */

/** @type {Record<SigningKey["state"], "plain" | "good" | "warning" | "danger">} */
const kinds = { signing: "good", published: "plain", retired: "warning", expired: "plain", revoked: "danger" };

/**
 * The keys that sign tokens.
 *
 * @param {SigningKey[]} keys @param {View} view
 */
export function signingKeys(keys, view) {
  const mayWrite = may("admin.keys.write");
  if (mayWrite) Object.assign(view.dialogs, { rotate, revoke: (/** @type {View} */ own) => revoke(keys, own) });
  return [section(text("keys.signing"), { note: text("keys.signingNote"), actions: [mayWrite && view.opener(text("signing.rotate"), "rotate", { class: "button main" })] }, keys.length === 0
    ? emptyState(text("keys.none"), text("signing.none"))
    : table({ label: text("keys.signing"), columns: [text("signing.id"), text("signing.algorithm"), text("signing.state"), text("users.created"), text("signing.retired.at"), ""], testid: "keys" },
      keys.map((key) => ({ testid: "key", cells: [
        copyable(shortIdentifier(key.id), key.id, text("signing.id")), key.algorithm,
        element("span", {}, badge(text(`signing.${key.state}`), kinds[key.state]), element("span", { class: "muted small block", text: text(`signing.${key.state}.means`) }),
          key.state === "retired" && element("span", { class: "muted small block", testid: "tokens-end" }, text("signing.tokensEnd"), " ", timeElement(key.tokens_end_at))),
        timeElement(key.created_at), timeElement(key.revoked_at ?? key.retired_at),
        mayWrite && key.state !== "revoked" && key.state !== "expired" && view.opener(text("key.revoke"), "revoke", { subject: key.id, class: "button small danger-text" }),
      ] }))))];
}

/** @type {import("../view/view.js").Opener} */
const rotate = (view) => formDialog(view, {
  title: text("signing.rotateTitle"), explain: text("signing.rotateExplain"), action: text("signing.rotate"), testid: "rotate-dialog", needsProof: true,
  async submit() {
    await call("POST", "/v1/admin/signing-keys", {});
    await view.done(text("signing.rotateDone"));
  },
});

/** @param {SigningKey[]} keys @param {View} view */
function revoke(keys, view) {
  const key = keys.find(({ id, state }) => id === view.address.value("of") && state !== "revoked");
  return /** @type {any} */ (key && formDialog(view, {
    title: text("signing.revokeTitle"), explain: text("signing.revokeExplain"), action: text("key.revoke"), testid: "revoke-dialog", isDangerous: true, needsProof: true,
    async submit() {
      await call("DELETE", `/v1/admin/signing-keys/${encodeURIComponent(key.id)}`);
      await view.done(text("signing.revokeDone"));
    },
  }));
}
