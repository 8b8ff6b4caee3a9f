import { element } from "../elements/dom.js";
import { sendingForm } from "../elements/form.js";
import { sentence } from "../messages/sentence.js";
import { text } from "../messages/text.js";
import { signInByLink } from "../server/requests.js";

/**
 * The sign-in by the link of an administrator. Opening the link has no effect, because programs that look for harmful links open
 * it too.
 *
 * @param {string} secret
 * @param {(send: () => Promise<import("../server/types.js").State>) => Promise<void>} signIn
 */
export function linkForm(secret, signIn) {
  const { form } = sendingForm({
    testid: "sign-in-link", action: text("signInLink.go"),
    submit: () => signIn(() => signInByLink(secret)),
    explain: (error) => ({ said: sentence(error) }),
  }, element("p", { text: text("signInLink.lead") }));
  return form;
}
