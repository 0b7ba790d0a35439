// The drawing: which arcs have been built, which are still to come, which words are being looked at.
// @ts-check

const SVG = "http://www.w3.org/2000/svg";
const PREVIEW_DEPTH = 16; // of the arc that somebody points at, below the words

/**
 * @param {HTMLElement} root with the drawing in it
 * @param {import("./derivation.js").Derivation} derivation
 * @param {number[]} places of the words in the drawing, whose first has the number 0
 * @returns {{show: (step: number) => void, point: (ends: [number, number] | null) => void}}
 */
export function makeDrawing(root, derivation, places) {
  const arcs = numbered(root, "arc");
  const words = numbered(root, "word");
  const builtAt = firstSteps(derivation);
  const picture = /** @type {SVGSVGElement} */ (root.querySelector("svg"));
  const preview = document.createElementNS(SVG, "path");
  preview.setAttribute("class", "preview");
  picture.append(preview);

  /** @param {number} node */
  const wordOf = (node) => (node > 0 ? words.get(places[node - 1]) : undefined);

  /** @param {number} step */
  function show(step) {
    const { lists } = derivation.steps[step];
    const isLast = derivation.isFinished && step === derivation.steps.length - 1;
    const ending = new Set(isLast ? derivation.ending.arcs : []);
    for (const [number, arc] of arcs) {
      const built = builtAt.get(number);
      const isBuilt = built !== undefined && built <= step;
      arc.classList.toggle("built", isBuilt);
      arc.classList.toggle("implied", !isBuilt && ending.has(number));
      arc.classList.toggle("now", built === step && step > 0);
    }
    const open = new Set(derivation.lists.flatMap((own) => lists[own.key]));
    const focused = derivation.lists.filter((own) => own.next !== "none");
    const next = new Set(focused.map((own) => lists[own.key].at(own.next === "right" ? -1 : 0)));
    places.forEach((place, index) => {
      const word = words.get(place);
      word?.classList.toggle("done", !open.has(index + 1) && !isLast);
      word?.classList.toggle("next", next.has(index + 1) && !isLast);
    });
    point(null);
    bringIntoView([...next].flatMap((node) => (node === undefined ? [] : [wordOf(node)])));
  }

  /** @param {(SVGElement | undefined)[]} shown */
  function bringIntoView(shown) {
    const frame = root.getBoundingClientRect();
    const boxes = shown.flatMap((word) => (word ? [word.getBoundingClientRect()] : []));
    if (boxes.length === 0 || root.scrollWidth <= root.clientWidth) return;
    const left = Math.min(...boxes.map((box) => box.left));
    const right = Math.max(...boxes.map((box) => box.right));
    if (left >= frame.left && right <= frame.right) return;
    root.scrollLeft += (left + right) / 2 - (frame.left + frame.right) / 2;
  }

  /**
   * Shows the arc that a transition would build.
   * @param {[number, number] | null} ends
   */
  function point(ends) {
    const [from, to] = (ends ?? []).map((node) => /** @type {SVGTextElement | undefined} */ (wordOf(node)));
    preview.toggleAttribute("hidden", !to);
    if (!to) return;
    const [x, y] = [to.x.baseVal[0].value, to.y.baseVal[0].value + 6];
    const begin = from ? from.x.baseVal[0].value : x;
    preview.setAttribute("d", `M${begin},${y}v${PREVIEW_DEPTH - 4}q0,4 ${begin < x ? 4 : -4},4H${x}V${y}`);
  }

  return { show, point };
}

/**
 * The parts of a drawing that have numbers.
 * @param {HTMLElement} root
 * @param {string} kind
 * @returns {Map<number, SVGElement>}
 */
function numbered(root, kind) {
  const found = new Map();
  for (const part of root.querySelectorAll(`[class*="${kind}-"]`)) {
    const name = [...part.classList].find((own) => own.startsWith(`${kind}-`));
    if (name) found.set(Number(name.slice(kind.length + 1)), part);
  }
  return found;
}

/**
 * The step that builds each arc.
 * @param {import("./derivation.js").Derivation} derivation
 * @returns {Map<number, number>}
 */
function firstSteps(derivation) {
  const found = new Map();
  derivation.steps.forEach((step, number) => {
    if (step.arc !== null && !found.has(step.arc)) found.set(step.arc, number);
  });
  return found;
}
