import { element } from "../../elements/dom.js";
import { PageError } from "../../messages/page-error.js";
import { Problem } from "../../server/problem.js";
import { awaitLink } from "./code-link.js";
import { whenComplete } from "./complete.js";
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
 *   complain: (complaint: Complaint) => void, isOver: (error: unknown) => boolean, onComplete: () => void, keep?: (sent: SentCode) => void}} options
 *   `onComplete` is called once the field has a code, and after the user has opened the link in the message and pressed its button
 */
export function codeEntry({ config, sent, resend, complain, isOver, onComplete, keep = () => {} }) {
  /** @type {string | undefined} */
  let secret;
  /** Whether only another code helps. */
  let isSpent = false;
  /** @type {HTMLFormElement | undefined} */
  let form;
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
    onComplete();
    return true;
  };
  let stop = awaitLink(sent.challenge_id, take);
  /** @param {boolean} value */
  const showSpent = (value) => {
    isSpent = value;
    if (form) draw();
  };
  const { validity, again, latest, expire } = resending({
    config, sent, resend,
    onSent: () => {
      stop();
      stop = awaitLink(latest().challenge_id, take);
      if (view.isConnected) keep(latest());
      forgetLink();
      input.value = "";
      showSpent(false);
      input.focus();
    },
    onFailed: (error) => {
      const isCancelled = error instanceof PageError && error.kind === "cancelled";
      if (!isCancelled && !isOver(error)) complain(complaintOf(error, {}));
    },
    onExpired: () => showSpent(true),
  });
  const { view, input } = codeField(validity);
  const ways = element("div", { class: "actions ways-on" }, again);
  whenComplete(input, codeLength(config), onComplete);

  /** Once the code cannot be used any more, the button that sends another one takes the place of the form's own button. */
  const draw = () => {
    const send = form && Array.from(form.querySelectorAll("button")).find(({ type }) => type === "submit");
    if (!form || !send || send.hidden === isSpent) return;
    const hadFocus = form.contains(document.activeElement);
    send.hidden = isSpent;
    input.disabled = isSpent;
    again.classList.toggle("main", isSpent);
    again.classList.toggle("wide", isSpent);
    again.classList.toggle("quiet", !isSpent);
    if (isSpent) form.append(again);
    else ways.prepend(again);
    if (isSpent && hadFocus) again.focus();
  };
  /** @param {HTMLFormElement} around */
  const attach = (around) => {
    form = around;
    draw();
  };

  /**
   * The reason of a refusal, at the field. A code that was refused must be typed again.
   *
   * @param {unknown} error @param {Parameters<typeof complaintOf>[1]} [fields] the other fields of the form
   * @returns {Complaint | undefined} nothing if the page shows the reason in another way
   */
  const explain = (error, fields = {}) => {
    const complaint = complaintOf(error, { ...fields, code: input });
    if (complaint.input === input) {
      forgetLink();
      input.value = "";
    }
    if (isOver(error)) return undefined;
    if (!needsAnotherCode(error)) return complaint;
    if (error.code === "challenge_expired") {
      // The line below the field says so.
      expire();
      return undefined;
    }
    showSpent(true);
    return { said: complaint.said };
  };

  return {
    view, input, ways, explain, attach, latest,
    /** @returns {Complaint | undefined} why the code need not be sent */
    complaint: () => secret === undefined && !isCode(input.value, codeLength(config))
      ? { said: text("codeForm", { count: codeLength(config) }), input } : undefined,
    proof: () => ({ challenge_id: latest().challenge_id, code: secret ?? codeDigits(input.value) }),
  };
}

const spent = ["challenge_expired", "challenge_used", "code_exhausted", "invalid_challenge"];

/**
 * Whether only another code helps.
 *
 * @param {unknown} error @returns {error is Problem}
 */
export const needsAnotherCode = (error) => error instanceof Problem && spent.includes(error.code);
