// The replay of a game: arrow keys move between steps, and the slider to the step where it is released.
(() => {
  "use strict";
  const LINKS = { ArrowLeft: "step-back", ArrowRight: "step-next" };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, dialog *")) return;
    const link = document.getElementById(LINKS[event.key] ?? "");
    if (!link) return;
    event.preventDefault();
    link.click();
  });
  document.addEventListener("change", ({ target }) => target.id === "step" && target.form.requestSubmit());
})();
