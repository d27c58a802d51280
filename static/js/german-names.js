// A German reader may see the German names of cards first, which stand below the others else: kept on this device.
"use strict";
(() => {
  const root = document.documentElement;
  const button = document.querySelector("[data-german-names]");
  if (!button) return;
  const show = (first) => {
    root.toggleAttribute("data-german-first", first);
    button.setAttribute("aria-pressed", first);
  };
  show(localStorage.getItem("names") === "de");
  button.hidden = false;
  button.addEventListener("click", () => {
    localStorage.setItem("names", root.hasAttribute("data-german-first") ? "" : "de");
    show(localStorage.getItem("names") === "de");
  });
})();
