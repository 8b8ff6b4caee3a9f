import { element, headingTag } from "../elements/dom.js";
import { sendingForm } from "../elements/form.js";
import { plainText } from "../format/text.js";
import { catalog } from "../messages/catalog.js";
import { sentence } from "../messages/sentence.js";
import { makePasskey } from "../methods/passkeys/browser.js";
import { register } from "../methods/passkeys/registration.js";
import { enrollPasskey } from "../server/second-factor.js";
import { newRecoveryCodes } from "./recovery-codes.js";
import { text } from "./text.js";

const { errorText } = catalog("passkeys");

/** @param {import("./factor.js").Step} step */
function newPasskeyForm(step) {
  const { request: { challenge_id }, config, ticket, level } = step;
  const name = plainText(config.application_name, 60) || text("thisSite");
  const { form } = sendingForm({
    testid: "second-factor", action: text("newPasskeyAction"),
    submit: async () => {
      const options = await enrollPasskey({ challenge_id, ticket });
      await register(options, await makePasskey(options), ({ challenge_id, ...response }) =>
        step.prove({ response }, challenge_id));
    },
    explain: (error) => (step.stops(error) ? undefined : { said: sentence(error, errorText) }),
  });
  return element("div", { class: "form-view", testid: "new-passkey" },
    element(headingTag(level), { text: text("requiredTitle") }),
    element("p", { class: "muted", text: text("newPasskeyLead", { name }) }),
    form);
}

/**
 * A new passkey or security key, which finishes a sign-in that requires a second factor.
 *
 * @type {import("./factor.js").Factor}
 */
export const newPasskey = {
  name: "passkey",
  chooseText: () => text("usePasskey"),
  form: newPasskeyForm,
  news: newRecoveryCodes,
};
