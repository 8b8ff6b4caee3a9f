import { textsOf } from "../elements/kept-step.js";

/**
 * The new authenticator of a step that this tab has kept.
 *
 * @param {any} value @returns {import("../server/types.js").AuthenticatorEnrollment | undefined}
 */
export const keptEnrollment = (value) =>
  (textsOf(value, ["challenge_id", "expires_at", "secret", "uri", "qr_code"]) ? value : undefined);
