import { plainText } from "../format/text.js";
import { text } from "../texts/text.js";
import { formDialog } from "../view/form-dialog.js";

/** @typedef {import("../server/types.js").Key} Key @typedef {import("../server/types.js").APIKey} APIKey */

/**
 * The dialog that revokes the key of the address.
 *
 * @param {(Key | APIKey)[]} keys @param {import("../view/view.js").View} view @param {string} explain
 * @param {(id: string) => Promise<unknown>} revoke
 */
export function revokeDialog(keys, view, explain, revoke) {
  const key = keys.find(({ id, revoked_at: end }) => id === view.address.value("of") && !end);
  return /** @type {any} */ (key && formDialog(view, {
    title: text("key.revokeTitle", { name: plainText(key.name) }), explain, action: text("key.revoke"), testid: "revoke-dialog", isDangerous: true,
    async submit() {
      await revoke(key.id);
      await view.done(text("key.revokeDone"));
    },
  }));
}
