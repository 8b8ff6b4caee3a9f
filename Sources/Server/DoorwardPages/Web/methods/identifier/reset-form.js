import { button, element } from "../../elements/dom.js";
import { sendingForm } from "../../elements/form.js";
import { keepStep } from "../../elements/kept-step.js";
import { confirmReset, resetPassword } from "../../server/password.js";
import { codeEntry } from "./code-entry.js";
import { heading, hiddenIdentifier, newPasswordField, shown } from "./fields.js";
import { mailAppLink } from "./mail-app.js";
import { parts, text } from "./text.js";

/**
 * Sends a code for a new password, and asks for both.
 *
 * @typedef {import("../../server/types.js").SentCode} SentCode
 * @param {import("../method.js").Offer} offer @param {string} identifier
 * @param {SentCode} [kept] the code that was sent before the page was loaded again
 */
export async function startReset(offer, identifier, kept) {
  const { config } = offer.state;
  const ticket = offer.request?.ticket;
  const send = () => resetPassword({ identifier, ticket });
  const sent = kept ?? await send();
  const keep = (/** @type {SentCode} */ { challenge_id, expires_at, resend_at }) =>
    keepStep("reset", expires_at, { identifier, sent: { challenge_id, expires_at, resend_at } });
  const password = newPasswordField(config, { label: text("newPassword"), identifiers: () => [identifier], ticket });
  const entry = codeEntry({
    config, sent, resend: send, isOver: offer.isOver, keep,
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
  const mail = mailAppLink(identifier);
  if (mail) entry.ways.append(mail);
  entry.ways.append(button(text("useAnotherLabel"), offer.forms.restart, { class: "button quiet", testid: "use-another" }));
  offer.forms.push({
    keep: () => keep(entry.latest()),
    view: element("section", { class: "form-view", testid: "reset-step" },
      heading(offer.level, text("resetTitle")),
      element("p", {}, ...parts("resetSent", { identifier: shown(identifier) })),
      form,
      entry.ways),
  }, Boolean(kept));
}
