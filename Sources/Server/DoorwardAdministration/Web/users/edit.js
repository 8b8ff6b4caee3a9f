import { userName } from "../format/user.js";
import { call } from "../server/call.js";
import { mergePatch } from "../server/merge-patch.js";
import { text } from "../texts/text.js";
import { formDialog } from "../view/form-dialog.js";
import { fieldOfCode, metadataField, profileFields, typedObject } from "./fields.js";

const names = /** @type {const} */ (["name", "first_name", "last_name", "locale"]);

/**
 * Changes the profile and the metadata of a user. Only what has changed is sent, so that nothing else is overwritten.
 *
 * @param {import("../server/types.js").UserPage} page
 * @returns {import("../view/view.js").Opener}
 */
export const editUser = ({ user }) => (view) => formDialog(view, {
  title: text("edit.title", { name: userName(user) }), action: text("action.save"), testid: "edit-dialog", fieldOf: fieldOfCode,
  fields: [...profileFields(user), metadataField(user.metadata)],
  async submit(values) {
    /** @type {import("../server/types.js").UserPatch} */
    const patch = {};
    /** @type {import("../server/types.js").UserPatch} */
    const before = {};
    for (const name of names) {
      if (values[name] === (user[name] ?? "")) continue;
      patch[name] = values[name] || null;
      before[name] = user[name];
    }
    const metadata = typedObject(values.metadata);
    if (JSON.stringify(metadata) !== JSON.stringify(user.metadata)) {
      patch.metadata = mergePatch(user.metadata, metadata);
      before.metadata = mergePatch(metadata, user.metadata);
    }
    if (Object.keys(patch).length === 0) return view.leaveDialog();
    await call("PATCH", `/v1/admin/users/${user.id}`, patch);
    return view.done(text("edit.done"), async () => { await call("PATCH", `/v1/admin/users/${user.id}`, before); });
  },
});
