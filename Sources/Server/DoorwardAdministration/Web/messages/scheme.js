/**
 * The HTML of a mail for the preview: in one color scheme, because browsers decide differently whether a frame follows its surroundings,
 * and with links that open nothing.
 *
 * @param {string} html @param {"light" | "dark"} scheme
 */
export const previewed = (html, scheme) => html
  .replaceAll("(prefers-color-scheme: dark)", scheme === "dark" ? "all" : "not all").replaceAll("(prefers-color-scheme: light)", scheme === "dark" ? "not all" : "all")
  .replaceAll("color-scheme: light dark", `color-scheme: ${scheme}`).replaceAll(/(content=["'])light dark(["'])/g, `$1${scheme}$2`)
  // A frame with this sandbox opens no other window.
  .replace(/<head(?:\s[^>]*)?>/i, "$&<base target=\"_blank\">");
