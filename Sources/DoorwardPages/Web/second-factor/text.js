import { catalog, errorCatalog } from "../messages/catalog.js";
import { errors, texts as en } from "./en.js";

/** The texts of second factors. */
export const { text, parts } = catalog({ en });

export const errorText = errorCatalog({ en: errors });
