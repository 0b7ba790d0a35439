// Tables with numbers, as `analyze`, `evaluate` and training tell them.
// @ts-check
import { element } from "./dom.js";

/**
 * @param {{title: string, header: string[], rows: string[][], numbers: boolean[], cut: number}} table
 * @param {number} place
 * @returns {HTMLElement}
 */
export function tableView({ title, header, rows, numbers, cut }, place) {
  const name = title || header.filter(Boolean).join(", ");
  const head = element("tr", {}, ...header.map((own, column) => (own ? element("th", { scope: "col", class: numbers[column] ? "number" : null }, own) : element("td"))));
  const body = rows.map((row) =>
    element("tr", {}, ...row.map((cell, column) => element("td", { class: numbers[column] ? "number" : null, dir: "auto" }, cell))),
  );
  const more = cut ? [element("p", { class: "note" }, `${cut} further rows are left out.`)] : [];
  const frame = { class: "scrolled measured", tabindex: "0", role: "region", "aria-label": `${name} (table ${place + 1})` };
  const caption = title ? [element("caption", {}, title)] : [];
  return element("div", frame, element("table", {}, ...caption, element("thead", {}, head), element("tbody", {}, ...body)), ...more);
}
