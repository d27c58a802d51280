// The results desk: a number brings its table to the top, a typed name finds it, and nothing jumps when results come in.
(() => {
  "use strict";
  let chosen = "";
  const region = () => document.getElementById("results");
  const field = () => document.getElementById("results-find");

  const unfold = (table, open = true) => {
    const folded = table?.querySelector(":scope > .desk-line");
    if (folded) folded.open = open;
  };

  const choose = (id) => {
    if (chosen !== id) unfold(document.getElementById(chosen), false);
    chosen = id;
    for (const table of document.querySelectorAll(".desk-table")) table.classList.toggle("chosen", table.id === id);
    const table = document.getElementById(id);
    unfold(table);
    if (table && getComputedStyle(table).position !== "fixed") table.scrollIntoView({ block: "nearest" });
  };

  // A typed number lists the tables that begin with it, its own first and unfolded; a name those of that name.
  const find = () => {
    const wanted = (field()?.value ?? "").trim().toLocaleLowerCase();
    const number = /^\d+$/.test(wanted);
    for (const one of document.querySelectorAll("[data-find]")) {
      const own = one.dataset.find;
      one.classList.toggle("filtered", number ? !own.startsWith(wanted) : !own.includes(wanted));
      const exactly = number && one.id === `table-${wanted}`;
      if (exactly && !one.classList.contains("typed")) unfold(one);
      one.classList.toggle("typed", exactly);
    }
  };

  document.addEventListener("DOMContentLoaded", () => {
    const box = document.querySelector(".results-find");
    if (!box) return;
    box.hidden = false;
    field().addEventListener("input", () => {
      choose("");
      find();
    });
    if (location.hash.startsWith("#table-")) choose(location.hash.slice(1));
  });
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("#results .table-number");
    if (!link) return;
    event.preventDefault();
    const id = link.hash.slice(1);
    choose(chosen === id ? "" : id);
  });
  // What is folded again by hand goes back to its place.
  document.addEventListener(
    "toggle",
    (event) => {
      const table = event.target.closest?.(".desk-table.chosen");
      if (table && event.target.parentElement === table && !event.target.open) choose("");
    },
    true,
  );

  // The answer to what was entered here is newer than what a notice brings meanwhile.
  let posting = 0;
  const isPost = (event) => event.detail.requestConfig?.verb === "post";
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (isPost(event)) posting += 1;
    else if (posting && event.detail.target === region()) event.preventDefault();
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
