// Stacks, lists and buffer of a configuration.
// @ts-check
import { element, isolated } from "./dom.js";

const MOST_SHOWN = 12; // nodes of a list; the others are counted

/**
 * Shows the lists of a step.
 * @param {HTMLElement} root
 * @param {import("./derivation.js").Derivation} derivation
 * @param {number} number of the step
 */
export function showLists(root, derivation, number) {
  const step = derivation.steps[number];
  const hasPlanes = derivation.lists.some((own) => own.key === step.active);
  root.classList.toggle("of-planes", hasPlanes);
  root.replaceChildren(
    ...derivation.lists.map((own) => {
      const isActive = own.key === step.active;
      const title = own.title + (hasPlanes && isActive ? " (active)" : "");
      const kind = `list ${own.key} next-${own.next}${isActive ? " active" : ""}`;
      const heading = `list-${own.key}`;
      return element(
        "div",
        { class: kind },
        element("h3", { id: heading }, title),
        element("ol", { "aria-labelledby": heading }, ...nodesOf(derivation.forms, step.lists[own.key], own.next)),
      );
    }),
  );
}

/**
 * @param {string[]} forms
 * @param {number[]} nodes
 * @param {"left" | "right" | "none"} next the side where the next node is
 * @returns {HTMLElement[]}
 */
function nodesOf(forms, nodes, next) {
  if (nodes.length === 0) return [element("li", { class: "none" }, "empty")];
  const hidden = Math.max(0, nodes.length - MOST_SHOWN);
  const more = hidden ? [element("li", { class: "more" }, `${hidden} more`)] : [];
  const shown = next === "right" ? nodes.slice(hidden) : nodes.slice(0, nodes.length - hidden);
  const items = shown.map((node, place) => {
    const isNext = next !== "none" && place === (next === "right" ? shown.length - 1 : 0);
    const name = element("span", { class: "number" }, String(node));
    return element("li", { class: isNext ? "node next" : "node" }, isolated(forms[node]), name);
  });
  return next === "right" ? [...more, ...items] : [...items, ...more];
}
