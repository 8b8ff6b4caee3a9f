import { catalog, sentences } from "../../messages/catalog.js";

export const { text, parts } = catalog("passkeys");
export const errorText = sentences("passkeys.error");
