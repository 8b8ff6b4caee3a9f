import { catalog } from "./catalog.js";

/** The texts of the page. Their keys have the section in front. */
export const { text, parts } = catalog("");
