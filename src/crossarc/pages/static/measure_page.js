// The view Measure: what kinds of trees a treebank has, and how good predicted ones are.
// @ts-check
import { element } from "./dom.js";
import { ask } from "./requests.js";
import { selection } from "./form_parts.js";
import { drawingOf } from "./drawing_parts.js";

/**
 * @param {HTMLElement} root
 * @param {import("./explore.js").About} about
 * @param {URLSearchParams} state
 * @param {import("./explore.js").Page} page
 */
export function makeMeasure(root, about, state, page) {
  /** @type {[string, string][]} */
  const names = about.treebanks.map(({ name }) => [name, name]);
  const treebank = selection("Treebank", "treebank", names, state.get("treebank") ?? names[0][0]);
  const against = selection("Evaluate", "against", [["", "nothing"], ...names], state.get("against") ?? "");
  const told = element("p", { role: "status", id: "told" });
  const results = element("div", { id: "results" });
  const form = element("form", { class: "row" }, treebank.whole, against.whole);
  form.addEventListener("submit", (event) => event.preventDefault());

  async function measure() {
    const asked = { treebank: treebank.input.value, against: against.input.value };
    page.remember(new URLSearchParams(Object.entries(asked).filter(([, value]) => value)));
    told.textContent = "…";
    results.replaceChildren();
    const answers = [ask("analyze", { treebank: asked.treebank }), ...(asked.against ? [ask("evaluate", asked)] : [])];
    const found = await page.latest(Promise.all(answers));
    if (!found) return;
    const [analysis, evaluation] = found;
    told.textContent = `${asked.treebank}${asked.against ? `, and ${asked.against} by its trees` : ""}.`;
    results.replaceChildren(...(evaluation ? evaluationParts(evaluation) : []), ...analysisParts(analysis));
  }

  for (const { input } of [treebank, against]) input.addEventListener("change", () => page.attempt(measure));
  root.replaceChildren(element("h2", {}, "Measure"), form, told, results);
  page.attempt(measure);
}

/** @param {any} analysis @returns {HTMLElement[]} */
function analysisParts({ plot, tables, advice }) {
  const frame = { class: "drawing plot", tabindex: "0", role: "region", "aria-label": "Classes of trees, and arcs by length" };
  const lines = advice.map((/** @type {string} */ line) => element("li", {}, line));
  return [
    element("h3", {}, "What its trees are like"),
    element("div", frame, drawingOf(plot)),
    ...tables.map(tableView),
    element("h4", {}, "Recommendation"),
    element("ul", {}, ...lines),
  ];
}

/** @param {any} evaluation @returns {HTMLElement[]} */
function evaluationParts({ tables, notes }) {
  const told = notes.map((/** @type {string} */ note) => element("p", { class: "note" }, note));
  return [element("h3", {}, "How good the trees are"), ...told, ...tables.map(tableView)];
}

/**
 * @param {{title: string, header: string[], rows: string[][], numbers: boolean[], cut: number}} table
 * @param {number} place
 * @returns {HTMLElement}
 */
function tableView({ title, header, rows, numbers, cut }, place) {
  const name = title || header.filter(Boolean).join(", ");
  const head = element("tr", {}, ...header.map((own) => (own ? element("th", { scope: "col" }, own) : element("td"))));
  const body = rows.map((row) =>
    element("tr", {}, ...row.map((cell, column) => element("td", { class: numbers[column] ? "number" : null, dir: "auto" }, cell))),
  );
  const more = cut ? [element("p", { class: "note" }, `${cut} further rows are left out.`)] : [];
  const frame = { class: "scrolled measured", tabindex: "0", role: "region", "aria-label": `${name} (table ${place + 1})` };
  const caption = title ? [element("caption", {}, title)] : [];
  return element("div", frame, element("table", {}, ...caption, element("thead", {}, head), element("tbody", {}, ...body)), ...more);
}
