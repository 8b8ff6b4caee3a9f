import { catalog, sentences } from "../messages/catalog.js";

/** The texts of second factors. */
export const { text, parts } = catalog("secondFactor");

/** The sentences for error codes that need other words in the second step of a sign-in. */
export const errorText = sentences("secondFactor.error");
