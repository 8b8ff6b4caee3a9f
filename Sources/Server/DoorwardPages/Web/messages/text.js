import { catalog } from "./catalog.js";

/** The texts of the page, whose keys have the section in front, and the sentences for error codes of no particular method. */
export const { text, parts, errorText } = catalog("");
