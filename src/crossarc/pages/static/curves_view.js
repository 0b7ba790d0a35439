// Learning curves of training runs: asked for again as long as a run goes on.
// @ts-check
import { element } from "./dom.js";
import { ask } from "./requests.js";
import { selection } from "./form_parts.js";
import { drawingOf } from "./drawing_parts.js";
import { tableView } from "./table_view.js";

const BETWEEN_LOOKS = 2000; // milliseconds
const HEADER = ["epoch", "LAS", "UAS", "non-projective recall", "precision", "seconds", "words/s", "best so far"];
/** @type {[string, string][]} */
const SCORES = [["las", "LAS"], ["uas", "UAS"], ["nonproj_recall", "non-projective recall"], ["nonproj_precision", "non-projective precision"]];

/**
 * @typedef {{name: string, problem?: string, about: string, done: number, most: number | null, ended: string | null,
 *   scored: boolean, rows: string[][], cut: number}} Run
 */

/**
 * @param {URLSearchParams} state
 * @param {import("./explore.js").Page} page
 * @returns {HTMLElement}
 */
export function makeCurves(state, page) {
  const score = selection("Score", "score", SCORES, state.get("score") ?? "las");
  const told = element("ul");
  const status = element("div", { role: "status", id: "runs" }, told);
  const plot = element("div", { class: "drawing plot", tabindex: "0", role: "region", "aria-label": "Learning curves" });
  const tables = element("details", {}, element("summary", {}, "Epochs as tables"));
  let last = "";
  let looks = 0;

  async function look() {
    const own = ++looks;
    const found = await ask("curves", { score: score.input.value });
    if (own !== looks || !page.isShown()) return;
    const text = JSON.stringify(found);
    if (text !== last) show(found); // else whoever reads or listens is not disturbed
    last = text;
    const isUnderWay = found.runs.some((/** @type {Run} */ run) => run.problem || !run.ended);
    if (isUnderWay) setTimeout(() => own === looks && page.isShown() && page.attempt(look), BETWEEN_LOOKS);
  }

  /** @param {{runs: Run[], plot: any}} found */
  function show({ runs, plot: drawn }) {
    told.replaceChildren(...runs.map((run) => element("li", {}, element("bdi", {}, run.name), `: ${toldOf(run)}`)));
    plot.replaceChildren(...(drawn ? [drawingOf(drawn)] : []));
    plot.hidden = !drawn;
    const shown = runs.filter((run) => !run.problem && run.rows.length);
    const views = shown.map((run, place) =>
      tableView({ title: run.name, header: HEADER, rows: run.rows, numbers: HEADER.map(() => true), cut: run.cut }, place),
    );
    tables.replaceChildren(tables.children[0], ...views);
    tables.hidden = !shown.length;
  }

  score.input.addEventListener("change", () => page.attempt(look));
  const form = element("form", { class: "row" }, score.whole);
  form.addEventListener("submit", (event) => event.preventDefault());
  page.attempt(look);
  return element("section", { "aria-label": "Training runs", id: "curves" }, element("h3", {}, "Training"), form, status, plot, tables);
}

/** @param {Run} run */
function toldOf(run) {
  if (run.problem) return run.problem;
  const most = run.most ? ` of ${run.most}` : "";
  const place = run.done ? `epoch ${run.done}${most}` : "no epoch yet";
  const score = run.done && !run.scored ? "; no development data, and so no scores" : "";
  return `${run.about}; ${place}; ${run.ended ?? "under way"}${score}`;
}
