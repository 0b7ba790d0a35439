// The transitions that there are in a configuration: what each costs, scores and would build, or why it is not legal.
// @ts-check
import { element, isolated } from "./dom.js";
import { arcInWords } from "./derivation.js";

/**
 * Shows the choices of a step, and which of them was taken.
 * @param {HTMLElement} table
 * @param {import("./derivation.js").Derivation} derivation
 * @param {number} number of the step
 * @param {(ends: [number, number] | null) => void} point shows an arc that somebody points at, or none
 * @param {((transition: string) => void) | null} choose takes one of them, if one may
 */
export function showChoices(table, derivation, number, point, choose = null) {
  const { choices } = derivation.steps[number];
  const taken = derivation.steps[number + 1]?.transition ?? null;
  table.hidden = choices.length === 0;
  const costs = choices.flatMap((own) => (typeof own.cost === "number" ? [own.cost] : []));
  const least = Math.min(...costs);
  const titles = ["transition", "builds"];
  if (derivation.hasCosts) titles.push("cost");
  if (derivation.hasScores) titles.push("score");
  const head = element("tr", {}, ...titles.map(headOf));
  const rows = choices.map((choice) => {
    const name = nameOf(choice, choose);
    const row = rowOf(derivation, choice, name, choice.transition === taken, choice.cost === least, titles.length);
    const ends = choice.ends ?? null;
    name.addEventListener("focus", () => point(ends));
    name.addEventListener("blur", () => point(null));
    row.addEventListener("mouseenter", () => point(ends));
    row.addEventListener("mouseleave", () => point(null));
    return row;
  });
  table.replaceChildren(element("thead", {}, head), element("tbody", {}, ...rows));
}

/**
 * @param {string} title of a column; the third and the fourth have numbers
 * @param {number} place
 * @returns {HTMLElement}
 */
function headOf(title, place) {
  return element("th", place < 2 ? { scope: "col" } : { scope: "col", class: "number" }, title);
}

/**
 * A transition's name, as a button if it can be chosen.
 * @param {import("./derivation.js").Choice} choice
 * @param {((transition: string) => void) | null} choose
 * @returns {HTMLElement}
 */
function nameOf(choice, choose) {
  if (!choose || choice.reason !== undefined) return element("span", {}, choice.transition);
  const made = element("button", { type: "button", class: "choice" }, choice.transition);
  made.addEventListener("click", () => choose(choice.transition));
  return made;
}

/**
 * @param {import("./derivation.js").Derivation} derivation
 * @param {import("./derivation.js").Choice} choice
 * @param {HTMLElement} shownName
 * @param {boolean} isTaken
 * @param {boolean} isBest
 * @param {number} columns
 * @returns {HTMLElement}
 */
function rowOf(derivation, choice, shownName, isTaken, isBest, columns) {
  const name = element("th", { scope: "row" }, shownName);
  if (isTaken) name.append(" ", element("span", { class: "taken" }, "taken"));
  if (choice.reason !== undefined) {
    const reason = element("td", { colspan: String(columns - 1) }, `not legal: ${choice.reason}`);
    return element("tr", { class: "illegal" }, name, reason);
  }
  const cells = [name, element("td", {}, ...(choice.ends ? arcText(derivation, choice.ends) : []))];
  if (derivation.hasCosts) cells.push(element("td", { class: "number" }, String(choice.cost ?? "")));
  if (derivation.hasScores) cells.push(element("td", { class: "number" }, scoreText(choice.score)));
  const isWrong = isTaken && derivation.hasCosts && !isBest;
  const kinds = [isTaken && "is-taken", derivation.hasCosts && isBest && "best", isWrong && "wrong"];
  return element("tr", { class: kinds.filter(Boolean).join(" ") }, ...cells);
}

/**
 * @param {number | null | undefined} score null if training has not seen the transition there
 * @returns {string}
 */
function scoreText(score) {
  return typeof score === "number" ? score.toFixed(2) : "never seen";
}

/**
 * @param {import("./derivation.js").Derivation} derivation
 * @param {[number, number]} ends
 * @returns {(Node | string)[]}
 */
function arcText(derivation, ends) {
  const [left, arrow, right] = arcInWords(derivation, ends);
  return [isolated(left), ` ${arrow} `, isolated(right)];
}
