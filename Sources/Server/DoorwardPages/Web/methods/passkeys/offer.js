import { button, element, focusHeading, headingTag, whileBusy } from "../../elements/dom.js";
import { toast } from "../../elements/status.js";
import { showSuccess } from "../../elements/success.js";
import { catalog } from "../../messages/catalog.js";
import { sentence } from "../../messages/sentence.js";
import { addByHand, learnDevice, shouldOffer } from "./addition.js";

const { text, errorText } = catalog("passkeys");

/**
 * The offer to create a passkey, for users who sign in with a password or with codes. A user who declines is not asked again in this
 * browser.
 *
 * @typedef {import("../../server/types.js").State} State
 */

const key = "doorward.passkey-declined";

/** @returns {boolean} */
function isDeclined() {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    // Without a storage, the page would show the offer each time.
    return true;
  }
}

function decline() {
  try {
    localStorage.setItem(key, "1");
  } catch {
    // The storage is full, so the offer will be shown again.
  }
}

/** @param {State} state */
const reason = ({ user }) => text(user?.has_password ? "offerText" : "offerTextCode");

/**
 * The buttons of the offer.
 *
 * @param {Pick<import("../method.js").AccountPage, "withRecentSignIn">} page
 * @param {(state: State) => void} accepted @param {() => void} declined
 */
function buttons(page, accepted, declined) {
  const create = button(text("offerAction"), () => void whileBusy(create, async () => {
    try {
      const fresh = await addByHand(page);
      await showSuccess(actions);
      accepted(fresh);
      toast(text("added"));
    } catch (error) {
      toast(sentence(error, errorText), { problem: true });
    }
  }), { class: "button main", testid: "offer-accept" });
  const later = button(text("offerLater"), () => {
    decline();
    declined();
  }, { class: "button quiet", testid: "offer-decline" });
  const actions = element("div", { class: "actions" }, create, later);
  return actions;
}

/**
 * The offer at the top of the account page.
 *
 * @param {import("../method.js").AccountPage} page
 * @returns {HTMLElement} empty if there is nothing to offer
 */
export function passkeyOffer(page) {
  const place = element("div", { class: "offer-place" });
  const accepted = (/** @type {State} */ state) => {
    page.onChange(state);
    const card = document.getElementById("identities-title")?.closest("section");
    if (card) focusHeading(card);
  };
  const declined = () => {
    place.replaceChildren();
    if (place.nextElementSibling) focusHeading(place.nextElementSibling);
  };
  const offer = () => {
    if (place.firstChild || !shouldOffer(page.state()) || isDeclined()) return;
    place.append(element("section", { class: "card offer", "aria-labelledby": "passkey-offer-title", testid: "passkey-offer" },
      element("h2", { id: "passkey-offer-title", text: text("offerTitle") }),
      element("p", { class: "muted", text: reason(page.state()) }),
      buttons(page, accepted, declined)));
  };
  offer();
  void learnDevice().then(offer);
  return place;
}

/**
 * The offer before the page returns to an app.
 *
 * @param {State} state of the signed-in user @param {2 | 3} level of the heading
 * @param {(state: State) => void} done continues with the present state
 * @returns {Promise<HTMLElement | undefined>} nothing if there is nothing to offer
 */
export async function passkeyStep(state, level, done) {
  await learnDevice();
  if (isDeclined() || !shouldOffer(state)) return undefined;
  // The user has signed in just now.
  const page = { withRecentSignIn: (/** @type {() => Promise<void>} */ action) => action() };
  return element("section", { class: "form-view", testid: "passkey-offer-step" },
    element(headingTag(level), { text: text("offerTitle") }),
    element("p", { class: "muted", text: reason(state) }),
    buttons(page, done, () => done(state)));
}
