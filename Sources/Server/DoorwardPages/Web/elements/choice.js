import { text } from "../messages/text.js";
import { element } from "./dom.js";

/**
 * The picture of a choice. Only an <img> shows it: in an <img>, an SVG cannot run scripts.
 *
 * @param {string | null} source
 * @param {string} fallback the address of the picture to show if the source has none
 */
export function choicePicture(source, fallback) {
  const image = element("img", { class: "choice-picture", alt: "", width: 40, height: 40, decoding: "async", src: source ?? fallback });
  image.addEventListener("error", () => { image.src = fallback; }, { once: true });
  return image;
}

/**
 * One choice in a list.
 *
 * @param {{icon: Node, name: string, detail: string, testid: string, isLastUsed?: boolean, choose: () => void}} row
 */
export function choiceRow({ icon, name, detail, testid, isLastUsed, choose }) {
  return element("li", {}, element("button", { type: "button", class: "choice", testid, on: { click: choose } },
    icon,
    element("span", { class: "choice-text" },
      element("span", { class: "choice-name", text: name }),
      detail && element("span", { class: "choice-detail", text: detail })),
    isLastUsed && element("span", { class: "badge", text: text("signIn.lastUsed"), testid: "last-used" })));
}
