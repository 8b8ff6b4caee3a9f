import { element, headingTag } from "../elements/dom.js";
import { sendingForm } from "../elements/form.js";
import { sentence } from "../messages/sentence.js";
import { usePasskey } from "../methods/passkeys/browser.js";
import { text } from "./text.js";

/** @param {import("./factor.js").Step} step */
function passkeyForm(step) {
  const { form } = sendingForm({
    testid: "second-factor", action: text("passkeyAction"),
    submit: async () => {
      // The server sends the options with each request that names this factor.
      const response = await usePasskey(/** @type {import("../server/types.js").PasskeyOptionsJSON} */ (step.request.passkey));
      await step.prove({ response });
    },
    explain: (error) => (step.stops(error) ? undefined : { said: sentence(error) }),
  });
  return element("div", { class: "form-view" },
    element(headingTag(step.level), { text: text("passkeyTitle") }),
    element("p", { class: "muted", text: text("passkeyLead") }),
    form,
    element("p", { class: "muted small", text: text("passkeyElsewhere") }));
}

/**
 * A passkey or a security key of the user, after another method.
 *
 * @type {import("./factor.js").Factor}
 */
export const passkey = {
  name: "passkey",
  chooseText: () => text("usePasskey"),
  form: passkeyForm,
};
