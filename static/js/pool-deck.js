// After the draft, tapping turns the pool into a deck: with its sums, and the site’s suggestion to start from.
(() => {
  "use strict";
  const boxes = () => [...document.querySelectorAll('[name="card"][form="new-deck"]')];
  const told = document.querySelector("[data-chosen]");
  const words = told.dataset;
  const chip = (text, state = "") =>
    Object.assign(document.createElement("span"), { className: `chip ${state}`, textContent: text });
  const key = `draft-deck-${location.pathname}`;
  const keep = () => {
    try {
      localStorage.setItem(
        key,
        JSON.stringify(
          boxes()
            .filter((box) => box.checked)
            .map((box) => box.value),
        ),
      );
    } catch {
      /* private window */
    }
  };
  const tell = () => {
    const chosen = boxes().filter((box) => box.checked);
    const sum = (name) => chosen.reduce((total, box) => total + Number(box.dataset[name]), 0);
    const people = chosen.filter((box) => "character" in box.dataset).length;
    const state = chosen.length === Number(words.size) ? "good" : chosen.length > Number(words.size) ? "warn" : "";
    told.replaceChildren(
      chip(`${chosen.length} / ${words.size}`, state),
      chip(`${words.characters} ${people}`),
      chip(`${words.fire} ${sum("fire")}`),
      chip(`${words.earth} ${sum("earth")}`),
    );
  };
  const choose = (codes) => {
    const wanted = new Set(codes);
    for (const box of boxes()) box.checked = wanted.has(box.value);
    keep();
    tell();
  };
  document.addEventListener("change", (event) => {
    if (!event.target.matches('[name="card"][form="new-deck"]')) return;
    keep();
    tell();
  });
  // Without a response, the button submits its form, which creates the deck at once.
  const button = document.querySelector("[data-suggestion]");
  button.addEventListener("click", async (event) => {
    event.preventDefault();
    button.setAttribute("aria-busy", "true");
    try {
      const answer = await fetch(button.dataset.suggestion, { credentials: "same-origin" });
      choose((await answer.json()).cards);
    } catch {
      button.form.requestSubmit(button);
    }
    button.removeAttribute("aria-busy");
  });
  document.addEventListener("pool:shown", () => {
    try {
      choose(JSON.parse(localStorage.getItem(key)) ?? []);
    } catch {
      tell();
    }
  });
})();
