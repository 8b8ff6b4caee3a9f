import { card } from "../elements/brand.js";
import { element } from "../elements/dom.js";
import { notice } from "../elements/status.js";
import { plainText } from "../format/text.js";
import { language } from "../messages/language.js";
import { text } from "../messages/text.js";
import { adviceOf, offeredMethods } from "../methods/registry.js";
import { foldedGroup } from "./folded.js";
import { methodPicker } from "./picker.js";

/**
 * @typedef {import("../server/types.js").State} State
 * @typedef {Omit<import("./picker.js").Picker, "picker">} SignIn the sign-in of a page
 */

/**
 * The sign-in of a page that shows something else.
 *
 * @type {SignIn}
 */
export const noSignIn = { stop: () => {}, isOpen: () => true, mayLeave: () => true };

/**
 * The operator's terms, if the operator has any.
 *
 * @param {State["config"]["terms"]} terms
 */
function termsLine(terms) {
  /** @type {[string, string | null | undefined][]} */
  const pages = [[text("signIn.terms"), terms?.terms_url], [text("signIn.privacy"), terms?.privacy_url]];
  const links = pages.filter(([, address]) => /^https?:/i.test(address ?? "")).map(([caption, address]) =>
    element("a", { href: address, target: "_blank", rel: "noopener noreferrer", text: caption }));
  return links.length > 0 && element("p", { class: "muted small terms", testid: "terms" }, ...links);
}

/**
 * The sentence about the application's limits for new accounts. Nothing if it accepts every new user.
 *
 * @param {State["config"]["sign_up"]} signUp
 */
const newAccountsLine = (signUp) => (signUp === "invited" || signUp === "closed")
  && element("p", { class: "muted small advice", text: text(signUp === "invited" ? "signIn.invitedOnly" : "signIn.closed"), testid: "new-accounts" });

/**
 * The operator's own text in the language of the page; empty if there is none.
 *
 * @param {Record<string, string> | null | undefined} texts
 * @param {number} longest
 */
const ownText = (texts, longest) => plainText(texts?.[language()] ?? texts?.default, longest);

/**
 * The page where a user signs in, or signs in again.
 *
 * @param {State} state
 * @param {{note?: string, title?: string, purpose?: Node, account?: import("../methods/method.js").WantedAccount,
 *   request?: import("./picker.js").Served, invited?: string, link?: string, onProven: (state: State) => void}} options
 *   `purpose`: the purpose of the sign-in, shown before the user signs; `invited`: the address of an invitation;
 *   `link`: the secret of a link that signs in
 * @param {...(Node | false)} below further actions
 * @returns {{view: HTMLElement} & SignIn}
 */
export function signInView(state, { note, title, purpose, account = "any", request, invited, link, onProven }, ...below) {
  const { config } = state;
  const name = plainText(config.application_name, 60);
  const ownTitle = ownText(config.appearance?.title, 80);
  const welcome = !title && ownText(config.appearance?.text, 300);
  const { picker, ...signIn } = methodPicker({ state, purpose: "sign_in", account, request, invited, link, level: 2, onProven });
  const offered = offeredMethods(state, account);
  // The view of a folded group has its advice.
  const folded = foldedGroup(offered);
  const advice = adviceOf(offered.filter(({ group }) => !group || group !== folded));
  // Advice that does not apply to every choice is below the choices.
  const hasLead = !purpose && offered.every((method) => method.advice);
  const view = card("sign-in",
    element("h1", { text: title ?? (ownTitle || (name ? text("signIn.titleFor", { name }) : text("signIn.title"))), dir: "auto" }),
    welcome && element("p", { class: "lead", text: welcome, dir: "auto", testid: "welcome" }),
    ...(hasLead ? advice.map((one) => element("p", { class: "lead", text: one.lead() })) : []),
    note && notice(note, { testid: "note" }),
    purpose,
    picker,
    account !== "linked" && newAccountsLine(config.sign_up),
    ...below,
    ...advice.map((one) => element("p", { class: "muted small advice" }, ...one.note(!hasLead))),
    termsLine(config.terms));
  return { view, ...signIn };
}
