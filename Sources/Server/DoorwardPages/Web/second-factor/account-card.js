import { confirm } from "../elements/confirm.js";
import { button, element, focusHeading, whileBusy } from "../elements/dom.js";
import { keptStep } from "../elements/kept-step.js";
import { loadFailure, toast } from "../elements/status.js";
import { timeElement } from "../elements/time.js";
import { dateText } from "../format/time.js";
import { sentence } from "../messages/sentence.js";
import { getState } from "../server/call.js";
import { listSecondFactors, removeSecondFactor, replaceRecoveryCodes } from "../server/second-factor.js";
import { codeButtons } from "./chosen-codes.js";
import { codesLeft } from "./codes-left.js";
import { addAuthenticator, restoredAuthenticator } from "./enrollment.js";
import { showRecoveryCodes } from "./recovery-codes.js";
import { parts, text } from "./text.js";

/**
 * The second factors of the user on the account page.
 *
 * @typedef {import("../methods/method.js").AccountPage} AccountPage
 * @typedef {import("../server/types.js").SecondFactor} SecondFactor
 * @typedef {import("../server/types.js").SecondFactors} SecondFactors
 */

/** With this number of recovery codes or fewer, the card advises to make new ones. */
const few = 2;

/** @param {SecondFactor} factor */
function words({ type, channel }) {
  if (type === "code") return /** @type {const} */ ({ name: channel === "sms" ? "smsCodes" : "emailCodes", question: "removeCodesTitle", effect: "removeOther" });
  return type === "passkey"
    ? /** @type {const} */ ({ name: "passkey", question: "removePasskeyTitle", effect: "removePasskey" })
    : /** @type {const} */ ({ name: "authenticator", question: "removeTitle", effect: "removeOther" });
}

/** @param {SecondFactor} factor @param {() => void} remove */
function factorRow(factor, remove) {
  const date = dateText(new Date(factor.created_at));
  const name = text(words(factor).name);
  return element("li", { class: "entry", testid: "second-factor", "data-of": factor.id },
    element("span", { class: "mark handheld", "aria-hidden": "true" }),
    element("div", { class: "entry-text" },
      element("p", { class: "entry-name", text: name }),
      element("p", { class: "muted small" }, ...parts("added", { date: timeElement(factor.created_at) }))),
    element("div", { class: "entry-actions" },
      button(text("remove"), remove, { class: "button quiet danger-text", "aria-label": text("removeOne", { name, date }), testid: "remove-factor" })));
}

/** @param {number} left @param {() => void} replace */
function codesRow(left, replace) {
  const leftText = codesLeft(left);
  return element("li", { class: "entry", testid: "recovery-codes" },
    element("span", { class: "mark", "aria-hidden": "true", text: String(left) }),
    element("div", { class: "entry-text" },
      element("p", { class: "entry-name", text: text("codes") }),
      element("p", { class: left <= few ? "small over" : "muted small", text: left <= few ? text("fewLeft", { left: leftText }) : leftText })),
    element("div", { class: "entry-actions" },
      button(text("newCodes"), replace, { class: "button quiet", "aria-label": text("newCodesLabel"), testid: "new-codes" })));
}

/**
 * @param {AccountPage} page
 * @returns {{card: HTMLElement, load: () => Promise<void>}} `load` reads the list
 */
export function secondFactorCard(page) {
  const heading = element("h2", { id: "second-factor-title", text: text("title") });
  const body = element("div", { class: "second-factors", testid: "second-factors" });
  const add = button(text("add"), () => void whileBusy(add, async () => {
    try {
      await addAuthenticator(page, () => void load());
    } catch (error) {
      toast(sentence(error), { problem: true });
    }
  }), { testid: "add-authenticator" });

  const load = async () => {
    try {
      show(await listSecondFactors());
    } catch (error) {
      body.replaceChildren(...loadFailure(sentence(error), load, "second-factors-retry"));
    }
  };

  /** @param {SecondFactors} list */
  const show = ({ items, recovery_codes_left: left }) => {
    const hadFocus = body.contains(document.activeElement);
    const codes = codeButtons(page, items, load);
    body.replaceChildren(items.length > 0
      ? element("ul", { class: "entries" },
          ...items.map((factor) => factorRow(factor, () => void remove(factor, items.length === 1))),
          codesRow(left, () => void replace()))
      : element("p", { class: "muted", text: text("about") }),
      ...(codes.length > 0 ? [element("div", { class: "actions" }, ...codes)] : []));
    if (hadFocus) focusHeading(card);
  };

  /** @param {SecondFactor} factor @param {boolean} isLast */
  const remove = async (factor, isLast) => {
    const isDone = await confirm({
      title: text(words(factor).question), action: text("remove"),
      text: text(isLast ? "removeLast" : words(factor).effect),
      perform: () => page.withRecentSignIn(() => removeSecondFactor(factor.id)),
    });
    if (!isDone) return;
    // Other sessions may have ended, so the whole page is read again.
    await getState().then(page.onChange, load);
    toast(text("removed"));
  };

  const replace = async () => {
    /** @type {string[]} */
    let codes = [];
    const isDone = await confirm({
      title: text("newCodesTitle"), action: text("newCodesConfirm"), text: text("newCodesText"), isDangerous: false,
      perform: () => page.withRecentSignIn(async () => { codes = (await replaceRecoveryCodes()).recovery_codes; }),
    });
    if (!isDone) return;
    await showRecoveryCodes(codes, page.state());
    await load();
  };

  const kept = keptStep();
  const restored = kept && restoredAuthenticator(page, kept);
  if (restored) queueMicrotask(() => void addAuthenticator(page, () => void load(), restored));
  const card = element("section", { class: "card", "aria-labelledby": heading.id, testid: "second-factor-card" },
    element("div", { class: "card-head" }, heading, add), body);
  return { card, load };
}
