// "/" puts the cursor into the search box of a page; a page without one leads to the cards.
"use strict";
document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest("input, textarea, select, [contenteditable]")) return;
  const box = document.querySelector('main input[type="search"]');
  event.preventDefault();
  if (box) {
    box.focus();
    box.select();
  } else {
    const cards = document.querySelector("[data-search-page]") || document.querySelector('nav a[href="/cards/"]');
    if (cards) location.assign(cards.href);
  }
});
