import { catalog, sentences } from "../../messages/catalog.js";

/** The texts that passwords and one-time codes share, and the sentences for the error codes of their routes. */
export const { text, parts, errorText } = catalog("identifier");

/** The sentences for the codes of the estimate of a password. */
export const adviceText = sentences("identifier.advice");
