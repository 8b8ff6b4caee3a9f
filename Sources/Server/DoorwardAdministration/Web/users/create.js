import { checkField, textField } from "../elements/field.js";
import { Address } from "../navigation/address.js";
import { call } from "../server/call.js";
import { text } from "../texts/text.js";
import { FieldError } from "../view/form.js";
import { formDialog } from "../view/form-dialog.js";
import { fieldOfCode } from "./fields.js";

/**
 * Creates a user, and opens the user's page.
 *
 * @type {import("../view/view.js").Opener}
 */
export const createUser = (view) => formDialog(view, {
  title: text("create.title"), explain: text("create.explain"), action: text("users.create"), testid: "create-dialog", fieldOf: fieldOfCode,
  fields: [
    textField({ name: "email", label: text("field.email"), type: "email", inputmode: "email" }),
    textField({ name: "phone_number", label: text("field.phone"), help: text("field.phoneHelp"), type: "tel" }),
    textField({ name: "username", label: text("field.username"), autocapitalize: "none" }),
    textField({ name: "name", label: text("field.name"), maxlength: "256", dir: "auto" }),
    textField({ name: "password", label: text("field.password"), help: text("field.passwordHelp"), type: "password", autocomplete: "new-password" }),
    checkField({ name: "invite", label: text("create.invite"), help: text("create.inviteHelp") }),
  ],
  async submit(values) {
    if (!values.email && !values.phone_number && !values.username) throw new FieldError("email", text("create.needsIdentifier"));
    if (values.invite && !values.email && !values.phone_number) throw new FieldError("email", text("create.needsAddress"));
    /** @type {import("../server/types.js").NewUser} */
    const body = { invite: values.invite };
    for (const name of /** @type {const} */ (["email", "phone_number", "username", "name", "password"])) if (values[name]) body[name] = values[name];
    const user = await call("POST", "/v1/admin/users", body);
    view.frame.goInstead(new Address(`/users/${user.id}`));
  },
});
