import { choiceField } from "../elements/field.js";
import { badge, emptyState, section, timeElement } from "../elements/parts.js";
import { table } from "../elements/table.js";
import { element } from "../elements/dom.js";
import { showKey } from "../keys/secret.js";
import { call } from "../server/call.js";
import { may } from "../session/session.js";
import { text } from "../texts/text.js";
import { formDialog } from "../view/form-dialog.js";
import { applicationPath } from "./edit.js";

/** @typedef {import("../server/types.js").Application} Application @typedef {import("../server/types.js").Secret} Secret @typedef {import("../view/view.js").View} View */

/** The times for which the secrets before stay valid, in seconds. */
const overlaps = /** @type {const} */ ([0, 3_600, 86_400, 604_800, 2_592_000]);
const standardOverlap = 86_400;

/**
 * The secrets of an application.
 *
 * @param {Application} application @param {View} view
 */
export function secretsSection(application, view) {
  const secrets = /** @type {Secret[]} */ (application.secrets ?? []);
  const mayWrite = may("admin.applications.write") && application.is_editable && !application.problem;
  // The server removes a secret only if another one is valid.
  const isRemovable = (/** @type {Secret} */ secret) => secrets.some((other) => other !== secret && isValid(other));
  if (mayWrite) Object.assign(view.dialogs, { secret: make(application, secrets.length === 0), "remove-secret": remove(application, secrets.filter(isRemovable)) });
  const add = mayWrite && view.opener(text("secrets.make"), "secret", { class: "button main" });
  return section(text("secrets.title"), { note: text("secrets.note"), actions: [add], testid: "secrets" }, secrets.length === 0
    ? emptyState(text("secrets.none"), text("secrets.noneAdvice"))
    : table({ label: text("secrets.title"), columns: [text("secrets.id"), text("users.created"), text("key.expires"), ""], testid: "secrets-table" },
      [...secrets].reverse().map((secret) => ({ testid: "secret-row", cells: [
        element("span", { class: "mono", text: secret.id }), secret.created_at ? timeElement(secret.created_at) : element("span", { class: "muted", text: text("value.none") }),
        !isValid(secret) ? badge(text("key.expired"), "warning") : secret.expires_at ? timeElement(secret.expires_at) : text("key.never"),
        mayWrite && isRemovable(secret) && view.opener(text("secrets.remove"), "remove-secret", { subject: secret.id, class: "button small danger-text" }),
      ] }))));
}

/** @param {Secret} secret */
const isValid = ({ expires_at: end }) => !end || new Date(end).getTime() > Date.now();

/** @param {Application} application @param {boolean} isFirst @returns {import("../view/view.js").Opener} */
const make = (application, isFirst) => (view) => formDialog(view, {
  title: text("secrets.makeTitle"), explain: text(isFirst ? "secrets.firstExplain" : "secrets.makeExplain"), action: text("secrets.make"), testid: "secret-form", needsProof: true,
  fields: isFirst ? [] : [choiceField({ name: "overlap", label: text("secrets.overlap"), help: text("secrets.overlapHelp"), value: String(standardOverlap),
    choices: overlaps.map((seconds) => [String(seconds), text(`secrets.overlap.${seconds}`)]) })],
  async submit({ overlap }) {
    const made = await call("POST", `${applicationPath(application)}/secrets`, { overlap: Number(overlap ?? 0) });
    showKey(view, made.client_secret);
  },
});

/** @param {Application} application @param {Secret[]} removable @returns {import("../view/view.js").Opener} */
const remove = (application, removable) => (view) => {
  const secret = removable.find(({ id }) => id === view.address.value("of"));
  return /** @type {any} */ (secret && formDialog(view, {
    title: text("secrets.removeTitle"), explain: text("secrets.removeExplain"), action: text("secrets.remove"), testid: "remove-secret-dialog", isDangerous: true, needsProof: true,
    async submit() {
      await call("DELETE", `${applicationPath(application)}/secrets/${encodeURIComponent(secret.id)}`);
      await view.done(text("secrets.removed"));
    },
  }));
};
