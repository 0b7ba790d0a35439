// Making parts of a page. Whatever comes from a treebank is text here: nothing is ever parsed as HTML.
// @ts-check

/**
 * A new element with attributes and children; a child that is a string becomes text.
 * @param {string} name
 * @param {Record<string, string | boolean | null>} attributes those that are false or null are left out
 * @param {(Node | string)[]} children
 * @returns {HTMLElement}
 */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === false || value === null) continue;
    made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children);
  return made;
}

/**
 * The element of the page that has an identifier.
 * @param {string} identifier
 * @returns {HTMLElement}
 */
export function byId(identifier) {
  const found = document.getElementById(identifier);
  if (!found) throw new Error(`the page has no ${identifier}`);
  return found;
}

/**
 * A word of the treebank, in its own direction, however the words around it are written.
 * @param {string} form
 * @returns {HTMLElement}
 */
export function isolated(form) {
  return element("bdi", {}, form);
}
