// Enhancements of the deck pages; everything works without them.
(() => {
  "use strict";
  document.addEventListener("DOMContentLoaded", () => {
    for (const button of document.querySelectorAll("[data-step]")) button.hidden = false;
    if (navigator.share) for (const button of document.querySelectorAll("[data-share]")) button.hidden = false;
    if (!navigator.clipboard) return;
    for (const button of document.querySelectorAll("[data-copies]")) button.hidden = false;
  });
  document.addEventListener("click", (event) => {
    const step = event.target.closest("[data-step]");
    if (step) step.parentElement.querySelector("input")[step.dataset.step > 0 ? "stepUp" : "stepDown"]();
  });
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-share]");
    // Closing the system’s share sheet is no error.
    if (button) navigator.share({ title: button.dataset.title, url: button.dataset.share }).catch(() => undefined);
  });
  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-copies]");
    const source = button && document.getElementById(button.dataset.copies);
    if (!source) return;
    const said = button.textContent;
    try {
      await navigator.clipboard.writeText(source.value);
      button.textContent = "✓";
    } catch {
      source.select();
    }
    setTimeout(() => {
      button.textContent = said;
    }, 1500);
  });
})();
