import { copyable } from "../elements/copy.js";
import { element, link } from "../elements/dom.js";
import { emptyState, foreign, section } from "../elements/parts.js";
import { plainJSON, plainText } from "../format/text.js";
import { call } from "../server/call.js";
import { Problem } from "../server/problem.js";
import { knownText, text } from "../texts/text.js";

/**
 * The settings in groups. Every other setting belongs to a sign-in method.
 *
 * @type {[title: import("../texts/text.js").Key, names: string[]][]}
 */
const groups = [
  ["applications.general", ["name", "audience", "first_party", "language", "terms", "roles"]],
  ["applications.signIn", ["methods", "sign_up", "sign_in_first", "email_domains", "second_factor"]],
  ["applications.client", ["redirect_uris", "post_logout_redirect_uris", "origins", "scopes", "device_authorization", "id_token_signed_response_alg"]],
  ["applications.look", ["appearance"]],
];

/**
 * The settings of one application.
 *
 * @type {import("../view/view.js").Screen}
 */
export const applicationScreen = {
  title: (application) => (application ? plainText(application.name) : text("applications.one")),
  async load(address, signal) {
    try {
      return await call("GET", `/v1/admin/applications/${encodeURIComponent(address.parts[1] ?? "")}`, undefined, signal);
    } catch (error) {
      if (error instanceof Problem && error.status === 404) return undefined;
      throw error;
    }
  },
  draw(/** @type {Record<string, unknown> | undefined} */ application, view) {
    if (!application) {
      return view.draw(element("h1", { text: text("applications.one"), tabindex: "-1" }),
        emptyState(text("applications.missing"), text("applications.missingAdvice"), link(text("applications.title"), "/applications", { class: "button" })));
    }
    const grouped = new Set(["id", ...groups.flatMap(([, names]) => names)]);
    const others = Object.keys(application).filter((name) => !grouped.has(name));
    const id = plainText(application.id, 120);
    return view.draw(
      element("div", { class: "view-head" }, element("div", {},
        element("p", { class: "crumb" }, link(text("applications.title"), "/applications")),
        element("h1", { tabindex: "-1" }, foreign(plainText(application.name) || id)), element("p", {}, copyable(id, id, text("setting.id"))))),
      element("p", { class: "muted", text: text("applications.note") }),
      ...groups.map(([title, names]) => section(text(title), {}, settings(application, names.filter((name) => name in application)))),
      others.length > 0 && section(text("applications.methods"), {}, settings(application, others)));
  },
};

/** @param {Record<string, unknown>} application @param {string[]} names */
const settings = (application, names) => element("dl", { class: "facts settings" }, ...names.map((name) => {
  const help = knownText(`setting.${name}.help`);
  return element("div", { testid: `setting-${name}` },
    element("dt", {}, knownText(`setting.${name}`) ?? name, help && element("span", { class: "muted small block", text: help })),
    element("dd", {}, shown(application[name], name)));
}));

/**
 * @param {unknown} value @param {string} name of the setting
 * @returns {Node}
 */
function shown(value, name) {
  if (typeof value === "boolean") return element("span", { text: text(value ? "value.yes" : "value.no") });
  if (value === null || value === "" || (Array.isArray(value) && value.length === 0)) return element("span", { class: "muted", text: text("value.none") });
  if (Array.isArray(value) && value.every((one) => typeof one !== "object")) {
    return element("ul", { class: "values" }, ...value.map((one) => element("li", {}, foreign(plainText(String(one), 300)))));
  }
  if (Array.isArray(value)) return element("pre", { class: "json", tabindex: "0", "aria-label": text("value.object"), text: plainJSON(value) });
  if (typeof value === "object") {
    return element("ul", { class: "values" }, ...Object.entries(value).map(([part, own]) => element("li", { class: "part" },
      element("span", { class: "muted", text: knownText(`setting.${name}.${part}`) ?? part }), shown(own, `${name}.${part}`))));
  }
  return foreign(plainText(String(value), 300));
}
