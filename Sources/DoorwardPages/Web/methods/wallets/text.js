import { catalog } from "../../messages/catalog.js";
import { texts as en } from "./en.js";

/** The texts that all wallets share. */
export const { text, parts } = catalog({ en });
