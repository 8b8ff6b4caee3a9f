/**
 * The standard's JSON forms of options and responses (WebAuthn L3 §5.1). Browsers have functions for them since 2025, and
 * some password managers replace the browser's objects by objects without these functions.
 *
 * @typedef {import("../../server/types.js").PasskeyOptionsJSON} OptionsJSON
 */

/**
 * The bytes of a base64url text.
 *
 * @param {string} text
 */
export const bytesOf = (text) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (character) => character.charCodeAt(0));

/**
 * Bytes as base64url text.
 *
 * @param {ArrayBuffer} bytes
 */
export const textOf = (bytes) =>
  btoa(Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join(""))
    .replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");

/** @param {OptionsJSON["allowCredentials"]} list */
const descriptors = (list) => list?.map((one) => ({ ...one, id: bytesOf(one.id) }));

/**
 * The options for the browser. Members that the standard does not know are ignored by the browser.
 *
 * @param {OptionsJSON} json
 * @returns {any} `PublicKeyCredentialRequestOptions` or `PublicKeyCredentialCreationOptions`
 */
export function optionsOf(json) {
  const { challenge, user, allowCredentials, excludeCredentials } = json;
  return {
    ...json, challenge: bytesOf(challenge),
    ...(user && { user: { ...user, id: bytesOf(user.id) } }),
    ...(allowCredentials && { allowCredentials: descriptors(allowCredentials) }),
    ...(excludeCredentials && { excludeCredentials: descriptors(excludeCredentials) }),
  };
}

/**
 * The response to the options: `AuthenticationResponseJSON` or `RegistrationResponseJSON`.
 *
 * @param {any} credential `PublicKeyCredential`
 * @returns {any}
 */
export function responseOf(credential) {
  const { response } = credential;
  const { credProps } = credential.getClientExtensionResults?.() ?? {};
  /** @type {Record<string, unknown>} */
  const members = { clientDataJSON: textOf(response.clientDataJSON) };
  for (const name of ["authenticatorData", "signature", "userHandle", "attestationObject"]) {
    // The response of a registration has no signature, and the one of a security key may have no user.
    if (response[name]) members[name] = textOf(response[name]);
  }
  if (response.attestationObject) {
    delete members.authenticatorData;
    members.transports = response.getTransports?.() ?? [];
  }
  return {
    id: textOf(credential.rawId), rawId: textOf(credential.rawId), type: "public-key", response: members,
    ...(credential.authenticatorAttachment && { authenticatorAttachment: credential.authenticatorAttachment }),
    // The server asks for no other extension. The page sends no output that a password manager adds, such as a secret of `prf`.
    clientExtensionResults: credProps ? { credProps } : {},
  };
}
