import { button, element, whileBusy } from "../../elements/dom.js";
import { sendingForm } from "../../elements/form.js";
import { keepStep } from "../../elements/kept-step.js";
import { serverNow } from "../../server/clock.js";
import { signInWithPassword } from "../../server/password.js";
import { startCode } from "./code-sign-in.js";
import { complaintOf, heading, hiddenIdentifier, identifierLine, presentPasswordField } from "./fields.js";
import { startReset } from "./reset-form.js";
import { codeKinds, passwordKinds, signInKinds } from "./settings.js";
import { text } from "./text.js";
import { kindOf } from "./typed.js";

/** How long a reload finds this step again, in milliseconds. */
const patience = 600_000;

/**
 * Asks for the password of an identifier.
 *
 * @param {import("../method.js").Offer} offer @param {string} identifier
 * @param {() => void} [signUp] shows the sign-up; absent if the user cannot sign up here
 * @returns {import("../method.js").Form}
 */
export function passwordForm(offer, identifier, signUp) {
  const { config } = offer.state;
  const kind = kindOf(identifier, signInKinds(config));
  const { view: field, input } = presentPasswordField();
  const explain = (/** @type {unknown} */ error) => (offer.isOver(error) ? undefined : complaintOf(error, { password: input }, kind));
  const { form, complain } = sendingForm({
    testid: "password-form", action: text("signIn"),
    submit: async () => {
      if (input.value === "") return complain({ said: text("passwordMissing"), input });
      const proof = { identifier, password: input.value, ticket: offer.request?.ticket };
      await offer.signIn(() => signInWithPassword(proof), { method: "password" });
    },
    explain,
  }, hiddenIdentifier(identifier), field);
  /**
   * A button that asks the server for a code.
   *
   * @param {string} caption @param {string} testid @param {() => Promise<void>} start
   */
  const way = (caption, testid, start) => {
    const control = button(caption, () => void whileBusy(control, async () => {
      try {
        await start();
      } catch (error) {
        const complaint = explain(error);
        if (complaint) complain(complaint);
      }
    }), { class: "button quiet", testid });
    return control;
  };
  // A code for a new password needs a way to send it.
  const hasReset = passwordKinds(config).some((one) => one !== "username");
  return {
    keep: () => keepStep("password", serverNow() + patience, { identifier }),
    view: element("section", { class: "form-view", testid: "password-step" },
      heading(offer.level, text("passwordTitle")),
      identifierLine(identifier, offer.forms.restart),
      form,
      element("div", { class: "actions ways-on" },
        hasReset && way(text("forgot"), "forgot", () => startReset(offer, identifier)),
        codeKinds(config).includes(kind) && way(text("codeInstead"), "code-instead", () => startCode(offer, identifier, kind)),
        signUp && button(text("createAccount"), signUp, { class: "button quiet", testid: "sign-up" }))),
  };
}
