// Copying a text: into the clipboard where that may be, else as a text that is marked for copying.
// @ts-check
import { element } from "./dom.js";
import { button } from "./form_parts.js";

/**
 * A row of buttons, one for each text that can be copied, with a place that says what happened.
 * @param {string} what that is copied, for those who hear it
 * @param {Record<string, () => Promise<string>>} texts by what the buttons are called
 * @param {Node[]} besides what else can be done with it
 * @returns {HTMLElement}
 */
export function copyButtons(what, texts, besides = []) {
  const told = element("span", { role: "status", class: "note" });
  const shown = /** @type {HTMLTextAreaElement} */ (
    element("textarea", { readonly: true, hidden: true, rows: "8", "aria-label": `The text of ${what}` })
  );
  const buttons = Object.entries(texts).map(([name, make]) =>
    button(`Copy ${name}`, async () => {
      told.textContent = "";
      shown.hidden = true;
      try {
        const text = await make();
        if (await isCopied(text)) {
          told.textContent = `${name} is copied.`;
        } else {
          shown.value = text;
          shown.hidden = false;
          shown.select();
          told.textContent = `${name} is here, to be copied by hand.`;
        }
      } catch (error) {
        told.textContent = error instanceof Error ? error.message : String(error);
      }
    }),
  );
  return element("div", { class: "copying" }, ...buttons, ...besides, told, shown);
}

/**
 * @param {string} text
 * @returns {Promise<boolean>} false where the browser does not let a page do it
 */
async function isCopied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
