// The view Step: a derivation that one chooses oneself, or lets the oracle or a model go on with.
// @ts-check
import { byId, element } from "./dom.js";
import { ask } from "./requests.js";
import { button, selection } from "./form_parts.js";
import { readDerivation } from "./derivation.js";
import { drawingOf } from "./drawing_parts.js";
import { makeWalk } from "./walking.js";

/**
 * @param {HTMLElement} root
 * @param {import("./explore.js").About} about
 * @param {URLSearchParams} state
 * @param {import("./explore.js").Page} page
 */
export function makeStep(root, about, state, page) {
  const given = state.get("data") ?? "";
  let path = state.get("path") ?? "";
  /** @type {{go: (step: number) => void, current: () => number} | null} */
  let walk = null;
  let ending = new AbortController();

  /** @type {[string, string][]} */
  const sources = about.treebanks.map(({ name }) => [name, name]);
  if (given) sources.unshift(["", "a sentence of your own"]);
  const treebank = selection("Treebank", "treebank", sources, state.get("treebank") ?? sources[0][0]);
  const number = /** @type {HTMLInputElement} */ (
    element("input", { type: "number", name: "sentence", min: "1", value: state.get("sentence") ?? "1" })
  );
  const sentence = element("label", {}, "Sentence ", number);
  const system = selection("System", "system", about.systems.map(({ name }) => [name, name]), state.get("system") ?? "2-planar");
  const oracle = selection("Oracle", "oracle", [["", "the default"]], "");
  /** @type {[string, string][]} */
  const models = [["", "none"], ...about.models.map(({ name }) => /** @type {[string, string]} */ ([name, name]))];
  const model = selection("Model", "model", models, state.get("model") ?? "");

  function settle() {
    const own = about.models.find(({ name }) => name === model.input.value);
    if (own) system.input.value = own.system;
    system.input.disabled = own !== undefined;
    const oracles = about.systems.find(({ name }) => name === system.input.value)?.oracles ?? [];
    const chosen = oracles.includes(oracle.input.value) ? oracle.input.value : "";
    oracle.input.replaceChildren(
      ...["", ...oracles].map((name) => element("option", { value: name, selected: name === chosen }, name || "the default")),
    );
    for (const own of document.querySelectorAll("[data-who=model]")) own.toggleAttribute("disabled", model.input.value === "");
    sentence.hidden = treebank.input.value === "" && given !== "";
    const size = about.treebanks.find(({ name }) => name === treebank.input.value)?.sentences ?? 1;
    number.max = String(size);
  }

  /** @returns {Record<string, string>} */
  function asked() {
    /** @type {Record<string, string>} */
    const of = sentence.hidden ? { data: given } : { treebank: treebank.input.value, sentence: number.value };
    return { ...of, system: system.input.value, oracle: oracle.input.value, model: model.input.value, path };
  }

  /**
   * Asks for the derivation, and shows its last step, or another.
   * @param {Record<string, string>} more who goes on, and how far
   * @param {number | null} at the step to show
   */
  async function show(more = {}, at = null) {
    const answer = await page.latest(ask("step", { ...asked(), ...more }));
    if (!answer) return;
    path = answer.path;
    const derivation = readDerivation(answer.derivation);
    ending.abort();
    ending = new AbortController();
    byId("step-text").textContent = answer.text;
    byId("step-about").textContent = answer.about;
    byId("drawing").replaceChildren(drawingOf(answer.drawing));
    byId("drawing").setAttribute("dir", answer.direction);
    for (const own of document.querySelectorAll("[data-who=oracle]")) own.toggleAttribute("disabled", !derivation.hasCosts);
    byId("shown-step").hidden = false;
    const told = Object.entries(asked()).filter(([, value]) => value);
    page.remember(new URLSearchParams(told));
    walk = makeWalk(derivation, () => {}, ending.signal, (transition) => {
      path = [...taken(walk?.current() ?? 0), transition].join(" ");
      page.attempt(async () => {
        await show();
        /** @type {HTMLElement | null} */ (document.querySelector("#choices button"))?.focus();
      });
    });
    walk.go(at ?? derivation.steps.length - 1);
  }

  /** @param {number} count @returns {string[]} the first transitions of the path */
  const taken = (count) => path.split(" ").filter(Boolean).slice(0, count);

  /** @param {string} who @param {boolean} all */
  const goOn = (who, all) =>
    page.attempt(async () => {
      path = taken(walk?.current() ?? 0).join(" ");
      await show({ who, all: all ? "yes" : "" });
    });

  /** @param {boolean} isOther whether another derivation begins */
  const changed = (isOther) => {
    settle();
    if (isOther) path = "";
    page.attempt(() => show());
  };
  const form = element("form", { class: "row" }, treebank.whole, sentence, system.whole, oracle.whole, model.whole);
  form.addEventListener("submit", (event) => event.preventDefault());
  for (const input of [treebank.input, number, system.input, model.input]) input.addEventListener("change", () => changed(true));
  oracle.input.addEventListener("change", () => changed(false));

  root.replaceChildren(element("h2", {}, "Step"), form, ...stepParts(goOn, () => {
    path = taken((walk?.current() ?? 0) - 1).join(" ");
    page.attempt(() => show());
  }));
  settle();
  const wanted = state.get("oracle");
  if (wanted) oracle.input.value = wanted;
  page.attempt(() => show());
}

/**
 * @param {(who: string, all: boolean) => void} goOn
 * @param {() => void} undo
 * @returns {HTMLElement[]}
 */
function stepParts(goOn, undo) {
  /** @param {string} id @param {string} sign @param {string} told @param {string} key */
  const mover = (id, sign, told, key) =>
    element(
      "button",
      { type: "button", id, "aria-keyshortcuts": key, title: `${told} step` },
      element("span", { "aria-hidden": "true" }, sign),
      element("span", { class: "told" }, told),
    );
  const slider = element("input", { type: "range", id: "slider", min: "0", max: "0", value: "0", step: "1" });
  const controls = element(
    "div",
    { class: "controls", role: "group", "aria-label": "Steps" },
    mover("first", "⏮", "first", "Home"),
    mover("previous", "◀", "previous", "ArrowLeft"),
    element("label", { class: "slider" }, element("span", { class: "told" }, "step"), slider),
    mover("next", "▶", "next", "ArrowRight"),
    mover("last", "⏭", "last", "End"),
    element("button", { type: "button", id: "mistake", hidden: true }, "first mistake"),
  );
  const going = element(
    "div",
    { class: "row", role: "group", "aria-label": "Go on from here" },
    button("Oracle: one step", () => goOn("oracle", false), { "data-who": "oracle" }),
    button("Oracle: to the end", () => goOn("oracle", true), { "data-who": "oracle" }),
    button("Model: one step", () => goOn("model", false), { "data-who": "model" }),
    button("Model: to the end", () => goOn("model", true), { "data-who": "model" }),
    button("Undo", undo),
  );
  /** @param {string} id @param {string} title @param {...HTMLElement} inside */
  const section = (id, title, ...inside) =>
    element("section", { "aria-labelledby": id }, element("h3", { id }, title), ...inside);
  const frame = { class: "drawing", id: "drawing", tabindex: "0", role: "region", "aria-label": "The tree as it is built" };
  return [
    element(
      "div",
      { id: "shown-step", class: "stepping", hidden: true },
      element("p", { class: "sentence", id: "step-text", dir: "auto" }),
      element("p", { class: "note", id: "step-about" }),
      controls,
      going,
      element("p", { id: "status", role: "status" }),
      element("div", frame),
      element("ul", { class: "legend", id: "legend" }),
      element(
        "div",
        { class: "columns" },
        element(
          "div",
          {},
          section("choices-title", "Choices", element("div", { class: "scrolled" }, element("table", { id: "choices" }))),
          element("p", { id: "ending", class: "note" }),
          section("configuration-title", "Configuration", element("div", { id: "lists", class: "lists" })),
        ),
        section("history-title", "Transitions", element("ol", { id: "history", class: "history", start: "0" })),
      ),
    ),
  ];
}
