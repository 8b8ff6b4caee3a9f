import { keepStep } from "../elements/kept-step.js";
import { serverNow } from "../server/clock.js";

/**
 * The links that open the page with a request of theirs. It is behind `#`, so servers and their logs do not see it.
 */

/** The most characters of a secret or a sealed request. */
const longest = 4096;
/** The time for which the page keeps the step of a link, in milliseconds. An expired code is shown with the way to a new one. */
const kept = 600_000;
/** The form of an email address, so that a link cannot put other text on the page. */
const address = /^[^\s@]{1,64}@[^\s@]{1,255}$/;

/**
 * The secret of the link by which an administrator lets the user in: `#link=…`.
 *
 * @param {string} fragment of the page's address
 * @returns {string | undefined}
 */
export function linkSecret(fragment) {
  const secret = new URLSearchParams(fragment.replace(/^#/, "")).get("link") ?? "";
  return /^[\w-]+$/.test(secret) && secret.length <= longest ? secret : undefined;
}

/**
 * Keeps the step for a new password that the link of a message names: `#reset=…`. The sign-in continues with it.
 *
 * @param {string} fragment of the page's address
 * @returns {boolean} whether the link is one
 */
export function keepReset(fragment) {
  const members = new URLSearchParams(fragment.replace(/^#/, ""));
  const [challenge, identifier, expires, resend] = ["reset", "identifier", "expires_at", "resend_at"].map((name) => members.get(name) ?? "");
  if (!challenge || challenge.length > longest || !address.test(identifier)) return false;
  if (Number.isNaN(Date.parse(expires)) || Number.isNaN(Date.parse(resend))) return false;
  keepStep("reset", serverNow() + kept, { identifier, sent: { challenge_id: challenge, expires_at: expires, resend_at: resend } });
  return true;
}
