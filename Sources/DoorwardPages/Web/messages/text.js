import { catalog } from "./catalog.js";
import { texts as en } from "./en.js";

/** The texts of the page, except those of the sign-in methods, which bring their own. */
export const { text, parts } = catalog({ en });
