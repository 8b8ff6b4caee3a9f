import { text } from "../messages/text.js";
import { element } from "./dom.js";

/**
 * The picture of a choice. Only an <img> shows a picture from outside: in an <img>, an SVG cannot run scripts.
 *
 * @param {string | null} source
 * @param {string} fallback the address of the page's own picture, which is shown if the source has none
 */
export function choicePicture(source, fallback) {
  if (source === null || source === fallback) return glyph(fallback);
  const image = element("img", { class: "choice-picture", alt: "", width: 40, height: 40, decoding: "async", src: source });
  image.addEventListener("error", () => image.replaceWith(glyph(fallback)), { once: true });
  return image;
}

/**
 * A picture of the page, in its color. The file has only the shape.
 *
 * @param {string} source
 */
export function glyph(source) {
  const tile = element("span", { class: "choice-picture glyph", "aria-hidden": "true" });
  // The content security policy of the page forbids the attribute `style`, and allows this.
  tile.style.setProperty("--glyph", `url("${source}")`);
  return tile;
}

/**
 * One choice in a list.
 *
 * @param {{icon: Node, name: string, detail: string, testid: string, isLastUsed?: boolean, choose: (pressed: HTMLButtonElement) => void}} row
 */
export function choiceRow({ icon, name, detail, testid, isLastUsed, choose }) {
  /** @type {HTMLButtonElement} */
  const control = element("button", { type: "button", class: "choice", testid, on: { click: () => choose(control) } },
    icon,
    element("span", { class: "choice-text" },
      element("span", { class: "choice-name", text: name }),
      detail && element("span", { class: "choice-detail", text: detail })),
    isLastUsed && element("span", { class: "badge", text: text("signIn.lastUsed"), testid: "last-used" }));
  return element("li", {}, control);
}
