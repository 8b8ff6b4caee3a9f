import { element } from "./dom.js";

/**
 * Saves a file of the page on the user's device.
 *
 * @param {Blob} file @param {string} name
 */
export function download(file, name) {
  const address = URL.createObjectURL(file);
  element("a", { href: address, download: name }).click();
  // Safari reads the file after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
