// Copying must also work over plain http, where there is no navigator.clipboard: provide the same method by selecting
// text.
(() => {
  "use strict";
  if (navigator.clipboard) return;
  const writeText = async (text) => {
    const field = Object.assign(document.createElement("textarea"), { value: text, readOnly: true });
    field.className = "visually-hidden";
    const focused = document.activeElement;
    document.body.append(field);
    field.select();
    const copied = document.execCommand("copy");
    field.remove();
    focused?.focus();
    if (!copied) throw new Error("not copied");
  };
  Object.defineProperty(navigator, "clipboard", { value: { writeText } });
})();
// Copying with one tap: the text of a button’s attribute, or the value of the field with that id. And sending the
// address of a page, where the system can.
(() => {
  "use strict";
  const show = () => {
    const shown = navigator.share ? "[data-copy], [data-share]" : "[data-copy]";
    for (const button of document.querySelectorAll(shown)) button.hidden = false;
  };
  document.addEventListener("click", ({ target }) => {
    const { share: url, title } = target.closest("[data-share]")?.dataset ?? {};
    // Closing the system’s share sheet isn’t an error.
    if (url) navigator.share({ title, url }).catch(() => undefined);
  });
  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-copy]");
    if (!button) return;
    const field = document.getElementById(button.dataset.copy);
    field?.select();
    await navigator.clipboard.writeText(field?.value ?? button.dataset.copy);
    button.textContent = button.dataset.done;
  });
  document.addEventListener("DOMContentLoaded", show);
  document.addEventListener("htmx:afterSettle", show);
})();
