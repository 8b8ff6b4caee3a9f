import { isCode } from "../methods/identifier/typed.js";
import { codeEntry } from "./code-entry.js";
import { text } from "./text.js";

/** The number of digits of an authenticator's code. */
export const codeLength = 6;

/** The attributes of a field for the code of an authenticator. */
export const codeAttributes = { inputmode: "numeric", autocomplete: "one-time-code" };

/**
 * Codes of an authenticator app.
 *
 * @type {import("./factor.js").Factor}
 */
export const totp = {
  name: "totp",
  chooseText: () => text("useAuthenticator"),
  form: (step) => codeEntry(step, {
    title: text("codeTitle"), lead: text("codeLead"), label: text("code"),
    wrongForm: text("codeForm", { count: codeLength }), wrongCode: text("codeWrong"),
    hasForm: (typed) => isCode(typed, codeLength), length: codeLength, attributes: codeAttributes,
  }),
};
