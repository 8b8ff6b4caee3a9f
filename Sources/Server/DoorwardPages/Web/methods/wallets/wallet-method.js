import { choiceRow } from "../../elements/choice.js";
import { element, headingTag } from "../../elements/dom.js";
import { catalog } from "../../messages/catalog.js";
import { walletGroup } from "./group.js";

const { text, parts } = catalog("wallets");

/**
 * What all methods of wallets do alike. The proof comes from outside the page, so the page has rows of wallets, the steps of
 * a proof, and advice.
 *
 * @typedef {import("../method.js").Choices} Choices
 * @typedef {import("../method.js").Flow} Flow
 * @typedef {import("../method.js").Offer} Offer
 * @typedef {import("../method.js").SignInMethod} SignInMethod
 */

/**
 * The advice for every user of a wallet: signing costs nothing, and the wallet must show this site.
 *
 * @type {import("../method.js").Advice}
 */
const advice = {
  lead: () => text("lead"),
  note: (isComplete) => parts(isComplete ? "checkSiteFree" : "checkSite", {
    domain: element("span", { class: "mono strong", dir: "ltr", text: location.host }),
  }),
};

/**
 * A method of wallets. Its identities have the type that its path names.
 *
 * @param {Omit<SignInMethod, "proofNames" | "identityTypes" | "canLink" | "isLinked" | "group" | "advice">} own
 * @returns {SignInMethod}
 */
export const walletMethod = (own) => ({
  ...own,
  proofNames: [own.name],
  identityTypes: [own.path],
  canLink: true,
  isLinked: ({ identities }) => identities.some(({ type }) => type === own.path),
  group: walletGroup,
  advice,
});

/**
 * The part of the sign-in page: the name of the method, and its wallets.
 *
 * @param {Offer} offer @param {string} title @param {HTMLElement} wallets @param {() => void} [stop]
 * @returns {Choices}
 */
export const walletChoices = (offer, title, wallets, stop = () => {}) => ({
  view: element("section", { class: "picker-section" },
    element(headingTag(offer.level), { class: "section-title", text: title }), wallets),
  stop,
});

/**
 * A wallet to choose, which starts the proof: connect, sign and check, with the message to sign.
 *
 * @param {Offer} offer
 * @param {Pick<Flow, "icon" | "prove"> & {name: string, title?: string, detail: string, testid: string, isLastUsed: boolean}} wallet
 *   `title`: its name in "Sign in with …", if it differs
 */
export const walletRow = (offer, { icon, prove, name, title = name, detail, testid, isLastUsed }) => choiceRow({
  icon: icon(), name, detail, testid, isLastUsed,
  choose: () => offer.start({
    name: title, icon, prove,
    steps: (/** @type {const} */ (["connect", "sign", "check"])).map((step) => ({ name: step, label: text(`step.${step}`) })),
    message: { caption: text("message.caption"), waiting: text("message.waiting") },
  }),
});
