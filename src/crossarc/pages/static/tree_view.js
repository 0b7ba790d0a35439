// A sentence with its tree: the drawing, what it is like, and the same as a table.
// @ts-check
import { element, isolated } from "./dom.js";
import { drawingOf } from "./drawing_parts.js";

/**
 * @typedef {{form: string, lemma: string, upos: string, head: number, deprel: string, nonprojective: boolean,
 *   confidence: number | null}} ShownWord
 * @typedef {{id: string, text: string, words: ShownWord[], drawing: import("./drawing_parts.js").Part | null,
 *   legend: [string, string][], places: number[], direction: string, conllu: string, model?: string,
 *   tree: {nonprojective: number, planes: number, gaps: number, illNested: boolean} | null}} ShownTree
 */

const UNSURE = 0.8; // arcs with less confidence are dotted

/**
 * @param {ShownTree} tree
 * @param {string} title what the drawing is, for those who hear it
 * @returns {HTMLElement}
 */
export function treeView(tree, title) {
  const parts = [drawingFrame(tree, title), legendOf(tree.legend)];
  const picture = parts[0].querySelector("svg");
  const isUnsure = picture ? markConfidence(picture, tree.words) : false;
  if (isUnsure) parts[1].append(element("li", { class: "unsure" }, `confidence below ${UNSURE}`));
  parts.push(element("p", { class: "note" }, kindOf(tree)), wordsTable(tree, title));
  return element("div", { class: "tree" }, ...parts);
}

/**
 * @param {{drawing: import("./drawing_parts.js").Part | null, direction: string}} tree
 * @param {string} title
 * @returns {HTMLElement}
 */
export function drawingFrame(tree, title) {
  const inside = tree.drawing ? drawingOf(tree.drawing) : element("p", {}, "The sentence is too long to be drawn.");
  const about = { class: "drawing", tabindex: "0", role: "region", "aria-label": title, dir: tree.direction };
  return element("div", about, inside);
}

/**
 * @param {[string, string][]} legend tones, and what they mean
 * @returns {HTMLElement}
 */
export function legendOf(legend) {
  return element("ul", { class: "legend" }, ...legend.map(([tone, told]) => element("li", { class: tone }, told)));
}

/**
 * Arcs are drawn in the order of their dependents, those of words without a head left out.
 * @param {Element} picture
 * @param {ShownWord[]} words
 * @returns {boolean} whether an arc is unsure
 */
function markConfidence(picture, words) {
  let isAny = false;
  words
    .filter((word) => word.head >= 0)
    .forEach((word, number) => {
      if (word.confidence === null || word.confidence >= UNSURE) return;
      picture.querySelector(`.arc-${number}`)?.classList.add("unsure");
      isAny = true;
    });
  return isAny;
}

/**
 * @param {ShownTree} tree
 * @returns {string}
 */
export function kindOf({ tree, words }) {
  const length = `${words.length} word${words.length === 1 ? "" : "s"}`;
  if (!tree) return `${length}; there is no tree`;
  if (tree.nonprojective === 0) return `${length}; projective`;
  const arcs = `${tree.nonprojective} non-projective arc${tree.nonprojective === 1 ? "" : "s"}`;
  const planes = tree.planes === 1 ? "planar" : `${tree.planes} planes`;
  return `${length}; ${arcs}, ${planes}, gap degree ${tree.gaps}${tree.illNested ? ", ill-nested" : ""}`;
}

/**
 * @param {ShownTree} tree
 * @param {string} title
 * @returns {HTMLElement}
 */
function wordsTable({ words, direction }, title) {
  const hasConfidence = words.some((word) => word.confidence !== null);
  const titles = ["", "word", "lemma", "tag", "head", "relation", ...(hasConfidence ? ["confidence"] : [])];
  const rows = words.map((word, place) => {
    const head = word.head > 0 ? isolated(words[word.head - 1]?.form ?? "") : word.head === 0 ? "root" : "none";
    const cells = [String(place + 1), isolated(word.form), isolated(word.lemma), isolated(word.upos), head];
    const relation = element("td", {}, isolated(word.deprel), word.nonprojective ? " × non-projective" : "");
    const confidence = hasConfidence ? [element("td", {}, word.confidence?.toFixed(2) ?? "")] : [];
    return element("tr", {}, ...cells.map((cell) => element("td", {}, cell)), relation, ...confidence);
  });
  const head = element("tr", {}, ...titles.map((title) => (title ? element("th", { scope: "col" }, title) : element("td"))));
  const table = element("table", { dir: direction }, element("thead", {}, head), element("tbody", {}, ...rows));
  const frame = element("div", { class: "scrolled", tabindex: "0", role: "region", "aria-label": `${title}, as a table` }, table);
  return element("details", {}, element("summary", {}, "Words and arcs as a table"), frame);
}
