import { choiceRow, glyph } from "../../elements/choice.js";
import { button, element, headingTag, uniqueID, whileBusy } from "../../elements/dom.js";
import { sendingForm } from "../../elements/form.js";
import { sentCodeOf, textsOf } from "../../elements/kept-step.js";
import { toast } from "../../elements/status.js";
import { PageError } from "../../messages/page-error.js";
import { sentence } from "../../messages/sentence.js";
import { text as pageText } from "../../messages/text.js";
import { lastUsed } from "../last-used.js";
import { startCode } from "./code-sign-in.js";
import { complaintOf, kindsAttributes, kindsLabel } from "./fields.js";
import { codeComesFirst } from "./first.js";
import { passwordForm } from "./password-form.js";
import { startReset } from "./reset-form.js";
import { canSignUp, codeKinds, identityOf, needsSignUp, passwordIdentity, passwordKinds, signInKinds } from "./settings.js";
import { askSignUpCode, signUpForm } from "./sign-up-form.js";
import { errorText, text } from "./text.js";
import { kindOf } from "./typed.js";

/** @typedef {import("../method.js").Offer} Offer */

/**
 * The start of a sign-in with a password or a code: one field for the identifier. To confirm a signed-in user, the
 * identifiers are known.
 *
 * @param {Offer} offer
 * @returns {import("../method.js").Choices}
 */
export const identifierChoices = (offer) => ({
  ...(offer.account === "linked" ? { view: confirmation(offer) } : identifierField(offer)), stop: () => {},
  ...(invitesToForm(offer) && { showInvitation: () => offer.forms.push(signUpForm(offer, offer.invited ?? "")) }),
});

/**
 * Whether an invited user signs up with a password. Otherwise the invited address is in the first field, and a code makes the account.
 *
 * @param {Offer} offer
 */
function invitesToForm({ state: { config }, invited = "" }) {
  if (!canSignUp(config)) return false;
  return !codeKinds(config).includes(kindOf(invited, signInKinds(config))) || config.sign_in_first === "password";
}

/**
 * @param {Offer} offer
 * @returns {Pick<import("../method.js").Choices, "view" | "restore">}
 */
function identifierField(offer) {
  const { config } = offer.state;
  const kinds = signInKinds(config);
  const hasPassword = passwordKinds(config).length > 0;
  const id = uniqueID("identifier");
  const input = element("input", {
    id, name: "username", type: "text", autocomplete: "username webauthn", spellcheck: "false", autocapitalize: "none", dir: "auto",
    ...kindsAttributes(kinds), value: offer.invited, testid: "identifier-field",
  });
  const signUp = canSignUp(config) ? () => offer.forms.push(signUpForm(offer, input.value.trim())) : undefined;
  const passwordOf = (/** @type {string} */ identifier, isRestored = false) =>
    offer.forms.push(passwordForm(offer, identifier, signUp), isRestored);
  const ways = element("div", { class: "ways-on" });
  const { form, complain } = sendingForm({
    testid: "identifier-form", action: text("continue"),
    submit: async () => {
      ways.replaceChildren();
      const identifier = input.value.trim();
      if (identifier === "") return complain({ said: text("missing"), input });
      const askPassword = () => passwordOf(identifier);
      const kind = kindOf(identifier, kinds);
      if (!codeKinds(config).includes(kind) || hasPassword && !codeComesFirst(config)) return askPassword();
      await startCode(offer, identifier, kind, hasPassword ? askPassword : undefined);
    },
    explain: (error) => {
      if (offer.isOver(error)) return undefined;
      // A code that is not sent must not keep the user from the password.
      if (hasPassword) ways.replaceChildren(button(text("passwordInstead"), () => {
        const typed = input.value.trim();
        if (typed === "") complain({ said: text("missing"), input });
        else passwordOf(typed);
      }, { class: "button quiet", testid: "password-instead" }));
      return complaintOf(error, { identifier: input });
    },
  }, element("div", { class: "field-row" }, input));
  const view = element("section", { class: "picker-section identifier", testid: "identifier" },
    element(headingTag(offer.level), { class: "section-title" },
      element("label", { for: id, text: kindsLabel(kinds) }),
      (lastUsed("password") || lastUsed("code")) && element("span", { class: "badge", text: pageText("signIn.lastUsed"), testid: "last-used" })),
    offer.invited && !invitesToForm(offer) && element("p", { class: "muted small", text: text("invited"), testid: "invited" }),
    form, ways,
    needsSignUp(config) && signUp && button(text("createAccount"), signUp, { class: "button quiet", testid: "sign-up" }));
  const restore = (/** @type {import("../../elements/kept-step.js").KeptStep} */ { name, values }) => {
    const { identifier, address } = { ...textsOf(values, ["identifier"]), ...textsOf(values, ["address"]) };
    const sent = sentCodeOf(values.sent);
    if (name === "password" && identifier !== undefined && hasPassword) {
      input.value = identifier;
      passwordOf(identifier, true);
    } else if (name === "code" && address !== undefined && sent) {
      input.value = address;
      void startCode(offer, address, kindOf(address, codeKinds(config)), hasPassword ? () => passwordOf(address) : undefined, sent);
    } else if (name === "sign-up" && address !== undefined && sent && canSignUp(config)) {
      input.value = address;
      askSignUpCode(offer, address, sent, async () => {
        offer.forms.push(signUpForm(offer, address));
        // The tab does not keep the password, so the user types it again.
        throw new PageError("cancelled", "");
      }, true);
    } else if (name === "reset" && identifier !== undefined && sent) {
      input.value = identifier;
      void startReset(offer, identifier, sent);
    } else {
      return false;
    }
    return true;
  };
  return { view, restore };
}

/** @param {Offer} offer */
function confirmation(offer) {
  const { config, identities, user } = offer.state;
  const own = user?.has_password && passwordKinds(config).length > 0 ? passwordIdentity(identities) : undefined;
  const row = (/** @type {string} */ picture, /** @type {string} */ name, /** @type {string} */ detail, /** @type {string} */ testid, /** @type {(pressed: HTMLButtonElement) => void} */ choose) =>
    choiceRow({ icon: glyph(picture), name, detail, testid, choose });
  const codes = codeKinds(config).flatMap((kind) => {
    const address = identityOf(identities, kind)?.identifier;
    if (!address) return [];
    const send = async () => {
      try {
        await startCode(offer, address, kind);
      } catch (error) {
        toast(sentence(error, errorText), { problem: true });
      }
    };
    return [row("/assets/code.svg", text("withCode", { address }), text("withCodeDetail"), "confirm-code", (pressed) => void whileBusy(pressed, send))];
  });
  const password = own && row("/assets/password.svg", text("withPassword"), own.identifier, "confirm-password", () => offer.forms.push(passwordForm(offer, own.identifier)));
  return element("section", { class: "picker-section", testid: "identifier" },
    element(headingTag(offer.level), { class: "section-title", text: text("again") }),
    element("ul", { class: "rows" },
      ...(lastUsed("code") ? [...codes, password] : [password, ...codes])));
}
