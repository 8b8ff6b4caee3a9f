import { button, element, headingTag } from "../../elements/dom.js";
import { sendingForm, textField } from "../../elements/form.js";
import { catalog } from "../../messages/catalog.js";
import { sentence } from "../../messages/sentence.js";
import { Problem } from "../../server/problem.js";
import { signUpOptions, signUpWithPasskey } from "../../server/passkeys.js";
import { makePasskey } from "./browser.js";
import { register } from "./registration.js";

const { text, errorText } = catalog("passkeys");

/**
 * The sign-up with a passkey alone.
 *
 * @param {import("../method.js").Offer} offer
 * @returns {import("../method.js").Form}
 */
export function signUpForm(offer) {
  const ticket = offer.request?.ticket;
  const name = textField({
    label: text("name"), name: "name", autocomplete: "name", maxlength: 120, autocapitalize: "words", dir: "auto",
    help: element("span", { text: text("nameHelp") }), testid: "passkey-user",
  });
  const { form } = sendingForm({
    testid: "passkey-sign-up-form", action: text("create"),
    submit: async () => {
      const options = await signUpOptions({ name: name.input.value.trim() || undefined, ticket });
      const response = await makePasskey(options);
      await offer.signIn(() => register(options, response, (proof) => signUpWithPasskey({ ...proof, ticket })), { method: "passkey" });
    },
    explain: (error) => (offer.isOver(error) ? undefined
      : { said: sentence(error, errorText), input: error instanceof Problem && error.code === "invalid_name" ? name.input : undefined }),
  }, name.view);
  return {
    view: element("section", { class: "form-view", testid: "passkey-sign-up-step" },
      element(headingTag(offer.level), { text: text("signUpTitle") }),
      element("p", { class: "muted", text: text("signUpLead") }),
      form,
      element("div", { class: "actions ways-on" },
        button(text("haveAccount"), offer.forms.restart, { class: "button quiet", testid: "have-account" }))),
  };
}
