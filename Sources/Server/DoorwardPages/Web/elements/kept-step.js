import { serverNow } from "../server/clock.js";

/**
 * The step of this tab. A phone may discard a tab while its user reads a message, and the page is then loaded again. The record is in
 * the storage of the tab, so no other tab has it, and it ends with the tab. It has no password.
 *
 * @typedef {{name: string, expires: number, values: Record<string, unknown>}} KeptStep `expires`: in milliseconds, by the server's clock
 */

/**
 * The places in the storage. The code of a device is kept beside the step of the sign-in for it.
 *
 * @typedef {"step" | "device"} Place
 */

/** @param {Place} place */
const keyOf = (place) => `doorward.${place}`;
const version = 1;
/** The most characters of a record. The options of a passkey and a QR code are the longest values. */
const longest = 65_536;
/** The time for which an expired step is still shown, so that the user learns why it has ended, in milliseconds. */
const patience = 3_600_000;

/** The request that a step belongs to: an app's request is in the address of its page. */
const request = () => location.pathname + location.search;

/**
 * Keeps a step in place of the one before.
 *
 * @param {string} name @param {string | number} expires RFC 3339, or milliseconds @param {Record<string, unknown>} values
 * @param {Place} [place]
 */
export function keepStep(name, expires, values, place = "step") {
  const end = typeof expires === "string" ? Date.parse(expires) : expires;
  const record = JSON.stringify({ version, request: request(), name, expires: end, values });
  // An expired step is shown once, with the reason.
  if (record.length > longest || !(end > serverNow())) return dropStep(place);
  try {
    sessionStorage.setItem(keyOf(place), record);
  } catch {
    // The storage is full or forbidden: a reload starts again.
  }
}

/** @param {Place} [place] */
export function dropStep(place = "step") {
  try {
    sessionStorage.removeItem(keyOf(place));
  } catch {
    // The storage is forbidden, so it has no step.
  }
}

/** Forgets the steps of a user who has left. The next user of this tab must not find them. */
export function dropSteps() {
  dropStep();
  dropStep("device");
}

/**
 * @param {Place} [place]
 * @returns {KeptStep | undefined} the step of this tab, if it belongs to the address of the page
 */
export function keptStep(place = "step") {
  try {
    const kept = parseStep(sessionStorage.getItem(keyOf(place)), request(), serverNow());
    if (!kept) dropStep(place);
    return kept;
  } catch {
    return undefined;
  }
}

/**
 * @param {string | null} stored @param {string} address of the page @param {number} now in milliseconds
 * @returns {KeptStep | undefined}
 */
export function parseStep(stored, address, now) {
  if (stored === null || stored.length > longest) return undefined;
  /** @type {any} */
  let record;
  try {
    record = JSON.parse(stored);
  } catch {
    return undefined;
  }
  if (!isRecord(record) || record.version !== version || record.request !== address) return undefined;
  const { name, expires, values } = record;
  if (typeof name !== "string" || typeof expires !== "number" || !(expires > now - patience) || !isRecord(values)) return undefined;
  return { name, expires, values };
}

/** @param {unknown} value @returns {value is Record<string, any>} */
const isRecord = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * The members of a kept value that must be texts.
 *
 * @template {string} Name
 * @param {unknown} value @param {readonly Name[]} names
 * @returns {Record<Name, string> | undefined} nothing if one is missing
 */
export function textsOf(value, names) {
  if (!isRecord(value) || !names.every((name) => typeof value[name] === "string")) return undefined;
  return /** @type {Record<Name, string>} */ (Object.fromEntries(names.map((name) => [name, value[name]])));
}

/**
 * A code that was sent.
 *
 * @param {unknown} value @returns {import("../server/types.js").SentCode | undefined}
 */
export function sentCodeOf(value) {
  const sent = textsOf(value, ["challenge_id", "expires_at", "resend_at"]);
  return sent && !Number.isNaN(Date.parse(sent.expires_at)) && !Number.isNaN(Date.parse(sent.resend_at)) ? sent : undefined;
}
