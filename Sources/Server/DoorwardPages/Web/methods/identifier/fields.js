import { passwordField, textField } from "../../elements/form.js";
import { button, element, headingTag } from "../../elements/dom.js";
import { nameParts } from "../../elements/name.js";
import { plainText } from "../../format/text.js";
import { Problem } from "../../server/problem.js";
import { sentence } from "../../messages/sentence.js";
import { passwordRules } from "./settings.js";
import { passwordAdvice } from "./strength.js";
import { highestScore, lowestAccepted, reasonText, strengthEstimate } from "./strength-estimate.js";
import { errorText, text } from "./text.js";

/**
 * The fields of the forms.
 *
 * @typedef {import("../../server/types.js").Config} Config
 * @typedef {import("./settings.js").Kind} Kind
 * @typedef {import("../../elements/form.js").Complaint} Complaint
 */

/**
 * The label of a field for these kinds.
 *
 * @param {readonly Kind[]} kinds
 */
export function kindsLabel(kinds) {
  const [email, phone, username] = [kinds.includes("email"), kinds.includes("phone_number"), kinds.includes("username")];
  if (email && phone) return text(username ? "any" : "emailOrPhone");
  if (email) return text(username ? "emailOrUsername" : "email");
  if (phone) return text(username ? "phoneOrUsername" : "phone");
  return text("username");
}

/**
 * The attributes of a field for these kinds.
 *
 * @param {readonly Kind[]} kinds
 */
export const kindsAttributes = (kinds) => (kinds.length > 1 || kinds[0] === "username" ? { inputmode: kinds.includes("email") ? "email" : undefined }
  : kinds[0] === "email" ? { type: "email", inputmode: "email" } : { type: "tel", inputmode: "tel" });

/**
 * The heading of a form.
 *
 * @param {2 | 3} level @param {string} said
 */
export const heading = (level, said) => element(headingTag(level), { text: said });

/**
 * An identifier as the user sees it.
 *
 * @param {string} identifier
 */
export function shown(identifier) {
  return element("span", { class: "strong", dir: identifier.startsWith("+") ? "ltr" : "auto" }, ...nameParts(plainText(identifier, 120)));
}

/**
 * The identifier that the user gave, and a button to give another one.
 *
 * @param {string} identifier @param {() => void} change
 */
export const identifierLine = (identifier, change) => element("div", { class: "account-line", testid: "identifier-line" },
  element("p", { class: "names" }, shown(identifier)),
  button(text("useAnother"), change, { class: "button quiet", "aria-label": text("useAnotherLabel"), testid: "use-another" }));

/**
 * Shows password managers the user of the password in the form.
 *
 * @param {string} identifier
 */
export const hiddenIdentifier = (identifier) =>
  element("input", { type: "text", name: "username", autocomplete: "username", value: identifier, hidden: true, readonly: true });

/**
 * The field for the present password.
 *
 * @param {string} [label]
 */
export const presentPasswordField = (label = text("password")) =>
  passwordField({ label, name: "password", autocomplete: "current-password", testid: "password" });

/**
 * The field for a new password. It says at once whether the password is long enough, and after a pause its strength. The meter
 * shows the score of the server's estimate, so it is never full for a password that the server refuses.
 *
 * @param {Config} config
 * @param {{label?: string, identifiers: () => string[], ticket?: string}} options `identifiers`: texts about the user
 * that an attacker tries first
 */
export function newPasswordField(config, { label = text("password"), identifiers, ticket }) {
  const rules = passwordRules(config);
  const meter = element("progress", { class: "meter", max: highestScore, value: 0, "aria-hidden": "true" });
  const advice = element("p", { class: "strong", "aria-live": "polite", testid: "password-advice" });
  const rule = text("rule", { count: rules.minimum_length });
  const help = element("div", {}, meter, element("p", { text: rule }), advice);
  const { view, input } = passwordField({
    label, help, name: "new-password", autocomplete: "new-password", passwordrules: rules.apple, testid: "new-password",
  });
  const words = () => {
    const found = passwordAdvice(input.value, rules, identifiers());
    switch (found.kind) {
      case "empty": return "";
      case "short": return text("moreCharacters", { count: found.missing ?? 0 });
      case "long": return text("tooManyCharacters", { count: rules.maximum_length });
      case "repeats": return text("repeats");
      case "identifier": return text("hasIdentifier");
      case "fine": return text("longEnough");
    }
  };
  const measure = (/** @type {number} */ score) => {
    meter.value = score;
    meter.classList.toggle("fine", score >= lowestAccepted);
  };
  const estimate = strengthEstimate(input, ({ score, said }) => {
    measure(score);
    advice.textContent = said;
  }, ticket);
  input.addEventListener("input", () => {
    const found = passwordAdvice(input.value, rules, identifiers());
    const isEstimated = found.kind === "fine" || found.kind === "repeats" || found.kind === "identifier";
    // The score of the earlier text is not that of this one.
    measure(isEstimated ? Math.min(meter.value, lowestAccepted - 1) : 0);
    // A screen reader must not speak at each key. The number of missing characters changes only for the eye.
    advice.setAttribute("aria-live", found.kind === "short" ? "off" : "polite");
    advice.textContent = words();
    if (isEstimated) estimate.ask(input.value, identifiers());
    else estimate.cancel();
  });
  /** @returns {Complaint | undefined} why the password need not be sent */
  const complaint = () => {
    const { kind } = passwordAdvice(input.value, rules, identifiers());
    if (kind === "empty" || kind === "short") return { said: text("tooShort", { count: rules.minimum_length }), input };
    return kind === "long" ? { said: text("tooManyCharacters", { count: rules.maximum_length }), input } : undefined;
  };
  return { view, input, complaint };
}

/**
 * The field for a code.
 *
 * @param {Node} validity describes the code
 */
export const codeField = (validity) => textField({
  label: text("code"), help: validity, name: "code",
  class: "code-input", inputmode: "numeric", autocomplete: "one-time-code", dir: "ltr", testid: "code",
});

/**
 * The reason of an error, at the field that has to change.
 *
 * @param {unknown} error
 * @param {{identifier?: HTMLInputElement, username?: HTMLInputElement, password?: HTMLInputElement, code?: HTMLInputElement}} fields
 * @param {import("./settings.js").Kind} [kind] of the identifier that the password was sent with
 * @returns {Complaint}
 */
export function complaintOf(error, { identifier, username, password, code }, kind = "email") {
  const name = error instanceof Problem ? error.code : "";
  // The password was wrong, or the identifier: the server does not say which.
  const isWrong = name === "invalid_credentials" && kind !== "email";
  const said = (error instanceof Problem ? reasonText(error.advice) : undefined)
    ?? (isWrong ? text(kind === "phone_number" ? "wrongPhone" : "wrongUserName") : sentence(error, errorText));
  const isAt = (/** @type {RegExp} */ form) => form.test(name);
  const input = isAt(/^(invalid_credentials|password_(?!hashing))/) ? password
    : isAt(/^username_/) ? username ?? identifier
    : isAt(/^(email_|phone_|identifier_|channel_|address_|identity_in_use)/) ? identifier
    : isAt(/code|challenge/) ? code : undefined;
  return { said, input };
}
