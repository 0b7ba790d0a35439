// Walking through a derivation: buttons, keys, a slider, and all views of the step that one is at.
// @ts-check
import { byId, element } from "./dom.js";
import { showLists } from "./lists_view.js";
import { showChoices } from "./choices_view.js";
import { makeHistory } from "./history_view.js";
import { makeDrawing } from "./drawing_view.js";
import { showEnding, showStatus } from "./status_view.js";

const OWN_KEYS = ["INPUT", "SELECT", "TEXTAREA"]; // that use arrows themselves

/**
 * @param {import("./derivation.js").Derivation} derivation
 * @param {(step: number) => void} then is called whenever one has come to a step
 * @param {AbortSignal | null} signal ends it: the keys go to the next derivation then
 * @param {((transition: string) => void) | null} choose takes a transition from the step that one is at
 * @returns {{go: (step: number) => void, current: () => number}}
 */
export function makeWalk(derivation, then, signal = null, choose = null) {
  const lastStep = derivation.steps.length - 1;
  const slider = /** @type {HTMLInputElement} */ (byId("slider"));
  slider.max = String(lastStep);
  const drawing = makeDrawing(byId("drawing"), derivation, derivation.places);
  const markInHistory = makeHistory(byId("history"), derivation, go);
  let current = 0;

  /** @param {number} step */
  function go(step) {
    current = Math.max(0, Math.min(step, lastStep));
    slider.value = String(current);
    slider.setAttribute("aria-valuetext", `${current} of ${lastStep}`);
    for (const [name, isAtEnd] of /** @type {[string, boolean][]} */ ([
      ["first", current === 0],
      ["previous", current === 0],
      ["next", current === lastStep],
      ["last", current === lastStep],
    ])) {
      // Who has come to the end with a button keeps it in focus: it is not disabled, it only does nothing more.
      byId(name).setAttribute("aria-disabled", String(isAtEnd));
    }
    showStatus(byId("status"), derivation, current);
    showEnding(byId("ending"), derivation, current);
    showLists(byId("lists"), derivation, current);
    showChoices(byId("choices"), derivation, current, drawing.point, choose);
    drawing.show(current);
    markInHistory(current);
    then(current);
  }

  /** @param {KeyboardEvent} event */
  function goByKey(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const target = /** @type {HTMLElement} */ (event.target);
    // The slider has these keys itself, and a drawing that is wider than its frame is scrolled with them.
    if (OWN_KEYS.includes(target.tagName) || (target.id === "drawing" && target.scrollWidth > target.clientWidth)) return;
    const steps = { ArrowLeft: current - 1, ArrowRight: current + 1, Home: 0, End: lastStep };
    if (!(event.key in steps)) return;
    event.preventDefault();
    go(steps[/** @type {keyof typeof steps} */ (event.key)]);
  }

  const listening = signal ? { signal } : {};
  byId("first").addEventListener("click", () => go(0), listening);
  byId("previous").addEventListener("click", () => go(current - 1), listening);
  byId("next").addEventListener("click", () => go(current + 1), listening);
  byId("last").addEventListener("click", () => go(lastStep), listening);
  slider.addEventListener("input", () => go(Number(slider.value)), listening);
  document.addEventListener("keydown", goByKey, listening);

  const { firstWrong } = derivation;
  const mistake = byId("mistake");
  mistake.hidden = firstWrong === null;
  if (firstWrong !== null) {
    mistake.textContent = `first mistake: step ${firstWrong}`;
    mistake.addEventListener("click", () => go(firstWrong), listening);
  }
  byId("legend").replaceChildren(...derivation.legend.map(([tone, told]) => element("li", { class: tone }, told)));
  return { go, current: () => current };
}
