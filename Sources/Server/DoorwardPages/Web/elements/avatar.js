import { initial } from "../format/text.js";
import { element } from "./dom.js";

/**
 * The photo of a user. Without one, it is the first letter of the name.
 *
 * @param {string} name
 * @param {string | null} [picture] the address of the photo
 */
export function avatar(name, picture) {
  const letter = () => element("span", { class: "avatar", "aria-hidden": "true", text: initial(name) || "?" });
  if (!picture) return letter();
  const photo = element("img", { class: "avatar", alt: "", decoding: "async", width: 56, height: 56, src: picture });
  photo.addEventListener("error", () => photo.replaceWith(letter()), { once: true });
  return photo;
}

/**
 * The address of a smaller photo.
 *
 * @param {string | null | undefined} picture
 * @param {64 | 128 | 256} size in pixels
 */
export const photoOfSize = (picture, size) => (picture ? `${picture}?size=${size}` : null);
