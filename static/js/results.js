// The results desk: typing a number brings its table to the top, typing a name finds it, and nothing jumps when results
// come in.
(() => {
  "use strict";
  let chosen = "";
  const region = () => document.getElementById("results");
  const field = () => document.getElementById("results-find");

  const unfold = (table, open = true) => {
    const folded = table?.querySelector(":scope > .desk-line");
    if (folded) folded.open = open;
    if (folded && open) fill(table, folded);
  };

  // The form of a folded table is made from the page’s shared one, with its names and score.
  const fill = (table, folded) => {
    const link = folded.querySelector(":scope > a");
    const blank = document.getElementById("desk-entry")?.content;
    if (!link || !blank) return;
    const [a, b] = [...folded.querySelectorAll("summary > span:not(.table-badge, .small)")].map(
      (each) => each.textContent,
    );
    const named = (text) => text.replaceAll("{a}", a).replaceAll("{b}", b);
    const entry = blank.cloneNode(true);
    const texts = document.createTreeWalker(entry, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) texts.currentNode.data = named(texts.currentNode.data);
    for (const row of entry.querySelectorAll("[aria-label]")) row.ariaLabel = named(row.ariaLabel);
    const { pairing, before } = table.dataset;
    const put = (name, value) => entry.querySelectorAll(`[name="${name}"]`).forEach((each) => (each.value = value));
    put("pairing", pairing);
    put("table", table.id.slice("table-".length));
    put("before", before);
    const [, x, y, more] = /^(\d+):(\d+)(.*)$/.exec(before) ?? [];
    if (x) {
      put("a", x);
      put("b", y);
      for (const each of entry.querySelectorAll('[name="outcome"]')) each.checked = more.includes("nobody");
      for (const each of entry.querySelectorAll('[name="forfeit"]')) each.checked = "forfeit" in table.dataset;
      const games = /games (\d+):(\d+)/.exec(more);
      if (games) ["games_a", "games_b"].forEach((name, side) => put(name, games[side + 1]));
      for (const form of entry.querySelectorAll("form:has([name='minutes'], [name='day'])")) form.remove();
    } else for (const form of entry.querySelectorAll("form[action*='take_back']")) form.remove();
    link.replaceWith(entry);
    window.htmx?.process(folded);
  };

  const choose = (id) => {
    if (chosen !== id) unfold(document.getElementById(chosen), false);
    chosen = id;
    for (const table of document.querySelectorAll(".desk-table")) table.classList.toggle("chosen", table.id === id);
    const table = document.getElementById(id);
    unfold(table);
    if (table && getComputedStyle(table).position !== "fixed") table.scrollIntoView({ block: "nearest" });
  };

  const textOf = (table) =>
    Array.from(table.querySelectorAll("summary > span"), (each) => each.textContent)
      .join(" ")
      .toLocaleLowerCase();
  const numberOf = (table) => document.querySelector(`.table-number[href="#${table.id}"]`);

  // A typed number lists the tables beginning with it, the exact one first and unfolded; a name lists its tables.
  const find = () => {
    const wanted = (field()?.value ?? "").trim().toLocaleLowerCase();
    const number = /^\d+$/.test(wanted);
    for (const one of document.querySelectorAll(".desk-table, .player-grid > li")) {
      const own = one.dataset.find ?? textOf(one);
      one.classList.toggle("filtered", number ? !own.startsWith(wanted) : !own.includes(wanted));
      numberOf(one)?.classList.toggle("filtered", one.classList.contains("filtered"));
      const exactly = number && one.id === `table-${wanted}`;
      if (exactly && !one.classList.contains("typed")) unfold(one);
      one.classList.toggle("typed", exactly);
    }
  };

  document.addEventListener("DOMContentLoaded", () => {
    if (!field()) return;
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
  // A table opened by hand gets its form; one folded by hand goes back to its place.
  document.addEventListener(
    "toggle",
    (event) => {
      if (event.target.open && event.target.matches(".desk-line")) fill(event.target.parentElement, event.target);
      const table = event.target.closest?.(".desk-table.chosen");
      if (table && event.target.parentElement === table && !event.target.open) choose("");
    },
    true,
  );

  // The response to an entry from here is newer than a notice arriving in the meantime.
  let posting = 0;
  const isPost = (event) => event.detail.requestConfig?.verb === "post";
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (!isPost(event) && posting && event.detail.target === region()) event.preventDefault();
  });
  document.addEventListener("htmx:beforeSend", (event) => {
    if (isPost(event)) posting += 1;
  });
  document.addEventListener("request:end", (event) => {
    if (isPost(event)) posting -= 1;
  });
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.target !== region()) return;
    if (!isPost(event)) {
      if (posting) event.detail.shouldSwap = false;
      return;
    }
    // A rejection is shown like any other response.
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
