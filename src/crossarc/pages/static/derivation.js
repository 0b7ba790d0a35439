// The derivation as the page's data has it: changes from step to step become whole configurations again.
// @ts-check

/**
 * @typedef {{transition: string, cost?: number | null, score?: number | null, reason?: string,
 *   ends?: [number, number] | null}} Choice
 * @typedef {{key: string, title: string, next: "left" | "right" | "none"}} ListTitle
 * @typedef {{transition: string | null, isWrong: boolean, label: string | null, arc: number | null,
 *   ends: [number, number] | null, lists: Record<string, number[]>, active: string, loss: number | null,
 *   choices: Choice[]}} Step
 * @typedef {{forms: string[], lists: ListTitle[], steps: Step[], isFinished: boolean, firstWrong: number | null, hasCosts: boolean,
 *   hasScores: boolean, places: number[], legend: [string, string][], gold: [number, string][] | null,
 *   ending: {arcs: number[], moved: [number, number][], wrong: number | null}}} Derivation
 */

/**
 * The derivation of the data that Python writes.
 * @param {any} data
 * @returns {Derivation}
 */
export function readDerivation(data) {
  const derivation = /** @type {Derivation} */ (data);
  /** @type {Record<string, number[]>} */
  let lists = Object.fromEntries(derivation.lists.map((own) => [own.key, []]));
  for (const step of derivation.steps) {
    const changed = { ...lists };
    for (const [key, [first, last, ...between]] of Object.entries(step.lists)) {
      const old = lists[key];
      changed[key] = [...old.slice(0, first), ...between, ...old.slice(old.length - last)];
    }
    lists = changed;
    step.lists = lists;
  }
  return derivation;
}

/**
 * How an arc, or what a transition would build, reads.
 * @param {Derivation} derivation
 * @param {[number, number]} ends head and dependent
 * @returns {[string, string, string]} the left word, an arrow, the right word
 */
export function arcInWords(derivation, [head, dependent]) {
  const [a, b] = [derivation.forms[head], derivation.forms[dependent]];
  return head < dependent ? [a, "→", b] : [b, "←", a];
}
