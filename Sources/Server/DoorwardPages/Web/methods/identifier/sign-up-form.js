import { button, element } from "../../elements/dom.js";
import { sendingForm, textField } from "../../elements/form.js";
import { keepStep } from "../../elements/kept-step.js";
import { finishSignUp } from "../../server/code.js";
import { signUpWithPassword } from "../../server/password.js";
import { codeForm } from "./code-form.js";
import { complaintOf, heading, kindsAttributes, kindsLabel, newPasswordField } from "./fields.js";
import { passwordKinds } from "./settings.js";
import { text } from "./text.js";
import { addressOf, kindOf } from "./typed.js";

/**
 * Asks for the code that proves the address of a sign-up.
 *
 * @typedef {import("../../server/types.js").SentCode} SentCode
 *
 * @param {import("../method.js").Offer} offer @param {string} address
 * @param {SentCode} sent @param {() => Promise<SentCode>} resend
 * @param {boolean} [isRestored] the code was sent before the page was loaded again
 */
export function askSignUpCode(offer, address, sent, resend, isRestored = false) {
  const { config } = offer.state;
  const ticket = offer.request?.ticket;
  offer.forms.push(codeForm({
    config, level: offer.level, address, sent, hint: text(config.sign_up === "invited" ? "invitedHint" : "signUpHint"), isOver: offer.isOver, resend,
    keep: ({ challenge_id, expires_at, resend_at }) => keepStep("sign-up", expires_at, { address, sent: { challenge_id, expires_at, resend_at } }),
    prove: (proof) => offer.signIn(() => finishSignUp({ ...proof, ticket }), { method: "password" }),
  }, button(text("useAnotherAddress"), offer.forms.back, { class: "button quiet", testid: "use-another" })), isRestored);
}

/**
 * The sign-up with a password. A code proves the address; a user name alone needs no code.
 *
 * @typedef {import("./settings.js").Kind} Kind
 *
 * @param {import("../method.js").Offer} offer
 * @param {string} typed the identifier that the user has typed already
 * @returns {import("../method.js").Form}
 */
export function signUpForm(offer, typed) {
  const { config } = offer.state;
  const kinds = passwordKinds(config);
  const addresses = kinds.filter((kind) => kind !== "username");
  const isNameTyped = typed !== "" && kindOf(typed, ["email", "phone_number", "username"]) === "username";
  const address = addresses.length === 0 ? undefined : textField({
    label: kindsLabel(addresses), name: "address", autocomplete: addresses.length > 1 ? "username" : addresses[0] === "email" ? "email" : "tel",
    ...kindsAttributes(addresses), value: isNameTyped ? "" : typed, dir: "auto", testid: "sign-up-address",
    help: addresses[0] === "phone_number" ? element("span", { text: text("phoneHelp") }) : undefined,
  });
  const username = !kinds.includes("username") ? undefined : textField({
    label: text(address ? "usernameOptional" : "username"), name: "username", autocomplete: "username",
    value: isNameTyped || !address ? typed : "", dir: "auto", "data-optional": Boolean(address) && "1", testid: "sign-up-username",
  });
  const main = /** @type {{view: HTMLElement, input: HTMLInputElement}} */ (address ?? username);
  const ticket = offer.request?.ticket;
  const password = newPasswordField(config, {
    ticket,
    identifiers: () => [address?.input.value, username?.input.value].flatMap((one) => one?.trim() || []),
  });
  const submit = async () => {
    const given = main.input.value.trim();
    if (given === "") return complain({ said: text("missing"), input: main.input });
    const complaint = password.complaint();
    if (complaint) return complain(complaint);
    const name = username?.input.value.trim();
    const kind = address && kindOf(given, addresses);
    const user = { ...(kind ? addressOf(given, kind) : {}), ...(name ? { username: name } : {}), password: password.input.value, ticket };
    const send = () => signUpWithPassword(user);
    // Without an address there is no code: the answer is the user, or that the user needs a second factor.
    if (!address) return offer.signIn(/** @type {() => Promise<import("../../server/types.js").State>} */ (send), { method: "password" });
    const resend = /** @type {() => Promise<SentCode>} */ (send);
    askSignUpCode(offer, given, await resend(), resend);
  };
  const { form, complain } = sendingForm({
    testid: "sign-up-form", action: text("signUp"), submit,
    explain: (error) => (offer.isOver(error) ? undefined
      : complaintOf(error, { identifier: main.input, username: username?.input, password: password.input })),
  }, address?.view, username?.view, password.view);
  return {
    view: element("section", { class: "form-view", testid: "sign-up-step" },
      heading(offer.level, text("signUpTitle")),
      (offer.invited || config.sign_up === "invited") && element("p", { class: "muted", text: text(offer.invited ? "invited" : "invitedOnly"), testid: "invited" }),
      form,
      element("div", { class: "actions ways-on" },
        button(text("haveAccount"), offer.forms.restart, { class: "button quiet", testid: "have-account" }))),
  };
}
