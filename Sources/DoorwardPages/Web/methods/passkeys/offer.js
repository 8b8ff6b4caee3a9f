import { button, element, focusHeading, whileBusy } from "../../elements/dom.js";
import { toast } from "../../elements/status.js";
import { sentence } from "../../messages/sentence.js";
import { addByHand, shouldOffer } from "./addition.js";
import { errorText, text } from "./text.js";

/** The offer to create a passkey, for users who sign in with a password. A user who declines is not asked again here. */

const key = "doorward.passkey-declined";

/** @returns {boolean} */
function isDeclined() {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    // Without a storage, the offer would come back each time.
    return true;
  }
}

function decline() {
  try {
    localStorage.setItem(key, "1");
  } catch {
    // The storage is full: the offer comes back.
  }
}

/**
 * @param {import("../method.js").AccountPage} page
 * @returns {HTMLElement} empty if there is nothing to offer
 */
export function passkeyOffer(page) {
  const place = element("div", { class: "offer-place" });
  const create = button(text("offerAction"), () => void whileBusy(create, async () => {
    try {
      page.onChange(await addByHand(page));
      const card = document.getElementById("passkeys-title")?.closest("section");
      if (card) focusHeading(card);
      toast(text("added"));
    } catch (error) {
      toast(sentence(error, errorText), { problem: true });
    }
  }), { class: "button main", testid: "offer-accept" });
  const later = button(text("offerLater"), () => {
    decline();
    place.replaceChildren();
    if (place.nextElementSibling) focusHeading(place.nextElementSibling);
  }, { class: "button quiet", testid: "offer-decline" });
  void shouldOffer(page.state()).then((isUseful) => {
    if (!isUseful || isDeclined()) return;
    place.append(element("section", { class: "card offer", "aria-labelledby": "passkey-offer-title", testid: "passkey-offer" },
      element("h2", { id: "passkey-offer-title", text: text("offerTitle") }),
      element("p", { class: "muted", text: text("offerText") }),
      element("div", { class: "actions" }, create, later)));
  });
  return place;
}
