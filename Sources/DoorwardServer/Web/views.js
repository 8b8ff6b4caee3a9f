import { element } from "./dom.js";
import { plainText, shortIdentifier } from "./format.js";
import { identitiesCard } from "./identities.js";
import { walletPicker } from "./picker.js";
import { profileCard } from "./profile.js";
import { sessionsCard } from "./sessions.js";
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
 * The page of somebody who is not signed in.
 *
 * @param {State} state
 * @param {{note?: string, onProven: (state: State) => void}} options
 * @returns {{view: HTMLElement, stop: () => void}}
 */
export function signInView(state, { note, onProven }) {
  const name = plainText(state.config.application_name, 60);
  const domain = state.config.ethereum?.domain ?? location.host;
  const { picker, stop } = walletPicker({ state, purpose: "sign_in", level: 2, onProven });
  const view = element("div", { class: "card narrow", testid: "sign-in" },
    element("h1", { text: name ? `Sign in to ${name}` : "Sign in" }),
    element("p", { class: "lead", text: "Sign a short message with a wallet you already have. It is free, and it moves nothing." }),
    note && notice(note, { testid: "note" }),
    picker,
    element("p", { class: "muted small domain" },
      "Sign only when your wallet shows ", element("span", { class: "mono strong", text: domain }), " as the site."),
    termsLine(state.config.terms));
  return { view, stop };
}

/**
 * The page of somebody who is signed in.
 *
 * @param {() => State} state
 * @param {{onChange: (state: State) => void, reload: () => Promise<void>, onSignedOut: (note: string) => Promise<void>}} events
 * @returns {{view: HTMLElement, stop: () => void}}
 */
export function accountView(state, { onChange, reload, onSignedOut }) {
  const { user, identities } = state();
  const called = plainText(user?.name, 120) || shortIdentifier(identities[0]?.identifier ?? "");
  const view = element("div", { class: "account", testid: "account" },
    element("div", { class: "greeting" },
      element("span", { class: "avatar", "aria-hidden": "true", text: (Array.from(called.replace(/^0x/, ""))[0] ?? "?").toUpperCase() }),
      element("div", {},
        element("h1", { text: "Your account" }),
        element("p", { class: "muted who", text: called ? `Signed in as ${called}` : "Signed in", testid: "who" }))),
    profileCard(state(), onChange),
    identitiesCard(state, onChange, reload),
    sessionsCard(onSignedOut));
  return { view, stop: () => {} };
}
