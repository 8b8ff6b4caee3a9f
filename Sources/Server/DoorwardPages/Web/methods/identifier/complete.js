import { codeDigits, isCode } from "./typed.js";

/**
 * Continues as soon as a field has a complete code, however it came there: typed, pasted or filled in by the browser. It does so once
 * for each code, so a refused code is not sent again until the user changes it.
 *
 * @param {HTMLInputElement} input @param {number} length @param {() => void} proceed
 */
export function whenComplete(input, length, proceed) {
  let latest = "";
  input.addEventListener("input", () => {
    const code = isCode(input.value, length) ? codeDigits(input.value) : "";
    const isNew = code !== "" && code !== latest;
    latest = code;
    if (isNew) proceed();
  });
}
