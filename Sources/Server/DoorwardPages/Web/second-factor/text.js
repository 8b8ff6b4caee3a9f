import { catalog } from "../messages/catalog.js";

/** The texts of second factors, and the sentences for error codes that need other words in the second step of a sign-in. */
export const { text, parts, errorText } = catalog("secondFactor");
