import { button, element, headingTag, uniqueID } from "../elements/dom.js";
import { successMoment } from "../elements/success.js";
import { text } from "../messages/text.js";
import { stepStates } from "./steps.js";

/**
 * The panel of one running flow: its step, the message to sign, a way to cancel, and the reason if it stops. Its size
 * is the same from start to end.
 *
 * @param {{title: string, flow: import("../methods/method.js").Flow, level: 2 | 3, onCancel: () => void}} options
 */
export function progressPanel({ title, flow, level, onCancel }) {
  const marks = flow.steps.map(({ label }) => element("li", { text: label }));
  const status = element("p", { class: "progress-status", role: "status", testid: "progress-status" });
  const message = element("pre", { class: "message", testid: "message", text: flow.message?.waiting });
  const caption = element("h3", { id: uniqueID("message"), class: "caption", text: flow.message?.caption });
  const trouble = element("div", { class: "trouble", role: "alert", testid: "problem" });
  const actions = element("div", { class: "actions" }, button(text("action.cancel"), onCancel, { testid: "cancel" }));
  const panel = element("section", { class: "progress", testid: "progress" },
    element("div", { class: "progress-head" }, flow.icon(), element(headingTag(level), { text: title })),
    marks.length > 0 && element("ol", { class: "steps", "aria-label": text("flow.steps") }, ...marks),
    element("div", { class: "progress-say" }, status, trouble),
    flow.message && caption,
    // The keyboard must reach a text that scrolls.
    flow.message && element("div", { class: "message-box", role: "region", tabindex: "0", "aria-labelledby": caption.id }, message),
    actions);

  /** @type {import("../methods/method.js").Progress} */
  const progress = {
    step(name, said) {
      stepStates(flow.steps.map((step) => step.name), name).forEach((state, index) => {
        marks[index].classList.toggle("passed", state === "passed");
        if (state === "current") marks[index].setAttribute("aria-current", "step");
        else marks[index].removeAttribute("aria-current");
      });
      progress.say(said);
    },
    say(said) { status.textContent = said; },
    message(said) {
      message.textContent = said;
      // The message is the same in every language of the page.
      message.dir = "ltr";
      message.classList.add("present");
    },
  };

  /**
   * Stops with a reason and the ways to continue.
   *
   * @param {string} reason
   * @param {{text: string, action: () => void, testid: string, main?: boolean}[]} ways
   * @param {boolean} [isDeclined] whether the user chose to stop, which is not an error
   */
  const fail = (reason, ways, isDeclined = false) => {
    status.textContent = "";
    panel.classList.add("stopped", ...(isDeclined ? ["declined"] : []));
    trouble.replaceChildren(element("p", { text: reason }));
    actions.replaceChildren(...ways.map((way) => button(way.text, way.action, {
      testid: way.testid, class: way.main ? "button main" : "button",
    })));
    const first = actions.firstElementChild;
    if (first instanceof HTMLElement) first.focus();
  };
  /** Shows for a moment that the flow has succeeded. Nothing can be cancelled any more. */
  const succeed = () => {
    for (const mark of marks) {
      mark.classList.add("passed");
      mark.removeAttribute("aria-current");
    }
    panel.classList.add("done");
    return successMoment();
  };
  return { panel, progress, succeed, fail };
}
