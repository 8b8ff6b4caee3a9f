import { card } from "./brand.js";
import { element } from "./dom.js";
import { plainText } from "./format.js";
import { walletPicker } from "./picker.js";
import { notice } from "./status.js";

/** @typedef {import("./api.js").State} State */

/**
 * The operator's terms, where there are any.
 *
 * @param {State["config"]["terms"]} terms
 */
function termsLine(terms) {
  /** @type {[string, string | null | undefined][]} */
  const pages = [["Terms", terms?.terms_url], ["Privacy", terms?.privacy_url]];
  const links = pages.filter(([, address]) => /^https?:/i.test(address ?? "")).map(([text, address]) =>
    element("a", { href: address, target: "_blank", rel: "noopener noreferrer", text }));
  return links.length > 0 && element("p", { class: "muted small terms", testid: "terms" }, ...links);
}

/**
 * The page where a user signs in, or signs in again.
 *
 * @param {State} state
 * @param {{note?: string, title?: string, purpose?: Node, account?: import("./picker.js").Wanted,
 *   asked?: import("./picker.js").Asked, onProven: (state: State) => void}} options
 *   `purpose`: what the sign-in is for, to be read before anything is signed.
 * @param {...(Node | false)} below what else can be done
 * @returns {{view: HTMLElement, stop: () => void}}
 */
export function signInView(state, { note, title, purpose, account, asked, onProven }, ...below) {
  const name = plainText(state.config.application_name, 60);
  const domain = state.config.ethereum?.domain ?? location.host;
  const { picker, stop } = walletPicker({ state, purpose: "sign_in", account, asked, level: 2, onProven });
  const view = card("sign-in",
    element("h1", { text: title ?? (name ? `Sign in to ${name}` : "Sign in") }),
    !purpose && element("p", { class: "lead", text: "Sign a short message with a wallet you already have. It is free, and it moves nothing." }),
    note && notice(note, { testid: "note" }),
    purpose,
    picker,
    ...below,
    element("p", { class: "muted small domain" },
      purpose && "Signing is free and moves nothing. ",
      "Sign only if your wallet shows ", element("span", { class: "mono strong", text: domain }), " as the site."),
    termsLine(state.config.terms));
  return { view, stop };
}
