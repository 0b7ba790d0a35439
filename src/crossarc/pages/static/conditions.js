// The conditions that the filters of Browse stand for, in the language of `crossarc draw --where`.
// @ts-check

/** @typedef {{name: string, label: string, kind: "number" | "text", condition: (value: string) => string}} Filter */

/** @type {Filter[]} */
export const FILTERS = [
  { name: "least", label: "words, at least", kind: "number", condition: (value) => `length>=${value}` },
  { name: "most", label: "words, at most", kind: "number", condition: (value) => `length<=${value}` },
  { name: "planes", label: "planes, at least", kind: "number", condition: (value) => `planes>=${value}` },
  { name: "gaps", label: "gap degree, at least", kind: "number", condition: (value) => `gaps>=${value}` },
  { name: "text", label: "text", kind: "text", condition: (value) => `text~${quoted(value)}` },
  { name: "form", label: "word", kind: "text", condition: (value) => `form=${quoted(value)}` },
  { name: "upos", label: "its tag", kind: "text", condition: (value) => `upos=${quoted(value)}` },
  { name: "deprel", label: "its relation", kind: "text", condition: (value) => `deprel=${quoted(value)}` },
  { name: "head", label: "its head's tag", kind: "text", condition: (value) => `head.upos=${quoted(value)}` },
];

/** @type {[string, string][]} */
export const KINDS_OF_TREES = [
  ["", "any"],
  ["projective", "projective"],
  ["nonprojective", "non-projective"],
  ["ill-nested", "ill-nested"],
];

/**
 * @param {string} value
 * @returns {string}
 */
function quoted(value) {
  return `"${value.replace(/[\\"]/g, "\\$&")}"`;
}

/**
 * @param {URLSearchParams} state values of the filters, by their names
 * @returns {string}
 */
export function whereOf(state) {
  const told = [state.get("tree") ?? "", state.get("where") ?? ""];
  for (const { name, condition } of FILTERS) {
    const value = (state.get(name) ?? "").trim();
    if (value) told.push(condition(value));
  }
  return told.map((own) => own.trim()).filter(Boolean).join(" ");
}
