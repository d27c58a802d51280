// German names of cards first, for owners of German cards: stored on this device. A German page has both names; in
// other pages this script inserts the German ones.
"use strict";
(() => {
  const root = document.documentElement;
  const button = document.querySelector("[data-german-names]");
  const NAMES = ":is(.card, .row) .name:not(:has(> .main-name))";
  const make = (className, ...inside) => {
    const made = Object.assign(document.createElement("span"), { className });
    made.append(...inside);
    return made;
  };
  const write = (german) => {
    let written = false;
    for (const name of document.querySelectorAll(NAMES)) {
      const peek = name.closest("[data-peek]:not(body)")?.dataset.peek;
      const slug = /^\/cards\/([a-z0-9-]+)\//.exec(peek ?? name.closest("a")?.pathname)?.[1];
      if (!german[slug]) continue;
      const other = make("other-name", german[slug]);
      other.lang = "de";
      name.append(make("main-name", ...name.childNodes), other);
      written = true;
    }
    // A packet fitted to shorter names is fitted again.
    if (written) window.dispatchEvent(new Event("resize"));
  };
  const first = () => localStorage.getItem("names") === "de";
  const show = () => {
    root.toggleAttribute("data-german-first", first());
    button.setAttribute("aria-pressed", first());
  };
  show();
  button.addEventListener("click", () => {
    localStorage.setItem("names", first() ? "" : "de");
    show();
  });
  if (!button.dataset.names) return;
  fetch(button.dataset.names)
    .then((answer) => answer.json())
    .then((german) => {
      write(german);
      new MutationObserver(() => write(german)).observe(document.body, { childList: true, subtree: true });
    })
    .catch(() => undefined);
})();
