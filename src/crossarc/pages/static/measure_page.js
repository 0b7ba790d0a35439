// The view Measure: what kinds of trees a treebank has, how good predicted ones are, and how training goes on.
// @ts-check
import { element } from "./dom.js";
import { ask } from "./requests.js";
import { selection } from "./form_parts.js";
import { drawingOf } from "./drawing_parts.js";
import { tableView } from "./table_view.js";
import { makeCurves } from "./curves_view.js";

/**
 * @param {HTMLElement} root
 * @param {import("./explore.js").About} about
 * @param {URLSearchParams} state
 * @param {import("./explore.js").Page} page
 */
export function makeMeasure(root, about, state, page) {
  const parts = [
    ...(about.runs.length ? [makeCurves(state, page)] : []),
    ...(about.treebanks.length ? [makeTrees(about, state, page)] : []),
  ];
  root.replaceChildren(element("h2", {}, "Measure"), ...parts);
}

/**
 * @param {import("./explore.js").About} about
 * @param {URLSearchParams} state
 * @param {import("./explore.js").Page} page
 * @returns {HTMLElement}
 */
function makeTrees(about, state, page) {
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
  page.attempt(measure);
  return element("section", { "aria-label": "Treebanks" }, form, told, results);
}

/** @param {any} analysis @returns {HTMLElement[]} */
function analysisParts({ plot, coverage, tables, advice }) {
  const lines = advice.map((/** @type {string} */ line) => element("li", {}, ...withCode(line)));
  return [
    element("h3", {}, "What its trees are like"),
    plotView("Classes of trees, and arcs by length", plot),
    ...coverage.map((/** @type {any} */ own) => plotView("Trees that each system can build", own)),
    tablesOf(tables),
    element("h4", {}, "Recommendation"),
    element("ul", {}, ...lines),
  ];
}

/**
 * @param {string} label
 * @param {any} plot
 * @returns {HTMLElement}
 */
function plotView(label, plot) {
  return element("div", { class: "drawing plot", tabindex: "0", role: "region", "aria-label": label }, drawingOf(plot));
}

/**
 * A line whose names between backticks are names that commands know.
 * @param {string} line
 * @returns {(Node | string)[]}
 */
function withCode(line) {
  return line.split("`").map((part, place) => (place % 2 ? element("code", {}, part) : part));
}

/** @param {any} evaluation @returns {HTMLElement[]} */
function evaluationParts({ tables, notes }) {
  const told = notes.map((/** @type {string} */ note) => element("p", { class: "note" }, note));
  return [element("h3", {}, "How good the trees are"), ...told, tablesOf(tables)];
}

/** @param {any[]} tables @returns {HTMLElement} as many beside each other as there is room for */
function tablesOf(tables) {
  return element("div", { class: "tables" }, ...tables.map(tableView));
}
