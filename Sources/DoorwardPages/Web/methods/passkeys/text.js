import { catalog, errorCatalog } from "../../messages/catalog.js";
import { errors as enErrors, texts as en } from "./en.js";

export const { text, parts } = catalog({ en });
export const errorText = errorCatalog({ en: enErrors });
