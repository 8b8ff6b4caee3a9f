import { button, element, headingTag } from "../elements/dom.js";
import { listSecondFactors } from "../server/second-factor.js";
import { codeDigits } from "../methods/identifier/typed.js";
import { codeEntry } from "./code-entry.js";
import { codesLeft } from "./codes-left.js";
import { text } from "./text.js";

/**
 * Whether a text can be a recovery code. Spaces and hyphens do not count.
 *
 * @param {string} typed
 */
export const isRecoveryCode = (typed) => /^[\da-z]{10}$/i.test(codeDigits(typed));

/**
 * Codes that the user has saved for the case that the authenticator is lost.
 *
 * @type {import("./factor.js").Factor}
 */
export const recoveryCode = {
  name: "recovery_code",
  chooseText: () => text("useRecoveryCode"),
  form: (step) => codeEntry(step, {
    title: text("recoveryTitle"), lead: text("recoveryLead"), label: text("recoveryCode"),
    wrongForm: text("recoveryForm"), wrongCode: text("recoveryWrong"),
    hasForm: isRecoveryCode, attributes: { autocomplete: "off", autocapitalize: "characters" },
  }),
  news: async ({ level, continues }) => {
    // The user is signed in. If the number is not known, there is nothing to read.
    const left = await listSecondFactors().then((list) => list.recovery_codes_left, () => undefined);
    return left === undefined ? undefined : { view: element("section", { class: "form-view", testid: "recovery-code-used" },
      element(headingTag(level), { text: text("recoveryUsed") }),
      element("p", {}, codesLeft(left)),
      element("p", { class: "muted" }, text("recoveryAdvice")),
      button(text("verify"), continues, { class: "button main wide", testid: "continue-signed-in" })) };
  },
};
