import { longField, textField } from "../elements/field.js";
import { text } from "../texts/text.js";
import { FieldError } from "../view/form.js";

/**
 * The fields of a profile.
 *
 * @param {Partial<import("../server/types.js").User>} user
 */
export const profileFields = (user) => [
  textField({ name: "name", label: text("field.name"), value: user.name ?? "", maxlength: "256", dir: "auto" }),
  textField({ name: "first_name", label: text("field.firstName"), value: user.first_name ?? "", maxlength: "128", dir: "auto" }),
  textField({ name: "last_name", label: text("field.lastName"), value: user.last_name ?? "", maxlength: "128", dir: "auto" }),
  textField({ name: "locale", label: text("field.language"), help: text("field.languageHelp"), value: user.locale ?? "", maxlength: "35" }),
];

/** @param {object} metadata @param {string} [label] @param {string} [help] */
export const metadataField = (metadata, label = text("data.metadata"), help = text("data.metadataHelp")) => longField({ name: "metadata", label, help, class: "mono",
  value: Object.keys(metadata).length > 0 ? JSON.stringify(metadata, null, 2) : "" });

/**
 * The object that the user has typed.
 *
 * @param {string} typed
 * @returns {Record<string, unknown>}
 */
export function typedObject(typed) {
  if (!typed) return {};
  try {
    const value = JSON.parse(typed);
    if (typeof value === "object" && value && !Array.isArray(value)) return value;
  } catch {
    // The sentence below says what is wrong.
  }
  throw new FieldError("metadata", text("data.noObject"));
}

/**
 * The field that an error code is about.
 *
 * @param {string} code
 */
export function fieldOfCode(code) {
  return Object.entries(fieldsOfCodes).find(([start]) => code.startsWith(start))?.[1];
}

/**
 * The fields by the start of an error code.
 *
 * @type {Record<string, string>}
 */
const fieldsOfCodes = {
  email: "email", phone_number: "phone_number", username: "username", password: "password", metadata: "metadata", identifier: "email", identity_in_use: "email",
  missing_address: "email", channel_not_offered: "invite", invalid_name: "name", invalid_first_name: "first_name", invalid_last_name: "last_name", invalid_locale: "locale",
};
