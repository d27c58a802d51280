// The results desk: a number brings its table to the top, a typed name finds it, and nothing jumps when results come in.
(() => {
  "use strict";
  let chosen = "";
  const region = () => document.getElementById("results");
  const field = () => document.getElementById("results-find");

  const choose = (id) => {
    chosen = id;
    for (const table of document.querySelectorAll(".desk-table")) table.classList.toggle("chosen", table.id === id);
    const table = document.getElementById(id);
    const folded = table?.querySelector(":scope > details");
    if (folded) folded.open = true;
    table?.scrollIntoView({ block: "nearest" });
  };

  const find = () => {
    const wanted = (field()?.value ?? "").trim().toLocaleLowerCase();
    const number = /^\d+$/.test(wanted);
    for (const one of document.querySelectorAll("[data-find]")) {
      const own = one.dataset.find;
      one.classList.toggle("filtered", number ? !own.startsWith(wanted) : !own.includes(wanted));
    }
  };

  document.addEventListener("DOMContentLoaded", () => {
    const box = document.querySelector(".results-find");
    if (!box) return;
    box.hidden = false;
    field().addEventListener("input", find);
    if (location.hash.startsWith("#table-")) choose(location.hash.slice(1));
  });
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.(".table-number");
    if (!link) return;
    event.preventDefault();
    choose(link.hash.slice(1));
  });

  // The answer to what was entered here is newer than what a notice brings meanwhile.
  let posting = 0;
  const isPost = (event) => event.detail.requestConfig?.verb === "post";
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (isPost(event)) posting += 1;
  });
  document.addEventListener("htmx:afterRequest", (event) => {
    if (isPost(event)) posting -= 1;
  });
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.target !== region()) return;
    if (!isPost(event)) {
      if (posting) event.detail.shouldSwap = false;
      return;
    }
    // A refusal is shown like any other answer.
    if (event.detail.xhr.status >= 400 && event.detail.xhr.status < 500) {
      event.detail.shouldSwap = true;
      event.detail.isError = false;
      return;
    }
    chosen = "";
    if (field()) field().value = "";
  });
  document.addEventListener("htmx:afterSettle", () => {
    find();
    if (chosen && document.getElementById(chosen)) choose(chosen);
  });
})();
