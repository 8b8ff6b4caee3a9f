import { awaitLink } from "./code-link.js";
import { codeField, complaintOf } from "./fields.js";
import { resending } from "./resend.js";
import { codeLength } from "./settings.js";
import { text } from "./text.js";
import { codeDigits, isCode } from "./typed.js";

/**
 * The field for a code that was sent, the button that sends another one, and the link in the message.
 *
 * @typedef {import("../../server/types.js").SentCode} SentCode
 * @typedef {import("../../elements/form.js").Complaint} Complaint
 * @param {{config: import("../../server/types.js").Config, sent: SentCode, resend: () => Promise<SentCode>,
 *   complain: (complaint: Complaint) => void, isOver: (error: unknown) => boolean, onLink: () => void}} options
 *   `onLink` is called after the user has opened the link in the message and pressed its button
 */
export function codeEntry({ config, sent, resend, complain, isOver, onLink }) {
  /** @type {string | undefined} */
  let secret;
  const forgetLink = () => {
    secret = undefined;
    input.disabled = false;
    input.placeholder = "";
  };
  const take = (/** @type {string} */ given) => {
    if (!input.isConnected) return false;
    secret = given;
    input.value = "";
    input.placeholder = text("linkOpened");
    // The user need not type the code. A new code is typed again.
    input.disabled = true;
    onLink();
    return true;
  };
  let stop = awaitLink(sent.challenge_id, take);
  const { validity, again, challenge } = resending({
    config, sent, resend,
    onSent: () => {
      stop();
      stop = awaitLink(challenge(), take);
      forgetLink();
      input.value = "";
      input.focus();
    },
    onFailed: (error) => { if (!isOver(error)) complain(complaintOf(error, {})); },
  });
  const { view, input } = codeField(validity);
  return {
    view, input, again, forgetLink,
    /** @returns {Complaint | undefined} why the code need not be sent */
    complaint: () => secret === undefined && !isCode(input.value, codeLength(config))
      ? { said: text("codeForm", { count: codeLength(config) }), input } : undefined,
    proof: () => ({ challenge_id: challenge(), code: secret ?? codeDigits(input.value) }),
  };
}
