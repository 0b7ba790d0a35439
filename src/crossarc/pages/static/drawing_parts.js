// Drawings from data: elements are made one by one, and what is not known here is not made.
// @ts-check

const NAMESPACE = "http://www.w3.org/2000/svg";
const ELEMENTS = new Set(["svg", "g", "path", "text", "tspan", "title", "rect", "line", "circle", "polygon", "polyline"]);
const FORBIDDEN = /^(on|style$|href$|xlink)/i;

/** @typedef {[string, Record<string, string>, ...(string | any)[]]} Part */

/**
 * @param {Part} part
 * @returns {SVGElement}
 */
export function drawingOf([name, attributes, ...children]) {
  if (!ELEMENTS.has(name)) throw new Error(`a drawing has no ${name}`);
  const made = document.createElementNS(NAMESPACE, name);
  for (const [key, value] of Object.entries(attributes)) {
    if (!FORBIDDEN.test(key)) made.setAttribute(key, value);
  }
  made.append(...children.map((child) => (typeof child === "string" ? child : drawingOf(child))));
  return made;
}
