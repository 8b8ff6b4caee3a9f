/**
 * Gives the browser a file.
 *
 * @param {string} name @param {string} content @param {string} type the media type
 */
export function save(name, content, type) {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const anchor = document.createElement("a");
  anchor.href = address;
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
