import { catalog } from "../../../messages/catalog.js";
import { texts as en } from "./en.js";

export const { text } = catalog({ en });
