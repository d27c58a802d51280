// The builder's bar: how rows look is kept on this device, chips close by themselves, the bar stays over the keyboard.
(() => {
  "use strict";
  const LOOK = "builder-look";
  const $ = (selector, from = document) => from.querySelector(selector);
  const all = (selector, from = document) => [...from.querySelectorAll(selector)];

  document.addEventListener("DOMContentLoaded", () => {
    const kept = all(".looks input").find((look) => look.value === localStorage.getItem(LOOK));
    if (kept) kept.checked = true;
  });
  document.addEventListener("change", (event) => {
    if (event.target.matches(".looks input")) localStorage.setItem(LOOK, event.target.value);
    if (event.target.id === "see-list") scrollTo({ top: 0 });
  });

  // One chip at a time, also where a browser does not know exclusive details; a tap outside it or Escape closes it.
  const close = (but) => {
    for (const chip of all(".chip-menu[open]")) if (chip !== but) chip.open = false;
  };
  document.addEventListener("click", (event) => {
    close(event.target.closest(".chip-menu"));
    if (event.target.closest("[data-closes-menu]")) {
      event.preventDefault();
      event.target.closest("[popover]").hidePopover();
      $("#settings").open = true;
      $("#settings").scrollIntoView();
    }
  });
  document.addEventListener("keydown", (event) => {
    const chip = event.key === "Escape" && $(".chip-menu[open]");
    if (!chip) return;
    chip.open = false;
    $("summary", chip).focus();
  });

  // What is typed is looked for among the cards, and what is found stands at the top, over keyboard and bar.
  document.addEventListener("input", (event) => {
    if (event.target.id !== "q") return;
    const list = $("#see-list");
    if (list) list.checked = false;
    const results = $("#results");
    const top = results.getBoundingClientRect().top - $(".builder-strip").offsetHeight - 8;
    if (top < 0 && matchMedia("(max-width: 859px)").matches) scrollBy({ top });
  });
  const view = window.visualViewport;
  const over = () => {
    const hidden = Math.max(0, window.innerHeight - view.height - view.offsetTop);
    document.documentElement.style.setProperty("--keyboard", `${Math.round(hidden)}px`);
  };
  view?.addEventListener("resize", over);
  view?.addEventListener("scroll", over);
})();
