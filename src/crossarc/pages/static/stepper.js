// Stepping through a derivation: buttons, keys, a slider, the address.
// @ts-check
import { byId, element } from "./dom.js";
import { readDerivation } from "./derivation.js";
import { addressOfStep, stepOfAddress } from "./address.js";
import { showLists } from "./lists_view.js";
import { showChoices } from "./choices_view.js";
import { makeHistory } from "./history_view.js";
import { makeDrawing } from "./drawing_view.js";
import { showEnding, showStatus } from "./status_view.js";

const derivation = readDerivation(byId("derivation").textContent ?? "");
const last = derivation.steps.length - 1;
const slider = /** @type {HTMLInputElement} */ (byId("slider"));
const drawing = makeDrawing(byId("drawing"), derivation, derivation.places);
const markInHistory = makeHistory(byId("history"), derivation, go);
let current = 0;

/**
 * Goes to a step, and makes the address that of it.
 * @param {number} step
 */
function go(step) {
  current = Math.max(0, Math.min(step, last));
  slider.value = String(current);
  slider.setAttribute("aria-valuetext", `${current} of ${last}`);
  for (const [name, isAtEnd] of /** @type {[string, boolean][]} */ ([
    ["first", current === 0],
    ["previous", current === 0],
    ["next", current === last],
    ["last", current === last],
  ])) {
    // Who has come to the end with a button keeps it in focus: it is not disabled, it only does nothing more.
    byId(name).setAttribute("aria-disabled", String(isAtEnd));
  }
  showStatus(byId("status"), derivation, current);
  showEnding(byId("ending"), derivation, current);
  showLists(byId("lists"), derivation, current);
  showChoices(byId("choices"), derivation, current, drawing.point);
  drawing.show(current);
  markInHistory(current);
  byId("address").setAttribute("href", addressOfStep(current));
  history.replaceState(null, "", addressOfStep(current));
}

/** @param {KeyboardEvent} event */
function goByKey(event) {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const target = /** @type {HTMLElement} */ (event.target);
  // The slider has these keys itself, and a drawing that is wider than its frame is scrolled with them.
  if (target === slider || (target.id === "drawing" && target.scrollWidth > target.clientWidth)) return;
  const steps = { ArrowLeft: current - 1, ArrowRight: current + 1, Home: 0, End: last };
  if (!(event.key in steps)) return;
  event.preventDefault();
  go(steps[/** @type {keyof typeof steps} */ (event.key)]);
}

byId("first").addEventListener("click", () => go(0));
byId("previous").addEventListener("click", () => go(current - 1));
byId("next").addEventListener("click", () => go(current + 1));
byId("last").addEventListener("click", () => go(last));
slider.addEventListener("input", () => go(Number(slider.value)));
document.addEventListener("keydown", goByKey);
window.addEventListener("hashchange", () => go(stepOfAddress(location.hash, last)));

const { firstWrong } = derivation;
if (firstWrong !== null) {
  const button = byId("mistake");
  button.hidden = false;
  button.textContent = `first mistake: step ${firstWrong}`;
  button.addEventListener("click", () => go(firstWrong));
}
byId("legend").replaceChildren(...derivation.legend.map(([tone, told]) => element("li", { class: tone }, told)));
go(stepOfAddress(location.hash, last));
