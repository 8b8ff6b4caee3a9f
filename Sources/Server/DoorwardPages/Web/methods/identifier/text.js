import { catalog, sentences } from "../../messages/catalog.js";

/** The texts that passwords and one-time codes share. */
export const { text, parts } = catalog("identifier");

/** The sentences for the error codes of the routes of passwords and one-time codes. */
export const errorText = sentences("identifier.error");

/** The sentences for the codes of the estimate of a password. */
export const adviceText = sentences("identifier.advice");
