import { catalog } from "../../messages/catalog.js";

/** The texts of passwords on the account page and in lists. */
export const { text } = catalog("password");
