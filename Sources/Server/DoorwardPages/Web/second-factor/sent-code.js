import { button, element, focusStep, headingTag, whileBusy } from "../elements/dom.js";
import { sentCodeOf, textsOf } from "../elements/kept-step.js";
import { notice, toast } from "../elements/status.js";
import { sentence } from "../messages/sentence.js";
import { codeForm } from "../methods/identifier/code-form.js";
import { errorText as codeErrorText } from "../methods/identifier/text.js";
import { Problem } from "../server/problem.js";
import { sendFactorCode } from "../server/second-factor.js";
import { text } from "./text.js";

/**
 * A code that is sent to an address of the user. It is sent as soon as the step is shown, and the user may choose another
 * channel then.
 *
 * @typedef {import("./factor.js").Step} Step
 * @typedef {import("../server/types.js").SentFactorCode} SentFactorCode
 * @typedef {import("../server/types.js").Channel} Channel
 */

/**
 * Whether only the code has expired, and a new one can be sent.
 *
 * @param {unknown} error
 */
const isCodeExpired = (error) => error instanceof Problem && error.code === "challenge_expired";

/** @param {Channel} channel */
const otherChannel = (channel) => text(channel === "sms" ? "useSMS" : "useEmail");

/**
 * The code that was sent before the page was loaded again.
 *
 * @param {any} value @returns {SentFactorCode | undefined}
 */
function keptSent(value) {
  const isComplete = sentCodeOf(value) && textsOf(value, ["sent_to", "channel"]) && Array.isArray(value.channels)
    && value.channels.every((/** @type {unknown} */ channel) => channel === "email" || channel === "sms");
  return isComplete ? value : undefined;
}

/** @param {Step} step */
function sendingView(step) {
  const place = element("div", { class: "form-view" });
  const { request: { challenge_id }, ticket } = step;

  /** @param {Channel} [channel] */
  const send = (channel) => sendFactorCode({ challenge_id, ticket, channel });

  /** @param {SentFactorCode} sent */
  const ask = (sent) => {
    const keep = (/** @type {import("../server/types.js").SentCode} */ latest) => step.keep({ sent: { ...sent, ...latest } });
    keep(sent);
    const hadFocus = place.contains(document.activeElement);
    const others = sent.channels.filter((channel) => channel !== sent.channel);
    const { view } = codeForm({
      config: step.config, level: step.level, address: sent.sent_to, sent, lead: text("sentLead"), keep,
      resend: () => send(sent.channel),
      prove: ({ challenge_id: challenge, code }) => step.prove({ code }, challenge),
      isOver: (error) => !isCodeExpired(error) && step.stops(error),
    }, ...others.map(channelButton));
    place.replaceChildren(view);
    if (hadFocus) focusStep(place);
  };

  /** @param {Channel} channel */
  const channelButton = (channel) => {
    const control = button(otherChannel(channel), () => void whileBusy(control, async () => {
      try {
        ask(await send(channel));
      } catch (error) {
        // The code that was sent before is still valid.
        if (!step.stops(error)) toast(sentence(error, codeErrorText), { problem: true, retry: () => control.click() });
      }
    }), { class: "button quiet", testid: `send-${channel}` });
    return control;
  };

  const begin = async () => {
    try {
      ask(await send());
    } catch (error) {
      if (step.stops(error)) return;
      const again = button(text("sendAgain"), () => void whileBusy(again, begin), { class: "button main wide", testid: "send-again" });
      const hadFocus = place.contains(document.activeElement);
      place.replaceChildren(
        element(headingTag(step.level), { text: text("sendTitle") }),
        notice(sentence(error, codeErrorText), { problem: true, testid: "form-problem" }), again);
      if (hadFocus) again.focus();
    }
  };

  const kept = keptSent(step.kept?.sent);
  if (kept) {
    ask(kept);
    return place;
  }
  place.append(
    element(headingTag(step.level), { text: text("sendTitle") }),
    element("p", { class: "muted", role: "status", text: text("sending") }));
  void begin();
  return place;
}

/**
 * Codes that are sent by email or SMS.
 *
 * @type {import("./factor.js").Factor}
 */
export const sentCode = {
  name: "code",
  chooseText: () => text("useSentCode"),
  form: sendingView,
};
