import { element } from "../elements/dom.js";
import { textField } from "../elements/field.js";
import { badge, foreign } from "../elements/parts.js";
import { plainText } from "../format/text.js";
import { call } from "../server/call.js";
import { text } from "../texts/text.js";
import { FieldError } from "../view/form.js";
import { formDialog } from "../view/form-dialog.js";

/**
 * Sends a test mail or SMS, and shows the answer of the other server. The dialog stays for another attempt.
 *
 * @type {import("../view/view.js").Opener}
 */
export const sendTest = (view) => {
  const result = element("div", { role: "status", testid: "test-answer" });
  return formDialog(view, {
    title: text("messageTest.title"), explain: text("messageTest.explain"), action: text("messageTest.send"), testid: "test-dialog", needsProof: true, result,
    fields: [textField({ name: "to", label: text("messageTest.to"), help: text("messageTest.toHelp"), maxlength: "320", autocapitalize: "none" })],
    fieldOf: (code) => (/^(?:email_|phone_number_|identifier_|ambiguous_address|missing_address)/.test(code) ? "to" : undefined),
    async submit({ to }) {
      result.replaceChildren();
      if (!to) throw new FieldError("to", text("messageTest.needsRecipient"));
      const { accepted, detail, remedy } = await call("POST", "/v1/admin/test-message", to.includes("@") ? { email: to } : { phone_number: to });
      result.replaceChildren(
        element("p", {}, badge(text(accepted ? "messageTest.accepted" : "messageTest.refused"), accepted ? "good" : "danger")),
        element("p", { class: "mono answer" }, foreign(plainText(detail, 1_000))));
      if (remedy) result.append(element("p", { class: "small" }, element("span", { class: "muted", text: text("health.remedy") }), " ", foreign(plainText(remedy, 500))));
    },
  });
};
