import { userName } from "../format/user.js";
import { call } from "../server/call.js";
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

/**
 * The JSON Merge Patch (RFC 7396) that makes one object of another.
 *
 * @param {Record<string, any>} from @param {Record<string, any>} to
 * @returns {Record<string, unknown>}
 */
export function mergePatch(from, to) {
  /** @type {Record<string, unknown>} */
  const patch = {};
  for (const name of Object.keys(from)) if (!Object.hasOwn(to, name)) patch[name] = null;
  for (const [name, value] of Object.entries(to)) {
    const old = Object.hasOwn(from, name) ? from[name] : undefined;
    if (isObject(old) && isObject(value)) {
      const inner = mergePatch(old, value);
      if (Object.keys(inner).length > 0) patch[name] = inner;
    } else if (JSON.stringify(old) !== JSON.stringify(value)) patch[name] = value;
  }
  return patch;
}

/** @param {unknown} value */
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
