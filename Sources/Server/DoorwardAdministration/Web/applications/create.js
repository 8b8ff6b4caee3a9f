import { linesField, textField } from "../elements/field.js";
import { Address } from "../navigation/address.js";
import { call } from "../server/call.js";
import { text } from "../texts/text.js";
import { FieldError } from "../view/form.js";
import { formDialog } from "../view/form-dialog.js";

/**
 * Adds an application, and opens its page.
 *
 * @type {import("../view/view.js").Opener}
 */
export const createApplication = (view) => formDialog(view, {
  title: text("applications.createTitle"), explain: text("applications.createExplain"), action: text("applications.create"), testid: "create-dialog", needsProof: true,
  fieldOf: (code) => (code === "application_exists" || code === "set_by_configuration" ? "id" : undefined),
  fields: [
    textField({ name: "name", label: text("setting.name"), help: text("setting.name.help"), maxlength: "120", dir: "auto" }),
    textField({ name: "id", label: text("applications.id"), help: text("applications.idHelp"), maxlength: "64", autocapitalize: "none" }),
    linesField({ name: "redirect_uris", label: text("setting.redirect_uris"), help: text("setting.redirect_uris.help") }),
  ],
  async submit({ name, id, redirect_uris: redirects }) {
    if (!id) throw new FieldError("id", text("applications.needsID"));
    const made = await call("POST", "/v1/admin/applications", { id, ...(name ? { name } : {}), ...(redirects.length > 0 ? { redirect_uris: redirects } : {}) });
    view.frame.goInstead(new Address(`/applications/${encodeURIComponent(String(made.id))}`), text("applications.created"));
  },
});
