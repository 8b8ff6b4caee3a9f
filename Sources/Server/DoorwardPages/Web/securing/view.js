import { card } from "../elements/brand.js";
import { deliberateButton } from "../elements/deliberate.js";
import { button, element } from "../elements/dom.js";
import { timeElement } from "../elements/time.js";
import { plainText } from "../format/text.js";
import { momentText } from "../format/time.js";
import { kindText } from "../messages/catalog.js";
import { parts, text } from "../messages/text.js";

/**
 * The views of the page that secures an account.
 *
 * @typedef {import("../server/types.js").Notice} Notice
 */

/** The notices that name a way to sign in or a device. */
const withSubject = /** @type {const} */ ({
  new_device: "secure.newDevice", second_factor_added: "secure.factorAdded", second_factor_removed: "secure.factorRemoved",
  sign_in_method_added: "secure.methodAdded", sign_in_method_removed: "secure.methodRemoved",
});

/** The other notices. */
const withoutSubject = /** @type {const} */ ({
  password_changed: "secure.passwordChanged", password_removed: "secure.passwordRemoved",
  email_changed: "secure.emailChanged", phone_changed: "secure.phoneChanged",
  user_name_changed: "secure.userNameChanged", recovery_codes_replaced: "secure.codesReplaced",
  recovery_code_used: "secure.codeUsed", sign_in_link_created: "secure.linkCreated", deletion_scheduled: "secure.deletion",
});

/** The effects of the link: before and after. */
const undoing = /** @type {const} */ ({
  restore_email: ["secure.willRestoreAddress", "secure.didRestoreAddress"],
  restore_phone_number: ["secure.willRestorePhone", "secure.didRestorePhone"],
  restore_username: ["secure.willRestoreUserName", "secure.didRestoreUserName"],
  remove_identity: ["secure.willRemoveIdentity", "secure.didRemoveIdentity"],
  remove_second_factor: ["secure.willRemoveFactor", "secure.didRemoveFactor"],
  void_recovery_codes: ["secure.willVoidCodes", "secure.didVoidCodes"],
  cancel_deletion: ["secure.willKeepAccount", "secure.didKeepAccount"],
});

/**
 * The value of a name that the server has sent.
 *
 * @template {Record<string, any>} Table
 * @param {Table} table @param {string | null} name
 * @returns {Table[keyof Table] | undefined}
 */
const valueOf = (table, name) => (name !== null && Object.hasOwn(table, name) ? table[name] : undefined);

/** @param {Notice} notice */
function event({ notice, subject }) {
  const named = valueOf(withSubject, notice);
  const isDevice = notice === "new_device";
  const said = (!isDevice && kindText(subject ?? "")) || plainText(subject, 60) || text("secure.unknownSubject");
  if (named) return text(named, { subject: said });
  return text(valueOf(withoutSubject, notice) ?? "secure.otherChange");
}

/** @param {string} time RFC 3339 */
function moment(time) {
  const shown = timeElement(time);
  const date = new Date(time);
  if (!Number.isNaN(date.getTime())) shown.textContent = momentText(date);
  return shown;
}

/**
 * The effects of the button, before or after the user presses it.
 *
 * @param {Notice} notice @param {boolean} isDone
 */
function effects({ undoes, removes_password: removesPassword }, isDone) {
  const undone = valueOf(undoing, undoes);
  const lines = [
    undone && text(undone[isDone ? 1 : 0]),
    text(isDone ? "secure.didSignOut" : "secure.willSignOut"),
    removesPassword && text(isDone ? "secure.didRemovePassword" : "secure.willRemovePassword"),
  ];
  return element("ul", { class: "bullets", testid: "effects" }, ...lines.map((line) => line && element("li", { text: line })));
}

/**
 * Shows the change of a notice, and asks whether it was the user's.
 *
 * @param {Notice} notice @param {() => Promise<void>} secure
 */
export function noticeView(notice, secure) {
  return card("notice",
    element("h1", { text: text("secure.ask") }),
    element("div", { class: "panel" },
      element("dl", { class: "facts" },
        element("dt", { text: text("secure.what") }), element("dd", { class: "strong", testid: "event", text: event(notice) }),
        element("dt", { text: text("secure.when") }), element("dd", {}, moment(notice.occurred_at)))),
    element("p", { text: text("secure.yours") }),
    element("p", { text: text("secure.notYours") }), effects(notice, false),
    element("div", { class: "actions" },
      deliberateButton(text("secure.go"), secure, { class: "button main", testid: "secure" }),
      notice.notice === "deletion_scheduled" && button(text("secure.keep"), () => location.replace("/"), { testid: "keep" })));
}

/** The way to the sign-in page. */
export const signInButton = () => element("div", { class: "actions" },
  button(text("secure.signIn"), () => location.replace("/"), { class: "button main", testid: "sign-in" }));

/** @param {Notice} notice the applied effects */
export function securedView(notice) {
  const address = element("span", { class: "strong", text: plainText(notice.address, 254) });
  return card("secured",
    element("h1", { text: text("secure.done") }),
    effects(notice, true),
    element("h2", { text: text("secure.next") }),
    element("ul", { class: "bullets" },
      element("li", {}, ...(notice.removes_password ? parts("secure.nextPassword", { address }) : [text("secure.nextSignIn")])),
      element("li", { text: text("secure.nextOthers") })),
    signInButton());
}

/** The reasons why a link does not work, by the code of the refusal. */
const refusals = /** @type {const} */ ({
  invalid_challenge: ["secure.broken", "secure.brokenText"], challenge_expired: ["secure.over", "secure.expiredText"],
  challenge_used: ["secure.over", "secure.usedText"], notice_outdated: ["secure.over", "secure.outdatedText"],
  identity_in_use: ["secure.taken", "secure.takenText"],
});

/**
 * Shows why a link does not work.
 *
 * @param {string} code of the refusal
 * @returns {HTMLElement | undefined} nothing if the refusal is about the request, not about the link
 */
export function refusedView(code) {
  const refusal = valueOf(refusals, code);
  return refusal && card("refused", element("h1", { text: text(refusal[0]) }), element("p", { class: "lead", text: text(refusal[1]) }), signInButton());
}
