import { deviceName } from "../format/device.js";
import { plainText } from "../format/text.js";
import { kindText } from "../messages/catalog.js";
import { text } from "../messages/text.js";

/**
 * The sentence for an event of the account. The words are those of the notices where there is one.
 *
 * @typedef {import("../server/types.js").Activity} Activity
 */

/**
 * The kind of an identity or of a second factor in words.
 *
 * @param {Activity} event
 */
export const subject = ({ data }) => kindText(String(data.kind ?? "")) ?? (plainText(data.kind, 24) || text("secure.unknownSubject"));

/**
 * The name of the application.
 *
 * @param {Activity} event
 */
export const application = (event) => plainText(event.application_name, 60) || text("secure.unknownSubject");

/** @param {Activity} event */
function changed({ data }) {
  if (data.kind === "email") return text("secure.emailChanged");
  if (data.kind === "phone") return text("secure.phoneChanged");
  return text(data.kind === "username" ? "secure.userNameChanged" : "secure.otherChange");
}

/** @type {Record<string, (event: Activity) => string>} */
const sentences = {
  "session.started": ({ device }) => text("activity.signIn", { device: deviceName(device) }),
  "sign_in.refused": () => text("activity.refused"),
  "session.ended": () => text("activity.ended"),
  "sessions.ended": () => text("activity.ended"),
  "user.created": () => text("activity.created"),
  "user.exported": () => text("activity.exported"),
  "user.banned": () => text("activity.banned"),
  "user.unbanned": () => text("activity.unbanned"),
  "user.deletion_scheduled": () => text("secure.deletion"),
  "user.deletion_canceled": () => text("activity.kept"),
  "identity.added": (event) => text("secure.methodAdded", { subject: subject(event) }),
  "identity.removed": (event) => text("secure.methodRemoved", { subject: subject(event) }),
  "identity.changed": changed,
  "password.changed": () => text("secure.passwordChanged"),
  "password.reset": () => text("secure.passwordChanged"),
  "factor.added": (event) => text("secure.factorAdded", { subject: subject(event) }),
  "factor.removed": (event) => text("secure.factorRemoved", { subject: subject(event) }),
  "factors.removed": () => text("activity.factorsRemoved"),
  "recovery_codes.replaced": () => text("secure.codesReplaced"),
  "sign_in_link.created": () => text("activity.linkMade"),
  "account.secured": () => text("secure.done"),
  "consent.given": (event) => text("activity.allowed", { name: application(event) }),
  "consent.withdrawn": (event) => text("activity.withdrawn", { name: application(event) }),
};

/**
 * The types that the page knows.
 *
 * @type {readonly string[]}
 */
export const activityTypes = Object.keys(sentences);

/**
 * The event in words.
 *
 * @param {Activity} event
 */
export const activityText = (event) => (Object.hasOwn(sentences, event.type) ? sentences[event.type]?.(event) : undefined) ?? text("secure.otherChange");
