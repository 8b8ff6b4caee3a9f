import { catalog } from "../../messages/catalog.js";

/** The texts of one-time codes on the account page and in lists. */
export const { text } = catalog("code");
