// Copying a link by one tap, where the browser can.
(() => {
  "use strict";
  const show = () => {
    if (!navigator.clipboard) return;
    for (const button of document.querySelectorAll("[data-copy][hidden]")) button.hidden = false;
  };
  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-copy]");
    if (!button) return;
    await navigator.clipboard.writeText(button.dataset.copy);
    button.textContent = button.dataset.done;
  });
  document.addEventListener("DOMContentLoaded", show);
  document.addEventListener("htmx:afterSettle", show);
})();
