import { save } from "../elements/download.js";
import { checkField, textField } from "../elements/field.js";
import { localMoment } from "../format/time.js";
import { userName } from "../format/user.js";
import { call } from "../server/call.js";
import { text } from "../texts/text.js";
import { FieldError } from "../view/form.js";
import { formDialog } from "../view/form-dialog.js";

/** @typedef {import("../server/types.js").UserPage} UserPage @typedef {import("../view/view.js").View} View @typedef {import("../server/types.js").User} User */

/** @param {UserPage} page @returns {import("../view/view.js").Opener} */
export const banUser = ({ user }) => (view) => formDialog(view, {
  title: text("ban.title", { name: userName(user) }), explain: text("ban.explain"), action: text("user.ban"), testid: "ban-dialog", isDangerous: true,
  fields: [
    textField({ name: "reason", label: text("ban.reason"), help: text("ban.reasonHelp"), maxlength: "400" }),
    textField({ name: "ends_at", label: text("ban.end"), help: text("ban.endHelp"), type: "datetime-local", min: localMoment(new Date()) }),
  ],
  fieldOf: (code) => ({ invalid_ban: "ends_at" })[code],
  async submit({ reason, ends_at: end }) {
    const moment = new Date(end);
    if (end && !(moment.getTime() > Date.now())) throw new FieldError("ends_at", text("ban.endPast"));
    await call("POST", `/v1/admin/users/${user.id}/ban`, { reason: reason || null, ends_at: end ? moment.toISOString() : null });
    await view.done(text("ban.done"), async () => { await call("POST", `/v1/admin/users/${user.id}/unban`, {}); });
  },
});

/**
 * Removes the ban of a user at once. It can be undone with the same reason and end.
 *
 * @param {View} view @param {User} user
 */
export async function unban(view, user) {
  const { ban } = user;
  await view.attempt(() => call("POST", `/v1/admin/users/${user.id}/unban`, {}), text("unban.done"), async () => {
    await call("POST", `/v1/admin/users/${user.id}/ban`, { reason: ban?.reason ?? null, ends_at: ban?.ends_at ?? null });
  });
}

/** @param {UserPage} page @returns {import("../view/view.js").Opener} */
export const endAllSessions = ({ user }) => (view) => formDialog(view, {
  title: text("endSessions.title", { name: userName(user) }), explain: text("endSessions.explain"), action: text("user.endSessions"), testid: "end-sessions-dialog", isDangerous: true,
  async submit() {
    await call("DELETE", `/v1/admin/users/${user.id}/sessions`);
    await view.done(text("endSessions.done"));
  },
});

/** @param {UserPage} page @returns {import("../view/view.js").Opener} */
export const removeFactors = ({ user }) => (view) => formDialog(view, {
  title: text("removeFactors.title", { name: userName(user) }), explain: text("removeFactors.explain"), action: text("user.removeFactors"), testid: "remove-factors-dialog",
  isDangerous: true, needsProof: true,
  async submit() {
    await call("DELETE", `/v1/admin/users/${user.id}/second-factors`);
    await view.done(text("removeFactors.done"));
  },
});

/** @param {UserPage} page @returns {import("../view/view.js").Opener} */
export const deleteUser = ({ user }) => (view) => formDialog(view, {
  title: text("delete.title", { name: userName(user) }), explain: text("delete.explain"), action: text("user.delete"), testid: "delete-dialog", isDangerous: true, needsProof: true,
  fields: [checkField({ name: "immediately", label: text("delete.immediately"), help: text("delete.immediatelyHelp") })],
  async submit({ immediately }) {
    await call("DELETE", immediately ? `/v1/admin/users/${user.id}?immediately=true` : `/v1/admin/users/${user.id}`);
    if (immediately) await view.done(text("delete.doneNow"));
    else await view.done(text("delete.done"), () => call("POST", `/v1/admin/users/${user.id}/keep`, {}));
  },
});

/**
 * Keeps a user whose deletion is scheduled.
 *
 * @param {View} view @param {User} user
 */
export async function keepUser(view, user) {
  await view.attempt(() => call("POST", `/v1/admin/users/${user.id}/keep`, {}), text("keep.done"));
}

/** @param {UserPage} page @returns {import("../view/view.js").Opener} */
export const exportUser = ({ user }) => (view) => formDialog(view, {
  title: text("export.title", { name: userName(user) }), explain: text("export.explain"), action: text("export.download"), testid: "export-dialog", needsProof: true,
  async submit() {
    save(`user-${user.id}.json`, JSON.stringify(await call("GET", `/v1/admin/users/${user.id}/export`), null, 2), "application/json");
    await view.done(text("export.done"));
  },
});
