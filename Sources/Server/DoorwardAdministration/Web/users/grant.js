import { checksField } from "../elements/field.js";
import { plainText } from "../format/text.js";
import { call } from "../server/call.js";
import { mergePatch } from "../server/merge-patch.js";
import { text } from "../texts/text.js";
import { formDialog } from "../view/form-dialog.js";
import { fieldOfCode, metadataField, typedObject } from "./fields.js";

/**
 * Changes the roles of a user in an application, and the metadata that its backends see.
 *
 * @param {import("../server/types.js").UserPage} page @param {Record<string, unknown>[]} settings of the applications
 * @returns {import("../view/view.js").Opener}
 */
export const editGrant = ({ user, applications }, settings) => (view) => {
  const grant = applications.find(({ application }) => application === view.address.value("of"));
  if (!grant) return /** @type {any} */ (undefined);
  const { application, roles, app_metadata: metadata } = grant;
  const listed = /** @type {string[]} */ (settings.find(({ id }) => id === application)?.roles ?? []);
  const change = async (/** @type {import("../server/types.js").UserPatch} */ patch) => { await call("PATCH", `/v1/admin/users/${user.id}`, { ...patch, application }); };
  return formDialog(view, {
    title: text("grant.title", { application: plainText(application, 60) }), action: text("action.save"), testid: "grant-dialog",
    fieldOf: (code) => (code === "unknown_role" ? "roles" : fieldOfCode(code)),
    fields: [
      ...(listed.length > 0 ? [checksField({ name: "roles", label: text("grant.roles"), chosen: roles, choices: listed.map((role) => [role, plainText(role, 60)]) })] : []),
      metadataField(metadata, text("grant.metadata"), text("grant.metadataHelp")),
    ],
    async submit(values) {
      const typed = typedObject(values.metadata);
      const isChanged = JSON.stringify(typed) !== JSON.stringify(metadata);
      const chosen = values.roles ?? roles;
      await change({ app_metadata: isChanged ? mergePatch(metadata, typed) : undefined, roles: values.roles });
      await view.done(text("edit.done"), () => change({ app_metadata: isChanged ? mergePatch(typed, metadata) : undefined, roles: chosen === roles ? undefined : roles }));
    },
  });
};
