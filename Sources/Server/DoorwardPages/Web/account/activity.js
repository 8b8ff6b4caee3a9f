import { confirm } from "../elements/confirm.js";
import { button, element, focusHeading, whileBusy } from "../elements/dom.js";
import { loadFailure, toast } from "../elements/status.js";
import { timeElement } from "../elements/time.js";
import { deviceName, isHandheld } from "../format/device.js";
import { plainText } from "../format/text.js";
import { sentence } from "../messages/sentence.js";
import { text } from "../messages/text.js";
import { sessionLabel } from "../methods/registry.js";
import { listActivity, signOut } from "../server/account.js";
import { canBeDenied, stepsAfter } from "./activity-steps.js";
import { activityText } from "./activity-text.js";

/** @typedef {import("../server/types.js").Activity} Activity */

/** The events that the card shows at first. The others follow if the user asks for them. */
const first = 5;
const more = 20;

/** The parties that act for the site. */
const operators = ["administrator", "api_key", "administration_key", "command_line"];

/**
 * What the user should know about an event: the app, the network and the method.
 *
 * @param {Activity} event @param {string} site the application of this page
 */
function details(event, site) {
  const name = plainText(event.application_name, 60);
  const isSignIn = event.type === "session.started";
  return [operators.includes(event.actor) ? text("activity.byOperator") : "", isSignIn && name !== site ? name : "",
    !isSignIn && event.device ? deviceName(event.device) : "", plainText(event.network, 64), sessionLabel(event.data.methods)]
    // Each part may run in another direction than the page, as an address of the network does.
    .filter(Boolean).flatMap((detail) => [" · ", element("bdi", { text: detail })]);
}

/** @param {Activity} event @param {string} site @param {() => void} deny */
export function activityRow(event, site, deny) {
  const said = activityText(event);
  return element("li", { class: "entry", testid: "event" },
    element("span", { class: `mark ${isHandheld(event.device) ? "handheld" : "desk"}`, "aria-hidden": "true" }),
    element("div", { class: "entry-text" },
      element("p", { class: "entry-name", title: plainText(event.device, 300) }, said,
        event.current && element("span", { class: "badge", text: text("sessions.current"), testid: "current-event" })),
      element("p", { class: "muted small" }, timeElement(event.time, { relative: true }), ...details(event, site))),
    canBeDenied(event) && element("div", { class: "entry-actions" },
      button(text("activity.notMe"), deny, {
        class: "button quiet danger-text", "aria-label": text("activity.notMeOne", { event: said }), testid: "not-me",
      })));
}

/**
 * What to do after an event of another person, whose sessions have ended.
 *
 * @param {Activity} event
 */
function stepsView(event) {
  const rows = stepsAfter(event).map(({ said, find }) => element("li", { testid: "step" },
    find ? button(said, () => find()?.click(), { class: "button wide" }) : said));
  return element("div", { class: "panel", testid: "steps" },
    element("h3", { text: text("secure.next") }),
    element("p", { text: text("sessions.othersDone") }),
    element("ol", { class: "stack" }, ...rows));
}

/**
 * What happened to the account in the last months, with a way to react to what the user has not done.
 *
 * @param {() => import("../server/types.js").State} state
 * @param {() => Promise<void>} onSignedOutOthers updates the list of sessions
 * @returns {import("./read-cards.js").ReadCard}
 */
export function activityCard(state, onSignedOutOthers) {
  const rows = element("ul", { class: "entries" });
  const body = element("div", { testid: "activity" });
  const steps = element("div", {});
  const row = (/** @type {Activity} */ event) => activityRow(event, plainText(state().config.application_name, 60), () => void deny(event));

  const load = async () => {
    try {
      // A part can be empty although the list continues.
      let part = await listActivity(Math.max(first, Math.min(rows.children.length, 100)));
      while (part.items.length === 0 && part.next_cursor) part = await listActivity(first, part.next_cursor);
      rows.replaceChildren(...part.items.map(row));
      body.replaceChildren(part.items.length > 0 ? rows : element("p", { class: "muted", text: text("activity.none") }),
        part.next_cursor ? moreButton(part.next_cursor) : "");
    } catch (error) {
      body.replaceChildren(...loadFailure(sentence(error), load, "activity-retry"));
    }
  };

  const moreButton = (/** @type {string} */ next) => {
    const control = button(text("sessions.more"), () => void whileBusy(control, async () => {
      try {
        const part = await listActivity(more, next);
        // If the list was loaded again meanwhile, it has a new button.
        if (!control.isConnected) return;
        const added = part.items.map(row);
        rows.append(...added);
        if (part.next_cursor) control.replaceWith(moreButton(part.next_cursor));
        else control.remove();
        // Focus moves to the first new row, so that a screen reader continues there.
        const start = added[0];
        if (start) { start.tabIndex = -1; start.focus({ preventScroll: true }); }
      } catch (error) {
        if (control.isConnected) toast(sentence(error), { problem: true, retry: () => control.click() });
      }
    }), { class: "button quiet", testid: "older-events" });
    return control;
  };

  const deny = async (/** @type {Activity} */ event) => {
    const isDone = await confirm({
      title: text("secure.title"), action: text("secure.go"), text: text("password.others"),
      details: element("p", { class: "strong", text: activityText(event) }), perform: () => signOut("others"),
    });
    if (!isDone) return;
    steps.replaceChildren(stepsView(event));
    focusHeading(steps);
    await Promise.all([load(), onSignedOutOthers()]);
  };

  const card = element("section", { class: "card", "aria-labelledby": "activity-title" },
    element("h2", { id: "activity-title", text: text("activity.title") }), steps, body);
  return { card, load };
}
