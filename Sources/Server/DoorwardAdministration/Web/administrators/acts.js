import { choiceField } from "../elements/field.js";
import { plainText } from "../format/text.js";
import { call } from "../server/call.js";
import { text } from "../texts/text.js";
import { FieldError } from "../view/form.js";
import { formDialog } from "../view/form-dialog.js";
import { userField } from "../view/user-field.js";

/** @typedef {import("../server/types.js").Administrator} Administrator @typedef {import("../server/types.js").Role} Role */

/** @type {Role[]} */
const roles = ["viewer", "support", "owner"];

/** @param {Role} role */
const roleField = (role) => choiceField({ name: "role", label: text("administrators.role"), help: text("administrators.roleHelp"), value: role,
  choices: roles.map((one) => [one, text(`role.${one}`)]) });

/** @param {Administrator} administrator */
const nameOf = ({ name, identifier }) => plainText(name) || plainText(identifier, 320) || text("user.unnamed");

/** @param {string} user @param {Role} role */
const setRole = async (user, role) => { await call("PUT", `/v1/admin/administrators/${user}`, { role }); };

/**
 * Makes a user an administrator. The parameter `of` may name the user.
 *
 * @type {import("../view/view.js").Opener}
 */
export const addAdministrator = (view) => formDialog(view, {
  title: text("addAdministrator.title"), explain: text("addAdministrator.explain"), action: text("administrators.add"), testid: "add-administrator-dialog", needsProof: true,
  fields: [userField(view, view.address.value("of")), roleField("viewer")],
  async submit({ user, role }) {
    if (!user) throw new FieldError("user", text("addAdministrator.needsUser"));
    await setRole(user, role);
    await view.done(text("addAdministrator.done"));
  },
});

/** @param {Administrator} administrator @returns {import("../view/view.js").Opener} */
export const changeRole = (administrator) => (view) => formDialog(view, {
  title: text("changeRole.title", { name: nameOf(administrator) }), action: text("action.save"), testid: "role-dialog", needsProof: true,
  fields: [roleField(administrator.role)], fieldOf: (code) => (code === "last_owner" ? "role" : undefined),
  async submit({ role }) {
    await setRole(administrator.user_id, role);
    await view.done(text("changeRole.done"), () => setRole(administrator.user_id, administrator.role));
  },
});

/** @param {Administrator} administrator @returns {import("../view/view.js").Opener} */
export const removeAdministrator = (administrator) => (view) => formDialog(view, {
  title: text("removeAdministrator.title", { name: nameOf(administrator) }), explain: text("removeAdministrator.explain"), action: text("administrators.remove"), testid: "remove-administrator-dialog",
  isDangerous: true, needsProof: true,
  async submit() {
    await call("DELETE", `/v1/admin/administrators/${administrator.user_id}`);
    await view.done(text("removeAdministrator.done"));
  },
});
