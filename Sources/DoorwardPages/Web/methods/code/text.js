import { catalog } from "../../messages/catalog.js";
import { texts as en } from "./en.js";

/** The texts of one-time codes on the account page and in lists. */
export const { text } = catalog({ en });
