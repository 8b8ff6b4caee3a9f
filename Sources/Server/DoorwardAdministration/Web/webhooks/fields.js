import { checkField, choiceField, linesField, textField } from "../elements/field.js";
import { element } from "../elements/dom.js";
import { types } from "../events/types.js";
import { plainText } from "../format/text.js";
import { text } from "../texts/text.js";

/** @typedef {import("../server/types.js").Webhook} Webhook @typedef {import("../elements/field.js").Field} Field */

/**
 * The applications that a webhook can belong to. A webhook keeps an application that was removed, so that no edit widens what it gets.
 *
 * @param {Partial<Webhook>} webhook @param {{id: string, name: string}[]} applications
 * @returns {[id: string, caption: string][]}
 */
export function applicationChoices({ application }, applications) {
  const isKnown = !application || applications.some(({ id }) => id === application);
  return [["", text("webhook.everyApplication")], ...(isKnown ? [] : /** @type {[string, string][]} */ ([[application, text("webhook.removedApplication", { id: plainText(application, 64) })]])),
    ...applications.map(({ id, name }) => /** @type {[string, string]} */ ([id, `${plainText(name, 60)} (${plainText(id, 64)})`]))];
}

/**
 * The fields of a webhook.
 *
 * @param {Partial<Webhook>} webhook @param {{id: string, name: string}[]} applications
 * @returns {Field[]}
 */
export const webhookFields = (webhook, applications) => [
  textField({ name: "url", label: text("webhook.url"), help: text("webhook.urlHelp"), value: webhook.url ?? "", type: "url", maxlength: "2048" }),
  linesField({ name: "types", label: text("webhook.types"), help: text("webhook.typesHelp"), value: webhook.types ?? [], placeholder: text("webhook.allTypes") }),
  choiceField({ name: "application", label: text("session.application"), value: webhook.application ?? "", choices: applicationChoices(webhook, applications) }),
  textField({ name: "description", label: text("webhook.description"), help: text("webhook.descriptionHelp"), value: webhook.description ?? "", maxlength: "256", dir: "auto" }),
  checkField({ name: "include_client", label: text("webhook.client"), help: text("webhook.clientHelp"), isOn: webhook.include_client ?? false }),
];

/** The types of events, to read while typing some of them. */
export const knownTypes = () => element("details", {}, element("summary", { text: text("webhook.knownTypes") }),
  element("p", { class: "badges plain" }, ...types.map((type) => element("span", { class: "badge mono", text: type }))));
