// The table of contents is open where there is room for it above the text.
(() => {
  "use strict";
  const contents = document.querySelector("[data-open-on-desk]");
  if (contents && window.matchMedia("(min-width: 860px)").matches) contents.open = true;
})();

// Code on a help page can be copied with one tap, if the browser supports it.
(() => {
  "use strict";
  const model = document.getElementById("copy-code");
  if (!navigator.clipboard || !model) return;
  for (const code of document.querySelectorAll("pre.code-block")) {
    const button = model.content.firstElementChild.cloneNode(true);
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(code.textContent);
      button.textContent = button.dataset.done;
    });
    code.after(button);
  }
})();

// Arrow keys in search results: down from the box to the first, up from the first to the box.
(() => {
  const box = document.getElementById("site-q");
  const results = [...document.querySelectorAll("[data-results] a")];
  document.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
    const at = results.indexOf(document.activeElement);
    if (document.activeElement !== box && at < 0) return;
    const to = at + step;
    event.preventDefault();
    if (to < 0) box.focus();
    else if (to < results.length) results[to].focus();
  });
})();
