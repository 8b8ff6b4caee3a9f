import { initial } from "../format/text.js";
import { element } from "./dom.js";

/**
 * The first letter of a user's name in a circle.
 *
 * @param {string} name
 */
export const avatar = (name) => element("span", { class: "avatar", "aria-hidden": "true", text: initial(name) || "?" });
