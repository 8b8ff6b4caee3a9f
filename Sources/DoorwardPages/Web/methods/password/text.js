import { catalog } from "../../messages/catalog.js";
import { texts as en } from "./en.js";

/** The texts of passwords on the account page and in lists. */
export const { text } = catalog({ en });
