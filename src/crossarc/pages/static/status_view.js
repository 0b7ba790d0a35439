// What is said of a step, in a sentence that screen readers speak, and what came of the derivation.
// @ts-check
import { isolated } from "./dom.js";
import { arcInWords } from "./derivation.js";

/**
 * @param {HTMLElement} root
 * @param {import("./derivation.js").Derivation} derivation
 * @param {number} number of the step
 */
export function showStatus(root, derivation, number) {
  const step = derivation.steps[number];
  /** @type {(Node | string)[]} */
  const parts = [`Step ${number} of ${derivation.steps.length - 1}: ${step.transition ?? "the start"}`];
  if (step.ends) {
    const [left, arrow, right] = arcInWords(derivation, step.ends);
    parts.push(" builds ", isolated(left), ` ${arrow} `, isolated(right));
    if (step.label !== null) parts.push(" (", isolated(step.label), goldLabel(derivation, step), ")");
  }
  if (step.isWrong) parts.push("; a mistake: another transition would have cost less");
  if (step.loss !== null) parts.push(`. Loss ${step.loss}.`);
  root.replaceChildren(...parts);
}

/**
 * What the gold tree calls an arc that has another label.
 * @param {import("./derivation.js").Derivation} derivation
 * @param {import("./derivation.js").Step} step
 * @returns {string}
 */
function goldLabel(derivation, step) {
  if (!derivation.gold || !step.ends) return "";
  const [head, dependent] = step.ends;
  const [goldHead, label] = derivation.gold[dependent - 1] ?? [-1, ""];
  return goldHead === head && label !== step.label ? `; gold: ${label}` : "";
}

/**
 * What came of it, at the last step.
 * @param {HTMLElement} root
 * @param {import("./derivation.js").Derivation} derivation
 * @param {number} number of the step
 */
export function showEnding(root, derivation, number) {
  const { moved, wrong } = derivation.ending;
  root.hidden = !derivation.isFinished || number < derivation.steps.length - 1;
  /** @type {(Node | string)[]} */
  const parts = ["The derivation has ended"];
  if (wrong !== null) parts.push(wrong === 0 ? " with the gold tree" : ` with ${wrong} wrong head${wrong === 1 ? "" : "s"}`);
  parts.push(".");
  if (moved.length) parts.push(" Afterwards the parser attaches ");
  moved.forEach(([word, head], place) => {
    parts.push(place ? ", " : "", isolated(derivation.forms[word]), " to ", isolated(derivation.forms[head]));
  });
  if (moved.length) parts.push(".");
  root.replaceChildren(...parts);
}
