import { copyButton } from "../elements/copy.js";
import { element } from "../elements/dom.js";
import { choiceField } from "../elements/field.js";
import { section, timeElement } from "../elements/parts.js";
import { plainText } from "../format/text.js";
import { momentText } from "../format/time.js";
import { userName } from "../format/user.js";
import { call } from "../server/call.js";
import { Problem } from "../server/problem.js";
import { text } from "../texts/text.js";
import { FieldError } from "../view/form.js";
import { formDialog, showOnce } from "../view/form-dialog.js";

/** @typedef {import("../server/types.js").UserPage} UserPage @typedef {import("../view/view.js").View} View */

/**
 * What an administrator does for a user who has lost the ways to sign in, by the parameter `do`. The state of the user may allow none.
 *
 * @param {UserPage} page
 * @returns {Record<string, import("../view/view.js").Opener>}
 */
export function recoveries(page) {
  const { user, deletion } = page;
  if (user.kind === "anonymous" || user.ban || deletion) return {};
  // A link signs in no administrator.
  return { ...(user.email ? { "reset-message": sendReset(page) } : {}), ...(page.administrator ? {} : { "sign-in-link": makeLink(page) }) };
}

/** @param {UserPage} page @param {View} view */
export function recoverySection({ user }, view) {
  if (!view.dialogs["sign-in-link"] && !view.dialogs["reset-message"]) return undefined;
  return section(text("recover.title"), { note: text("recover.note"), testid: "recover" }, element("div", { class: "rows" },
    element("div", { class: "row" }, element("p", { text: text(user.email ? "recover.resetWhat" : "recover.noEmail") }), user.email && view.opener(text("recover.reset"), "reset-message")),
    view.dialogs["sign-in-link"] && element("div", { class: "row" }, element("p", { text: text("recover.linkWhat") }), view.opener(text("recover.link"), "sign-in-link"))));
}

/** @param {UserPage} page @returns {import("../view/view.js").Opener} */
const sendReset = (page) => (view) => formDialog(view, {
  title: text("recover.resetTitle", { name: userName(page.user) }), explain: text("recover.resetExplain", { address: plainText(page.user.email, 320) }), action: text("recover.reset"), testid: "reset-dialog",
  fields: applicationFields(page),
  async submit({ application }) {
    await explained(call("POST", `/v1/admin/users/${page.user.id}/reset-message`, application ? { application } : {}));
    await view.done(text("recover.resetDone"));
  },
});

/** @param {UserPage} page @returns {import("../view/view.js").Opener} */
const makeLink = (page) => (view) => formDialog(view, {
  title: text("recover.linkTitle", { name: userName(page.user) }), explain: text("recover.linkExplain"), action: text("recover.linkMake"), testid: "link-dialog", isDangerous: true, needsProof: true,
  fields: applicationFields(page),
  async submit({ application }) {
    const { link, expires_at: end, notices } = await explained(call("POST", `/v1/admin/users/${page.user.id}/sign-in-link`, application ? { application } : {}));
    view.leaveDialog();
    showOnce(view, text("recover.linkOnce"), element("p", { text: text("recover.linkOnceExplain") }),
      element("p", { class: "secret" }, element("code", { text: link, testid: "secret" }), copyButton(link, { label: text("recover.linkOne"), class: "button", testid: "copy-secret" })),
      element("p", {}, text("recover.linkEnds"), " ", timeElement(end), ` (${momentText(new Date(end))}).`),
      ...(notices === 0 ? [element("p", { class: "notice problem", text: text("recover.linkUntold"), testid: "untold" })] : []),
      element("p", { class: "notice problem", text: text("recover.linkWarning") }));
  },
});

/**
 * The choice of the application that the message names. The user knows the applications of the own grants.
 *
 * @param {UserPage} page
 */
const applicationFields = ({ applications }) => (applications.length === 0 ? [] : [choiceField({
  name: "application", label: text("session.application"), help: text("recover.applicationHelp"), value: applications[0]?.application ?? "",
  choices: [...applications.map(({ application }) => /** @type {[string, string]} */ ([application, plainText(application, 60)])), ["", text("recover.firstApplication")]],
})]);

/**
 * The answer to an act. A refusal about the user is explained to the administrator: the sentence of the server speaks to the user.
 *
 * @template Answer
 * @param {Promise<Answer>} answer
 */
const explained = (answer) => answer.catch((error) => {
  const said = error instanceof Problem ? sentences[error.code] : undefined;
  throw said ? new FieldError("", text(said)) : error;
});

/** @type {Record<string, import("../texts/text.js").Key>} */
const sentences = {
  account_deletion_pending: "recover.deletionPending", identifier_required: "recover.noEmail", method_not_offered: "recover.notOffered", user_banned: "recover.banned",
};
