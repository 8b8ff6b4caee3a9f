import { catalog, errorCatalog } from "../../messages/catalog.js";
import { advice, errors, texts as en } from "./en.js";

/** The texts that passwords and one-time codes share. */
export const { text, parts } = catalog({ en });

/** The sentences for the error codes of the routes of passwords and one-time codes. */
export const errorText = errorCatalog({ en: errors });

/** The sentences for the codes of the estimate of a password. */
export const adviceText = errorCatalog({ en: advice });
