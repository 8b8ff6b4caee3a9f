import { button } from "../../elements/dom.js";
import { keepStep } from "../../elements/kept-step.js";
import { serverNow } from "../../server/clock.js";
import { sendSignInCode, signInWithCode } from "../../server/code.js";
import { needsAnotherCode } from "./code-entry.js";
import { codeForm } from "./code-form.js";
import { text } from "./text.js";
import { addressOf } from "./typed.js";

/**
 * @typedef {import("../method.js").Offer} Offer
 * @typedef {import("../../server/types.js").SentCode} SentCode
 */

/**
 * The codes that were sent for an offer, by address. A user who goes back and continues with the same address has a message already,
 * and is asked for its code until it expires. `SignInFlow.earlierCode` follows the same rule.
 *
 * @type {WeakMap<Offer, Map<string, SentCode>>}
 */
const underWay = new WeakMap();

/**
 * The sentence below the code, for a user who may be new.
 *
 * @param {Offer} offer
 */
function hintOf({ account, state: { config } }) {
  if (account === "linked") return undefined;
  if (config.sign_up === "invited") return account === "any" ? text("invitedHint") : undefined;
  return config.sign_up === "closed" ? undefined : text("createsAccount");
}

/**
 * Sends a code for a sign-in and asks for it.
 *
 * @param {Offer} offer
 * @param {string} address @param {import("./settings.js").Kind} kind
 * @param {() => void} [usePassword] asks for the password instead
 * @param {SentCode} [kept] the code that was sent before the page was loaded again
 */
export async function startCode(offer, address, kind, usePassword, kept) {
  const ticket = offer.request?.ticket;
  const known = underWay.get(offer) ?? new Map();
  underWay.set(offer, known);
  const send = async () => {
    const sent = await sendSignInCode({ ...addressOf(address, kind), ticket });
    known.set(address, sent);
    return sent;
  };
  const latest = kept ?? known.get(address);
  const sent = latest && (kept || Date.parse(latest.expires_at) > serverNow()) ? latest : await send();
  known.set(address, sent);
  offer.forms.push(codeForm({
    config: offer.state.config, level: offer.level, address, sent, resend: send, isOver: offer.isOver, hint: hintOf(offer),
    keep: ({ challenge_id, expires_at, resend_at }) => keepStep("code", expires_at, { address, kind, sent: { challenge_id, expires_at, resend_at } }),
    prove: async (proof) => {
      try {
        await offer.signIn(() => signInWithCode({ ...proof, ticket }), { method: "code" });
        // The code is used, also if the sign-in needs another step.
        known.delete(address);
      } catch (error) {
        if (needsAnotherCode(error)) known.delete(address);
        throw error;
      }
    },
  },
  usePassword !== undefined && button(text("passwordInstead"), usePassword, { class: "button quiet", testid: "password-instead" }),
  button(text("useAnotherAddress"), offer.forms.restart, { class: "button quiet", testid: "use-another" })), Boolean(kept));
}
