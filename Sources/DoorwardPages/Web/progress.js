import { button, element, uniqueID } from "./dom.js";

/**
 * What a running flow tells the person.
 *
 * @typedef {"connect" | "sign" | "check"} Step
 * @typedef {{step: (step: Step, text: string) => void, say: (text: string) => void,
 *   message: (text: string) => void}} Progress
 */

/** @type {[Step, string][]} */
const steps = [["connect", "Connect"], ["sign", "Sign"], ["check", "Done"]];

/**
 * The panel of one running flow: where it stands, what will be signed, how to stop it, and what
 * went wrong. Its size is the same from start to end.
 *
 * @param {{title: string, icon: Node, level: number, onCancel: () => void}} options
 */
export function progressPanel({ title, icon, level, onCancel }) {
  const marks = new Map(steps.map(([step, text]) => [step, element("li", { text })]));
  const status = element("p", { class: "progress-status", role: "status", testid: "progress-status" });
  const text = element("pre", { class: "message", testid: "message", text: "The message appears here before you sign it." });
  const caption = element("h3", { id: uniqueID("message"), class: "caption", text: "What you will sign" });
  const trouble = element("div", { class: "trouble", role: "alert", testid: "problem" });
  const actions = element("div", { class: "actions" }, button("Cancel", onCancel, { testid: "cancel" }));
  const heading = /** @type {"h2" | "h3"} */ (`h${level}`);
  const panel = element("section", { class: "progress", testid: "progress" },
    element("div", { class: "progress-head" }, icon, element(heading, { text: title })),
    element("ol", { class: "steps", "aria-label": "Steps" }, ...marks.values()),
    element("div", { class: "progress-say" }, status, trouble),
    caption,
    // A scrolling text needs to be reachable by keyboard.
    element("div", { class: "message-box", role: "region", tabindex: "0", "aria-labelledby": caption.id }, text),
    actions);

  /** @type {Progress} */
  const progress = {
    step(step, said) {
      const reached = steps.findIndex(([name]) => name === step);
      steps.forEach(([name], index) => {
        const mark = marks.get(name);
        mark?.classList.toggle("passed", index < reached);
        if (index === reached) mark?.setAttribute("aria-current", "step");
        else mark?.removeAttribute("aria-current");
      });
      progress.say(said);
    },
    say(said) { status.textContent = said; },
    message(said) { text.textContent = said; text.classList.add("present"); },
  };

  /**
   * Stops with a reason and the ways on.
   *
   * @param {string} reason
   * @param {{text: string, action: () => void, testid: string, main?: boolean}[]} ways
   * @param {boolean} [declined] whether the user chose to stop, which is not an error
   */
  const fail = (reason, ways, declined = false) => {
    status.textContent = "";
    panel.classList.add("stopped", ...(declined ? ["declined"] : []));
    trouble.replaceChildren(element("p", { text: reason }));
    actions.replaceChildren(...ways.map((way) => button(way.text, way.action, {
      testid: way.testid, class: way.main ? "button main" : "button",
    })));
    const first = actions.firstElementChild;
    if (first instanceof HTMLElement) first.focus();
  };
  return { panel, progress, fail };
}
