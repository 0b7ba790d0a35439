// The view Parse: text, words or CoNLL-U, and the trees of one model or two.
// @ts-check
import { element } from "./dom.js";
import { ask } from "./requests.js";
import { button, checkbox, selection } from "./form_parts.js";
import { copyButtons } from "./copying.js";
import { drawingFrame, legendOf, treeView } from "./tree_view.js";

const LONGEST_IN_ADDRESS = 1500; // characters: longer texts do not fit everywhere
const AS_IT_IS = "the trees that are there";
/** @type {[string, string][]} */
const INPUTS = [
  ["text", "text"],
  ["lines", "a sentence a line"],
  ["words", "words, with spaces between them"],
  ["conllu", "CoNLL-U"],
];

/**
 * @param {HTMLElement} root
 * @param {import("./explore.js").About} about
 * @param {URLSearchParams} state
 * @param {import("./explore.js").Page} page
 */
export function makeParse(root, about, state, page) {
  const names = about.models.map((model) => model.name);
  const reads = (/** @type {string} */ task) => about.models.some((model) => model.tasks.includes(task));
  const inputs = INPUTS.filter(([kind]) => kind === "conllu" || (kind === "words" ? names.length > 0 : reads("tokenizer")));
  const input = selection("Input", "input", inputs, state.get("input") ?? inputs[0][0]);
  /** @type {[string, string][]} */
  const models = [...names.map((name) => /** @type {[string, string]} */ ([name, name])), ["", AS_IT_IS]];
  const model = selection("Model", "model", models, state.get("model") ?? models[0][0]);
  const second = selection("Beside it", "second", [["", "no other"], ...models.slice(0, -1)], state.get("second") ?? "");
  const planes = checkbox("second plane below the words", "planes", state.get("planes") === "yes");
  const data = /** @type {HTMLTextAreaElement} */ (
    element("textarea", { name: "data", rows: "5", required: true, spellcheck: "false", dir: "auto", id: "data" })
  );
  data.value = state.get("data") ?? "";
  const results = element("div", { id: "results" });
  const told = element("p", { role: "status", id: "told" });
  const form = element(
    "form",
    {},
    element("label", { class: "wide", for: "data" }, "What to parse"),
    data,
    element(
      "div",
      { class: "row" },
      input.whole,
      model.whole,
      second.whole,
      planes.whole,
      element("button", { type: "submit", class: "main", title: "Ctrl+Enter, too" }, "Parse"),
    ),
  );

  async function parse() {
    const asked = { data: data.value, input: input.input.value, model: model.input.value, planes: planes.input.checked ? "yes" : "" };
    const other = model.input.value === "" ? "" : second.input.value;
    const kept = Object.entries({ ...asked, second: other }).filter(([name, value]) => value || name === "model");
    page.remember(data.value.length <= LONGEST_IN_ADDRESS ? new URLSearchParams(kept) : new URLSearchParams());
    told.textContent = "…";
    const answer = await page.latest(ask("parse", { ...asked, second: other === model.input.value ? "" : other }));
    if (!answer) return;
    const { sentences, count } = answer;
    const cut = count > sentences.length ? `; the first ${sentences.length} are shown` : "";
    told.textContent = `${count} sentence${count === 1 ? "" : "s"}${cut}.`;
    results.replaceChildren(...sentences.map((/** @type {any} */ own, /** @type {number} */ place) => article(own, place, asked.planes, page)));
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    page.attempt(parse);
  });
  data.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    /** @type {HTMLFormElement} */ (form).requestSubmit();
  });
  root.replaceChildren(element("h2", {}, "Parse"), form, told, results);
  if (data.value) page.attempt(parse);
}

/**
 * One sentence: its tree, or two of them and what they differ in.
 * @param {{trees: import("./tree_view.js").ShownTree[], both: any}} sentence
 * @param {number} place
 * @param {string} planes
 * @param {import("./explore.js").Page} page
 * @returns {HTMLElement}
 */
function article(sentence, place, planes, page) {
  const [first, second] = sentence.trees;
  const text = element("h3", { dir: "auto" }, first.text);
  const shown = sentence.trees.map((tree) => {
    const heading = second ? [element("h4", {}, tree.model ?? "")] : [];
    const title = `The tree of sentence ${place + 1}${second ? `, by ${tree.model}` : ""}`;
    const copying = copyButtons(title, {
      SVG: () => page.draw({ form: "svg", data: tree.conllu, planes }),
      TikZ: () => page.draw({ form: "tikz", data: tree.conllu, planes }),
      "CoNLL-U": async () => tree.conllu,
    }, page.links(tree));
    return element("section", { class: "of-model" }, ...heading, treeView(tree, title), copying);
  });
  return element("article", {}, text, ...(second ? [differences(sentence, place, page)] : []), element("div", { class: "models" }, ...shown));
}

/**
 * @param {{trees: import("./tree_view.js").ShownTree[], both: any}} sentence
 * @param {number} place
 * @param {import("./explore.js").Page} page
 * @returns {HTMLElement}
 */
function differences({ trees: [first, second], both }, place, page) {
  const count = both.differing;
  const told = count === 0 ? "Both models give the same tree." : `${count} of ${first.words.length} arcs differ.`;
  const summary = element("summary", {}, told);
  const title = `Both trees of sentence ${place + 1} in one drawing`;
  const copying = copyButtons(title, {
    SVG: () => page.draw({ form: "svg", data: first.conllu, second: second.conllu }),
    TikZ: () => page.draw({ form: "tikz", data: first.conllu, second: second.conllu }),
  });
  return element("details", { open: count > 0 }, summary, drawingFrame(both, title), legendOf(both.legend), copying);
}
