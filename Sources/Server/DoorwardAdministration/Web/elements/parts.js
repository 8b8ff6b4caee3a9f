import { dayText, momentText, relativeText } from "../format/time.js";
import { initial } from "../format/text.js";
import { text } from "../texts/text.js";
import { element } from "./dom.js";

/**
 * A time in words, with the exact time as its tooltip.
 *
 * @param {string | null | undefined} time RFC 3339 @param {{day?: boolean}} options `day`: the day instead of words
 */
export function timeElement(time, { day = false } = {}) {
  const date = new Date(time ?? "");
  if (Number.isNaN(date.getTime())) return element("span", { class: "muted", text: text("time.never") });
  return element("time", {
    datetime: date.toISOString(), title: momentText(date), text: day ? dayText(date) : relativeText(date, Date.now()),
  });
}

/**
 * A short state beside a name.
 *
 * @param {string} caption @param {"plain" | "good" | "warning" | "danger"} [kind]
 */
export const badge = (caption, kind = "plain") => element("span", { class: `badge ${kind}`, text: caption });

/**
 * Text from outside, which may have another direction.
 *
 * @param {string} given @param {Record<string, any>} [properties]
 */
export const foreign = (given, properties = {}) => element("bdi", { ...properties, text: given });

/**
 * The photo of a user, or the first letter of the name. It says nothing that the name beside it does not.
 *
 * @param {string} name @param {string | null} [picture] @param {boolean} [isLarge]
 */
export function avatar(name, picture, isLarge = false) {
  const size = isLarge ? 56 : 32;
  const view = element("span", { class: isLarge ? "avatar large" : "avatar", "aria-hidden": "true" }, initial(name));
  if (picture?.startsWith("http")) {
    const image = element("img", { src: `${picture}${picture.includes("?") ? "&" : "?"}size=${isLarge ? 128 : 64}`, alt: "", width: size, height: size, loading: "lazy" });
    image.addEventListener("error", () => image.remove());
    view.append(image);
  }
  return view;
}

/**
 * What a list shows if it has no rows: why, and what to do.
 *
 * @param {string} title @param {string} advice @param {...(Node | null | undefined | false)} actions
 */
export const emptyState = (title, advice, ...actions) => element("div", { class: "empty", testid: "empty" },
  element("p", { class: "empty-title", text: title }), element("p", { class: "muted", text: advice }),
  element("div", { class: "actions center" }, ...actions));

/**
 * Gray rows of the height of the real ones, while a list loads.
 *
 * @param {number} [count]
 */
export const skeleton = (count = 8) => element("div", { class: "skeleton", role: "status", "aria-label": text("view.loading") },
  ...Array.from({ length: count }, () => element("div", { class: "skeleton-row" })));

/**
 * A part of a page with a heading.
 *
 * @param {string} title @param {{id?: string, note?: string, actions?: (Node | null | false | undefined)[], testid?: string}} options
 * @param {...(Node | string | null | undefined | false)} content
 */
export function section(title, { id, note, actions = [], testid }, ...content) {
  const shown = actions.filter(Boolean);
  return element("section", { class: "section", id, testid, "aria-label": title },
    element("div", { class: "section-head" },
      element("div", {}, element("h2", { text: title }), note && element("p", { class: "muted small", text: note })),
      shown.length > 0 && element("div", { class: "actions" }, ...shown)),
    ...content);
}

/**
 * The parts of a view, each with its address.
 *
 * @param {string} label @param {{name: string, caption: string, href: string, isHere: boolean}[]} tabs
 */
export const tabBar = (label, tabs) => element("nav", { class: "tabs", "aria-label": label }, ...tabs.map(({ name, caption, href, isHere }) =>
  element("a", { href, "aria-current": isHere ? "page" : undefined, id: `tab-${name}`, testid: `tab-${name}`, text: caption })));

/**
 * Names with their values.
 *
 * @param {[string, Node | string | null | undefined][]} rows those without a value show a dash
 */
export const facts = (rows) => element("dl", { class: "facts" }, ...rows.map(([name, value]) => element("div", {},
  element("dt", { text: name }), element("dd", {}, value || element("span", { class: "muted", text: text("value.none") })))));

/** @param {string} said @param {{problem?: boolean, testid?: string}} options */
export const notice = (said, { problem = false, testid } = {}) =>
  element("p", { class: problem ? "notice problem" : "notice", role: problem ? "alert" : undefined, testid, text: said });
