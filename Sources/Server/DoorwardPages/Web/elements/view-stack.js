import { focusStep } from "./dom.js";
import { dropStep } from "./kept-step.js";
import { endNotes } from "./status.js";

/**
 * Shows one of several views in a place of the page. Each view after the first is an entry of the browser's history, so
 * "Back" of the browser shows the view before. Nothing that the user typed is in the history. A view may keep its step in the tab.
 *
 * @typedef {{view: HTMLElement, keep?: () => void}} StackedView
 */
/** @returns {number} the number of entries that the views of this page have added before the present one */
const depth = () => Number(history.state?.depth) || 0;

/**
 * @param {HTMLElement} place
 * @param {HTMLElement} first the view that the place shows at the start
 * @param {(isFirst: boolean) => void} [onShow] called each time that the stack shows a view, with whether it is the first
 */
export function viewStack(place, first, onShow) {
  /** @type {(StackedView | undefined)[]} */
  let views = [];
  /** The number of views above the first one that are in the history before the present entry. */
  let index = 0;
  /** The depth of the first view. */
  let base = 0;
  /** @type {Element | null} */
  let focused = null;
  /**
   * Whether the views may change. `held`: the present view stays, because a step is about to end the stack; `over`: the place shows
   * something else.
   *
   * @type {"open" | "held" | "over"}
   */
  let state = "open";

  /** @param {"on" | "back" | ""} [direction] in which the view moves */
  const show = (direction = "") => {
    place.dataset.moves = direction;
    const current = views[index - 1];
    endNotes("part");
    place.replaceChildren(current?.view ?? first);
    if (current?.keep) current.keep();
    else dropStep();
    onShow?.(!current);
    if (current) focusStep(current.view);
    else if (focused instanceof HTMLElement && focused.isConnected) focused.focus();
  };
  const follow = () => {
    if (state !== "open") return;
    const target = Math.max(0, Math.min(depth() - base, views.length));
    if (target === index) return;
    const direction = target > index ? "on" : "back";
    index = target;
    show(direction);
  };

  return {
    /**
     * @param {StackedView} view
     * @param {boolean} [isRestored] the view was shown before the page was loaded again, so its entry may be in the history
     */
    push(view, isRestored = false) {
      if (state !== "open") return;
      if (index === 0) {
        base = isRestored ? 0 : depth();
        focused = document.activeElement;
        window.addEventListener("popstate", follow);
        // The views before it are gone: "Back" shows the first one.
        if (isRestored) index = Math.max(0, depth() - 1);
      }
      views = [...Array.from({ length: index }, (_, at) => views[at]), view];
      index += 1;
      if (depth() !== base + index) history.pushState({ depth: base + index }, "");
      show(isRestored ? "" : "on");
    },
    /** Shows the present view again, after the place has shown something else. */
    show: () => { if (state === "open") show(); },
    /** Whether the views may change: no step is about to end the stack, or has ended it. */
    isOpen: () => state === "open",
    /** Whether a step is about to end the stack. */
    isHeld: () => state === "held",
    /**
     * Keeps the present view, also if the user goes back.
     *
     * @returns {boolean} false if the place shows something else already
     */
    hold() {
      if (state === "open") state = "held";
      return state === "held";
    },
    /** Lets the views change again. */
    release() {
      if (state !== "held") return;
      state = "open";
      // The user may have gone back meanwhile.
      if (index > 0) follow();
    },
    back() { history.back(); },
    /** Shows the first view. */
    restart() { if (index > 0) history.go(-index); },
    /**
     * Removes the entries of the views from the history. The page may show something else afterwards: an entry that is
     * added before would be removed too.
     *
     * @returns {Promise<void>}
     */
    stop() {
      window.removeEventListener("popstate", follow);
      // The user may have gone back while the view was held.
      const added = index > 0 ? Math.max(0, depth() - base) : 0;
      if (index > 0) dropStep();
      index = 0;
      const end = () => { state = "over"; };
      if (state === "open" || added === 0) end();
      return added === 0 ? Promise.resolve() : new Promise((/** @type {(value?: unknown) => void} */ resolve) => {
        window.addEventListener("popstate", () => resolve(), { once: true });
        // A browser may refuse to change the history of a page in a frame.
        window.setTimeout(resolve, 500);
        history.go(-added);
      }).then(end);
    },
  };
}
