import { keepStep } from "../elements/kept-step.js";

/**
 * The links that open the page with a request of theirs. It is behind `#`, so servers and their logs do not see it.
 */

/** The most characters of a secret or a sealed request. */
const longest = 4096;

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
  if (!challenge || challenge.length > longest || !identifier || identifier.length > 320) return false;
  if (Number.isNaN(Date.parse(expires)) || Number.isNaN(Date.parse(resend))) return false;
  keepStep("reset", expires, { identifier, sent: { challenge_id: challenge, expires_at: expires, resend_at: resend } });
  return true;
}
