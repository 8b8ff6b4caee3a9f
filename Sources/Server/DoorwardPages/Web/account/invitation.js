/**
 * The address of the invitation that a link of a message names: `#invited=ada%40example.com`. Servers and their logs do
 * not see this part of an address.
 *
 * @param {string} fragment of the page's address
 * @returns {string | undefined}
 */
export function invitedAddress(fragment) {
  const address = new URLSearchParams(fragment.replace(/^#/, "")).get("invited")?.trim() ?? "";
  return address === "" || address.length > 320 ? undefined : address;
}
