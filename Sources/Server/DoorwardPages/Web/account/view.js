import { avatar, photoOfSize } from "../elements/avatar.js";
import { element } from "../elements/dom.js";
import { dropStep, keptStep } from "../elements/kept-step.js";
import { userName } from "../format/text.js";
import { notice } from "../elements/status.js";
import { text } from "../messages/text.js";
import { accountOffers, restoreOnAccount, tellBrowser } from "../methods/registry.js";
import { secondFactorCard } from "../second-factor/account-card.js";
import { restoredAuthenticator } from "../second-factor/enrollment.js";
import { activityCard } from "./activity.js";
import { applicationsCard } from "./applications.js";
import { dataCard } from "./data.js";
import { profileCard } from "./profile.js";
import { readCards } from "./read-cards.js";
import { sessionsCard } from "./sessions.js";
import { withRecentSignIn } from "./sign-in-again.js";
import { waysCard } from "./ways.js";

/** @typedef {import("../server/types.js").State} State */

/**
 * The page of a signed-in user.
 *
 * @param {() => State} state
 * @param {HTMLElement} header
 * @param {{onChange: (state: State) => void, onSignedOut: (note: string) => Promise<void>,
 *   onDeleted: (deleteAt: Date | undefined) => void}} events
 * @param {boolean} [isSame] the page showed the same account before
 * @returns {HTMLElement}
 */
export function accountView(state, header, { onChange, onSignedOut, onDeleted }, isSame) {
  const name = userName(state());
  const page = { state, onChange, withRecentSignIn: (/** @type {() => Promise<void>} */ action) => withRecentSignIn(state, action) };
  const kept = keptStep();
  // The page shows the view before the dialog opens.
  if (kept) queueMicrotask(() => { if (!restoreOnAccount(page, kept) && !restoredAuthenticator(page, kept)) dropStep(); });
  void tellBrowser(state());
  return element("div", { class: "account", testid: "account" },
    header,
    element("div", { class: "greeting" },
      avatar(name, photoOfSize(state().user?.picture, 128)),
      element("div", {},
        element("h1", { text: text("account.title") }),
        element("p", { class: "muted names", text: name ? text("account.signedInAs", { name }) : text("account.signedIn"), testid: "signed-in-as" }))),
    state().signed_in_by_link && notice(text("signInLink.addWay"), { testid: "add-way" }),
    ...accountOffers(page),
    // The session of a link lets the user add a way to sign in, and nothing else.
    ...(state().signed_in_by_link ? [waysCard(page)] : [
      profileCard(page),
      waysCard(page),
      readCards(isSame, () => {
        const sessions = sessionsCard(onSignedOut);
        return [secondFactorCard(page), sessions, activityCard(state, sessions.load), applicationsCard(sessions.load), { card: dataCard(state, onDeleted) }];
      }),
    ]));
}
