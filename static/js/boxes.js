// One box more or fewer by a tap beside its number.
(() => {
  "use strict";
  document.addEventListener("DOMContentLoaded", () => {
    for (const button of document.querySelectorAll("[data-step]")) button.hidden = false;
  });
  document.addEventListener("click", (event) => {
    const step = event.target.closest("[data-step]");
    if (step) step.parentElement.querySelector("input")[step.dataset.step > 0 ? "stepUp" : "stepDown"]();
  });
})();
