// Players’ phrases at a table, shown for some seconds; one tap hides all of them on this device.
(() => {
  "use strict";
  const SHOWN_MS = 8000;
  const line = document.createElement("p");
  line.className = "word";
  line.setAttribute("role", "status");
  line.innerHTML = '<span></span><button class="btn quiet"></button>';
  const [text, hide] = line.children;
  const at = (selector) => document.querySelector(selector);
  const shown = () => localStorage.getItem("words") !== "hidden";
  let end = 0;
  const tell = (said) => {
    clearTimeout(end);
    text.textContent = said;
    hide.textContent = said && at(".words").dataset.hide;
    if (said) end = setTimeout(tell, SHOWN_MS, "");
  };
  const tick = () => {
    for (const box of document.querySelectorAll("[data-words-shown]")) box.checked = shown();
  };
  const choose = (value) => {
    localStorage.setItem("words", value);
    tick();
    tell("");
  };
  document.addEventListener("live:word", ({ detail }) => {
    const said = at(`.words [value="${Number(detail.phrase)}"]`)?.textContent;
    const name = at(`data[value="${Number(detail.seat)}"]`)?.textContent;
    if (said && shown()) tell(name ? `${name}: ${said}` : said);
  });
  document.addEventListener("click", ({ target }) => {
    if (target === hide) choose("hidden");
    else if (target.matches("[data-words-shown]")) choose(target.checked ? "shown" : "hidden");
  });
  document.addEventListener(
    "htmx:responseError",
    ({ detail }) => detail.elt.closest(".words") && tell(at(".words").dataset.late),
  );
  document.addEventListener("htmx:afterSettle", tick);
  // A script in the page runs when that is parsed; one that comes with a part of it, later.
  at("main").append(line);
  tick();
})();
