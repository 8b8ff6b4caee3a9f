import { element } from "../elements/dom.js";
import { section } from "../elements/parts.js";
import { languageName, languageTags } from "../format/languages.js";
import { plainText } from "../format/text.js";
import { Address } from "../navigation/address.js";
import { call } from "../server/call.js";
import { text } from "../texts/text.js";
import { mailFrame } from "./frame.js";
import { kinds } from "./kinds.js";

/** @typedef {import("../server/types.js").Template} Template @typedef {import("../view/view.js").View} View */

/** @param {Address} address */
const kindOf = (address) => kinds.find((kind) => kind === address.value("kind")) ?? kinds[0] ?? "test";

/** @param {Address} address */
const languageOf = (address) => languageTags.find((tag) => tag === address.value("language")) ?? "";

/**
 * The template that the address names, and the applications whose look it can have.
 *
 * @param {Address} address @param {AbortSignal} signal
 */
export async function loadTemplate(address, signal) {
  const query = new URLSearchParams();
  for (const [name, value] of [["language", languageOf(address)], ["application", address.value("application")]]) if (value) query.set(name ?? "", value);
  const [template, applications] = await Promise.all([
    call("GET", `/v1/admin/templates/${kindOf(address)}?${query}`, undefined, signal), call("GET", "/v1/admin/applications", undefined, signal)]);
  return { template, applications: applications.items };
}

/**
 * A message with the values of an example: as mail in a frame, as text and as SMS.
 *
 * @param {{template: Template, applications: Record<string, unknown>[]}} loaded @param {View} view
 * @returns {(Node | false)[]}
 */
export function templateSections({ template, applications }, view) {
  const { language, subject, sms, sms_segments: segments } = template;
  const asked = languageOf(view.address);
  const mail = mailFrame(template.html, view);
  // A choice before the answer to the one before must not undo that.
  const choose = (/** @type {string} */ name, /** @type {string} */ value) => view.frame.go(Address.current.with({ [name]: value }));
  // The colors and the width need no other message.
  const turn = (/** @type {string} */ name, /** @type {string} */ value) => {
    view.address = view.address.with({ [name]: value });
    view.frame.replace(view.address);
    mail.show();
  };
  const tags = languageTags.includes(language) ? languageTags : [language, ...languageTags];
  const { address } = view;
  return [
    element("div", { class: "toolbar" },
      choice("kind", text("template.kind"), kinds.map((kind) => [kind, text(`message.kind.${kind}`)]), template.name, choose),
      choice("language", text("template.language"), tags.map((tag) => [tag, languageName(tag)]), asked || language, choose),
      applications.length > 1 && choice("application", text("template.application"), applications.map(({ id, name }) => [String(id), plainText(name, 60) || String(id)]), template.application, choose),
      choice("scheme", text("preview.scheme"), [["", text("preview.light")], ["dark", text("preview.dark")]], address.value("scheme"), turn),
      choice("width", text("preview.width"), [["", text("preview.phone")], ["wide", text("preview.wide")]], address.value("width"), turn)),
    asked !== "" && asked !== language && element("p", { class: "notice", testid: "fallback", text: text("template.fallback", { asked: languageName(asked), found: languageName(language) }) }),
    element("div", { class: "look" },
      section(text("template.mail"), { note: text("template.note"), testid: "template-mail" },
        element("p", {}, element("span", { class: "muted small block", text: text("template.subject") }), element("bdi", { class: "strong", lang: language, testid: "template-subject", text: subject })), mail.stage),
      element("div", { class: "view-body" },
        section(text("template.text"), {}, words(template.text, text("template.text"), language, "template-text")),
        section(text("template.sms"), { note: text("template.segments", { count: segments }) }, words(sms, text("template.sms"), language, "template-sms")))),
  ];
}

/** @param {string} said @param {string} label @param {string} language @param {string} testid */
const words = (said, label, language, testid) => element("pre", { class: "json whole", role: "group", "aria-label": label, lang: language, dir: "auto", testid, text: said });

/**
 * @param {string} name of the parameter @param {string} label @param {[string, string][]} choices @param {string} value
 * @param {(name: string, value: string) => void} choose
 */
function choice(name, label, choices, value, choose) {
  const control = element("select", { "aria-label": label, id: `template-${name}`, testid: `template-${name}` },
    ...choices.map(([one, caption]) => element("option", { value: one, text: caption, selected: one === value })));
  control.addEventListener("change", () => choose(name, control.value));
  return control;
}
