import { button, element, focusStep, headingTag, whileBusy } from "../elements/dom.js";
import { notice } from "../elements/status.js";
import { plainText } from "../format/text.js";
import { sentence } from "../messages/sentence.js";
import { text as pageText } from "../messages/text.js";
import { enrollAuthenticator } from "../server/second-factor.js";
import { authenticatorKey } from "./authenticator-key.js";
import { keptEnrollment } from "./kept-enrollment.js";
import { firstCodeForm } from "./first-code.js";
import { newRecoveryCodes } from "./recovery-codes.js";
import { errorText, text } from "./text.js";

/**
 * An authenticator app that the user adds during a sign-in, because the application requires a second factor.
 *
 * @typedef {import("./factor.js").Step} Step
 */

/** @param {Step} step */
function enrollmentView(step) {
  const { request: { challenge_id }, config, ticket, level } = step;
  const name = plainText(config.application_name, 60) || text("thisSite");
  const place = element("div", { class: "form-view", testid: "new-authenticator" });

  /** @param {import("../server/types.js").AuthenticatorEnrollment} enrollment */
  const show = (enrollment) => {
    step.keep({ enrollment });
    const form = firstCodeForm(
      "second-factor", (code) => step.prove({ code }, enrollment.challenge_id),
      (error, input) => step.explain(error, input, text("addedWrong")));
    const hadFocus = place.contains(document.activeElement);
    body.replaceChildren(element("p", { text: text("scan") }), authenticatorKey(enrollment), form);
    if (hadFocus) focusStep(place);
  };

  const begin = async () => {
    try {
      show(await enrollAuthenticator({ challenge_id, ticket }));
    } catch (error) {
      if (step.stops(error)) return;
      const again = button(pageText("action.tryAgain"), () => void whileBusy(again, async () => {
        await begin();
        focusStep(place);
      }), { class: "button main wide", testid: "enroll-again" });
      body.replaceChildren(notice(sentence(error, errorText), { problem: true, testid: "form-problem" }), again);
    }
  };

  const body = element("div", { class: "form-view" }, element("p", { class: "muted", role: "status", text: text("preparing") }));
  place.append(
    element(headingTag(level), { text: text("requiredTitle") }),
    element("p", { class: "muted" }, text("requiredLead", { name })),
    body);
  const kept = keptEnrollment(step.kept?.enrollment);
  if (kept) show(kept);
  else void begin();
  return place;
}

/**
 * A new authenticator app, whose first code finishes the sign-in.
 *
 * @type {import("./factor.js").Factor}
 */
export const newAuthenticator = {
  name: "totp",
  chooseText: () => text("add"),
  form: enrollmentView,
  news: newRecoveryCodes,
};
