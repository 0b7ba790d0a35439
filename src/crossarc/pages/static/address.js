// The address of a step: #step=12.
// @ts-check

/**
 * The step that an address names; the first if it names none.
 * @param {string} hash
 * @param {number} last the number of the last step
 * @returns {number}
 */
export function stepOfAddress(hash, last) {
  const found = /^#step=(\d{1,9})$/.exec(hash);
  return found ? Math.min(Number(found[1]), last) : 0;
}

/**
 * @param {number} step
 * @returns {string}
 */
export function addressOfStep(step) {
  return `#step=${step}`;
}
