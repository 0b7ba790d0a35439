// Parts of forms, each with its label.
// @ts-check
import { element } from "./dom.js";

/**
 * @param {string} label
 * @param {string} name
 * @param {[string, string][]} choices values, and what they are called
 * @param {string} [chosen]
 * @returns {{whole: HTMLElement, input: HTMLSelectElement}}
 */
export function selection(label, name, choices, chosen) {
  const options = choices.map(([value, told]) => element("option", { value, selected: value === chosen }, told));
  const input = /** @type {HTMLSelectElement} */ (element("select", { name }, ...options));
  return { whole: element("label", {}, label, " ", input), input };
}

/**
 * @param {string} label
 * @param {string} name
 * @param {boolean} isChecked
 * @returns {{whole: HTMLElement, input: HTMLInputElement}}
 */
export function checkbox(label, name, isChecked) {
  const input = /** @type {HTMLInputElement} */ (element("input", { type: "checkbox", name, checked: isChecked }));
  return { whole: element("label", { class: "check" }, input, " ", label), input };
}

/**
 * @param {string} text
 * @param {() => void} act
 * @param {Record<string, string | boolean | null>} attributes
 * @returns {HTMLElement}
 */
export function button(text, act, attributes = {}) {
  const made = element("button", { type: "button", ...attributes }, text);
  made.addEventListener("click", act);
  return made;
}
