import { countdown } from "../elements/countdown.js";
import { button, element, focusHeading, focusStep, headingTag } from "../elements/dom.js";
import { dropStep } from "../elements/kept-step.js";
import { notice } from "../elements/status.js";
import { sentence } from "../messages/sentence.js";
import { Problem } from "../server/problem.js";
import { verifySecondFactor } from "../server/second-factor.js";
import { DeletionPending } from "../server/sign-in.js";
import { offeredFactors } from "./registry.js";
import { errorText, text } from "./text.js";

/** @typedef {import("./factor.js").Factor} Factor */

/**
 * The codes after which the waiting sign-in cannot succeed.
 *
 * @type {readonly import("../server/types.js").Code[]}
 */
const endings = ["challenge_expired", "challenge_used", "invalid_challenge", "code_exhausted"];

/**
 * Whether the waiting sign-in cannot succeed any more.
 *
 * @param {unknown} error
 * @returns {error is Problem}
 */
export const isEnding = (error) => error instanceof Problem && endings.includes(error.code);

/**
 * Asks for a second factor after the first one, or adds one if the application requires it. The user may choose another
 * kind that the account has.
 *
 * @param {import("./factor.js").StepOptions} options
 * @returns {HTMLElement}
 */
export function secondFactorStep({ request, config, level, ticket, isOver, startAgain, finish, askToKeep, kept, keep }) {
  const view = element("section", { class: "form-view", testid: "second-factor-step" });
  let stopClock = () => {};
  let hasEnded = false;
  /** @param {string} reason */
  const end = (reason) => {
    stopClock();
    // The user learns it once.
    dropStep();
    hasEnded = true;
    const hadFocus = view.contains(document.activeElement);
    view.replaceChildren(
      element(headingTag(level), { text: text("overTitle") }),
      notice(reason, { problem: true, testid: "form-problem" }),
      button(text("startAgain"), startAgain, { class: "button main wide", testid: "start-again" }));
    if (hadFocus) focusHeading(view);
  };

  /** @param {Factor} factor @param {Record<string, unknown>} [values] that this tab has kept for the factor */
  const show = (factor, values) => {
    keep({ ...values, factor: factor.name });
    const { news } = factor;
    /** @param {import("./factor.js").Prove} send */
    const prove = (send) => finish(async () => {
      const state = await send();
      stopClock();
      return state;
    }, news && ((state, continues) => news({ state, level, continues })));
    const stops = (/** @type {unknown} */ error) => {
      if (hasEnded || isOver(error)) return true;
      if (error instanceof DeletionPending) askToKeep(error, prove);
      else if (isEnding(error)) end(sentence(error, errorText));
      else return false;
      return true;
    };
    const form = factor.form({
      request, config, level, ticket, stops, kept: values,
      keep: (fresh) => keep({ ...fresh, factor: factor.name }),
      prove: (proof, challenge = request.challenge_id) =>
        prove(() => verifySecondFactor({ challenge_id: challenge, method: factor.name, ...proof, ticket })),
      explain: (error, input, wrongCode) => {
        if (stops(error)) return undefined;
        if (error instanceof Problem && error.code === "invalid_code") return { said: wrongCode, input };
        return { said: sentence(error, errorText) };
      },
    });
    const others = offeredFactors(request).filter((other) => other !== factor);
    view.replaceChildren(form, element("div", { class: "actions ways-on" },
      ...others.map((other) => button(other.chooseText(), () => { show(other); focusStep(view); }, { class: "button quiet", testid: `use-${other.name}` })),
      button(text("otherWay"), startAgain, { class: "button quiet", testid: "start-again" })));
  };

  const offered = offeredFactors(request);
  const chosen = offered.find(({ name }) => name === kept?.factor);
  show(chosen ?? offered[0], chosen && kept);
  stopClock = countdown(request.expires_at, (seconds) => {
    if (seconds === 0) end(text("expired"));
  });
  return view;
}
