// The page of `crossarc explore`: which view is shown, and what views have in common.
// @ts-check
import { byId, element } from "./dom.js";
import { ask, Refused } from "./requests.js";
import { makeParse } from "./parse_page.js";
import { makeStep } from "./step_page.js";
import { makeBrowse } from "./browse_page.js";
import { makeMeasure } from "./measure_page.js";

/**
 * @typedef {{version: string, models: {name: string, tasks: string[], system: string}[],
 *   treebanks: {name: string, sentences: number, words: number}[], runs: string[],
 *   systems: {name: string, oracles: string[]}[]}} About
 * @typedef {{
 *   remember: (state: URLSearchParams) => void,
 *   attempt: (work: () => Promise<void>) => void,
 *   isShown: () => boolean,
 *   latest: (answer: Promise<any>) => Promise<any>,
 *   draw: (asked: Record<string, string>) => Promise<string>,
 *   links: (tree: import("./tree_view.js").ShownTree) => Node[],
 * }} Page
 */

/** @type {Record<string, {title: string, isThere: (about: About) => boolean, make: (root: HTMLElement, about: About, state: URLSearchParams, page: Page) => void}>} */
const VIEWS = {
  parse: { title: "Parse", isThere: () => true, make: makeParse },
  step: { title: "Step", isThere: (about) => about.treebanks.length > 0 || hasOwnSentence(), make: makeStep },
  browse: { title: "Browse", isThere: (about) => about.treebanks.length > 0, make: makeBrowse },
  measure: { title: "Measure", isThere: (about) => about.treebanks.length + about.runs.length > 0, make: makeMeasure },
};

/** @returns {boolean} whether the address brings a sentence along */
function hasOwnSentence() {
  return ofAddress(location.hash)[1].has("data") && location.hash.startsWith("#step");
}

/** @param {string} hash @returns {[string, URLSearchParams]} */
function ofAddress(hash) {
  const [name, ...rest] = hash.replace(/^#/, "").split("?");
  return [name, new URLSearchParams(rest.join("?"))];
}

/**
 * What a view is given: it lives until another is shown.
 * @param {string} name
 * @param {() => boolean} isShown
 * @returns {Page}
 */
function pageOf(name, isShown) {
  let asked = 0;
  const failure = byId("failure");
  return {
    remember(state) {
      const told = state.toString();
      history.replaceState(null, "", `#${name}${told ? `?${told}` : ""}`);
    },
    attempt(work) {
      failure.hidden = true;
      work().catch((error) => {
        if (!isShown()) return;
        failure.textContent = error instanceof Refused ? error.message : `Something went wrong: ${error}`;
        failure.hidden = false;
        for (const waiting of document.querySelectorAll("[role=status]")) {
          if (waiting.textContent === "…") waiting.textContent = "";
        }
      });
    },
    isShown,
    // Of several answers that are under way only the one that was asked for last is of interest.
    async latest(answer) {
      const own = ++asked;
      const found = await answer;
      return own === asked && isShown() ? found : null;
    },
    draw: async (parameters) => (await ask("draw", parameters)).text,
    links: (tree) => (tree.tree ? [element("a", { href: stepAddress(tree) }, "Step through it")] : []),
  };
}

/**
 * @param {import("./tree_view.js").ShownTree} tree
 * @returns {string}
 */
function stepAddress(tree) {
  return `#step?${new URLSearchParams({ data: tree.conllu })}`;
}

/** @param {About} about */
function start(about) {
  let shown = 0;

  /** @param {boolean} isFirst */
  function show(isFirst) {
    const there = Object.entries(VIEWS).filter(([, view]) => view.isThere(about));
    const links = new Map(there.map(([name, view]) => [name, element("a", { href: `#${name}` }, view.title)]));
    byId("views").replaceChildren(...[...links.values()].map((link) => element("li", {}, link)));
    const [asked, state] = ofAddress(location.hash);
    const [name, view] = there.find(([own]) => own === asked) ?? there[0];
    const own = ++shown;
    for (const [other, link] of links) {
      if (other === name) link.setAttribute("aria-current", "page");
    }
    byId("failure").hidden = true;
    document.title = `${view.title} · crossarc`;
    view.make(byId("view"), about, state, pageOf(name, () => own === shown));
    if (!isFirst) byId("view").focus();
  }

  window.addEventListener("hashchange", () => show(false));
  show(true);
}

ask("about").then(start, (error) => {
  byId("failure").textContent = error.message;
  byId("failure").hidden = false;
});
