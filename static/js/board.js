// The board: cards glide to where they lie now, and who reads by ear hears what happened.
"use strict";
(() => {
  const name = () => {
    for (const card of document.querySelectorAll(".board [data-card]"))
      card.style.viewTransitionName = `card-${card.dataset.card}`;
  };
  name();
  document.addEventListener("htmx:afterSwap", name);
  document.addEventListener("htmx:afterSettle", () => {
    const said = document.querySelector("#table [role=status] > *");
    said?.setAttribute("tabindex", "-1");
    said?.focus({ preventScroll: true });
  });
})();
