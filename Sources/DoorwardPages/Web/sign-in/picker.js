import { element, focusHeading } from "../elements/dom.js";
import { viewStack } from "../elements/view-stack.js";
import { sentence } from "../messages/sentence.js";
import { text } from "../messages/text.js";
import { keepLastUsed, lastUsedFirst } from "../methods/last-used.js";
import { offeredMethods } from "../methods/registry.js";
import { secondFactorRequest } from "../second-factor/registry.js";
import { secondFactorStep } from "../second-factor/step.js";
import { isTicketOver } from "../server/problem.js";
import { moveOffer } from "./move.js";
import { outcomeOf } from "./outcome.js";
import { progressPanel } from "./progress.js";

/**
 * The choice of a sign-in method, and the flow of the chosen one in its place, with the second factor if the server asks
 * for one. The same picker signs in, adds a way to sign in, moves one from another account and confirms the user.
 *
 * @typedef {import("../server/types.js").State} State
 * @typedef {import("../server/types.js").Taken} Taken
 * @typedef {import("../methods/method.js").Flow} Flow
 * @typedef {import("../methods/method.js").SignInMethod} SignInMethod
 * @typedef {import("../methods/last-used.js").LastUsed} LastUsed
 * @typedef {import("../server/types.js").SecondFactorRequest} SecondFactorRequest
 *
 * The request of an app that the page serves, and what happens once it has expired.
 * @typedef {import("../methods/method.js").AppRequest & {onOver: (error: unknown) => void}} Served
 *
 * @param {{state: State, purpose: "sign_in" | "link", account?: import("../methods/method.js").WantedAccount,
 *   request?: Served, level: 2 | 3, onProven: (state: State, isMoved: boolean) => void,
 *   signAgain?: () => Promise<State | null>}} options
 *   `level`: of the headings; `signAgain`: signs the user in again if the server asks for it
 * @returns {{picker: HTMLElement, stop: () => void}}
 */
export function methodPicker({ state, purpose, account = "any", request, level, onProven, signAgain }) {
  const picker = element("div", { class: "picker" });
  const lists = element("div", { class: "picker-lists" });
  /** @type {AbortController | null} */
  let running = null;

  /**
   * Continues with the user whom a form or a second factor has signed in.
   *
   * @param {State} proven @param {LastUsed | undefined} choice
   * @param {(continues: () => void) => Promise<HTMLElement | undefined>} [news] what the user reads first
   */
  const finish = async (proven, choice, news = async () => undefined) => {
    if (choice) keepLastUsed(choice);
    await forms.stop();
    const continues = () => onProven(proven, false);
    const view = await news(continues);
    if (!view) return continues();
    picker.replaceChildren(view);
    focusHeading(view);
  };

  /** @param {SecondFactorRequest} request @param {LastUsed | undefined} choice */
  const askSecondFactor = (request, choice) => forms.push({
    view: secondFactorStep({
      request, config: state.config, level, startAgain: forms.restart,
      done: (proven, news) => finish(proven, choice, news),
    }),
  });

  /**
   * @param {SignInMethod} method @param {Flow} flow
   * @param {HTMLElement | null} pressed gets focus when the user comes back
   * @param {Taken} [moving] the identity that the user has agreed to move here
   */
  const run = async (method, flow, pressed, moving) => {
    const attempt = new AbortController();
    running = attempt;
    const back = () => {
      attempt.abort();
      picker.replaceChildren(lists);
      pressed?.focus();
    };
    const title = moving ? "flow.move" : purpose === "link" ? "flow.link" : account === "linked" ? "flow.confirmWith" : "flow.signInWith";
    const { panel, progress, fail } = progressPanel({ title: text(title, { name: flow.name }), flow, level, onCancel: back });
    picker.replaceChildren(panel);
    focusHeading(panel);
    /** @type {LastUsed | undefined} */
    let choice;
    try {
      const proven = await flow.prove({ progress, signal: attempt.signal, moving, choose: (chosen) => { choice = chosen; } });
      if (attempt.signal.aborted) return;
      if (choice && purpose === "sign_in") keepLastUsed(choice);
      onProven(proven, Boolean(moving));
    } catch (error) {
      if (attempt.signal.aborted) return;
      const restart = () => void run(method, flow, pressed, moving);
      const otherWays = { text: text("flow.otherWays"), action: back, testid: "other-ways" };
      const outcome = outcomeOf(error, { isForApp: Boolean(request), canSignAgain: Boolean(signAgain) });
      switch (outcome.next) {
        case "back": return back();
        case "over": return request?.onOver(outcome.error);
        case "secondFactor":
          back();
          return askSecondFactor(outcome.request, choice);
        case "offerMove": return offerMove(method, flow, pressed, outcome.taken, back);
        case "signAgain": {
          const confirmFirst = async () => { if (await signAgain?.()) restart(); };
          return fail(text("flow.signInTooOld"),
            [{ text: text("flow.signInAgain"), action: () => void confirmFirst(), testid: "sign-again", main: true }, otherWays]);
        }
        case "tookTooLong":
          return fail(text("flow.tookTooLong"), [{ text: text("action.tryAgain"), action: restart, testid: "retry", main: true }]);
        case "stopped":
          return fail(sentence(error, method.errorText),
            [{ text: text("action.tryAgain"), action: restart, testid: "retry", main: true }, otherWays], outcome.isDeclined);
      }
    }
  };

  /**
   * @param {SignInMethod} method @param {Flow} flow @param {HTMLElement | null} pressed
   * @param {Taken} taken @param {() => void} back
   */
  const offerMove = (method, flow, pressed, taken, back) => {
    const offer = moveOffer({ taken, icon: flow.icon(), level, onMove: () => void run(method, flow, pressed, taken), onCancel: back });
    picker.replaceChildren(offer);
    focusHeading(offer);
  };

  const forms = viewStack(picker, lists);
  const offered = lastUsedFirst(offeredMethods(state, account, purpose));
  const parts = offered.filter((method, index) => offered.findIndex(({ choices }) => choices === method.choices) === index);
  const choices = parts.map((method) => method.choices({
    state, purpose, account, level, request, hasAlternatives: parts.length > 1,
    start: (flow) => void run(method, flow, document.activeElement instanceof HTMLElement ? document.activeElement : null),
    forms,
    signIn: async (request, choice) => {
      try {
        await finish(await request(), choice);
      } catch (error) {
        const secondFactor = secondFactorRequest(error);
        if (!secondFactor) throw error;
        askSecondFactor(secondFactor, choice);
      }
    },
    isOver: (error) => {
      if (!request || !isTicketOver(error)) return false;
      request.onOver(error);
      return true;
    },
  }));
  lists.append(...choices.map(({ view }) => view));
  if (choices.length === 0) lists.append(element("p", { class: "muted", text: text("signIn.noMethods") }));
  picker.append(lists);
  return { picker, stop: () => { running?.abort(); void forms.stop(); choices.forEach(({ stop }) => stop()); } };
}
