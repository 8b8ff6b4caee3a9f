/**
 * Draws a view again. What the user has typed and not sent stays, except passwords and codes.
 *
 * @param {() => void} draw
 */
export function keepingTyped(draw) {
  const fields = () => Array.from(document.querySelectorAll("main input[name]:not([type=password], [type=file], .code-input)"))
    .flatMap((field) => (field instanceof HTMLInputElement ? [field] : []));
  const typed = new Map(fields().filter((field) => field.value !== field.defaultValue).map((field) => [field.name, field.value]));
  draw();
  for (const field of fields()) field.value = typed.get(field.name) ?? field.value;
}
