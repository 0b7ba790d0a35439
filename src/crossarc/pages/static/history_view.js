// The list of all transitions, to see where one is and to go elsewhere.
// @ts-check
import { element } from "./dom.js";

const MOST_LISTED = 3000; // more would make the page slow

/**
 * Fills the list; the function that is returned marks a step in it.
 * @param {HTMLElement} root
 * @param {import("./derivation.js").Derivation} derivation
 * @param {(step: number) => void} go
 * @returns {(step: number) => void}
 */
export function makeHistory(root, derivation, go) {
  if (derivation.steps.length > MOST_LISTED) {
    root.replaceChildren(element("li", { class: "note" }, "too many to be listed"));
    return () => {};
  }
  const buttons = derivation.steps.map((step, number) => {
    const told = (step.transition ?? "start") + (step.isWrong ? " ✗" : "");
    const button = element("button", { type: "button", class: step.isWrong ? "wrong" : null }, told);
    if (step.isWrong) button.title = "another transition would have cost less";
    button.addEventListener("click", () => go(number));
    return button;
  });
  root.replaceChildren(...buttons.map((button) => element("li", {}, button)));
  /** @type {HTMLElement | null} */
  let current = null;
  return (step) => {
    current?.removeAttribute("aria-current");
    current = buttons[step];
    current.setAttribute("aria-current", "step");
    // Only the list is scrolled, not the page.
    const top = current.offsetTop - root.offsetTop;
    if (top < root.scrollTop || top + current.offsetHeight > root.scrollTop + root.clientHeight) {
      root.scrollTop = top - root.clientHeight / 2;
    }
  };
}
