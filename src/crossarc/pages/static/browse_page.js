// The view Browse: a treebank as a table with filters, and its sentences one by one.
// @ts-check
import { element } from "./dom.js";
import { ask } from "./requests.js";
import { button, checkbox, selection } from "./form_parts.js";
import { copyButtons } from "./copying.js";
import { FILTERS, KINDS_OF_TREES, whereOf } from "./conditions.js";
import { drawingFrame, legendOf, treeView } from "./tree_view.js";

const ROWS_OF_A_PAGE = 50;
const PAUSE = 250; // milliseconds after the last key before it is looked for

/**
 * @param {HTMLElement} root
 * @param {import("./explore.js").About} about
 * @param {URLSearchParams} state
 * @param {import("./explore.js").Page} page
 */
export function makeBrowse(root, about, state, page) {
  /** @type {[string, string][]} */
  const names = about.treebanks.map(({ name }) => [name, name]);
  const treebank = selection("Treebank", "treebank", names, state.get("treebank") ?? names[0][0]);
  const against = selection("Differences from", "against", [["", "no other"], ...names], state.get("against") ?? "");
  const worst = checkbox("most differences first", "worst", state.get("worst") === "yes");
  const tree = selection("Trees", "tree", KINDS_OF_TREES, state.get("tree") ?? "");
  const planes = checkbox("second plane below the words", "planes-below", false);
  const inputs = [...FILTERS, { name: "where", label: "conditions", kind: "text" }].map(({ name, label, kind }) => {
    const about = { type: kind === "number" ? "number" : "search", name, value: state.get(name) ?? "", min: kind === "number" ? "0" : null };
    const input = /** @type {HTMLInputElement} */ (element("input", { ...about, size: kind === "number" ? null : "10" }));
    return { name, input, whole: element("label", {}, label, " ", input) };
  });
  const told = element("p", { role: "status", id: "told" });
  const table = element("table", { id: "sentences" });
  const shown = element("div", { id: "shown", "aria-live": "off" });
  let offset = Number(state.get("offset") ?? "0") || 0;
  let current = Number(state.get("sentence") ?? "0") || 0;
  /** @type {{number: number}[]} */
  let rows = [];
  let count = 0;

  const values = () => {
    const found = new URLSearchParams();
    for (const input of [treebank.input, against.input, tree.input, ...inputs.map((own) => own.input)]) {
      if (input.value) found.set(input.name, input.value);
    }
    if (worst.input.checked && against.input.value) found.set("worst", "yes");
    return found;
  };

  function remember() {
    const own = values();
    if (offset) own.set("offset", String(offset));
    if (current) own.set("sentence", String(current));
    page.remember(own);
  }

  const other = () => (against.input.value === treebank.input.value ? "" : against.input.value);

  async function list() {
    const own = values();
    told.textContent = told.textContent || "…";
    const asked = { treebank: treebank.input.value, where: whereOf(own), against: other(), worst: own.get("worst") ?? "" };
    const answer = await page.latest(ask("browse", { ...asked, offset: String(offset), count: String(ROWS_OF_A_PAGE) }));
    if (!answer) return;
    ({ rows, count } = answer);
    const from = rows.length ? `; ${(offset + 1).toLocaleString("en")} to ${(offset + rows.length).toLocaleString("en")} are shown` : "";
    told.textContent = `${count.toLocaleString("en")} of ${answer.total.toLocaleString("en")} sentences${from}.`;
    earlier.toggleAttribute("disabled", offset === 0);
    later.toggleAttribute("disabled", offset + rows.length >= count);
    frame.hidden = !rows.length;
    table.replaceChildren(...tableParts(answer.rows, other() !== "", show));
    mark();
    remember();
  }

  function mark() {
    for (const own of table.querySelectorAll("button")) {
      if (Number(own.textContent) === current) own.setAttribute("aria-current", "true");
      else own.removeAttribute("aria-current");
    }
    const place = rows.findIndex((row) => row.number === current);
    before.toggleAttribute("disabled", place <= 0 && !(place === 0 && offset > 0));
    after.toggleAttribute("disabled", place < 0 || (place === rows.length - 1 && offset + rows.length >= count));
  }

  /** @param {number} number */
  function show(number) {
    current = number;
    mark();
    remember();
    page.attempt(async () => {
      const asked = { treebank: treebank.input.value, sentence: String(number), against: other(), planes: planes.input.checked ? "yes" : "" };
      const answer = await ask("sentence", asked);
      if (current !== number) return;
      shown.replaceChildren(...sentenceParts(answer, number, asked, page));
    });
  }

  /** @param {number} by */
  function move(by) {
    const place = rows.findIndex((row) => row.number === current) + by;
    if (place >= 0 && place < rows.length) return show(rows[place].number);
    page.attempt(async () => {
      offset = Math.max(0, offset + by * ROWS_OF_A_PAGE);
      await list();
      if (rows.length) show(rows[by > 0 ? 0 : rows.length - 1].number);
    });
  }

  /** @param {number} by */
  const turn = (by) =>
    page.attempt(async () => {
      offset = Math.max(0, offset + by * ROWS_OF_A_PAGE);
      await list();
    });
  const earlier = button("Earlier rows", () => turn(-1), { id: "earlier" });
  const later = button("Later rows", () => turn(1), { id: "later" });
  const before = button("Previous sentence", () => move(-1), { id: "before" });
  const after = button("Next sentence", () => move(1), { id: "after" });

  let pause = 0;
  /** @param {number} wait */
  function changed(wait) {
    clearTimeout(pause);
    pause = setTimeout(() => {
      offset = 0;
      page.attempt(list);
    }, wait);
  }
  for (const { input } of inputs) input.addEventListener("input", () => changed(PAUSE));
  for (const { input } of [treebank, against]) {
    input.addEventListener("change", () => {
      current = 0;
      shown.replaceChildren();
      changed(0);
    });
  }
  for (const { input } of [tree, worst]) input.addEventListener("change", () => changed(0));
  planes.input.addEventListener("change", () => current && show(current));

  const form = element(
    "form",
    { role: "search", "aria-label": "Filters" },
    element("div", { class: "row" }, treebank.whole, against.whole, worst.whole),
    element("div", { class: "row filters" }, tree.whole, ...inputs.map((own) => own.whole)),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    changed(0);
  });
  const frame = element("div", { class: "scrolled rows", tabindex: "0", role: "region", "aria-label": "Sentences" }, table);
  root.replaceChildren(
    element("h2", {}, "Browse"),
    form,
    told,
    frame,
    element("div", { class: "row" }, earlier, later, before, after, planes.whole),
    shown,
  );
  page.attempt(async () => {
    await list();
    if (current) show(current);
  });
}

/**
 * @param {any[]} rows
 * @param {boolean} hasOther
 * @param {(number: number) => void} show
 * @returns {HTMLElement[]}
 */
function tableParts(rows, hasOther, show) {
  const numbered = [...(hasOther ? ["differences"] : []), "words", "non-projective arcs", "planes", "gaps"];
  const head = element(
    "tr",
    {},
    ...["number", "text"].map((title) => element("th", { scope: "col" }, title)),
    ...numbered.map((title) => element("th", { scope: "col", class: "number" }, title)),
    element("th", { scope: "col" }, "sent_id"),
  );
  const body = rows.map((row) => {
    const open = button(String(row.number), () => show(row.number), { class: "choice", "aria-label": `Sentence ${row.number}` });
    const numbers = [...(hasOther ? [row.differing] : []), row.words, row.nonprojective, row.planes];
    const gaps = element("td", { class: "number" }, ...(row.illNested ? [element("span", { class: "note" }, "ill-nested"), " "] : []), String(row.gaps));
    return element(
      "tr",
      {},
      element("th", { scope: "row" }, open),
      element("td", { class: "text", dir: "auto" }, row.text),
      ...numbers.map((own) => element("td", { class: "number" }, String(own))),
      gaps,
      element("td", { class: "id" }, row.id),
    );
  });
  return [element("thead", {}, head), element("tbody", {}, ...body)];
}

/**
 * @param {any} sentence
 * @param {number} number
 * @param {Record<string, string>} asked
 * @param {import("./explore.js").Page} page
 * @returns {HTMLElement[]}
 */
function sentenceParts(sentence, number, asked, page) {
  const heading = element("h3", { dir: "auto" }, `${number}. `, sentence.text);
  const { both, conllu } = sentence;
  const step = new URLSearchParams({ treebank: asked.treebank, sentence: String(number) });
  const links = [element("a", { href: `#step?${step}` }, "Step through it")];
  if (!both) {
    const title = `The tree of sentence ${number}`;
    const copying = copyButtons(title, {
      SVG: () => page.draw({ form: "svg", data: conllu, planes: asked.planes }),
      TikZ: () => page.draw({ form: "tikz", data: conllu, planes: asked.planes }),
      "CoNLL-U": async () => conllu,
    }, links);
    return [heading, treeView(sentence, title), copying];
  }
  const title = `Both trees of sentence ${number}`;
  const copying = copyButtons(title, {
    SVG: () => page.draw({ form: "svg", data: conllu, second: both.conllu }),
    TikZ: () => page.draw({ form: "tikz", data: conllu, second: both.conllu }),
  }, links);
  const count = element("p", {}, `${both.differing} of ${sentence.words.length} arcs differ.`);
  return [heading, count, element("div", { class: "tree" }, drawingFrame(both, title), legendOf(both.legend)), copying];
}
