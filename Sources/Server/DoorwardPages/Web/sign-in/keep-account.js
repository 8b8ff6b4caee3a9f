import { button, element, headingTag, whileBusy } from "../elements/dom.js";
import { notice, toast } from "../elements/status.js";
import { timeElement } from "../elements/time.js";
import { sentence } from "../messages/sentence.js";
import { parts, text } from "../messages/text.js";
import { isEnding } from "../second-factor/step.js";
import { Problem } from "../server/problem.js";

/**
 * Whether the proof of the sign-in has become invalid while the user was reading.
 *
 * @param {unknown} error
 */
const isTooLate = (error) => isEnding(error) || (error instanceof Problem && error.status === 401);

/**
 * Asks the user whether to keep an account that is about to be deleted. All factors are proven already.
 *
 * @param {{pending: import("../server/sign-in.js").DeletionPending, level: 2 | 3, isOver: (error: unknown) => boolean, startAgain: () => void,
 *   finish: (prove: import("../second-factor/factor.js").Prove) => Promise<void>}} options
 *   `isOver`: whether the request of the app has expired, which the page shows then; `finish` sends the answer and continues with the user
 */
export function keepAccountView({ pending, level, isOver, startAgain, finish }) {
  const trouble = element("div", { class: "form-trouble" });
  const keep = button(text("keep.keep"), () => void whileBusy(keep, async () => {
    trouble.replaceChildren();
    try {
      await finish(() => pending.keep());
      toast(text("keep.done"), { isForNext: true });
    } catch (error) {
      if (isOver(error)) return;
      const isLate = isTooLate(error);
      trouble.replaceChildren(notice(isLate ? text("keep.tooLate") : sentence(error), { problem: true, testid: "form-problem" }));
      if (!isLate) return;
      const again = button(text("keep.again"), startAgain, { class: "button main wide", testid: "start-again" });
      actions.replaceChildren(again);
      again.focus();
    }
  }), { class: "button main wide", testid: "keep-account" });
  const actions = element("div", { class: "stack" }, keep,
    button(text("keep.leave"), startAgain, { class: "button quiet wide", testid: "leave-account" }));
  return element("section", { class: "form-view", testid: "keep-account-step" },
    element(headingTag(level), { text: text("keep.title") }),
    element("p", {}, ...parts("keep.text", { date: element("span", { class: "strong" }, timeElement(pending.deleteAt)) })),
    element("p", { class: "muted", text: text("keep.effect") }),
    trouble, actions);
}
