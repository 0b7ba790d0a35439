// Asking the service: parameters are texts, answers JSON, refusals a line of text.
// @ts-check

/** A refusal of the service, or that there is none. */
export class Refused extends Error {}

/**
 * @param {string} address below /api/
 * @param {Record<string, string>} parameters
 * @param {AbortSignal} [signal] gives the request up
 * @returns {Promise<any>}
 */
export async function ask(address, parameters = {}, signal) {
  let response;
  try {
    response = await fetch(`/api/${address}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(parameters),
      signal,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Refused("The service does not answer: does it still run?");
  }
  if (!response.ok) throw new Refused((await response.text()).trim());
  return response.json();
}
