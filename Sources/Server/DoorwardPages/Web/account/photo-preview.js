import { element } from "../elements/dom.js";
import { text } from "../messages/text.js";

/**
 * The square around the center of an image, the part that the server stores. Some browsers cannot show HEIC or AVIF;
 * the server reads them nevertheless.
 *
 * @param {Blob} file
 */
export function photoPreview(file) {
  const image = element("img", { class: "photo-preview", alt: text("photo.preview"), testid: "photo-preview" });
  const place = element("div", { class: "photo-place", "aria-busy": "true" });
  const show = (/** @type {Node} */ node) => {
    place.removeAttribute("aria-busy");
    place.replaceChildren(node);
  };
  image.addEventListener("load", () => show(image), { once: true });
  image.addEventListener("error", () => show(element("p", { class: "muted small", text: text("photo.noPreview"), testid: "no-preview" })), { once: true });
  const reader = new FileReader();
  // The content security policy of the page permits data, and no object URLs.
  reader.addEventListener("load", () => { image.src = String(reader.result); });
  reader.readAsDataURL(file.type.startsWith("image/") ? file : new Blob([file], { type: "image/jpeg" }));
  return place;
}
