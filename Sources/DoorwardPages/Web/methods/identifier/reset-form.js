import { button, element } from "../../elements/dom.js";
import { sendingForm } from "../../elements/form.js";
import { confirmReset, resetPassword } from "../../server/password.js";
import { codeField, complaintOf, heading, hiddenIdentifier, newPasswordField, shown } from "./fields.js";
import { resending } from "./resend.js";
import { codeLength } from "./settings.js";
import { parts, text } from "./text.js";
import { codeDigits, isCode } from "./typed.js";

/**
 * Sends a code for a new password, and asks for both.
 *
 * @param {import("../method.js").Offer} offer @param {string} identifier
 */
export async function startReset(offer, identifier) {
  const { config } = offer.state;
  const ticket = offer.request?.ticket;
  const send = () => resetPassword({ identifier, ticket });
  const sent = await send();
  const password = newPasswordField(config, { label: text("newPassword"), identifiers: () => [identifier] });
  const { validity, again, challenge } = resending({
    config, sent, resend: send,
    onSent: () => { input.value = ""; input.focus(); },
    onFailed: (error) => { if (!offer.isOver(error)) complain(complaintOf(error, {})); },
  });
  const { view: code, input } = codeField(validity);
  const { form, complain } = sendingForm({
    testid: "reset-form", action: text("reset"),
    submit: async () => {
      if (!isCode(input.value, codeLength(config))) return complain({ said: text("codeForm", { length: codeLength(config) }), input });
      const complaint = password.complaint();
      if (complaint) return complain(complaint);
      const proof = { challenge_id: challenge(), code: codeDigits(input.value), new_password: password.input.value, ticket };
      await offer.signIn(() => confirmReset(proof), { method: "password" });
    },
    explain: (error) => (offer.isOver(error) ? undefined : complaintOf(error, { code: input, password: password.input })),
  }, hiddenIdentifier(identifier), code, password.view);
  offer.forms.push({
    view: element("section", { class: "form-view", testid: "reset-step" },
      heading(offer.level, text("resetTitle")),
      element("p", {}, ...parts("resetSent", { identifier: shown(identifier) })),
      form,
      element("div", { class: "actions ways-on" }, again,
        button(text("useAnotherLabel"), offer.forms.restart, { class: "button quiet", testid: "use-another" }))),
  });
}
