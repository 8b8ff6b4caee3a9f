import { plainText } from "../format/text.js";
import { undoOf } from "../history/undo.js";
import { callForChange } from "../server/call.js";
import { put } from "../server/paths.js";
import { text } from "../texts/text.js";
import { formDialog } from "../view/form-dialog.js";
import { offered, settingField, settingValue } from "./fields.js";

/** @typedef {import("../server/types.js").Application} Application @typedef {import("../view/view.js").View} View */

/**
 * Changes settings of an application, unless another administrator has changed it meanwhile.
 *
 * @param {Application} application @param {Record<string, unknown>} patch @param {string} [version] the version that the patch belongs to
 * @returns {Promise<import("../view/view.js").Undo | undefined>} the way to undo it
 */
export const change = async (application, patch, version) => undoOf(await callForChange("PATCH", applicationPath(application), patch, version));

/**
 * The path of the calls about an application.
 *
 * @param {Application} application
 * @returns {`/v1/admin/applications/${string}`}
 */
export const applicationPath = ({ id }) => `/v1/admin/applications/${encodeURIComponent(id)}`;

/**
 * Edits a group of settings. Only what has changed is sent.
 *
 * @param {Application} application @param {import("./fields.js").Group} group
 * @returns {import("../view/view.js").Opener}
 */
export const editGroup = (application, group) => (view) => {
  const edited = offered(group, application).map((spec) => ({ spec, field: settingField(spec, application) }));
  const before = new Map(edited.map(({ spec, field }) => [spec.path, JSON.stringify(field.read())]));
  return formDialog(view, {
    title: text("applications.edit", { what: text(group.label) }), explain: text("applications.editNote"), action: text("action.save"), testid: "edit-dialog", needsProof: true, version: application.version,
    fields: edited.map(({ field }) => field),
    async submit(values, version) {
      /** @type {Record<string, any>} */
      const patch = {};
      for (const { spec } of edited) {
        const read = values[spec.path];
        if (JSON.stringify(read) !== before.get(spec.path)) put(patch, spec.path, settingValue(spec, read));
      }
      if (Object.keys(patch).length === 0) return view.leaveDialog();
      return view.done(text("edit.done"), await change(application, patch, version));
    },
  });
};

/**
 * Removes an application. It can be undone, without its sessions and grants.
 *
 * @param {Application} application @param {(said: string, undo?: import("../view/view.js").Undo) => void} leave
 * @returns {import("../view/view.js").Opener}
 */
export const removeApplication = (application, leave) => (view) => formDialog(view, {
  title: text("applications.removeTitle", { name: plainText(application.name) || plainText(application.id, 60) }), explain: text("applications.removeExplain"),
  action: text("applications.remove"), testid: "remove-dialog", isDangerous: true, needsProof: true,
  async submit() {
    leave(text("applications.removed"), undoOf(await callForChange("DELETE", applicationPath(application), undefined, application.version)));
  },
});
