import { confirm } from "../elements/confirm.js";
import { button, element, whileBusy } from "../elements/dom.js";
import { loadFailure, toast } from "../elements/status.js";
import { sentence } from "../messages/sentence.js";
import { text } from "../messages/text.js";
import { listSessions, revokeSession, signOut } from "../server/account.js";
import { firstSessions } from "./session-list.js";
import { sessionName, sessionRow } from "./session-row.js";

/** @typedef {import("../server/types.js").Session} Session */

/**
 * The list of the user's sessions, with buttons to end them.
 *
 * @param {(note: string) => Promise<void>} onSignedOut
 * @returns {{card: HTMLElement, load: () => Promise<void>}}
 */
export function sessionsCard(onSignedOut) {
  const body = element("div", { class: "sessions", testid: "sessions" });

  const rows = element("ul", { class: "entries" });
  const row = (/** @type {Session} */ session) => sessionRow(session, () => void revoke(session));

  const load = async () => {
    try {
      const { items, next } = await firstSessions(listSessions, rows.children.length);
      rows.replaceChildren(...items.map(row));
      body.replaceChildren(rows, ...(next ? [moreButton(next)] : []),
        items.length < 2 ? element("p", { class: "muted small", text: text("sessions.onlyThis") }) : "");
      others.hidden = items.length < 2;
      actions.hidden = false;
    } catch (error) {
      body.replaceChildren(...loadFailure(sentence(error), load, "sessions-retry"));
    }
  };

  const moreButton = (/** @type {string} */ next) => {
    const control = button(text("sessions.more"), () => void whileBusy(control, async () => {
      try {
        const part = await listSessions(next);
        // If the list was loaded again meanwhile, it has a new button.
        if (!control.isConnected) return;
        const added = part.items.map(row);
        rows.append(...added);
        if (part.next_cursor) control.replaceWith(moreButton(part.next_cursor));
        else control.remove();
        // Focus moves to the first new row, so that a screen reader continues there.
        const first = added[0];
        if (first) { first.tabIndex = -1; first.focus({ preventScroll: true }); }
      } catch (error) {
        if (control.isConnected) toast(sentence(error), { problem: true, retry: () => control.click() });
      }
    }), { class: "button quiet", testid: "more-sessions" });
    return control;
  };

  const revoke = async (/** @type {Session} */ session) => {
    const name = sessionName(session);
    const isDone = await confirm({
      title: text("sessions.signOutTitle", { name }), action: text("sessions.signOutConfirm"),
      text: session.application_name ? text("sessions.signOutApp", { name }) : text("sessions.signOutBrowser"),
      perform: () => revokeSession(session.id),
    });
    if (!isDone) return;
    await load();
    toast(text("sessions.signedOut"));
  };

  const signOutOthers = async () => {
    const isDone = await confirm({
      title: text("sessions.othersTitle"), action: text("sessions.signOutConfirm"), text: text("sessions.othersText"),
      perform: () => signOut("others"),
    });
    if (!isDone) return;
    await load();
    toast(text("sessions.othersDone"));
  };

  const signOutAll = async () => {
    const isDone = await confirm({
      title: text("sessions.allTitle"), action: text("sessions.all"), text: text("sessions.allText"),
      perform: () => signOut("all"),
    });
    if (isDone) await onSignedOut(text("sessions.allDone"));
  };

  const others = button(text("sessions.others"), () => void signOutOthers(), { testid: "sign-out-others" });
  const everywhere = button(text("sessions.all"), () => void signOutAll(), { class: "button danger-text", testid: "sign-out-everywhere" });
  const actions = element("div", { class: "actions", hidden: true }, others, everywhere);
  const card = element("section", { class: "card", "aria-labelledby": "sessions-title" },
    element("h2", { id: "sessions-title", text: text("sessions.title") }),
    body,
    element("p", { class: "muted small", text: text("sessions.notListed") }),
    actions);
  return { card, load };
}
