import { button } from "../../elements/dom.js";
import { sendSignInCode, signInWithCode } from "../../server/code.js";
import { codeForm } from "./code-form.js";
import { text } from "./text.js";
import { addressOf } from "./typed.js";

/**
 * Sends a code for a sign-in and asks for it.
 *
 * @param {import("../method.js").Offer} offer
 * @param {string} address @param {import("./settings.js").Kind} kind
 * @param {() => void} [usePassword] asks for the password instead
 */
export async function startCode(offer, address, kind, usePassword) {
  const ticket = offer.request?.ticket;
  const send = () => sendSignInCode({ ...addressOf(address, kind), ticket });
  const sent = await send();
  offer.forms.push(codeForm({
    config: offer.state.config, level: offer.level, address, sent, resend: send, isOver: offer.isOver,
    hint: offer.account === "any" && offer.state.config.sign_up === "invited" ? text("invitedHint") : undefined,
    prove: (proof) => offer.signIn(() => signInWithCode({ ...proof, ticket }), { method: "code" }),
  },
  usePassword !== undefined && button(text("passwordInstead"), usePassword, { class: "button quiet", testid: "password-instead" }),
  button(text("useAnotherAddress"), offer.forms.restart, { class: "button quiet", testid: "use-another" })));
}
