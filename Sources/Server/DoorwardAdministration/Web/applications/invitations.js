import { element, link } from "../elements/dom.js";
import { choiceField, textField } from "../elements/field.js";
import { badge, emptyState, foreign, section, timeElement } from "../elements/parts.js";
import { table } from "../elements/table.js";
import { languageName, languageTags } from "../format/languages.js";
import { plainText } from "../format/text.js";
import { call } from "../server/call.js";
import { may } from "../session/session.js";
import { text } from "../texts/text.js";
import { FieldError } from "../view/form.js";
import { formDialog } from "../view/form-dialog.js";

/**
 * @typedef {import("../server/types.js").Application} Application @typedef {import("../server/types.js").Invitation} Invitation
 * @typedef {import("../view/view.js").View} View @typedef {{items: Invitation[], next_cursor?: string}} Part
 */

const day = 86_400;
const lifetimes = [1, 7, 30, 90, 365];

/**
 * @param {string} application @param {import("../navigation/address.js").Address} address @param {AbortSignal} signal
 * @returns {Promise<Part>}
 */
export function loadInvitations(application, address, signal) {
  const after = address.value("after");
  return call("GET", `/v1/admin/invitations?${new URLSearchParams({ application, limit: "50", ...(after ? { cursor: after } : {}) })}`, undefined, signal);
}

/**
 * The invitations to an application.
 *
 * @param {Application} application @param {Part} part @param {View} view
 */
export function invitationsSection(application, { items, next_cursor: next }, view) {
  const mayWrite = may("admin.users.write");
  if (mayWrite) Object.assign(view.dialogs, { invite: invite(application), revoke: revoke(application, items) });
  const { address } = view;
  const action = mayWrite && view.opener(text("invitations.invite"), "invite", { class: "button main" });
  return section(text("invitations.title"), { note: text("invitations.note"), actions: [action] },
    items.length === 0 ? emptyState(text("invitations.none"), text("invitations.noneAdvice"))
      : table({ label: text("invitations.title"), columns: [text("message.recipient"), text("invitation.inviter"), text("message.created"), text("key.expires"), text("message.state"), ""], testid: "invitations" },
        items.map((invitation) => ({ testid: "invitation", cells: [
          foreign(recipient(invitation)), foreign(plainText(invitation.inviter, 120)), timeElement(invitation.created_at), timeElement(invitation.expires_at),
          invitation.accepted_at ? element("span", {}, badge(text("invitation.accepted"), "good"), " ", timeElement(invitation.accepted_at)) : badge(text("invitation.open")),
          mayWrite && !invitation.accepted_at && view.opener(text("key.revoke"), "revoke", { subject: invitation.id, class: "button small danger-text" }),
        ] }))),
    element("div", { class: "pages" },
      address.value("after") && link(text("list.first"), address.withoutDialog.with({ after: undefined }).href, { class: "button" }),
      next && link(text("list.next"), address.withoutDialog.with({ after: next }).href, { class: "button", testid: "next" })));
}

/** @param {Invitation} invitation */
const recipient = ({ email, phone_number: phone }) => plainText(email ?? phone, 320);

/** @param {Application} application @returns {import("../view/view.js").Opener} */
const invite = (application) => (view) => formDialog(view, {
  title: text("invitations.inviteTitle", { name: plainText(application.name, 60) }), explain: text("invitations.inviteExplain"), action: text("invitations.send"), testid: "invite-dialog",
  fieldOf: (code) => (code.startsWith("phone") ? "phone_number" : code.startsWith("email") || code === "channel_not_offered" || code === "missing_address" ? "email"
    : code.includes("inviter") ? "inviter" : undefined),
  fields: [
    textField({ name: "email", label: text("field.email"), type: "email", inputmode: "email" }),
    textField({ name: "phone_number", label: text("field.phone"), help: text("invitations.phoneHelp"), type: "tel" }),
    textField({ name: "inviter", label: text("invitation.inviter"), help: text("invitations.inviterHelp"), maxlength: "120", dir: "auto" }),
    choiceField({ name: "locale", label: text("field.language"), choices: [["", text("invitations.anyLanguage")], ...languageTags.map((tag) => /** @type {[string, string]} */ ([tag, languageName(tag)]))] }),
    choiceField({ name: "days", label: text("key.lifetime"), value: "7", choices: lifetimes.map((days) => [String(days), text("key.days", { count: days })]) }),
  ],
  async submit({ email, phone_number: phone, inviter, locale, days }) {
    if (!email && !phone) throw new FieldError("email", text("create.needsAddress"));
    if (email && phone) throw new FieldError("phone_number", text("invitations.oneAddress"));
    await call("POST", "/v1/admin/invitations", {
      application: String(application.id), ...(email ? { email } : { phone_number: phone }), ...(inviter ? { inviter } : {}), ...(locale ? { locale } : {}), expires_in: Number(days) * day,
    });
    await view.done(text("invitations.sent"));
  },
});

/** @param {Application} application @param {Invitation[]} items @returns {import("../view/view.js").Opener} */
const revoke = (application, items) => (view) => {
  const invitation = items.find(({ id, accepted_at: accepted }) => id === view.address.value("of") && !accepted);
  return /** @type {any} */ (invitation && formDialog(view, {
    title: text("invitations.revokeTitle", { name: recipient(invitation) }), explain: text("invitations.revokeExplain"), action: text("key.revoke"), testid: "revoke-dialog", isDangerous: true,
    async submit() {
      await call("DELETE", `/v1/admin/invitations/${invitation.id}?${new URLSearchParams({ application: String(application.id) })}`);
      await view.done(text("invitations.revoked"));
    },
  }));
};
