import { button, element } from "../../elements/dom.js";
import { sendingForm } from "../../elements/form.js";
import { confirmReset, resetPassword } from "../../server/password.js";
import { codeEntry } from "./code-entry.js";
import { heading, hiddenIdentifier, newPasswordField, shown } from "./fields.js";
import { parts, text } from "./text.js";

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
  const password = newPasswordField(config, { label: text("newPassword"), identifiers: () => [identifier], ticket });
  const entry = codeEntry({
    config, sent, resend: send, isOver: offer.isOver,
    complain: (complaint) => complain(complaint),
    onComplete: () => password.input.focus(),
  });
  const { form, complain } = sendingForm({
    testid: "reset-form", action: text("reset"),
    submit: async () => {
      const complaint = entry.complaint() ?? password.complaint();
      if (complaint) return complain(complaint);
      const proof = { ...entry.proof(), new_password: password.input.value, ticket };
      await offer.signIn(() => confirmReset(proof), { method: "password" });
    },
    explain: (error) => entry.explain(error, { password: password.input }),
  }, hiddenIdentifier(identifier), entry.view, password.view);
  entry.attach(form);
  entry.ways.append(button(text("useAnotherLabel"), offer.forms.restart, { class: "button quiet", testid: "use-another" }));
  offer.forms.push({
    view: element("section", { class: "form-view", testid: "reset-step" },
      heading(offer.level, text("resetTitle")),
      element("p", {}, ...parts("resetSent", { identifier: shown(identifier) })),
      form,
      entry.ways),
  });
}
