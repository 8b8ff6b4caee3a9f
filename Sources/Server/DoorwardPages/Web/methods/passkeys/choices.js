import { choiceRow, glyph } from "../../elements/choice.js";
import { button, element, headingTag } from "../../elements/dom.js";
import { catalog } from "../../messages/catalog.js";
import { signInOptions } from "../../server/passkeys.js";
import { signInKinds } from "../identifier/settings.js";
import { lastUsed } from "../last-used.js";
import { autofill } from "./autofill.js";
import { awaitPasskey, can } from "./browser.js";
import { askForPasskey, submitPasskey } from "./proof.js";
import { canSignUp } from "./settings.js";
import { signUpForm } from "./sign-up-form.js";

const { text } = catalog("passkeys");

/**
 * The choice of a passkey: a button, and suggestions in the field of the identifier.
 *
 * @typedef {import("../method.js").Offer} Offer
 * @typedef {import("./proof.js").Answer} Answer
 */

const picture = "/assets/passkey.svg";
const icon = () => glyph(picture);

/**
 * The flow of one choice. The first attempt takes the passkey that the user has picked in the field, or asks for one of this
 * device if the browser can; further attempts show the window that also offers other devices.
 *
 * @param {Offer} offer @param {Answer} [picked]
 * @returns {import("../method.js").Flow}
 */
function passkeyFlow(offer, picked) {
  let attempts = 0;
  return {
    name: text("flow"), icon, steps: [],
    prove: async (attempt) => {
      attempts += 1;
      if (attempts === 1 && picked) return submitPasskey(offer, attempt, picked);
      attempt.progress.say(text("follow"));
      return submitPasskey(offer, attempt, await askForPasskey(offer, attempt.signal, attempts > 1));
    },
  };
}

/**
 * @param {Offer} offer
 * @returns {import("../method.js").Choices}
 */
export function passkeyChoices(offer) {
  const { state: { config }, account, request } = offer;
  const isConfirmation = account === "linked";
  const row = choiceRow({
    icon: icon(), name: text(isConfirmation ? "title" : "signIn"), detail: text("detail"), testid: "passkey",
    isLastUsed: Boolean(lastUsed("passkey")), choose: () => offer.start(passkeyFlow(offer)),
  });
  const signUp = !isConfirmation && canSignUp(config) ? () => offer.forms.push(signUpForm(offer)) : undefined;
  const suggestions = autofill({
    begin: () => signInOptions({ ticket: request?.ticket }), wait: awaitPasskey,
    picked: (options, response) => offer.start(passkeyFlow(offer, { options, response })),
  });
  const hasField = !isConfirmation && signInKinds(config).length > 0;
  let isShown = false;
  return {
    view: element("section", { class: "picker-section titled", testid: "passkeys" },
      element(headingTag(offer.level), { class: "section-title", text: text("title") }),
      signUp && button(text("signUp"), signUp, { class: "button quiet", testid: "passkey-sign-up" }),
      element("ul", { class: "rows" }, row)),
    shown: () => {
      isShown = true;
      if (hasField) void can("conditionalGet").then((isPossible) => { if (isPossible && isShown) void suggestions.start(); });
    },
    hidden: () => {
      isShown = false;
      suggestions.stop();
    },
    stop: () => {},
  };
}
