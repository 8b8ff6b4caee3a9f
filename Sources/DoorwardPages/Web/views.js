import { dataCard } from "./data.js";
import { element } from "./dom.js";
import { avatar, personName } from "./format.js";
import { identitiesCard } from "./identities.js";
import { profileCard } from "./profile.js";
import { sessionsCard } from "./sessions.js";

/** @typedef {import("./api.js").State} State */

/**
 * The page of a signed-in user.
 *
 * @param {() => State} state
 * @param {HTMLElement} header
 * @param {{onChange: (state: State) => void, reload: () => Promise<void>, onSignedOut: (note: string) => Promise<void>,
 *   onDeleted: () => Promise<void>}} events
 * @returns {{view: HTMLElement, stop: () => void}}
 */
export function accountView(state, header, { onChange, reload, onSignedOut, onDeleted }) {
  const called = personName(state());
  const view = element("div", { class: "account", testid: "account" },
    header,
    element("div", { class: "greeting" },
      avatar(called),
      element("div", {},
        element("h1", { text: "Your account" }),
        element("p", { class: "muted who", text: called ? `Signed in as ${called}` : "Signed in", testid: "who" }))),
    profileCard(state(), onChange),
    identitiesCard(state, onChange, reload),
    sessionsCard(onSignedOut),
    dataCard(state, onDeleted));
  return { view, stop: () => {} };
}
