// Code of a help page is copied by one tap, where the browser can.
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
