import { element } from "./dom.js";

/**
 * A table whose rows become cards on a narrow screen. Each cell carries the name of its column for that.
 *
 * @param {{label: string, columns: string[], testid?: string, isLinked?: boolean}} options `isLinked`: whether the link of a row covers it
 * @param {{id?: string, testid?: string, cells: (Node | string | null | undefined | false)[]}[]} rows
 */
export function table({ label, columns, testid, isLinked = false }, rows) {
  const head = element("thead", {}, element("tr", {}, ...columns.map((column) =>
    column ? element("th", { scope: "col", text: column }) : element("td", {}))));
  const body = element("tbody", {}, ...rows.map(({ id, testid: row, cells }) => element("tr", { id, testid: row },
    ...cells.map((cell, index) => element("td", { "data-column": columns[index] || undefined, class: columns[index] ? undefined : "end" }, cell)))));
  const view = element("table", { class: isLinked ? "table linked" : "table", "aria-label": label, testid }, head, body);
  if (isLinked) walkRows(view);
  return view;
}

/**
 * The links of the rows.
 *
 * @param {ParentNode} root
 */
export const rowLinks = (root) => /** @type {HTMLElement[]} */ ([...root.querySelectorAll(".table.linked tbody a.row-link")]);

/**
 * Arrows, Home and End move between the rows. Enter opens the link, as for any link; Escape leads back to the search.
 *
 * @param {HTMLElement} view
 */
function walkRows(view) {
  view.addEventListener("keydown", (event) => {
    if (!(event.target instanceof HTMLElement) || !event.target.matches("a.row-link")) return;
    const links = /** @type {HTMLElement[]} */ ([...view.querySelectorAll("a.row-link")]);
    const at = links.indexOf(event.target);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: links.length - 1 }[event.key];
    if (event.key === "Escape" || next === -1) {
      const search = document.querySelector("[data-search]");
      if (search instanceof HTMLElement) { event.preventDefault(); search.focus(); }
    } else if (next !== undefined) {
      event.preventDefault();
      links[Math.min(next, links.length - 1)]?.focus();
    }
  });
}
