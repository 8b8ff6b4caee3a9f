import { listSessions, revokeSession, signOut } from "./api.js";
import { confirm } from "./confirm.js";
import { button, element, whileBusy } from "./dom.js";
import { deviceName, isHandheld, methodNames, plainText, timeElement } from "./format.js";
import { sentence, toast } from "./status.js";

/**
 * What a person knows a session by: the app that has it, or the browser it is in.
 *
 * @param {any} session
 */
const calledName = (session) => plainText(session.application_name, 60) || deviceName(session.device);

/** @param {any} session */
function mark(session) {
  const app = plainText(session.application_name, 60);
  const shape = isHandheld(session.device) ? "handheld" : "desk";
  return element("span", { class: app ? "mark" : `mark ${shape}`, "aria-hidden": "true", text: app && (Array.from(app)[0] ?? "").toUpperCase() });
}

/** @param {any} session @param {() => void} revoke */
function sessionRow(session, revoke) {
  const name = calledName(session);
  // Of an app's own program or backend its device says little; what it is, all the same, may be recognized.
  const device = session.application_name && session.device ? deviceName(session.device) : "";
  const details = [device, plainText(session.network, 64), methodNames(session.amr)].filter(Boolean).join(" · ");
  return element("li", { class: "entry", testid: "session" },
    mark(session),
    element("div", { class: "entry-text" },
      element("p", { class: "entry-name", title: plainText(session.device, 300) }, name,
        session.current && element("span", { class: "badge", text: "This device", testid: "current" })),
      element("p", { class: "muted small" },
        session.current ? "Active now" : "Last used ",
        !session.current && timeElement(session.last_used_at, { relative: true }),
        details && ` · ${details}`)),
    !session.current && element("div", { class: "entry-actions" },
      button("Sign out", revoke, { class: "button quiet danger-text", "aria-label": `Sign out ${name}`, testid: "revoke" })));
}

/**
 * As many sessions as were shown before, and always the one of this device.
 *
 * @param {number} wanted
 */
async function firstSessions(wanted) {
  /** @type {any[]} */
  const items = [];
  /** @type {string | undefined} */
  let next;
  do {
    const part = await listSessions(next);
    items.push(...part.items);
    next = part.next_cursor;
  } while (next && (items.length < wanted || !items.some((session) => session.current)));
  return { items: items.sort((one, other) => Number(Boolean(other.current)) - Number(Boolean(one.current))), next };
}

/**
 * Where the account is open, in which browsers and apps, and the ways to close it there.
 *
 * @param {(note: string) => Promise<void>} onSignedOut
 */
export function sessionsCard(onSignedOut) {
  const body = element("div", { class: "sessions", "aria-busy": "true", testid: "sessions" },
    element("p", { class: "muted", text: "Looking for your sessions." }));

  const rows = element("ul", { class: "entries" });
  const row = (/** @type {any} */ session) => sessionRow(session, () => void revoke(session));

  const load = async () => {
    try {
      const { items, next } = await firstSessions(rows.children.length);
      rows.replaceChildren(...items.map(row));
      body.replaceChildren(rows, ...(next ? [moreButton(next)] : []),
        items.length < 2 ? element("p", { class: "muted small", text: "No other app or browser stays signed in." }) : "");
      others.hidden = items.length < 2;
      actions.hidden = false;
    } catch (error) {
      body.replaceChildren(
        element("div", { class: "notice problem", role: "alert" }, element("p", { text: sentence(error) })),
        button("Try again", () => void load(), { testid: "sessions-retry" }));
    } finally {
      body.removeAttribute("aria-busy");
    }
  };

  const moreButton = (/** @type {string} */ next) => {
    const control = button("Show more", () => void whileBusy(control, async () => {
      try {
        const part = await listSessions(next);
        // The list was read anew meanwhile, and has a button of its own.
        if (!control.isConnected) return;
        // Whoever reads without sight goes on where the list goes on.
        const added = part.items.map(row);
        rows.append(...added);
        if (part.next_cursor) control.replaceWith(moreButton(part.next_cursor));
        else control.remove();
        const first = added[0];
        if (first) { first.tabIndex = -1; first.focus({ preventScroll: true }); }
      } catch (error) {
        if (control.isConnected) toast(sentence(error), { problem: true, retry: () => control.click() });
      }
    }), { class: "button quiet", testid: "more-sessions" });
    return control;
  };

  const revoke = async (/** @type {any} */ session) => {
    const done = await confirm({
      title: `Sign out ${calledName(session)}?`, action: "Sign it out",
      text: session.application_name
        ? `${calledName(session)} has no more access to your account there, until you sign in to it again.`
        : "Whoever uses that browser will have to sign in again.",
      perform: () => revokeSession(session.id),
    });
    if (!done) return;
    await load();
    toast("Signed out there.");
  };

  const others = button("Sign out everywhere else", () => void confirm({
    title: "Sign out everywhere else?", action: "Sign them out",
    text: "Every app, and every browser but this one, will have to sign in again.", perform: () => signOut("others"),
  }).then(async (done) => {
    if (!done) return;
    await load();
    toast("Signed out everywhere else.");
  }), { testid: "sign-out-others" });

  const everywhere = button("Sign out everywhere", () => void confirm({
    title: "Sign out everywhere?", action: "Sign out everywhere",
    text: "Every app, and every browser, this one too, will have to sign in again.", perform: () => signOut("all"),
  }).then((done) => (done ? onSignedOut("You are signed out everywhere.") : undefined)), { class: "button danger-text", testid: "sign-out-everywhere" });

  const actions = element("div", { class: "actions", hidden: true }, others, everywhere);
  void load();
  return element("section", { class: "card", "aria-labelledby": "sessions-title" },
    element("h2", { id: "sessions-title", text: "Where you are signed in" }),
    body,
    element("p", { class: "muted small", text: "A site that only asked who you are is not listed: its access ends by itself within the hour, or when you sign out everywhere." }),
    actions);
}
