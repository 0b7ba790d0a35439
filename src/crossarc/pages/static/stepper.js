// The page of `crossarc trace --html`: a derivation, and the address of each step.
// @ts-check
import { byId } from "./dom.js";
import { readDerivation } from "./derivation.js";
import { addressOfStep, stepOfAddress } from "./address.js";
import { makeWalk } from "./walking.js";

const derivation = readDerivation(JSON.parse(byId("derivation").textContent ?? ""));
const last = derivation.steps.length - 1;
const walk = makeWalk(derivation, (step) => {
  byId("address").setAttribute("href", addressOfStep(step));
  history.replaceState(null, "", addressOfStep(step));
});
window.addEventListener("hashchange", () => walk.go(stepOfAddress(location.hash, last)));
walk.go(stepOfAddress(location.hash, last));
