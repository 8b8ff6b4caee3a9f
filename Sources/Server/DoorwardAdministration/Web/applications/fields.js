import { checkField, checksField, choiceField, linesField, longField, textField } from "../elements/field.js";
import { languageName, languageTags } from "../format/languages.js";
import { plainJSON, plainText } from "../format/text.js";
import { valueAt } from "../server/paths.js";
import { knownText, text } from "../texts/text.js";
import { FieldError } from "../view/form.js";
import { isSet } from "./values.js";

/**
 * The settings of an application in groups, each with the field that edits it. An empty field returns a setting to its default value,
 * and a list of choices does with a choice of its own, because none of them is a value too.
 *
 * @typedef {import("../elements/field.js").Field} Field @typedef {import("../server/types.js").Application} Application
 * @typedef {"line" | "lines" | "numbers" | "check" | "choice" | "checks" | "list"} Kind `list`: a list of objects as JSON
 * @typedef {{path: string, kind: Kind, choices?: readonly string[], method?: string}} Spec
 *   `choices`: the values; `method`: the sign-in method that the setting belongs to
 * @typedef {{name: string, label: import("../texts/text.js").Key, specs: readonly Spec[]}} Group
 */

export const methods = ["password", "code", "passkey", "siwe", "near", "anonymous", "guest"];

/** @type {readonly Group[]} */
export const groups = [
  { name: "general", label: "applications.general", specs: [
    { path: "name", kind: "line" }, { path: "audience", kind: "line" }, { path: "language", kind: "choice", choices: ["", ...languageTags] },
    { path: "terms.terms_url", kind: "line" }, { path: "terms.privacy_url", kind: "line" }, { path: "roles", kind: "lines" }, { path: "first_party", kind: "check" },
  ] },
  { name: "sign-in", label: "applications.signIn", specs: [
    { path: "methods", kind: "checks", choices: methods }, { path: "sign_up", kind: "choice", choices: ["open", "invited", "closed"] },
    { path: "sign_in_first", kind: "choice", choices: ["code", "password"] }, { path: "email_domains", kind: "lines" },
    { path: "second_factor.required", kind: "check" }, { path: "second_factor.codes", kind: "checks", choices: ["email", "sms"] },
    { path: "password.identifiers", kind: "checks", choices: ["email", "phone_number", "username"], method: "password" },
    { path: "code.channels", kind: "checks", choices: ["email", "sms"], method: "code" },
  ] },
  { name: "client", label: "applications.client", specs: [
    { path: "redirect_uris", kind: "lines" }, { path: "post_logout_redirect_uris", kind: "lines" },
    { path: "backchannel_logout_uri", kind: "line" }, { path: "origins", kind: "lines" },
    { path: "scopes", kind: "checks", choices: ["openid", "profile", "email", "phone", "offline_access", "user:read", "account"] },
    { path: "device_authorization", kind: "check" }, { path: "id_token_signed_response_alg", kind: "choice", choices: ["ES256", "RS256"] },
  ] },
  { name: "passkeys", label: "applications.passkeys", specs: [
    { path: "passkeys.rp_id", kind: "line", method: "passkey" }, { path: "passkeys.origins", kind: "lines", method: "passkey" },
    { path: "passkeys.user_verification", kind: "choice", choices: ["preferred", "required", "discouraged"], method: "passkey" },
    { path: "passkeys.hints", kind: "checks", choices: ["client-device", "security-key", "hybrid"], method: "passkey" },
    { path: "passkeys.apple_apps", kind: "lines", method: "passkey" }, { path: "passkeys.android_apps", kind: "list", method: "passkey" },
  ] },
  { name: "wallets", label: "applications.wallets", specs: [
    { path: "ethereum.domains", kind: "lines", method: "siwe" }, { path: "ethereum.uris", kind: "lines", method: "siwe" },
    { path: "ethereum.chains", kind: "numbers", method: "siwe" }, { path: "ethereum.statement", kind: "line", method: "siwe" },
    { path: "ethereum.link_statement", kind: "line", method: "siwe" }, { path: "ethereum.move_statement", kind: "line", method: "siwe" },
    { path: "near.networks", kind: "lines", method: "near" }, { path: "near.recipient", kind: "line", method: "near" },
    { path: "near.callback_urls", kind: "lines", method: "near" },
  ] },
];

/**
 * The settings of a group that belong to what the application offers.
 *
 * @param {Group} group @param {Application} application
 */
export const offered = ({ specs }, application) => specs.filter(({ path, method }) =>
  !method || !Array.isArray(application.methods) || application.methods.includes(method) || isSet(application, path));

/** @param {string} path */
export const settingName = (path) => knownText(`setting.${path}`) ?? path;

/**
 * The words for a value of a setting.
 *
 * @param {string} path @param {string} value
 */
export function choiceName(path, value) {
  if (path === "language") return value ? languageName(value) : text("setting.language.user");
  if (path === "methods") return knownText(`way.${value}`) ?? plainText(value, 40);
  return knownText(`setting.${path}.${value}`) ?? plainText(value, 60);
}

/**
 * The field that edits a setting.
 *
 * @param {Spec} spec @param {Application} application
 * @returns {Field}
 */
export function settingField({ path, kind, choices = [] }, application) {
  const value = valueAt(application, path);
  const [own, standard] = isSet(application, path) ? [value, undefined] : [undefined, value];
  const common = { name: path, label: settingName(path), help: knownText(`setting.${path}.help`) };
  switch (kind) {
    case "line": return textField({ ...common, value: own ?? "", placeholder: standard ?? undefined, dir: "auto" });
    case "lines": return linesField({ ...common, value: own ?? [], placeholder: (standard ?? []).join("\n") || undefined });
    case "numbers": {
      const field = linesField({ ...common, value: (own ?? []).map(String), placeholder: (standard ?? []).join("\n") || undefined, inputmode: "numeric" });
      // The server explains what is no number.
      return { ...field, read: () => field.read().map((/** @type {string} */ one) => (/^\d+$/.test(one) ? Number(one) : one)) };
    }
    case "check": return checkField({ ...common, isOn: value === true });
    case "choice": return choiceField({ ...common, value: value ?? "", choices: choices.map((choice) => [choice, choiceName(path, choice)]) });
    case "checks": return checksField({ ...common, chosen: value ?? [], standard: text("origin.default"), isStandard: own === undefined,
      choices: choices.map((choice) => [choice, choiceName(path, choice)]) });
    case "list": return longField({ ...common, class: "mono", rows: "5", value: own?.length > 0 ? plainJSON(own) : "" });
  }
}

/**
 * The value that a field sets. Null returns to the default value.
 *
 * @param {Spec} spec @param {any} read
 */
export function settingValue({ path, kind }, read) {
  if (kind === "list") return read ? typedList(path, read) : null;
  return read === "" || (kind !== "checks" && Array.isArray(read) && read.length === 0) ? null : read;
}

/** @param {string} path @param {string} typed */
function typedList(path, typed) {
  try {
    const value = JSON.parse(typed);
    if (Array.isArray(value)) return value;
  } catch {
    // The sentence below says what is wrong.
  }
  throw new FieldError(path, text("data.noList"));
}
